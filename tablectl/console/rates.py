"""How often somebody may ask: a bucket that fills by itself, one for each, and so many at most.

Who is counted (a visit, an address) and what they ask is handed in.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MOST_COUNTED = 4096
"""Whoever is not among the last so many who asked has a full bucket again."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and then so many a second."""

    burst: float
    second: float


class Rates:
    """`now` is a clock that only goes forward, in seconds."""

    def __init__(self, now: Callable[[], float], most: int = MOST_COUNTED) -> None:
        self._now = now
        self._most = most
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def takes(self, who: Hashable, rate: Rate) -> int:
        """Count one more; the whole seconds to wait where that is one too many, else 0."""
        now = self._now()
        left, at = self._left.pop(who, (rate.burst, now))
        left = min(rate.burst, left + (now - at) * rate.second)
        enough = left >= 1.0
        self._left[who] = (left - 1.0 if enough else left, now)
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        return 0 if enough else max(1, math.ceil((1.0 - left) / rate.second))
