"""A shuffler over the shoe: it lets the deck that it has shuffled into the shoe below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from drivers.driving import MILLISECOND
from simulators.shoe import Shoe
from simulators.shuffler import Shuffler


@dataclass(kw_only=True)
class LoadingShuffler(Shuffler):
    """The chute opens once it is on record that the deck is shuffled: so whoever hears of the load
    has heard of the shuffle before. What is stuck in the chute goes on when it is put right."""

    stations: ClassVar[tuple[str, ...]] = ("input", "rollers", "chute")

    shoe: Shoe | None = None
    """What it stands over; nothing, on a bench."""
    letting_down: int = 1_000 * MILLISECOND
    """How long a deck takes through the chute."""
    in_chute: str = ""
    """The deck that is shuffled and not in the shoe yet."""
    _opened: bool = False
    """The chute is open, and the deck on its way."""

    def done_with(self, deck: str) -> None:
        self.in_chute = deck

    def insert(self, deck: str, *, part: bool = False) -> None:
        """A deck that is put in was taken out of the chute, if it lay there."""
        self.take_out(deck)
        super().insert(deck, part=part)

    def take_out(self, deck: str) -> None:
        if deck == self.in_chute:
            self._stand_still()
            self.in_chute = ""
        super().take_out(deck)

    def recorded(self) -> None:
        self.go_on()

    def go_on(self) -> None:
        if not self.in_chute:
            super().go_on()
        elif not self._opened and not self.jammed and not self.kept:
            self._opened = True
            self._run += 1
            self._after(self.letting_down // 2, self._in_the_chute)

    def _in_the_chute(self) -> None:
        self.moved()
        if self._opened:
            self._after(self.letting_down // 2, self._arrives)

    def _arrives(self) -> None:
        deck, self.in_chute, self._opened = self.in_chute, "", False
        if self.shoe is None:
            self.felt.move(deck, "stack", "shoe")
        else:
            self.shoe.load(deck)

    def _stand_still(self) -> None:
        self._opened = False
        super()._stand_still()

    def power_back(self) -> None:
        if self._opened:
            self.stop("the power failed while a deck was in the chute")
        super().power_back()
