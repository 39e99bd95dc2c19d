"""Three-card hands ranked another way, to check the ranking of the game against.

Knows nothing of `tablectl`: cards are two letters, sequences are looked up in a written list, and
hands are compared by the places they take when every hand there is has been sorted.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, groupby

RANKS = "23456789TJQKA"
SUITS = "CDHS"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
SEQUENCES = ("A23", "234", "345", "456", "567", "678", "789", "89T", "9TJ", "TJQ", "JQK", "QKA")
CLASSES = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")

Hand = tuple[str, ...]


def name_of(hand: Hand) -> str:
    """The class of a hand."""
    ranks = {card[0] for card in hand}
    one_suit = len({card[1] for card in hand}) == 1
    in_sequence = any(ranks == set(sequence) for sequence in SEQUENCES)
    if in_sequence:
        return "straight_flush" if one_suit else "straight"
    if one_suit:
        return "flush"
    return {1: "three_of_a_kind", 2: "pair", 3: "high_card"}[len(ranks)]


def _key(hand: Hand) -> tuple[int, int, str]:
    """Class; then the place of the sequence; then the cards, those that come in groups first."""
    ranks = {card[0] for card in hand}
    name = name_of(hand)
    sequence = next((n for n, s in enumerate(SEQUENCES) if ranks == set(s)), -1)
    groups = Counter(card[0] for card in hand)
    by_weight = sorted(groups, key=lambda rank: (groups[rank], RANKS.index(rank)), reverse=True)
    letters = "".join(chr(ord("a") + RANKS.index(rank)) for rank in by_weight)
    return CLASSES.index(name), sequence, "" if sequence >= 0 else letters


@cache
def places() -> dict[frozenset[str], int]:
    """The place of every hand when all are sorted; hands that draw share one."""
    ordered = sorted(combinations(DECK, 3), key=_key)
    return {
        frozenset(hand): place
        for place, (_, equals) in enumerate(groupby(ordered, key=_key))
        for hand in equals
    }


def place_of(hand: Hand) -> int:
    return places()[frozenset(hand)]
