"""One device's line at a host: its driver, its wire and the ring of what went over it.

Carries out what the driver returns, in that order, and wakes it when it wants to be woken. What it
carries out may call back at once (a report that causes an order, a wire in memory that answers
before it returns): everything that is called only feeds the driver and puts its outputs at the end
of one queue, which one loop empties. Knows nothing of what the bytes mean.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from drivers.driving import Driver, Noted, Output, Seen, Send
from drivers.notes import DISCARDED
from drivers.ring import Ring
from drivers.wire import Timekeeper, Wire
from tablectl.words.cards import Secret
from tablectl.words.observations import Observation
from tablectl.words.orders import Order

ReportTo = Callable[[Observation, tuple[Secret, ...]], None]
TraceTo = Callable[[Output, int], None]


def always() -> bool:
    return True


class Line:
    """A device port for a host, and the listener on the device's wire.

    `healthy` says whether the record keeps up; it is asked whenever the driver is woken.
    """

    def __init__(
        self,
        driver: Driver,
        wire: Wire,
        time: Timekeeper,
        report: ReportTo,
        healthy: Callable[[], bool] = always,
        ring: Ring | None = None,
    ) -> None:
        self.driver = driver
        self.ring = ring if ring is not None else Ring()
        self.trace: TraceTo | None = None
        """Told of every output as it is carried out, while somebody wants to know."""
        self._wire = wire
        self._time = time
        self._report = report
        self._healthy = healthy
        self._outputs: deque[Output] = deque()
        self._draining = False
        self._over = False
        self._calls: list[int] = []
        """When the timekeeper will call: each earlier than the one before it, the next one last."""

    # ------------------------------------------------------------ for the host

    def connect(self) -> None:
        if not self._over:
            self._wire.open(self)

    def order(self, order: Order) -> None:
        if not self._over:
            self._carry_out(self.driver.order(order, self._time.clock()))

    def acknowledge(self, epoch: int, event: int) -> None:
        if not self._over:
            self._carry_out(self.driver.acknowledge(epoch, event, self._time.clock()))

    def recent(self) -> list[str]:
        return [*self.ring.lines(), self.ring.counters.told()]

    def close(self) -> None:
        """Say farewell and let go of the wire."""
        if self._over:
            return
        self._outputs.extend(self.driver.farewell(self._time.clock()))
        self._empty()
        self.abandon()

    def abandon(self) -> None:
        """The process is over as if it had died: no farewell, and nothing happens any more."""
        if self._over:
            return
        self._over = True
        self._outputs.clear()
        self._wire.close()

    # ------------------------------------------------------------ for the wire

    def opened(self, stale: int = 0) -> None:
        if self._over:
            return
        dropped = [Noted(DISCARDED, "they lay in the port when it was opened", stale)]
        greeting = self.driver.opened(self._time.clock())
        self._carry_out([*dropped, *greeting] if stale else greeting)

    def received(self, data: bytes) -> None:
        if not self._over:
            self._carry_out(self.driver.received(data, self._time.clock()))

    def lost(self, why: str) -> None:
        if not self._over:
            self._carry_out(self.driver.lost(why, self._time.clock()))

    # ------------------------------------------------------------ outputs and wakes

    def _carry_out(self, outputs: list[Output]) -> None:
        self._outputs.extend(outputs)
        if self._draining:
            return
        self._draining = True
        try:
            self._empty()
        finally:
            self._draining = False
            self._set_call()

    def _empty(self) -> None:
        outputs, keep, clock = self._outputs, self.ring.keep, self._time.clock
        while outputs:
            output = outputs.popleft()
            now = clock()
            keep(output, now)
            if self.trace is not None:
                self.trace(output, now)
            if isinstance(output, Send):
                self._wire.write(output.data)
            elif isinstance(output, Seen):
                self._report(output.observation, output.secrets)

    def _set_call(self) -> None:
        """Calls cannot be taken back: ask for one only if none comes early enough anyway."""
        due = None if self._over else self.driver.due
        if due is not None and (not self._calls or due < self._calls[-1]):
            self._calls.append(due)
            self._time.call_at(due, self._called)

    def _called(self) -> None:
        self._calls.pop()
        if not self._over:  # what was due may have moved since; then this wakes for nothing
            self._carry_out(self.driver.wake(self._time.clock(), healthy=self._healthy()))
