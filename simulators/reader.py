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

    shown_at: str = ""
    """The place whose cards were shown to it one by one last."""

    @property
    def reads(self) -> bool:
        return self.linked and not self.jammed and not self.full

    @property
    def showing(self) -> bool:
        """Whether somebody is still about showing cards to it."""
        return False

    def read(self, place: str, pieces: Iterable[Piece]) -> None:
        """Somebody shows it these cards."""
        cards = tuple(piece.card for piece in pieces)
        self.moved()
        if not self.jammed:
            self.happened(CardsSeen(place, cards))
