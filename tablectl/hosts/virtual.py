"""The virtual host: a table in one process, with time that passes only when it is told to.

A heap of (time, number, call). Everything in it is deterministic: the same inputs give the same
record, and an hour of waiting costs nothing.
"""

from __future__ import annotations

import heapq
from itertools import count

from tablectl.hosts.host import Call, DevicePort, Host
from tablectl.journal.records import Journal
from tablectl.kernel import RulesFor
from tablectl.sealing import Sealer
from tablectl.words.inputs import ClockStepped

__all__ = ["DevicePort", "VirtualHost"]


class VirtualHost(Host):
    def __init__(self, journal: Journal, rules_for: RulesFor, sealer: Sealer, start: int) -> None:
        super().__init__(journal, rules_for, sealer)
        self.now = start
        self._heap: list[tuple[int, int, Call]] = []
        self._numbers = count()

    def clock(self) -> int:
        return self.now

    def call_at(self, time: int, call: Call) -> None:
        heapq.heappush(self._heap, (max(time, self.now), next(self._numbers), call))

    def pass_time(self, duration: int) -> None:
        """Let so many microseconds pass, with everything that was due in them."""
        self.run_until(self.now + duration)

    def run_until(self, time: int) -> None:
        while self._heap and self._heap[0][0] <= time:
            at, _, call = heapq.heappop(self._heap)
            self.now = max(self.now, at)
            call()
        self.now = max(self.now, time)

    def step_clock(self, by: int) -> None:
        """The wall clock is set; the record says so."""
        self.post(ClockStepped(by))
