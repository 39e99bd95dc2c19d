"""The virtual host: a table in one process, with time that passes only when it is told to.

Everything in it is deterministic: the same inputs give the same record, and an hour of waiting
costs nothing.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

from tablectl.hosts.host import Call, Host
from tablectl.journal.records import Journal
from tablectl.kernel import RulesFor
from tablectl.sealing import Sealer
from tablectl.words.inputs import ClockStepped


class VirtualTime:
    """A heap of (time, number, call). Whoever lives in this time shares it: host and devices."""

    def __init__(self, start: int) -> None:
        self.now = start
        self._heap: list[tuple[int, int, Call]] = []
        self._numbers = count()

    def clock(self) -> int:
        return self.now

    def call_at(self, time: int, call: Call) -> None:
        heappush(self._heap, (time if time > self.now else self.now, next(self._numbers), call))

    def pass_time(self, duration: int) -> None:
        """Let so many microseconds pass, with everything that was due in them."""
        self.run_until(self.now + duration)

    def run_until(self, time: int) -> None:
        heap = self._heap
        while heap and heap[0][0] <= time:
            self.now, _, call = heappop(heap)  # what is in the heap is never before now
            call()
        self.now = max(self.now, time)


class VirtualHost(Host):
    def __init__(
        self, journal: Journal, rules_for: RulesFor, sealer: Sealer, time: VirtualTime
    ) -> None:
        super().__init__(journal, rules_for, sealer)
        self.time = time
        self._dead = False

    def clock(self) -> int:
        return self.time.now

    def go_on_from(self, time: int) -> None:
        self.time.run_until(time)

    def call_at(self, time: int, call: Call) -> None:
        self.time.call_at(time, lambda: None if self._dead else call())

    def die(self) -> None:
        """The process of the controller is gone: what it had planned does not happen."""
        self._dead = True

    def step_clock(self, by: int) -> None:
        """The wall clock is set; the record says so."""
        self.post(ClockStepped(by))
