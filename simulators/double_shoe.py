"""A double shoe: two chambers in one housing, with one sensor and one line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from drivers.happenings import CardsDrawn
from drivers.messages import Condition
from simulators.felt import Piece
from simulators.shoe import SensingShoe
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
class DoubleShoe(SensingShoe):
    """Loads are numbered over both chambers, so the load of a card says which one it came from. An
    allowance is one chamber's: the other gives nothing for it. A hand is at one of them; what that
    one has given and may give is what the shoe shows."""

    stations: ClassVar[tuple[str, ...]] = ("left", "right")

    chambers: dict[int, Chamber] = field(
        default_factory=lambda: {number: Chamber() for number in CHAMBERS}
    )
    decks: tuple[str, ...] = ()
    """The decks of the table, in the order of the chambers that they belong to."""
    drawn_from: int = 1
    """The chamber that a hand is at."""

    @property
    def condition(self) -> Condition:
        allowed = any(each.given < each.allowed for each in self.chambers.values())
        jammed = Condition.JAMMED if self.jammed else Condition(0)
        return jammed | (Condition.ALLOWED if allowed else Condition(0))

    @property
    def coming(self) -> list[Piece]:
        return self.felt.pile(self.chambers[self.drawn_from].deck, "shoe")

    def obey(self, demand: Demand) -> str:
        if not isinstance(demand, Allow):
            return "a shoe cannot do that"
        for chamber in self.chambers.values():
            if demand.load and chamber.load == demand.load:
                chamber.allowed = demand.total
                self._show()
                return ""
        return f"load {demand.load} is in neither chamber"

    def session_over(self) -> None:
        for chamber in self.chambers.values():
            chamber.allowed = 0
        self._show()

    def _show(self) -> None:
        side = self.chambers[self.drawn_from]
        self.deck, self.given, self.allowed = side.deck, side.given, side.allowed

    # ------------------------------------------------------------ what hands do

    def chamber_of(self, deck: str) -> int:
        """The chamber that this deck belongs to."""
        return self.decks.index(deck) + 1 if deck in self.decks else CHAMBERS[0]

    def reach(self, chamber: int) -> None:
        """A hand goes to this chamber."""
        self.drawn_from = chamber
        self._show()

    def load(self, deck: str, chamber: int = 0) -> None:
        self.felt.move(deck, "stack", "shoe")
        self.loads += 1
        into = chamber or self.chamber_of(deck)
        self.chambers[into] = Chamber(deck, self.loads)
        self.reach(into)
        self.happened(ChamberLoaded(self.loads, into))

    def draw(self, deck: str, count: int = 1) -> list[Piece]:
        """Cards leave the chamber of a deck into a hand; what the sensor saw is reported."""
        self.reach(next((n for n, each in self.chambers.items() if each.deck == deck), 1))
        side, pile = self.chambers[self.drawn_from], self.coming
        drawn: list[Piece] = []
        wanted, reboots = min(self.really(count), len(pile)), self._reboots
        while len(drawn) < wanted and not self.jammed and reboots == self._reboots:
            drawn.append(pile.pop(0))
            side.passed.append(drawn[-1])
            self.moved()
        self._tell()
        return drawn

    # ------------------------------------------------------------ what the sensor sees

    def _tell(self) -> None:
        """Report the cards that have passed since the last time."""
        side = self.chambers[self.drawn_from]
        passed = list(side.passed)
        side.passed.clear()
        if not passed:
            return
        up = Can.FACE_UP in self.device.can and any(piece.up for piece in passed)
        cards = tuple(piece.card for piece in passed) if Can.FACES in self.device.can else ()
        seen = self.sensed(CardsDrawn(side.load, side.given + 1, len(passed), int(up), cards))
        side.given += seen.count if isinstance(seen, CardsDrawn) else len(passed)
        self._show()
        self.report(seen)
