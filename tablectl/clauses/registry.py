"""Looks clauses up by citation and by game.

The module of a game is imported when one of its clauses is first asked for, so that whoever
imports the registry does not pay for every game there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tablectl.clauses.citations import covers, levels
from tablectl.clauses.entries import Entry

__all__ = ["SUBCHAPTERS", "covers", "family", "find", "of_game"]

SUBCHAPTERS: Mapping[str, int] = {
    "craps": 1,
    "blackjack": 2,
    "punto_banco": 3,
    "roulette": 5,
    "big_six": 5,
    "red_dog": 6,
    "minibaccarat": 7,
    "all_games": 8,
    "pai_gow": 10,
    "pai_gow_poker": 11,
    "poker": 14,
    "seven_card_stud": 14,
    "holdem": 14,
    "double_down_stud": 17,
    "let_it_ride": 18,
    "three_card_poker": 20,
    "fast_action_holdem": 21,
}
"""Every game with registered clauses, and the subchapter it is found in."""


def find(citation: str) -> Entry | None:
    """The entry with exactly this citation.

    None also where a clause holds several rules and the citation leaves out which: see `family`.
    """
    return _neighbours(citation).get(citation)


def family(citation: str) -> tuple[Entry, ...]:
    """Every entry that this citation covers, in the order of the registry."""
    entries = _neighbours(citation).values()
    return tuple(entry for entry in entries if covers(citation, entry.citation))


def of_game(name: str) -> tuple[Entry, ...]:
    """Every entry of a game. KeyError for a game that is not one of SUBCHAPTERS."""
    if name not in SUBCHAPTERS:
        raise KeyError(name)
    return _clauses(name)


def _neighbours(citation: str) -> Mapping[str, Entry]:
    """The entries of the subchapter this citation is in."""
    read = levels(citation)
    subchapter = int(read[0]) if read else 0
    return _by_citation(subchapter) if subchapter in SUBCHAPTERS.values() else {}


@cache
def _by_citation(subchapter: int) -> Mapping[str, Entry]:
    games = (game for game, number in SUBCHAPTERS.items() if number == subchapter)
    return {entry.citation: entry for game in games for entry in _clauses(game)}


@cache
def _clauses(game: str) -> tuple[Entry, ...]:
    # No statement imports by a name in a variable, and importlib is not for the core. The name is
    # one of SUBCHAPTERS, so this never leaves our own data.
    module = __import__(f"tablectl.clauses.data.{game}", fromlist=["CLAUSES"])
    clauses: tuple[Entry, ...] = module.CLAUSES
    return clauses
