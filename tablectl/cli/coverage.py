"""`tablectl coverage`: which irregularities the scenarios reach, by dealing method and devices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from tablectl.cli.trouble import FAILED, Trouble
from tablectl.games.catalogue import GAMES
from tablectl.scenario import find
from tablectl.tracing.matrix import Cell, Played, matrix, play_all
from tablectl.words.canonical import dumps

SCENARIOS = Path("tests/scenarios")


@click.command()
@click.option("--game", required=True, type=click.Choice(sorted(GAMES)), help="The game.")
@click.option(
    "--scenarios",
    type=click.Path(exists=True, path_type=Path),
    help="A folder of scenarios; tests/scenarios here if left out.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON list of cells, for programs.")
def coverage(game: str, scenarios: Path | None, as_json: bool) -> None:
    """Play the scenarios of a game and show which irregularities they reach.

    Every row of the game's rulings is shown under every method of dealing and every preset that
    goes with it: the number of scenarios that reach it there, "-" where it cannot happen, and
    "EMPTY" where no scenario reaches it and nobody has said why. A row is reached when the table
    ruled on it as the steps were played.

    \b
    Example:
      tablectl coverage --game three_card_poker

    Exits with 1 if a cell is empty, if a scenario reaches one that is said to be impossible, or if
    a scenario fails.
    """
    folder = scenarios or SCENARIOS
    if not folder.exists():
        raise Trouble("no_scenarios", f"there is no folder {folder}", "name one with --scenarios")
    played = tuple(play_all(game, find([folder])))
    cells = matrix(GAMES[game], played)
    failed = [each.report for each in played if not each.report.passed]
    if as_json:
        click.echo(dumps([cell.as_plain() for cell in cells]))
    else:
        for line in told(cells, played):
            click.echo(line)
    for report in failed:
        click.echo(str(report), err=True)
    if failed or any(cell.problem for cell in cells):
        raise click.exceptions.Exit(FAILED)


def told(cells: tuple[Cell, ...], played: tuple[Played, ...]) -> Iterator[str]:
    for method in dict.fromkeys(cell.method for cell in cells):
        yield from _table(method, [cell for cell in cells if cell.method == method])
        yield ""
    reasons = dict.fromkeys(cell.reason for cell in cells if cell.reason)
    yield "Why some cannot happen:"
    yield from (f"  {reason}" for reason in reasons)
    yield ""
    problems = [cell for cell in cells if cell.problem]
    yield from (f"{c.method}, {c.preset}: {c.row}: {c.problem}" for c in problems)
    reached = sum(bool(cell.scenarios) for cell in cells)
    impossible = sum(bool(cell.reason) for cell in cells)
    yield (
        f"{len(played)} scenarios, {len(cells)} cells: {reached} reached, {impossible} cannot "
        f"happen, {len(problems)} wrong"
    )


def _table(method: str, cells: list[Cell]) -> Iterator[str]:
    presets = list(dict.fromkeys(cell.preset for cell in cells))
    rows = list(dict.fromkeys(cell.row for cell in cells))
    at = {(cell.row, cell.preset): cell for cell in cells}
    wide = max(map(len, [method, *rows]))
    yield f"{method:<{wide}}  {'  '.join(f'{preset:>11}' for preset in presets)}"
    for row in rows:
        marks = (f"{_mark(at[row, preset]):>11}" for preset in presets)
        yield f"{row:<{wide}}  {'  '.join(marks)}"


def _mark(cell: Cell) -> str:
    if cell.problem:
        return "WRONG" if cell.scenarios else "EMPTY"
    return str(len(cell.scenarios)) if cell.scenarios else "-"
