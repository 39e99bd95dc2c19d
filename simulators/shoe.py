"""Dealing shoes: what they sense, count and hold back. Here the one that a hand draws from."""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers.happenings import CardsDrawn
from drivers.messages import Condition
from simulators.device import SimulatedDevice
from simulators.felt import Felt, Piece
from tablectl.words.observations import Loaded
from tablectl.words.orders import Allow, Demand
from tablectl.words.settings import Can

_ALLOWED = (Condition.ALLOWED, Condition.ALLOWED | Condition.JAMMED)
"""Cards may come out: in order, and jammed. Asked with every beat, and flags are slow to join."""


@dataclass(kw_only=True)
class Shoe(SimulatedDevice):
    """Cards leave it past a sensor, and none beyond its allowance if it can hold them back."""

    felt: Felt
    deck: str = ""
    """The deck it was loaded with."""
    allowed: int = 0
    """So many cards may have left since the load; gone with the session."""
    given: int = 0
    """So many have, as far as the sensor knows. Survives a loss of power, as `loads` does."""
    _passed: list[Piece] = field(init=False, repr=False, default_factory=list)
    """Cards that have passed the sensor and are not reported yet."""

    @property
    def condition(self) -> Condition:
        return _ALLOWED[self.jammed] if self.given < self.allowed else super().condition

    @property
    def counted(self) -> int:
        return self.given

    @property
    def coming(self) -> list[Piece]:
        return self.felt.pile(self.deck, "shoe")

    def obey(self, demand: Demand) -> str:
        if not isinstance(demand, Allow):
            return "a shoe cannot do that"
        if demand.load not in (0, self.loads):
            return f"load {demand.load} is gone, load {self.loads} is in"
        self.allowed = demand.total
        return ""

    def session_over(self) -> None:
        self.allowed = 0

    # ------------------------------------------------------------ what hands do

    def load(self, deck: str) -> None:
        self.felt.move(deck, "stack", "shoe")
        self.deck = deck
        self.given = 0
        self.allowed = 0
        self.loads += 1
        self.happened(Loaded(self.loads))

    def gives(self, count: int = 1) -> bool:
        """Whether the gate lets so many cards out now."""
        if self.jammed or self.full:
            return False
        return Can.WITHHOLD not in self.device.can or self.given + count <= self.allowed

    # ------------------------------------------------------------ what the sensor sees

    def _let_pass(self, deck: str) -> Piece:
        """One card leaves past the sensor. Afterwards the shoe may be jammed."""
        piece = self.felt.pile(deck, "shoe").pop(0)
        self._passed.append(piece)
        self.given += 1
        self.moved()
        return piece

    def _tell(self) -> None:
        """Report the cards that have passed since the last time."""
        passed = list(self._passed)
        self._passed.clear()
        if not passed:
            return
        seen = self.sensed(
            CardsDrawn(
                load=self.loads,
                first=self.given - len(passed) + 1,
                count=len(passed),
                face_up=int(Can.FACE_UP in self.device.can and any(p.up for p in passed)),
                cards=tuple(p.card for p in passed) if Can.FACES in self.device.can else (),
            )
        )
        if isinstance(seen, CardsDrawn):
            self.given += seen.count - len(passed)
        self.report(seen)

    def stop(self, why: str) -> None:
        """What has left is told before the jam is."""
        self.jammed = True
        self._tell()
        super().stop(why)


@dataclass(kw_only=True)
class SensingShoe(Shoe):
    """A hand pulls the cards, one or more in one go."""

    _reboots: int = field(init=False, repr=False, default=0)

    def power_back(self) -> None:
        self._reboots += 1

    def draw(self, deck: str, count: int = 1) -> list[Piece]:
        """Cards leave the shoe into a hand; what the sensors saw is reported."""
        wanted = min(self.really(count), self.felt.count(deck, "shoe"))
        drawn: list[Piece] = []
        jammed, reboots = self.jammed, self._reboots
        while len(drawn) < wanted and (self.jammed, self._reboots) == (jammed, reboots):
            drawn.append(self._let_pass(deck))
        self._tell()
        return drawn
