"""A reader that says yes or no about a card put into it face down, and names it to nobody.

There are two kinds of them, and they part where a card is put in that was not to be checked. One
that conceals looks for nothing then: its lamp stays dark, and what it tells is the same for every
card. The other knows only one thing to do with a card: its lamp shows everybody whether it is an
ace or counts ten.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from simulators.device import SimulatedDevice
from simulators.felt import Piece
from tablectl.words.cards import Rank
from tablectl.words.observations import CardChecked
from tablectl.words.settings import Can

COMPLETING = (Rank.ACE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
"""What can complete a hand of two cards, whatever the other one is."""
NO_CHECK = "no_check"
"""What it calls a check that nobody set it to."""


@dataclass(kw_only=True)
class HoleCardReader(SimulatedDevice):
    """The hand that puts the card in also sets which ranks it looks for."""

    lamp: bool | None = None
    """What it shows to everybody at the table, as of the last card: yes, no, or nothing."""

    @property
    def ready(self) -> bool:
        return self.linked and not self.jammed and not self.full

    @property
    def conceals(self) -> bool:
        return Can.CONCEAL in self.device.can

    def examine(self, check: str, piece: Piece, ranks: Collection[Rank]) -> None:
        """Somebody puts a card in, to be looked at for these."""
        for fault in self.faults:
            ranks = fault.looked_for(ranks)
        self.moved()
        self.lamp = None
        if self.jammed:
            return
        sought = ranks or (() if self.conceals else COMPLETING)
        yes = piece.card.rank in sought
        if sought:
            self.lamp = yes
        self.happened(CardChecked(check if ranks else NO_CHECK, yes))

    def put_in(self, piece: Piece) -> None:
        """Somebody puts a card in that is not to be checked."""
        self.examine(NO_CHECK, piece, ())
