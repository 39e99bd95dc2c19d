"""A wire in memory: the controller's end and the socket of a simulated device in one.

How bytes travel is the wire's manner: whole, byte by byte, with losses, with delays. Without delay
everything goes through one queue that the outermost call empties: when it returns, everything has
arrived, and nobody is called back from inside a call of their own to the wire. Only the outermost
`write` delivers before it returns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from random import Random
from typing import Protocol

from drivers.wire import Listener, Timekeeper
from simulators.device import SimulatedDevice
from tablectl.words.values import Label


class Manner(Protocol):
    """How bytes travel."""

    @property
    def together(self) -> bool:
        """Whether bytes that wait for the same end arrive together."""

    def carry(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        """What arrives of these bytes, in pieces: after how many microseconds, and which bytes."""


class Whole:
    """Everything that is written at once arrives at once."""

    together = True

    def carry(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        return ((0, data),)


class ByteByByte:
    """Every byte arrives by itself."""

    together = False

    def carry(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        return ((0, bytes((byte,))) for byte in data)


class Lossy:
    """Now and then a byte is lost or spoiled, or all that was written at once is lost."""

    together = True

    def __init__(self, chance: Random, rate: float) -> None:
        self._chance = chance
        self._rate = rate

    def carry(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        if self._chance.random() >= self._rate:
            return ((0, data),)
        at = self._chance.randrange(len(data))
        match self._chance.randrange(3):
            case 0:
                return ()
            case 1:
                return ((0, data[:at] + data[at + 1 :]),)
            case _:
                spoiled = data[at] ^ self._chance.randrange(1, 256)
                return ((0, data[:at] + bytes((spoiled,)) + data[at + 1 :]),)


class Delayed:
    """Everything takes a while, each time another, and nothing overtakes anything."""

    together = False

    def __init__(self, chance: Random, most: int) -> None:
        self._chance = chance
        self._most = most

    def carry(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        return ((self._chance.randint(1, self._most), data),)


class _To(Label):
    """What is on its way: bytes to one end, or news of the wire to the controller."""

    DEVICE = "device"
    CONTROLLER = "controller"
    OPENED = "opened"
    LOST = "lost"


class MemoryWire:
    def __init__(
        self, device: SimulatedDevice, time: Timekeeper, *, manner: Manner | None = None
    ) -> None:
        self._device = device
        self._time = time
        self._manner: Manner = manner if manner is not None else Whole()
        self._listener: Listener | None = None
        self._up = False
        self._queue: deque[tuple[_To, bytes]] = deque()
        self._delivering = False
        self._under_way: dict[_To, deque[tuple[int, bytes]]] = {
            _To.DEVICE: deque(),
            _To.CONTROLLER: deque(),
        }
        self._cut = 0
        """How often the wire was cut: what was under way then arrives nowhere."""

    # ------------------------------------------------------------ the controller's end

    def open(self, listener: Listener) -> None:
        self._listener = listener
        self._device.attach(self)
        self._up = self._device.plugged
        self._queue.append((_To.OPENED if self._up else _To.LOST, b""))
        self._deliver()

    def write(self, data: bytes) -> None:
        if self._up:
            self._carry(_To.DEVICE, data)

    def close(self) -> None:
        """End; also for a controller that died: a dead one hears nothing."""
        self._listener = None
        self._up = False
        self._drop()
        if self._device.socket is self:
            self._device.socket = None

    # ------------------------------------------------------------ the device's socket

    def send(self, data: bytes) -> None:
        if self._up:
            self._carry(_To.CONTROLLER, data)

    def unplug(self) -> None:
        if self._up:
            self._up = False
            self._drop()
            self._queue.append((_To.LOST, b""))
            self._deliver()

    def plug(self) -> None:
        if self._listener is not None and not self._up:
            self._up = True
            self._queue.append((_To.OPENED, b""))
            self._deliver()

    # ------------------------------------------------------------ bytes on their way

    def _carry(self, to: _To, data: bytes) -> None:
        for delay, piece in self._manner.carry(data):
            if delay or self._under_way[to]:
                self._send_off(to, delay, piece)
            else:
                self._queue.append((to, piece))
        if not self._delivering:
            self._deliver()

    def _send_off(self, to: _To, delay: int, piece: bytes) -> None:
        under_way, cut = self._under_way[to], self._cut
        at = self._time.clock() + delay
        if under_way:
            at = max(at, under_way[-1][0])
        under_way.append((at, piece))
        self._time.call_at(at, lambda: self._arrive(to, cut))

    def _arrive(self, to: _To, cut: int) -> None:
        if cut == self._cut:
            self._queue.append((to, self._under_way[to].popleft()[1]))
            self._deliver()

    def _drop(self) -> None:
        """Bytes that are on their way are lost; news of the wire itself is not."""
        self._cut += 1
        news = [entry for entry in self._queue if entry[0] in (_To.OPENED, _To.LOST)]
        self._queue.clear()
        self._queue.extend(news)
        for under_way in self._under_way.values():
            under_way.clear()

    def _deliver(self) -> None:
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._queue:
                self._hand_over(*self._queue.popleft())
        finally:
            self._delivering = False

    def _hand_over(self, to: _To, data: bytes) -> None:
        if self._listener is None or self._device.socket is not self:
            return  # closed, or the cable is in another socket by now
        match to:
            case _To.DEVICE:
                self._device.receive(self._joined(data) if self._queue else data)
            case _To.CONTROLLER:
                self._listener.received(data)
            case _To.OPENED:
                self._listener.opened()
            case _To.LOST:
                self._listener.lost("unplugged")

    def _joined(self, data: bytes) -> bytes:
        """With all that the controller wrote after it before it could hear an answer."""
        if not self._manner.together:
            return data
        while self._queue:
            to, more = self._queue[0]
            if to is not _To.DEVICE:
                break
            self._queue.popleft()
            data += more
        return data
