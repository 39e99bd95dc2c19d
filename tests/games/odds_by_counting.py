"""What the wagers of three card poker are worth, worked out by counting alone.

Shares nothing with `tablectl`: hands are ranked as in `ranking.other_way`, and for every hand of
the player the hands that the dealer can hold beside it are counted, not dealt: those of the whole
deck, less those with one of the player's cards, put right for those with two and with three.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations

from tests.games.ranking.other_way import DECK, Hand, name_of, place_of

PAIR_PLUS = {"pair": 1, "flush": 4, "straight": 6, "three_of_a_kind": 30, "straight_flush": 40}
BONUS = {"straight": 1, "three_of_a_kind": 4, "straight_flush": 5}
LEAST_OF_DEALER = place_of(("QS", "3D", "2C"))
QUEEN_SIX_FOUR = place_of(("QS", "6D", "4C"))


@dataclass(frozen=True)
class Dealers:
    """How many hands of the dealer there are beside one of the player, by what comes of them."""

    unqualified: int
    lower: int
    equal: int
    higher: int


@cache
def hands() -> tuple[Hand, ...]:
    return tuple(combinations(DECK, 3))


@cache
def _places() -> dict[tuple[str, ...], list[int]]:
    """The places of all hands that hold these cards, in order, for no, one, two or three cards."""
    found: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for hand in hands():
        place = place_of(hand)
        for held in _parts(hand):
            found[held].append(place)
    return {held: sorted(places) for held, places in found.items()}


def _parts(hand: Hand) -> tuple[tuple[str, ...], ...]:
    return tuple(chain.from_iterable(combinations(hand, size) for size in range(4)))


@cache
def dealers(hand: Hand) -> Dealers:
    place = place_of(hand)
    floor = max(place, LEAST_OF_DEALER)
    below = through = unqualified = every = 0
    for held in _parts(hand):
        places = _places()[held]
        sign = (-1) ** len(held)
        every += sign * len(places)
        unqualified += sign * bisect_left(places, LEAST_OF_DEALER)
        below += sign * bisect_left(places, floor)
        through += sign * bisect_right(places, floor if place == floor else floor - 1)
    return Dealers(unqualified, below - unqualified, through - below, every - through)


def pair_plus() -> Fraction:
    """The value of one unit."""
    won = sum(PAIR_PLUS.get(name_of(hand), -1) for hand in hands())
    return Fraction(won, len(hands()))


def ante_and_play(least: int) -> Fraction:
    """The value of an ante of one unit, where hands from this place on are played."""
    return Fraction(sum(_won(hand, least) for hand in hands()), 22_100 * 18_424)


def _won(hand: Hand, least: int) -> int:
    """Over all hands of the dealer."""
    beside = dealers(hand)
    every = beside.unqualified + beside.lower + beside.equal + beside.higher
    if place_of(hand) < least:
        return -every
    bonus = BONUS.get(name_of(hand), 0)
    return beside.unqualified + 2 * beside.lower - 2 * beside.higher + bonus * every
