"""What every host does alike: run the kernel's cycles and carry out the effects they release.

A host adds the time: how it passes, and how a call waits for its moment. An effect reaches this
module only after the input that caused it is durable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol

from tablectl.door import Door
from tablectl.journal.records import Journal, JournalError
from tablectl.kernel import Kernel, RulesFor
from tablectl.sealing import SealBroken, Sealer
from tablectl.words.cards import Card, Secret
from tablectl.words.effects import Acknowledge, Effect, SendOrder, TakeSnapshot, Unseal, WakeAt
from tablectl.words.errors import TablectlError
from tablectl.words.inputs import Input, Unsealed, Wake
from tablectl.words.observations import Observation
from tablectl.words.orders import Order
from tablectl.words.settings import Settings

Call = Callable[[], None]


class DevicePort(Protocol):
    """A device as a host sees it: it is given orders and told what is on record."""

    def order(self, order: Order) -> None: ...

    def acknowledge(self, epoch: int, event: int) -> None: ...

    def connect(self) -> None:
        """The table has started: open the line, and have the device say who it is."""

    def close(self) -> None:
        """The table ends in good order: say farewell and let go of the line."""

    def recent(self) -> list[str]:
        """What went over the line lately, in words, without any hidden face."""


class Host(ABC):
    """One table, its record and its devices."""

    def __init__(self, journal: Journal, rules_for: RulesFor, sealer: Sealer) -> None:
        self.kernel = Kernel(journal, rules_for)
        self.door = Door(self.kernel, self.pump)
        self.devices: dict[str, DevicePort] = {}
        self.released: Callable[[Effect], None] | None = None
        """Called for every effect as it leaves; the tests hang their checks here."""
        self.committed: Call | None = None
        """Called after every cycle that became durable; the account of a run hangs here."""
        self.unopened: Callable[[TablectlError], None] | None = None
        """Told of every sealed face that was due to be shown and cannot be opened."""
        self.sealer = sealer
        self._pumping = False

    @abstractmethod
    def clock(self) -> int:
        """The time of the next record, in microseconds UTC."""

    @abstractmethod
    def go_on_from(self, time: int) -> None:
        """The record has come to this time: the clock is not behind it from here on."""

    @abstractmethod
    def call_at(self, time: int, call: Call) -> None:
        """Call once that time has come, and never before."""

    def start(self, settings: Settings) -> None:
        effects = self.kernel.start(settings, self.clock())
        self.go_on_from(self.kernel.state.time)
        self._tell_committed()
        self._release(effects)
        self.pump()
        for device in self.devices.values():
            device.connect()

    # ------------------------------------------------------------ inputs and effects

    def report(self, observation: Observation, secrets: Sequence[Secret] = ()) -> None:
        """Take what a device saw, and with it what was sealed in it."""
        self.post(observation, secrets)

    def post(self, input_: Input, secrets: Sequence[Secret] = ()) -> None:
        self.kernel.post(input_, secrets)
        self.pump()

    def healthy(self) -> bool:
        """Whether the record keeps up. While it does not, no line shows a sign of life."""
        return True

    def opened(self, token: str) -> Card | None:
        """The card behind a token on record; None, and somebody is told why, if it stays shut."""
        try:
            secret = self.kernel.journal.sealed(token)
            if secret is None:
                raise SealBroken(token, "there is no cipher for it on record")
            return self.sealer.open(secret)
        except (SealBroken, JournalError) as error:
            if self.unopened is not None:
                self.unopened(error)
            return None

    def pump(self) -> None:
        """Run cycles until the inbox is empty; what effects cause is taken in the same run."""
        if self._pumping:
            return
        self._pumping = True
        try:
            while self.kernel.busy:
                effects = self.kernel.cycle(self.clock())
                self._tell_committed()
                self._release(effects)
        finally:
            self._pumping = False

    def _tell_committed(self) -> None:
        if self.committed is not None:
            self.committed()

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
                self.call_at(effect.time, lambda: self._wake(effect))
            case Unseal():
                opened = {token: self.opened(token) for token in effect.tokens}
                cards = {token: card for token, card in opened.items() if card is not None}
                self.kernel.post(Unsealed(effect.tokens, cards))
            case TakeSnapshot():
                pass

    def _wake(self, asked: WakeAt) -> None:
        """Wake the table, unless it has since set the deadline anew or dropped it."""
        if self.kernel.state.deadlines.get(asked.name) == asked.time:
            self.post(Wake(asked.name))
