"""`tablectl scenario`: play scenario files and say where one differs from what it expects."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl.cli.trouble import BAD_INPUT, FAILED, Trouble
from tablectl.scenario import ScenarioReport, find, run_file
from tablectl.words.canonical import dumps


@click.command()
@click.argument(
    "paths",
    metavar="FILE_OR_FOLDER...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a scenario, a line each.")
def scenario(paths: tuple[Path, ...], as_json: bool) -> None:
    """Play the scenarios in these files, and in all .yaml files under these folders.

    A scenario says what happens at a simulated table and what must come of it. Where it differs,
    the step is shown with its line, what was expected and what was so instead.

    \b
    Examples:
      tablectl scenario tests/scenarios
      tablectl scenario --json tests/scenarios/three_card_poker

    Exits with 1 if an expectation fails, with 2 if a file is no scenario.
    """
    files = find(paths)
    if not files:
        where = ", ".join(map(str, paths))
        raise Trouble("no_scenarios", "there is no .yaml file here", "name another folder", where)
    reports = []
    for path in files:
        report = run_file(path)
        click.echo(dumps(report.as_plain()) if as_json else str(report))
        reports.append(report)
    if not as_json:
        click.echo(_sum(reports))
    if not all(report.passed for report in reports):
        unreadable = any(f.kind == "file" for report in reports for f in report.failures)
        raise click.exceptions.Exit(BAD_INPUT if unreadable else FAILED)


def _sum(reports: list[ScenarioReport]) -> str:
    failed = sum(not report.passed for report in reports)
    checked = sum(report.expectations for report in reports)
    scenarios = "1 scenario" if len(reports) == 1 else f"{len(reports)} scenarios"
    return f"{scenarios}, {checked} expectations: {failed} failed"
