"""The virtual host: a table in one process, with time that passes only when it is told to.

A heap of (time, number, call). Everything in it is deterministic: the same inputs give the same
record, and an hour of waiting costs nothing.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from typing import Protocol

from tablectl.door import Door
from tablectl.journal.records import Journal
from tablectl.kernel import Kernel, RulesFor
from tablectl.sealing import Sealer
from tablectl.words.effects import Acknowledge, Effect, SendOrder, TakeSnapshot, Unseal, WakeAt
from tablectl.words.inputs import ClockStepped, Input, Unsealed, Wake
from tablectl.words.observations import Observation
from tablectl.words.orders import Order
from tablectl.words.settings import Settings

Call = Callable[[], None]


class DevicePort(Protocol):
    """A device as a host sees it: it is given orders and told what is on record."""

    def order(self, order: Order) -> None: ...

    def acknowledge(self, epoch: int, event: int) -> None: ...

    def connect(self) -> None:
        """The line to the controller is open: say who you are and what is not on record yet."""


class VirtualHost:
    def __init__(self, journal: Journal, rules_for: RulesFor, sealer: Sealer, start: int) -> None:
        self.now = start
        self.kernel = Kernel(journal, rules_for)
        self.door = Door(self.kernel, self.pump)
        self.devices: dict[str, DevicePort] = {}
        self.released: Callable[[Effect], None] | None = None
        """Called for every effect as it leaves; the tests hang their checks here."""
        self.sealer = sealer
        self._heap: list[tuple[int, int, Call]] = []
        self._numbers = count()
        self._pumping = False

    def start(self, settings: Settings) -> None:
        self._release(self.kernel.start(settings, self.now))
        self.pump()
        for device in self.devices.values():
            device.connect()

    # ------------------------------------------------------------ inputs and effects

    def report(self, observation: Observation) -> None:
        self.post(observation)

    def post(self, input_: Input) -> None:
        self.kernel.post(input_)
        self.pump()

    def pump(self) -> None:
        """Run cycles until the inbox is empty; what effects cause is taken in the same run."""
        if self._pumping:
            return
        self._pumping = True
        try:
            while self.kernel.busy:
                self._release(self.kernel.cycle(self.now))
        finally:
            self._pumping = False

    def _release(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if self.released is not None:
                self.released(effect)
            self._carry_out(effect)

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case SendOrder():
                if port := self.devices.get(effect.order.device):
                    port.order(effect.order)
            case Acknowledge():
                if port := self.devices.get(effect.device):
                    port.acknowledge(effect.epoch, effect.event)
            case WakeAt():
                self.call_at(effect.time, lambda: self.post(Wake(effect.name)))
            case Unseal():
                opened = {token: self.sealer.opened(token) for token in effect.tokens}
                cards = {token: card for token, card in opened.items() if card is not None}
                self.kernel.post(Unsealed(effect.tokens, cards))
            case TakeSnapshot():
                pass

    # ------------------------------------------------------------ time

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
