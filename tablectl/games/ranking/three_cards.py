"""Three-card hands: a straight beats a flush, an ace may stand below the two, suits are equal.

N.J.A.C. 19:47-20.3. The ladder lists the hands as (b) does, lowest first, each class by what ranks
inside it and then by what is left. Comparing the cards one holds and the other does not, as the
text of (c) can be read, would let Q-Q-A beat K-K-2; class detail comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import combinations_with_replacement

from tablectl.games.ranking.ladders import SUITS, Ladder, Ranks, Rung, Standing
from tablectl.words.cards import SUIT_BITS, Card, Rank

CARDS = 3


class Class(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


STRAIGHTS: tuple[Ranks, ...] = (
    (Rank.THREE, Rank.TWO, Rank.ACE),
    *((low + 2, low + 1, low) for low in range(Rank.TWO, Rank.KING)),
)
"""From the lowest; no straight goes round the corner."""


def standing(cards: tuple[Card, ...]) -> Standing:
    """How high three cards stand."""
    try:
        a, b, c = cards
        total = a.weight + b.weight + c.weight
        return _TABLES[total & SUITS][total >> SUIT_BITS]
    except (KeyError, ValueError):
        return LADDER.standing(cards)


def class_of(cards: tuple[Card, ...]) -> Class:
    kind = standing(cards).kind
    return kind if isinstance(kind, Class) else Class(kind)


def _rungs() -> Iterator[Rung]:
    """Every set of three ranks, of one suit and not, from the lowest hand to the highest.

    A second copy of a card in the deck can make hands that the deck does not have, K-K-2 of one
    suit, or a king three times over; the words of the classes rank those too.
    """
    in_sequence = {frozenset(ranks) for ranks in STRAIGHTS}
    falling = sorted(combinations_with_replacement(reversed(Rank), CARDS))
    loose = [r for r in falling if len(set(r)) > 1 and frozenset(r) not in in_sequence]
    yield from (Rung(Class.HIGH_CARD, ranks, False) for ranks in loose if len(set(ranks)) == CARDS)
    yield from (
        Rung(Class.PAIR, (pair, pair, odd), False) for pair in Rank for odd in Rank if odd != pair
    )
    yield from (Rung(Class.FLUSH, ranks, True) for ranks in loose)
    yield from (Rung(Class.STRAIGHT, ranks, False) for ranks in STRAIGHTS)
    yield from (
        Rung(Class.THREE_OF_A_KIND, (rank,) * CARDS, one_suit)
        for rank in Rank
        for one_suit in (False, True)
    )
    yield from (Rung(Class.STRAIGHT_FLUSH, ranks, True) for ranks in STRAIGHTS)


LADDER = Ladder(CARDS, _rungs)
_TABLES = LADDER.tables
