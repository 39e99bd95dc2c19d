"""Cards that are counted to twenty-one, worked out plainly.

An ace counts one or eleven, pictures count ten. Section 2.1 is missing from the text; this is what
2.6 to 2.12 take for granted.
"""

from __future__ import annotations

from collections.abc import Sequence

ACE = "A"
TENS = "TJQK"
MOST, STANDS = 21, 17
COUNTS = {ACE: 1, **{str(pips): pips for pips in range(2, 10)}, **dict.fromkeys(TENS, 10)}
"""What each rank counts at the least."""


def value(card: str) -> int:
    """What a card counts at the least."""
    return COUNTS[card[0]]


def is_soft(cards: Sequence[str]) -> bool:
    """Whether an ace counts eleven."""
    return ACE in [card[0] for card in cards] and sum(map(value, cards)) + 10 <= MOST


def total(cards: Sequence[str]) -> int:
    return sum(map(value, cards)) + (10 if is_soft(cards) else 0)


def is_bust(cards: Sequence[str]) -> bool:
    return total(cards) > MOST


def ace_and_ten(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and total(cards) == MOST


def may_become(upcard: str) -> bool:
    """Whether another card can make a blackjack of this one."""
    return upcard[0] == ACE or upcard[0] in TENS
