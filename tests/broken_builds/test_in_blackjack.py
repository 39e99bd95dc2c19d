"""Every broken build of blackjack is caught in random rounds of the core alone.

A soak plays all of the table and takes its time; here only the core is broken, cards that show the
fault come oftener, and something goes wrong more often than anywhere.
"""

from __future__ import annotations

from tests.apart import each_apart
from tests.broken_builds.in_blackjack import BUILDS
from tests.simulators.referee.blackjack_play import BlackjackPlay

TELLING = (1, 4, 11, 7, 6, 2)
"""Tables, by their seeds, at which every build was caught when these were chosen."""
TABLES = (*TELLING, *(seed for seed in range(1, 16) if seed not in TELLING))
ROUNDS = 12
"""At each table."""
PRESETS = ("recognising", "counting", "blind")
LIBERAL = {"surrender": 1, "even_money": 1, "split_hands": 4, "decks_in_shoe": 8}
HOUSES = (
    {"hole_card": 2, **LIBERAL},
    {"hole_card": 0, **LIBERAL, "cards_behind": 20},
    {"hole_card": 3, "decks_in_shoe": 8},
    {"hole_card": 1, **LIBERAL, "insurance_at_turn": 1},
)
LIKED = ("A", "A6", "TJQKA", "8", "9T", "")


def caught(name: str) -> int:
    """The table at which the referee objected first; 0 if it never did.

    Breaks this process for good.
    """
    BUILDS[name].change()
    return next((seed for seed in TABLES if objection(seed)), 0)


def objection(seed: int) -> str:
    """What the referee objects to first at this table; nothing if all of its rounds are right."""
    table = BlackjackPlay(PRESETS[seed % len(PRESETS)], seed, **HOUSES[seed % len(HOUSES)])
    table.likes, table.trouble = LIKED[seed % len(LIKED)], 0.03 if seed % 2 else 0.1
    for _ in range(ROUNDS):
        _round(table)
        if table.referee.found:
            return str(table.referee.found[0])
    return ""


def _round(table: BlackjackPlay) -> None:
    """A broken round may come to an end at which nobody can go on; the referee speaks before."""
    try:
        table.round_of_play()
    except AssertionError:
        if not table.referee.found:
            raise


def test_every_build_is_caught_at_tables_at_which_the_unbroken_one_is_blamed_for_nothing() -> None:
    at = dict(each_apart(caught, BUILDS, jobs=2))
    assert len(at) >= 15
    assert sorted(name for name, seed in at.items() if not seed) == []
    needed = {seed for seed in at.values() if seed}
    assert {seed: told for seed in needed if (told := objection(seed))} == {}
