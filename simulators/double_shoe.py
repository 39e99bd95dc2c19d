"""A double shoe: two chambers in one housing, with one sensor and one line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from drivers.happenings import CardsDrawn
from drivers.messages import Condition
from simulators.device import SimulatedDevice
from simulators.felt import Felt, Piece
from tablectl.words.observations import ChamberLoaded
from tablectl.words.orders import Allow, Demand
from tablectl.words.settings import Can

CHAMBERS = (1, 2)


@dataclass
class Chamber:
    """One side: what it was loaded with, under which number, and how many cards have left."""

    deck: str = ""
    load: int = 0
    given: int = 0
    allowed: int = 0
    passed: list[Piece] = field(default_factory=list)
    """Cards that have passed the sensor and are not reported yet."""


@dataclass(kw_only=True)
class DoubleShoe(SimulatedDevice):
    """Loads are numbered over both chambers, so the load of a card says which one it came from. An
    allowance is one chamber's: the other gives nothing for it."""

    stations: ClassVar[tuple[str, ...]] = ("left", "right")

    felt: Felt
    chambers: dict[int, Chamber] = field(
        default_factory=lambda: {number: Chamber() for number in CHAMBERS}
    )
    drawn_from: int = 1
    """The chamber that a hand is at."""
    _reboots: int = field(init=False, repr=False, default=0)

    @property
    def condition(self) -> Condition:
        allowed = any(each.given < each.allowed for each in self.chambers.values())
        return super().condition | (Condition.ALLOWED if allowed else Condition(0))

    @property
    def coming(self) -> list[Piece]:
        return self.felt.pile(self.chambers[self.drawn_from].deck, "shoe")

    def obey(self, demand: Demand) -> str:
        if not isinstance(demand, Allow):
            return "a shoe cannot do that"
        for chamber in self.chambers.values():
            if demand.load and chamber.load == demand.load:
                chamber.allowed = demand.total
                return ""
        return f"load {demand.load} is in neither chamber"

    def session_over(self) -> None:
        for chamber in self.chambers.values():
            chamber.allowed = 0

    def power_back(self) -> None:
        self._reboots += 1

    # ------------------------------------------------------------ what hands do

    def load(self, deck: str, chamber: int = 1) -> None:
        self.felt.move(deck, "stack", "shoe")
        self.loads += 1
        self.chambers[chamber] = Chamber(deck, self.loads)
        self.happened(ChamberLoaded(self.loads, chamber))

    def gives(self, chamber: int, count: int = 1) -> bool:
        """Whether the gate of this chamber lets so many cards out now."""
        if self.jammed or self.full:
            return False
        side = self.chambers[chamber]
        return Can.WITHHOLD not in self.device.can or side.given + count <= side.allowed

    def draw(self, chamber: int, count: int = 1) -> list[Piece]:
        """Cards leave this chamber into a hand; what the sensor saw is reported."""
        self.drawn_from = chamber
        side, pile = self.chambers[chamber], self.coming
        drawn: list[Piece] = []
        wanted, reboots = min(self.really(count), len(pile)), self._reboots
        while len(drawn) < wanted and not self.jammed and reboots == self._reboots:
            drawn.append(pile.pop(0))
            side.passed.append(drawn[-1])
            self.moved()
        self._tell(side)
        return drawn

    # ------------------------------------------------------------ what the sensor sees

    def _tell(self, side: Chamber) -> None:
        """Report the cards that have passed since the last time."""
        passed = list(side.passed)
        side.passed.clear()
        if not passed:
            return
        up = Can.FACE_UP in self.device.can and any(piece.up for piece in passed)
        cards = tuple(piece.card for piece in passed) if Can.FACES in self.device.can else ()
        seen = self.sensed(CardsDrawn(side.load, side.given + 1, len(passed), int(up), cards))
        side.given += seen.count if isinstance(seen, CardsDrawn) else len(passed)
        self.report(seen)

    def stop(self, why: str) -> None:
        """What has left is told before the jam is."""
        self.jammed = True
        self._tell(self.chambers[self.drawn_from])
        super().stop(why)
