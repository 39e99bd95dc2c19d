"""Three-card hands: a straight beats a flush, an ace may stand below the two, suits are equal.

N.J.A.C. 19:47-20.3. A hand's standing is a tuple that compares as the hands do: its class, then
what ranks inside the class, then what is left. Comparing the cards one holds and the other does
not, as the text of (c) can be read, would let Q-Q-A beat K-K-2; class detail comes first.
"""

from __future__ import annotations

from enum import IntEnum

from tablectl.words.cards import Card, Rank

Standing = tuple[int, ...]


class Class(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


_WHEEL = (Rank.ACE, Rank.THREE, Rank.TWO)


def standing(cards: tuple[Card, ...]) -> Standing:
    """How high three cards stand; the higher tuple is the better hand, equal ones draw."""
    ranks = sorted((_rank(card) for card in cards), reverse=True)
    if len(ranks) != 3:
        raise ValueError(f"a hand is three cards, not {len(ranks)}")
    high, middle, low = ranks
    flush = cards[0].suit is cards[1].suit is cards[2].suit
    if top := _straight_top(high, middle, low):
        return (Class.STRAIGHT_FLUSH if flush else Class.STRAIGHT, top)
    if high == middle == low:
        return (Class.THREE_OF_A_KIND, high)
    if flush:
        return (Class.FLUSH, high, middle, low)
    if high == middle:
        return (Class.PAIR, high, low)
    if middle == low:
        return (Class.PAIR, low, high)
    return (Class.HIGH_CARD, high, middle, low)


def class_of(cards: tuple[Card, ...]) -> Class:
    return Class(standing(cards)[0])


def _rank(card: Card) -> Rank:
    if card.rank is None:
        raise ValueError("a joker has no rank in this game")
    return card.rank


def _straight_top(high: Rank, middle: Rank, low: Rank) -> int:
    """The card a straight is named after, or 0 where there is none; 3-2-A counts as three-high."""
    if (high, middle, low) == _WHEEL:
        return Rank.THREE
    return high if high == middle + 1 == low + 2 else 0
