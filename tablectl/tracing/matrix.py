"""The matrix: every row of a game's rulings, by method of dealing and set of devices.

A cell is reached by scenarios, found by playing them, or there is a reason why nothing can reach
it. A cell with neither is empty; one with both has a reason that is not true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablectl.config import MADE_UP_APPROVALS
from tablectl.fitting import Preset, fitting_presets, of_preset
from tablectl.games.options import Game, with_defaults
from tablectl.irregularities.rows import Row
from tablectl.scenario import ScenarioReport, load, play, table_name
from tablectl.tracing.reasons import reason_why_not
from tablectl.words.settings import Settings


@dataclass(frozen=True)
class Cell:
    """One row under one method with one set of devices."""

    row: str
    method: str
    preset: str
    scenarios: tuple[str, ...]
    reason: str

    @property
    def problem(self) -> str:
        if self.scenarios and self.reason:
            return f"{self.scenarios[0]} reaches it, although {self.reason}"
        return "" if self.scenarios or self.reason else "no scenario reaches it"

    def as_plain(self) -> dict[str, Any]:
        return {
            "row": self.row,
            "method": self.method,
            "preset": self.preset,
            "scenarios": list(self.scenarios),
            "reason": self.reason,
            "problem": self.problem,
        }


@dataclass(frozen=True)
class Played:
    """A scenario that was played: the game and method of its table, and the report."""

    game: str
    method: str
    report: ScenarioReport


def play_all(game: str, paths: Iterable[Path]) -> Iterator[Played]:
    """Play the scenarios of a game. FileErrors for a file that is no scenario."""
    for path in paths:
        scenario = load(path)
        table = scenario.file.table
        if table.game == game:
            yield Played(game, table.method, play(scenario))


def matrix(game: Game, played: Iterable[Played]) -> tuple[Cell, ...]:
    """Every cell of a game; scenarios at tables with devices of their own reach none."""
    known = tuple(played)
    return tuple(
        cell
        for method in game.methods
        if method not in game.varieties
        for preset in fitting_presets(method)
        for cell in _cells(game, method, preset, known)
    )


def _cells(game: Game, method: str, preset: str, played: Iterable[Played]) -> Iterator[Cell]:
    settings = _settings(game, method, preset)
    if any(game.lacks(settings)):
        return  # no table is ever loaded so
    here = [
        (each.report.path, irregularity)
        for each in played
        for its_table, irregularity in each.report.met
        if its_table == table_name(each.method, method, preset)
    ]
    for row in game.rules(settings).rulebook.rows:
        reached = (
            path for path, met in here if row.kind is met.kind and row.fits(met.circumstances)
        )
        yield Cell(
            named(row),
            method,
            preset,
            tuple(dict.fromkeys(reached)),
            reason_why_not(row, settings),
        )


def named(row: Row) -> str:
    """A row as it is written in the matrix: its kind, and its circumstances."""
    return " ".join([row.kind.value, *(f"{name}={_either(v)}" for name, v in row.when.items())])


def _either(wanted: str | tuple[str, ...]) -> str:
    return wanted if isinstance(wanted, str) else "|".join(wanted)


def _settings(game: Game, method: str, preset: str) -> Settings:
    devices: Mapping[str, Any] = of_preset(Preset(preset))
    return Settings(
        table="coverage",
        game=game.name,
        method=method,
        seats=game.seats[1],
        decks=tuple(f"deck_{number}" for number in range(1, game.decks[0] + 1)),
        options=with_defaults(game, {}),
        devices={name: fitted.device for name, fitted in devices.items()},
        people={},
        version="",
        approvals=MADE_UP_APPROVALS,
    )
