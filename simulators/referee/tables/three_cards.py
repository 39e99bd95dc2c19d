"""Three cards against three cards, and what they are paid: 20.3 and 20.11, worked out plainly.

No table of all hands and no ladder: a hand is sorted, looked at and named. Slow, short, and with
nothing in common with the way in which the controller ranks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

RANKS = "23456789TJQKA"
HIGH, PAIR, FLUSH, STRAIGHT, TRIPS, STRAIGHT_FLUSH = range(6)
"""From the lowest to the highest, 20.3(b)."""
PAIR_PLUS_PAYS = {PAIR: 1, FLUSH: 4, STRAIGHT: 6, TRIPS: 30, STRAIGHT_FLUSH: 40}
"""To one, 20.11(a)2."""
ANTE_BONUS = {STRAIGHT: 1, TRIPS: 4, STRAIGHT_FLUSH: 5}
"""To one, on the ante, 20.11(a)3."""
QUEEN = RANKS.index("Q")

Worth = tuple[int, tuple[int, ...]]


def worth(cards: Sequence[str]) -> Worth:
    """What a hand is, and what decides between two of its kind; a higher one beats a lower."""
    numbers = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    top, middle, low = numbers
    in_sequence = top - middle == middle - low == 1
    if numbers == [RANKS.index("A"), 1, 0]:  # the ace below the two: the lowest sequence
        in_sequence, numbers = True, [1, 0, -1]
    if in_sequence:
        return STRAIGHT_FLUSH if suited else STRAIGHT, (numbers[0],)
    often = Counter(numbers).most_common(1)[0]
    if often[1] == 3:
        return TRIPS, (top,)
    if suited:
        return FLUSH, tuple(numbers)
    if often[1] == 2:
        odd = next(number for number in numbers if number != often[0])
        return PAIR, (often[0], odd)
    return HIGH, tuple(numbers)


def plays(dealer: Sequence[str]) -> bool:
    """Whether the dealer has queen high or better, 20.11(a)1."""
    kind, decides = worth(dealer)
    return kind > HIGH or decides[0] >= QUEEN
