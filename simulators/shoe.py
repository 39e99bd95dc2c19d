"""A dealing shoe that senses what leaves it, and gives no card beyond its allowance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from simulators.device import ControllerBrokeProtocol, SimulatedDevice
from simulators.felt import Felt, Piece
from tablectl.sealing import Sealer
from tablectl.words.cards import Card
from tablectl.words.observations import CardsOut
from tablectl.words.orders import Allow, Demand
from tablectl.words.settings import Can

__all__ = ["ControllerBrokeProtocol", "SensingShoe"]


def _any_card(_: Card) -> bool:
    return True


@dataclass(kw_only=True)
class SensingShoe(SimulatedDevice):
    """A shoe of one or more cards a go."""

    felt: Felt
    sealer: Sealer
    belongs: Callable[[Card], bool] = _any_card
    """Whether a card is one of the set that is dealt from here."""
    several_decks: bool = False
    """Cards occur more than once, so every token is numbered."""
    allowed: int = 0
    given: int = 0
    loads: int = 0

    def obey(self, demand: Demand) -> str:
        if not isinstance(demand, Allow):
            return "a shoe cannot do that"
        self.allowed = demand.total
        return ""

    # ------------------------------------------------------------ what hands do

    def load(self, deck: str) -> None:
        self.felt.move(deck, "stack", "shoe")
        self.given = 0
        self.allowed = 0
        self.loads += 1

    def gives(self, count: int = 1) -> bool:
        """Whether the gate lets so many cards out now."""
        if self.jammed:
            return False
        return Can.WITHHOLD not in self.device.can or self.given + count <= self.allowed

    def draw(self, deck: str, count: int = 1) -> list[Piece]:
        """Cards leave the shoe into a hand; what the sensors saw is reported."""
        shoe = self.felt.pile(deck, "shoe")
        drawn, shoe[:count] = shoe[:count], []
        self.given += len(drawn)
        self._event(self._seen(deck, drawn))
        return drawn

    def _seen(self, deck: str, drawn: list[Piece]) -> CardsOut:
        face_up = Can.FACE_UP in self.device.can and any(p.up for p in drawn)
        if Can.FACES not in self.device.can:
            return CardsOut(len(drawn), face_up=face_up)
        shuffle = self._shuffle(deck)
        faces = tuple(
            self.sealer.seal(p.card, shuffle, number if self.several_decks else None)
            for number, p in enumerate(drawn, self.given - len(drawn) + 1)
        )
        return CardsOut(len(drawn), faces, face_up, sum(not self.belongs(p.card) for p in drawn))

    def _shuffle(self, deck: str) -> str:
        return f"{self.device.serial}-{deck}-{self.epoch}-{self.loads}"

    # ------------------------------------------------------------ what goes wrong

    def restart(self) -> None:
        self.allowed = 0
        super().restart()
