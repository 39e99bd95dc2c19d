"""Five-card hands ranked another way, to check the ranking of let it ride against.

Knows nothing of `tablectl`: cards are numbers, 0 to 51, with the rank in steps of four; a hand is
one sorting key, made of the groups of its ranks and of two questions, sequence and suit.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "CDHS"
ACE = 12
COUNTS = {
    "high_card": 1_302_540,
    "pair": 1_098_240,
    "two_pairs": 123_552,
    "three_of_a_kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "four_of_a_kind": 624,
    "straight_flush": 36,
    "royal_flush": 4,
}
"""From the lowest: how many hands of each there are, as every book has them."""
NAMES = tuple(COUNTS)
STANDINGS = 7_462
"""Hands that any two hands can differ by, as every book has them."""
_GROUPS = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}

Key = tuple[int, tuple[int, ...]]


def number(code: str) -> int:
    return 4 * RANKS.index(code[0]) + SUITS.index(code[1])


def key(hand: Iterable[int]) -> Key:
    """Greater is better, equal is a draw."""
    cards = list(hand)
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    ordered = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank))
    name = _GROUPS[tuple(ranks.count(rank) for rank in ordered)]
    if name:
        return name, tuple(ordered)
    flush = len({card & 3 for card in cards}) == 1
    if ranks == [ACE, 3, 2, 1, 0]:
        return (8 if flush else 4), (3,)
    if ranks[0] - ranks[4] == 4:
        if not flush:
            return 4, (ranks[0],)
        return (9 if ranks[0] == ACE else 8), (ranks[0],)
    return (5 if flush else 0), tuple(ranks)


def name_of(hand: Iterable[int]) -> str:
    return NAMES[key(hand)[0]]
