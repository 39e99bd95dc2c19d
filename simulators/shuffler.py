"""Shufflers: told which deck to shuffle, and given the deck by a hand, they take their time."""

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
    that broke off begins again when the machine has been put right.

    One that takes two decks keeps them apart and shuffles one after the other.
    """

    stations: ClassVar[tuple[str, ...]] = ("input", "rollers", "output")

    felt: Felt
    shuffling: int = 5_000 * MILLISECOND
    """How long a shuffle takes."""
    armed: list[str] = field(default_factory=list)
    """The decks that it was told to shuffle, the oldest order first; survives a loss of power."""
    decks: list[str] = field(default_factory=list)
    """The decks that lie in it."""
    parts: set[str] = field(default_factory=set)
    """Decks of which only a part was put in."""
    on_rollers: str = ""
    """The deck that is being shuffled."""
    _run: int = field(init=False, repr=False, default=0)
    """Counts the runs, to tell a call that comes after the rollers were stopped."""

    @property
    def running(self) -> bool:
        return bool(self.on_rollers)

    @property
    def room(self) -> int:
        """How many decks it takes at a time."""
        return 2 if Can.TWO_DECKS in self.device.can else 1

    def obey(self, demand: Demand) -> str:
        if not isinstance(demand, Shuffle):
            return "a shuffler cannot do that"
        others = [deck for deck in self.armed if deck != demand.deck]
        self.armed = [*others, demand.deck][-self.room :]
        return ""

    # ------------------------------------------------------------ what hands do

    def takes(self, deck: str) -> bool:
        """Whether a hand can put this deck in now."""
        return deck not in self.decks and (not self.running or len(self.decks) < self.room)

    def insert(self, deck: str, *, part: bool = False) -> None:
        """A hand puts this deck in, or what lies on its stack; if there is no room, one that is not
        shuffled comes out."""
        if self.takes(deck):
            self.parts = {*self.parts, deck} if part else self.parts - {deck}
            self.decks = [*self.decks, deck][-self.room :]
            self.go_on()

    def take_out(self, deck: str) -> None:
        """A hand takes this deck out, if it lies there, in the middle of a shuffle too."""
        if deck == self.on_rollers:
            self._stand_still()
        self.decks = [each for each in self.decks if each != deck]

    # ------------------------------------------------------------ the rollers

    def go_on(self) -> None:
        if self.running or self.jammed or self.full:
            return
        self.on_rollers = next((deck for deck in self.decks if deck in self.armed), "")
        if self.running:
            self._run += 1
            self._after(self.shuffling // 2, self._half_way)

    def _after(self, delay: int, step: Callable[[], None]) -> None:
        """Take a step so much later, unless the machine was stopped meanwhile."""
        run = self._run

        def call() -> None:
            if run == self._run:
                step()

        self.time.call_at(self.time.clock() + delay, call)

    def _half_way(self) -> None:
        self.moved()
        if self.running:
            self._after(self.shuffling // 2, self._end)

    def _end(self) -> None:
        deck, self.on_rollers = self.on_rollers, ""
        self.decks.remove(deck)
        self.armed = [each for each in self.armed if each != deck]
        self.felt.move(deck, IN_SHUFFLER, "stack")
        if deck in self.parts:
            self.felt.shuffle_stack(deck)
        else:
            self.felt.shuffle(deck)
        self.happened(self._found(deck))
        self.done_with(deck)
        self.go_on()

    def done_with(self, deck: str) -> None:
        """The deck is shuffled and lies at the output, for a hand to take it."""

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
        self.on_rollers = ""

    def power_back(self) -> None:
        if self.running:
            self.stop("the power failed in the middle of a shuffle")
