"""A shuffler: told which deck to shuffle, and given the deck by a hand, it takes its time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from drivers.driving import MILLISECOND
from drivers.happenings import Happening, Recognised, Shuffled
from drivers.layout import in_byte_order
from simulators.device import SimulatedDevice
from simulators.felt import Felt
from tablectl.words.orders import Demand, Shuffle
from tablectl.words.settings import Can

IN_SHUFFLER = "shuffler"
"""Where a deck lies that waits in the machine while another is played."""


@dataclass(kw_only=True)
class Shuffler(SimulatedDevice):
    """The order arms it, the deck sets it going. With another deck than ordered it waits. A shuffle
    that broke off begins again when the machine has been put right."""

    stations: ClassVar[tuple[str, ...]] = ("input", "rollers", "output")

    felt: Felt
    shuffling: int = 5_000 * MILLISECOND
    """How long a shuffle takes."""
    armed: str = ""
    """The deck that it was told to shuffle; survives a loss of power."""
    holding: str = ""
    """The deck that lies in it."""
    running: bool = False
    _run: int = field(init=False, repr=False, default=0)
    """Counts the runs, to tell a call that comes after the rollers were stopped."""

    def obey(self, demand: Demand) -> str:
        if not isinstance(demand, Shuffle):
            return "a shuffler cannot do that"
        self.armed = demand.deck
        return ""

    def insert(self, deck: str) -> None:
        """A hand puts this deck in; one that lies there and is not being shuffled comes out."""
        if not self.running:
            self.holding = deck
            self.go_on()

    # ------------------------------------------------------------ the rollers

    def go_on(self) -> None:
        if self.running or self.jammed or self.full or not self.armed:
            return
        if self.armed == self.holding:
            self.running = True
            self._run += 1
            self._after_half(self._half_way)

    def _after_half(self, step: Callable[[], None]) -> None:
        run = self._run

        def call() -> None:
            if run == self._run:
                step()

        self.time.call_at(self.time.clock() + self.shuffling // 2, call)

    def _half_way(self) -> None:
        self.moved()
        if self.running:
            self._after_half(self._end)

    def _end(self) -> None:
        deck, self.holding, self.running = self.holding, "", False
        if self.armed == deck:
            self.armed = ""
        self.felt.move(deck, IN_SHUFFLER, "stack")
        self.felt.shuffle(deck)
        self.happened(self._found(deck))
        self.go_on()

    def _found(self, deck: str) -> Happening:
        """What its sensors saw go through: nothing, how many cards, or which."""
        if Can.FACES in self.device.can:
            seen = (piece.card for piece in self.felt.pile(deck, "stack"))
            return Recognised(deck, in_byte_order(seen))
        counts = Can.COUNT in self.device.can
        return Shuffled(deck, int(counts), self.felt.count(deck, "stack") if counts else 0)

    def stop(self, why: str) -> None:
        self._stand_still()
        super().stop(why)

    def stall(self) -> None:
        self._stand_still()
        super().stall()

    def _stand_still(self) -> None:
        self._run += 1
        self.running = False

    def power_back(self) -> None:
        if self.running:
            self.stop("the power failed in the middle of a shuffle")
