"""A reader that sees the cards lying face up at a place, when somebody shows them to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from simulators.device import SimulatedDevice
from simulators.felt import Piece
from tablectl.words.cards import Known
from tablectl.words.observations import CardsRead


@dataclass(kw_only=True)
class CardReader(SimulatedDevice):
    """Reads faces that everybody at the table may see, so nothing is sealed."""

    @property
    def reads(self) -> bool:
        return self.linked and not self.jammed

    def read(self, place: str, pieces: Iterable[Piece]) -> None:
        self._event(CardsRead(place, tuple(Known(piece.card) for piece in pieces)))
