"""A continuous shuffler: a shoe whose cards go back into it between rounds, each to any place."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from simulators.shoe import SensingShoe
from tablectl.words.observations import CardsReturned


@dataclass(kw_only=True)
class ContinuousShoe(SensingShoe):
    """What went in is told in one go. What went in before it jams is told before the jam is."""

    stations: ClassVar[tuple[str, ...]] = ("inlet", "mouth")

    chance: Random
    _going_in: int = field(init=False, repr=False, default=0)
    """Cards that have gone in and are not told yet."""

    def put_back(self, deck: str, place: str) -> int:
        """A hand puts the cards of a place into the inlet, as far as they go; how many went in."""
        pile, inside = self.felt.pile(deck, place), self.felt.pile(deck, "shoe")
        before, reboots = len(pile), self._reboots
        while pile and not self.jammed and not self.full and reboots == self._reboots:
            piece = pile.pop(0)
            piece.up = False
            inside.insert(self.chance.randint(0, len(inside)), piece)
            self._going_in += 1
            self.moved()
        self._tell_returned()
        return before - len(pile)

    def _tell_returned(self) -> None:
        count, self._going_in = self._going_in, 0
        if count:
            self.happened(CardsReturned(self.loads, count))

    def stop(self, why: str) -> None:
        self._tell_returned()
        super().stop(why)
