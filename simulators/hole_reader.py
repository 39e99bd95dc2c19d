"""A reader that says yes or no about a card put into it face down, and shows it to nobody."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from simulators.device import SimulatedDevice
from simulators.felt import Piece
from tablectl.words.cards import Rank
from tablectl.words.observations import CardChecked


@dataclass(kw_only=True)
class HoleCardReader(SimulatedDevice):
    """The hand that puts the card in also sets which ranks it looks for."""

    @property
    def ready(self) -> bool:
        return self.linked and not self.jammed and not self.full

    def examine(self, check: str, piece: Piece, ranks: Container[Rank]) -> None:
        """Somebody puts a card in."""
        self.moved()
        if not self.jammed:
            self.happened(CardChecked(check, piece.card.rank in ranks))
