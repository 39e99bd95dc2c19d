"""Five cards, and what they are paid: 18.3 and 18.11, worked out plainly.

No table of all hands and no ladder: the cards are counted by rank, looked at and named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from simulators.referee.tables.three_cards import RANKS, Worth

(
    HIGH,
    PAIR,
    TWO_PAIRS,
    TRIPS,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOURS,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
) = range(10)
"""From the lowest to the highest, 18.3(b)."""
PAYS = {
    PAIR: ("pair", 1),
    TWO_PAIRS: ("two_pairs", 2),
    TRIPS: ("three_of_a_kind", 3),
    STRAIGHT: ("straight", 5),
    FLUSH: ("flush", 8),
    FULL_HOUSE: ("full_house", 11),
    FOURS: ("four_of_a_kind", 50),
    STRAIGHT_FLUSH: ("straight_flush", 200),
    ROYAL_FLUSH: ("royal_flush", 1_000),
}
"""What each is called where the house pays more, and the least to one: 18.11(b)."""
BONUS_PAYS = {
    TRIPS: 5_00,
    STRAIGHT: 25_00,
    FLUSH: 50_00,
    FULL_HOUSE: 200_00,
    FOURS: 400_00,
    STRAIGHT_FLUSH: 2_500_00,
    ROYAL_FLUSH: 25_000_00,
}
"""The least that a bonus wager is paid, in cents: 18.11(d)."""
TEN, WHEEL = RANKS.index("T"), [12, 3, 2, 1, 0]
BY_RANKS = {
    (5,): FOURS,
    (4, 1): FOURS,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): TRIPS,
    (2, 2, 1): TWO_PAIRS,
    (2, 1, 1, 1): PAIR,
}
"""By how often each rank is there; a second copy of a card in the deck makes five of one."""


def worth(cards: Sequence[str]) -> Worth:
    """What a hand is, and what decides between two of its kind; a higher one beats a lower."""
    often = Counter(RANKS.index(card[0]) for card in cards)
    ranked = sorted(often, key=lambda rank: (often[rank], rank), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    if len(ranked) < len(cards):
        kind = BY_RANKS[tuple(often[rank] for rank in ranked)]
        # Two copies of one card can be of one suit with the rest: the higher of the two counts.
        return (max(kind, FLUSH) if suited else kind), tuple(ranked)
    if ranked == WHEEL:  # the ace below the two: the lowest sequence
        return STRAIGHT_FLUSH if suited else STRAIGHT, (WHEEL[1],)
    if ranked[0] - ranked[-1] == len(cards) - 1:
        if not suited:
            return STRAIGHT, (ranked[0],)
        return (ROYAL_FLUSH if ranked[-1] == TEN else STRAIGHT_FLUSH), (ranked[0],)
    return FLUSH if suited else HIGH, tuple(ranked)


def wins(cards: Sequence[str]) -> bool:
    """A pair of tens or better, 18.10(h)#1."""
    kind, decides = worth(cards)
    return kind > PAIR or (kind == PAIR and decides[0] >= TEN)


def five_of(
    mine: list[str] | None, first: list[str] | None, second: list[str] | None
) -> list[str] | None:
    """A player's three cards and the two common ones; None where not all of them are known."""
    if mine is None or first is None or second is None:
        return None
    return [*mine, *first, *second] if (len(mine), len(first), len(second)) == (3, 1, 1) else None
