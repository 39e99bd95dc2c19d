"""What the bets of let it ride are worth, worked out by counting outs alone.

Shares nothing with `tablectl` and ranks no hand of five: for every four cards there are it says
how many of the 48 others make what of them. Three cards are worth what the fours around them are.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

ACE, TEN = 14, 10
Four = tuple[tuple[int, int], ...]
"""Ranks and suits, both as numbers."""

DECK: Four = tuple((rank, suit) for rank in range(2, ACE + 1) for suit in range(4))
SEQUENCES = tuple(
    frozenset(range(low, low + 5)) if low > 1 else frozenset((ACE, 2, 3, 4, 5))
    for low in range(1, TEN + 1)
)
ROYAL = SEQUENCES[-1]
THREES, FOURS, FIFTHS, LAST_TWO = 22_100, 270_725, 48, 1_176


def worth(four: Four) -> int:
    """What one unit wins with these four, over all 48 fifth cards."""
    ranks = Counter(rank for rank, _ in four)
    match sorted(ranks.values()):
        case [4]:
            return 48 * 50
        case [1, 3]:
            return 1 * 50 + 3 * 11 + 44 * 3
        case [2, 2]:
            return 4 * 11 + 44 * 2
        case [1, 1, 2]:
            pair = next(rank for rank, times in ranks.items() if times == 2)
            return 2 * 3 + 6 * 2 + 40 * (1 if pair >= TEN else -1)
        case _:
            return _loose(frozenset(ranks), len({suit for _, suit in four}) == 1)


@cache
def _loose(ranks: frozenset[int], one_suit: bool) -> int:
    """Four different ranks: pairs, straights, and flushes where they are of one suit."""
    paired = sum(3 * (1 if rank >= TEN else -1) for rank in ranks)
    total = paired
    for rank in range(2, ACE + 1):
        if rank in ranks:
            continue
        five = ranks | {rank}
        straight = 5 if five in SEQUENCES else -1
        if not one_suit:
            total += 4 * straight
        elif five == ROYAL:
            total += 3 * straight + 1000
        else:
            total += 3 * straight + (200 if five in SEQUENCES else 8)
    return total


@cache
def _fours() -> dict[Four, int]:
    return {four: worth(four) for four in combinations(DECK, 4)}


@cache
def _threes() -> dict[Four, int]:
    """What one unit wins with three cards, over all pairs of common cards."""
    found: Counter[Four] = Counter()
    for four, won in _fours().items():
        for three in combinations(four, 3):
            found[three] += won
    return {three: won // 2 for three, won in found.items()}


def a_bet_that_rides() -> Fraction:
    return Fraction(sum(_fours().values()), FOURS * FIFTHS)


def a_first_bet_at_its_best() -> Fraction:
    return Fraction(sum(max(0, won) for won in _threes().values()), THREES * LAST_TWO)


def a_second_bet_at_its_best() -> Fraction:
    return Fraction(sum(max(0, won) for won in _fours().values()), FOURS * FIFTHS)


def threes_that_ride() -> int:
    return sum(won > 0 for won in _threes().values())


def fours_that_ride() -> int:
    return sum(won > 0 for won in _fours().values())
