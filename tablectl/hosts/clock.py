"""The table's clock: microseconds UTC, anchored once and advanced by the monotonic clock.

So records never run ahead or back because somebody set the clock of the machine; that somebody
did is told as a step, and goes on record. A clock that was set back while nobody ran does not take
the record back either: it is anchored at the last record then.
"""

from __future__ import annotations

import time
from collections.abc import Callable

TOLERANCE = 2_000_000
"""Wall and monotonic clock may drift this far apart, in microseconds, before it is a step."""

Reading = Callable[[], int]


def wall_clock() -> int:
    return time.time_ns() // 1_000


def monotonic_clock() -> int:
    return time.monotonic_ns() // 1_000


class TableClock:
    def __init__(self, wall: Reading = wall_clock, monotonic: Reading = monotonic_clock) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._anchor = wall() - monotonic()
        self._told = 0

    def now(self) -> int:
        return self._anchor + self._monotonic()

    def go_on_from(self, time: int) -> None:
        """Be no earlier than this. The wall clock is behind by so much then, and that is told."""
        behind = time - self.now()
        if behind > 0:
            self._anchor += behind
            self._told -= behind

    def step(self) -> int:
        """By how much the wall clock was set since the last step told; 0 if it was not."""
        by = self._wall() - self.now() - self._told
        if abs(by) <= TOLERANCE:
            return 0
        self._told += by
        return by
