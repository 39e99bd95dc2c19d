"""A reader that sees the cards lying face up at a place, when somebody shows them to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from drivers.happenings import CardsSeen
from simulators.device import SimulatedDevice
from simulators.felt import Piece


@dataclass(kw_only=True)
class CardReader(SimulatedDevice):
    """Reads faces that everybody at the table may see."""

    @property
    def reads(self) -> bool:
        return self.linked and not self.jammed and not self.full

    def read(self, place: str, pieces: Iterable[Piece]) -> None:
        """Somebody shows it these cards."""
        cards = tuple(piece.card for piece in pieces)
        self.moved()
        if not self.jammed:
            self.happened(CardsSeen(place, cards))
