"""`make row-bite`: whether the scenarios of a row notice that it rules otherwise.

For every cell of the matrix that is reached, the row is made to give another ruling and the
scenarios that reach it are played again there: at least one has to fail.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tablectl.games.catalogue import GAMES
from tablectl.irregularities.base import GO_ON, VOID, at_once, hold
from tablectl.irregularities.rows import Rulebook
from tablectl.scenario import Scenario, find, load, play
from tablectl.tracing.matrix import Cell, Played, matrix, named
from tablectl.words.irregularities import Irregularity
from tablectl.words.rulings import Consequence, Ruling
from tests.clause_bite.running import ROOT
from tests.clause_bite.seams import put

Find = Callable[[Rulebook, Irregularity], Ruling]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tests.clause_bite.rows", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), default="three_card_poker")
    parser.add_argument("--scenarios", type=Path, default=ROOT / "tests" / "scenarios")
    given = parser.parse_args(arguments)
    began = time.monotonic()
    scenarios = _scenarios(given.game, given.scenarios)
    reached = [cell for cell in _matrix(given.game, scenarios) if cell.scenarios]
    unmissed = [cell for cell in reached if not bites(cell, scenarios)]
    for cell in unmissed:
        sys.stdout.write(f"{cell.method}, {cell.preset}: {cell.row}: {cell.scenarios[0]} passes\n")
    taken = time.monotonic() - began
    sys.stdout.write(
        f"{len(reached) - len(unmissed)} of {len(reached)} cells bite, {taken:.0f} s\n"
    )
    return 1 if unmissed or not reached else 0


def _scenarios(game: str, folder: Path) -> Mapping[str, Scenario]:
    loaded = [load(path) for path in find([folder])]
    return {each.path: each for each in loaded if each.file.table.game == game}


def _matrix(game: str, scenarios: Mapping[str, Scenario]) -> tuple[Cell, ...]:
    played = (Played(game, s.file.table.method, play(s)) for s in scenarios.values())
    return matrix(GAMES[game], played)


def bites(cell: Cell, scenarios: Mapping[str, Scenario]) -> bool:
    """Whether one of the cell's scenarios fails there once its row rules otherwise."""
    with _ruling_otherwise(cell.row):
        return any(not play(_only(scenarios[path], cell)).passed for path in cell.scenarios)


def _only(scenario: Scenario, cell: Cell) -> Scenario:
    tables = tuple((preset, table) for preset, table in scenario.tables if preset == cell.preset)
    return replace(scenario, tables=tables)


@contextmanager
def _ruling_otherwise(row: str) -> Iterator[None]:
    original: Find = Rulebook.ruling

    def ruling(self: Rulebook, irregularity: Irregularity) -> Ruling:
        found = original(self, irregularity)
        of_kind = (each for each in self.rows if each.kind is irregularity.kind)
        ours = next(each for each in of_kind if each.fits(irregularity.circumstances))
        return other(found) if named(ours) == row else found

    put(Rulebook, "ruling", ruling)
    try:
        yield
    finally:
        put(Rulebook, "ruling", original)


def other(ruling: Ruling) -> Ruling:
    """Another ruling on the same basis: what asked decides by itself, what acted goes on."""
    if ruling.remedies:
        return at_once(*ruling.consequences, basis=ruling.basis)
    if ruling.consequences in ((), (Consequence.GO_ON,)):
        return hold(GO_ON, VOID, basis=ruling.basis)
    return at_once(Consequence.GO_ON, basis=ruling.basis)


if __name__ == "__main__":
    sys.exit(main())
