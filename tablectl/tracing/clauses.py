"""The clauses with how each is enforced and what shows it; and what is wrong with that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tablectl.clauses.entries import Enforce, Entry
from tablectl.clauses.registry import SUBCHAPTERS, covers, family, of_game
from tablectl.games.catalogue import GAMES
from tablectl.tracing.hows import beyond, told
from tablectl.tracing.hows import problems as problems_of_code
from tablectl.tracing.marked import Mark, marks

ALL_GAMES = "all_games"


@dataclass(frozen=True)
class Traced:
    """A clause, how the code enforces it ("" if it does not), and the tests that show it."""

    entry: Entry
    game: str
    how: str
    tests: tuple[str, ...]

    @property
    def out_of_reach(self) -> str:
        """Why no controller can see to it, where its game says so."""
        line = beyond().get(self.entry.citation)
        return "" if line is None else line.why

    def as_plain(self) -> dict[str, str | list[str]]:
        return {
            "id": self.entry.citation,
            "game": self.game,
            "enforce": self.entry.enforce.value,
            "how": self.how,
            "out_of_reach": self.out_of_reach,
            "tests": list(self.tests),
        }


def trace(games: Iterable[str], tests: Path | None) -> tuple[Traced, ...]:
    """The clauses of these games; without a folder of tests no test is known."""
    found = tuple(marks(tests)) if tests is not None else ()
    return tuple(
        Traced(entry, game, told(entry.citation), _showing(entry.citation, found))
        for game in games
        for entry in of_game(game)
    )


def _showing(citation: str, found: Iterable[Mark]) -> tuple[str, ...]:
    """A mark shows every clause that it covers; whether it does, `make clause-bite` finds out."""
    return tuple(dict.fromkeys(m.test for m in found if covers(m.citation, citation)))


# ---------------------------------------------------------------- what is wrong


def problems(tests: Path) -> list[str]:
    """Everything that names a clause wrongly, and every clause enforced that nothing shows."""
    return [*problems_of_code(), *_unknown(tests), *_unshown(tests), *_undeclared()]


def _unknown(tests: Path) -> Iterator[str]:
    for mark in marks(tests):
        if not family(mark.citation):
            where = f"{mark.path}:{mark.line}"
            yield f"{where}: {mark.test} names {mark.citation!r}, which is not registered"


def _unshown(tests: Path) -> Iterator[str]:
    for each in trace(whole_games(), tests):
        if each.how and not each.tests:
            yield f"{each.entry.citation} is enforced ({each.how}) and no test is marked with it"


def _undeclared() -> Iterator[str]:
    """What a controller should see to, does not, and says no word of."""
    for each in trace(whole_games(), None):
        asked = each.entry.enforce in (Enforce.MACHINE, Enforce.PROMPT)
        if asked and not each.how and each.entry.citation not in beyond():
            yield f"{each.entry.citation} is neither enforced nor said to be out of reach"


def whole_games() -> tuple[str, ...]:
    """The games whose clauses must all be shown: those that are played to the settlement."""
    whole: Mapping[str, bool] = {name: game.settles for name, game in GAMES.items()}
    return tuple(name for name in SUBCHAPTERS if whole.get(name, name == ALL_GAMES))
