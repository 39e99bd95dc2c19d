"""Orders on their way to one device: one in flight, the others behind it, and how each ends.

The frame of the order in flight is repeated until the device has taken it; the order itself is
nobody's to repeat. Only then the next one leaves, so that a lower number never comes after a higher
one. An order that was taken and has no outcome is asked after. Knows no frames and no session.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from drivers.driving import MILLISECOND
from drivers.messages import Ask, Give, Progress

ASK_AFTER = 2_000 * MILLISECOND
MOST_WAITING = 64
"""Orders without an outcome. A device that leaves so many open is not obeying any."""


class Giving:
    def __init__(self, repeat: int) -> None:
        self._repeat = repeat
        self._queue: deque[Give] = deque()
        self._in_flight: Give | None = None
        self._again_at = 0
        self._ask_at: dict[int, int] = {}
        """Orders that were taken, and when to ask after each; the first to ask stands first."""
        self._received = 0
        """The last order that the device had received when the session began."""
        self._highest = 0

    @property
    def due(self) -> int | None:
        again = self._again_at if self._in_flight is not None else None
        if not self._ask_at:
            return again
        ask = next(iter(self._ask_at.values()))
        return ask if again is None or ask < again else again

    @property
    def in_flight(self) -> int | None:
        """The order whose frame is on its way, and which the device has not taken yet."""
        return None if self._in_flight is None else self._in_flight.order

    def begin(self, last_order: int) -> None:
        """A session begins; the device has received every order up to this one."""
        self._received = self._highest = last_order

    def end(self) -> list[int]:
        """The session is over. The orders that the device has not said to have received."""
        dropped = [give.order for give in self._queue]
        if self._in_flight is not None:
            dropped.insert(0, self._in_flight.order)
        self._queue.clear()
        self._ask_at.clear()
        self._in_flight = None
        return dropped

    def impossible(self, order: int) -> str:
        """Why this order cannot be given in this session, or nothing.

        A device takes a number only if it is above all it has received; the others it would
        answer as repeats of something it has long done.
        """
        if order <= self._received:
            return f"the device has already received order {self._received}"
        if len(self._queue) + len(self._ask_at) >= MOST_WAITING:
            return f"{MOST_WAITING} orders wait for their outcome already"
        return ""

    def add(self, give: Give) -> bool:
        """Put an order behind the others; False if it is one that this session has given."""
        if give.order <= self._highest:
            return False
        self._highest = give.order
        self._queue.append(give)
        return True

    def next(self, now: int) -> Give | None:
        """The order that may leave now."""
        if self._in_flight is not None or not self._queue:
            return None
        self._in_flight = self._queue.popleft()
        self._again_at = now + self._repeat
        return self._in_flight

    def taken(self, order: int, now: int) -> bool:
        """The device has received the order; False if it is not the one in flight."""
        if self._in_flight is None or self._in_flight.order != order:
            return False
        self._in_flight = None
        self._ask_at[order] = now + ASK_AFTER
        return True

    def waits_for(self, order: int) -> bool:
        return order in self._ask_at

    def settled(self, order: int) -> None:
        """The outcome is known."""
        if self._in_flight is not None and self._in_flight.order == order:
            self._in_flight = None
        self._ask_at.pop(order, None)

    def status(self, order: int, progress: int, now: int) -> bool:
        """What the device answered when it was asked; True if it does not know what it took."""
        if progress != Progress.UNKNOWN:
            self.taken(order, now)
        if progress in (Progress.DONE, Progress.FAILED):
            self.settled(order)  # the event that says so is kept, and comes
        elif progress == Progress.UNKNOWN and order in self._ask_at:
            self.settled(order)
            return True
        return False

    def wake(self, now: int) -> Iterator[Give | Ask]:
        """What is to be said again, or asked."""
        if self._in_flight is not None and now >= self._again_at:
            self._again_at = now + self._repeat
            yield self._in_flight
        for order in [order for order, at in self._ask_at.items() if now >= at]:
            del self._ask_at[order]
            self._ask_at[order] = now + ASK_AFTER
            yield Ask(order)

    def hold_back(self, now: int) -> None:
        """Say nothing now, nor before a repeat is due again."""
        self._again_at = now + self._repeat
        self._ask_at = dict.fromkeys(self._ask_at, now + ASK_AFTER)
