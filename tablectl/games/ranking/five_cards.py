"""Five-card poker hands: an ace may stand below the two in a straight, suits are equal.

N.J.A.C. 19:47-18.3. The ladder lists the hands as (b) does, lowest first, each class by what ranks
inside it and then by what is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from itertools import combinations_with_replacement

from tablectl.games.ranking.ladders import SUITS, Ladder, Ranks, Rung, Standing
from tablectl.words.cards import SUIT_BITS, Card, Rank

CARDS = 5


class Class(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


STRAIGHTS: tuple[Ranks, ...] = (
    (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO, Rank.ACE),
    *(tuple(range(low + 4, low - 1, -1)) for low in range(Rank.TWO, Rank.JACK)),
)
"""From the lowest; no straight goes round the corner."""

_SHAPES = {
    (2, 1, 1, 1): Class.PAIR,
    (2, 2, 1): Class.TWO_PAIRS,
    (3, 1, 1): Class.THREE_OF_A_KIND,
    (3, 2): Class.FULL_HOUSE,
    (4, 1): Class.FOUR_OF_A_KIND,
    (5,): Class.FOUR_OF_A_KIND,
}
"""By how often each rank is there. Five of one need a second copy of a card, and have four too."""


def standing(cards: tuple[Card, ...]) -> Standing:
    """How high five cards stand."""
    try:
        a, b, c, d, e = cards
        total = a.weight + b.weight + c.weight + d.weight + e.weight
        return _TABLES[total & SUITS][total >> SUIT_BITS]
    except (KeyError, ValueError):
        return LADDER.standing(cards)


def class_of(cards: tuple[Card, ...]) -> Class:
    return Class(standing(cards).kind)


def _rungs() -> Iterator[Rung]:
    """Every set of five ranks, of one suit and not, from the lowest hand to the highest.

    Of one suit and with a rank twice over is what the deck does not have; the words of the classes
    rank it all the same.
    """
    found: dict[Class, list[Rung]] = {each: [] for each in Class}
    for ranks in combinations_with_replacement(sorted(Rank, reverse=True), CARDS):
        for one_suit in (False, True):
            kind = _class(ranks, one_suit=one_suit)
            found[kind].append(Rung(kind, ranks, one_suit))
    for kind in Class:
        yield from sorted(found[kind], key=_within_class)


def _class(ranks: Ranks, *, one_suit: bool) -> Class:
    shape = _SHAPES.get(tuple(sorted(Counter(ranks).values(), reverse=True)))
    if shape is not None and (shape > Class.FLUSH or not one_suit):
        return shape
    if shape is None and _falling(ranks) in STRAIGHTS:
        if not one_suit:
            return Class.STRAIGHT
        royal = _falling(ranks) == STRAIGHTS[-1]
        return Class.ROYAL_FLUSH if royal else Class.STRAIGHT_FLUSH
    return Class.FLUSH if one_suit else Class.HIGH_CARD


def _falling(ranks: Ranks) -> Ranks:
    """The ranks from the highest, an ace below the two where that makes a straight."""
    return STRAIGHTS[0] if set(ranks) == set(STRAIGHTS[0]) else tuple(sorted(ranks, reverse=True))


def _within_class(rung: Rung) -> tuple[Ranks, bool]:
    """What ranks inside a class: what is there most often, and then the rest from the highest."""
    if rung.kind in (Class.STRAIGHT, Class.STRAIGHT_FLUSH, Class.ROYAL_FLUSH):
        return (STRAIGHTS.index(_falling(rung.ranks)),), rung.one_suit
    count = Counter(rung.ranks)
    return tuple(sorted(rung.ranks, key=lambda rank: (count[rank], rank), reverse=True)), (
        rung.one_suit
    )


LADDER = Ladder(CARDS, _rungs)
_TABLES = LADDER.tables
