"""Every broken build of blackjack is caught in random rounds of the core alone.

A soak plays all of the table and takes its time; here only the core is broken, cards that show the
fault come oftener, and something goes wrong more often than anywhere.
"""

from __future__ import annotations

from tests.apart import each_apart
from tests.broken_builds.in_blackjack import BUILDS
from tests.simulators.referee.blackjack_play import BlackjackPlay

UNBROKEN = "unbroken"
ROUNDS, AT_ONE_TABLE = 180, 12
PRESETS = ("recognising", "counting", "blind")
LIBERAL = {"surrender": 1, "even_money": 1, "split_hands": 4, "decks_in_shoe": 8}
HOUSES = (
    {"hole_card": 2, **LIBERAL},
    {"hole_card": 0, **LIBERAL, "cards_behind": 20},
    {"hole_card": 3, "decks_in_shoe": 8},
    {"hole_card": 1, **LIBERAL, "insurance_at_turn": 1},
)
LIKED = ("A", "A6", "TJQKA", "8", "9T", "")


def caught(name: str) -> str:
    """What the referee objected to first; nothing if it never did. Breaks this process for good."""
    if name != UNBROKEN:
        BUILDS[name].change()
    for seed in range(1, ROUNDS // AT_ONE_TABLE + 1):
        preset, likes = PRESETS[seed % len(PRESETS)], LIKED[seed % len(LIKED)]
        table = BlackjackPlay(preset, seed, **HOUSES[seed % len(HOUSES)])
        table.likes, table.trouble = likes, 0.03 if seed % 2 else 0.1
        for _ in range(AT_ONE_TABLE):
            if not table.referee.found:
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


def test_every_build_is_caught() -> None:
    """And the unbroken one is blamed for nothing at the same tables."""
    told = dict(each_apart(caught, [UNBROKEN, *BUILDS], jobs=2))
    assert told.pop(UNBROKEN) == ""
    assert len(told) >= 15
    assert sorted(name for name, by in told.items() if not by) == []
