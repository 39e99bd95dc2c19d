"""Whether what was drawn is spread evenly, as far as so many draws can tell: chi-square.

A source that is even is found uneven about once in a thousand million times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt

DEVIATIONS = 6.0


def chi_square(drawn: Iterable[int], possible: Sequence[int]) -> float:
    """How far the counts of these are from being equal."""
    counts = Counter(drawn)
    expected = counts.total() / len(possible)
    return sum((counts[each] - expected) ** 2 for each in possible) / expected


def limit(possible: int) -> float:
    """What chi-square of so many that are as likely does not exceed, by Wilson and Hilferty."""
    freedom = possible - 1
    share = 2 / (9 * freedom)
    return freedom * (1 - share + DEVIATIONS * sqrt(share)) ** 3
