"""`tablectl clauses`: the clauses, how the code enforces each, and the tests that show it."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl.clauses.registry import SUBCHAPTERS
from tablectl.cli.trouble import FAILED, Trouble
from tablectl.tracing.clauses import Traced, problems, trace
from tablectl.words.canonical import dumps

TESTS = Path("tests")


@click.command()
@click.option("--game", type=click.Choice(sorted(SUBCHAPTERS)), help="Of this game alone.")
@click.option(
    "--tests",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of tests; the folder 'tests' here if left out, if there is one.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON list, for programs.")
@click.option("--check", is_flag=True, help="Only look for what is wrong, and exit with 1 if so.")
def clauses(game: str | None, tests: Path | None, as_json: bool, check: bool) -> None:
    """List the clauses of N.J.A.C. 19:47 with how the code enforces each, and its tests.

    "how" is read off the code: what a clause is the basis of there. It is empty for a clause that
    is not enforced; where nothing could enforce it, the reason stands behind it. The tests are
    those marked with the clause or with one that covers it, and the scenarios that name it.

    With --check nothing is listed but what is wrong: a test, a scenario or the code names a clause
    that is not registered, or a game that is played to its settlement enforces one that no test
    shows.

    \b
    Examples:
      tablectl clauses --game three_card_poker
      tablectl clauses --json
    """
    folder = tests or (TESTS if TESTS.is_dir() else None)
    if check:
        _check(folder)
        return
    found = trace([game] if game else SUBCHAPTERS, folder)
    if as_json:
        click.echo(dumps([each.as_plain() for each in found]))
        return
    for line in _listed(found):
        click.echo(line)


def _check(folder: Path | None) -> None:
    if folder is None:
        raise Trouble("no_tests", "there is no folder of tests here", "name one with --tests")
    found = problems(folder)
    for problem in found:
        click.echo(problem)
    if found:
        raise click.exceptions.Exit(FAILED)
    click.echo("clauses: all that is enforced is shown, and all that is named is registered")


def _reason(each: Traced) -> str:
    return f"  out of reach: {each.out_of_reach}" if each.out_of_reach else ""


def _listed(found: tuple[Traced, ...]) -> list[str]:
    wide = max((len(each.entry.citation) for each in found), default=0)
    lines = [f"{'clause':<{wide}}  {'enforce':<8} {'how':<24} tests"]
    lines += [
        f"{each.entry.citation:<{wide}}  {each.entry.enforce.value:<8} {each.how:<24} "
        f"{len(each.tests)}{_reason(each)}"
        for each in found
    ]
    enforced = sum(bool(each.how) for each in found)
    shown = sum(bool(each.how and each.tests) for each in found)
    return [*lines, f"{len(found)} clauses, {enforced} enforced, {shown} of these shown by tests"]
