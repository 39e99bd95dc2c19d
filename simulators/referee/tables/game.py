"""A game as the referee needs it: its clauses, its rulings, its deal and its steps, all of it data.

What a round asks for, in its order, is a list of steps. The first one that has something left to
do is where the round stands; nothing else says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from simulators.referee.book import SHOE, Deck, Round
from simulators.referee.tables.rulings import Rulings
from simulators.referee.tables.settling import Line

Options = Mapping[str, int | str | bool]
Wagers = dict[str, int | None]
Targets = list[tuple[str, int]]
"""Where cards belong, and how many at a time."""


class Matter(Enum):
    """What an objection may be about; every game has its clause for each."""

    ADJACENT = auto()
    ANSWERS = auto()
    BY_HAND = auto()
    CALL = auto()
    CHIPS = auto()
    CLOSED = auto()
    COUNT = auto()
    CUT = auto()
    DEAL = auto()
    IDLE = auto()
    IDLE_DECK = auto()
    LIFE = auto()
    LIMITS = auto()
    LOADED = auto()
    NUMBER = auto()
    ODDS = auto()
    OFFERED = auto()
    PAYING = auto()
    PICK_UP = auto()
    RECUT = auto()
    REMOVAL = auto()
    REMOVED_DECK = auto()
    REVEAL = auto()
    ROUND = auto()
    SEATED = auto()
    SHOE_FAILS = auto()
    SHUFFLE = auto()
    STACKS = auto()
    TURNS = auto()
    VERIFY = auto()


class Standing(Protocol):
    """What a step looks at."""

    round: Round

    @property
    def deck(self) -> Deck: ...

    @property
    def options(self) -> Options: ...

    @property
    def stacks(self) -> bool: ...

    def to_deal(self) -> Targets: ...


class Step(Protocol):
    @property
    def name(self) -> str: ...

    def due(self, at: Standing, /) -> bool: ...


@dataclass(frozen=True)
class Waits:
    """Where a round stands that has not begun, is void or is over."""

    name: str

    def due(self, _: Standing, /) -> bool:
        return False


@dataclass(frozen=True)
class Deals:
    name: str = "deal"

    def due(self, at: Standing) -> bool:
        return not at.round.stub_away and at.deck.count(SHOE) > 0 and bool(at.to_deal())


@dataclass(frozen=True)
class Stub:
    name: str = "stub"

    def due(self, at: Standing) -> bool:
        return not at.round.stub_away and at.deck.count(SHOE) > 0


@dataclass(frozen=True)
class Confirms:
    """Somebody does something that no card and no wager shows, and says so."""

    name: str
    needed: Callable[[Standing], bool]
    number: Callable[[Round], int] | None = None
    """What is counted with it; any other number is ruled on."""
    spreads: tuple[str, tuple[str, ...]] = ("", ())
    """The stack that is laid out with it, from its bottom card on, and where to."""

    def due(self, at: Standing) -> bool:
        return self.name not in at.round.done and self.needed(at)


@dataclass(frozen=True)
class Asks:
    """Every one of these hands is asked, from the far left."""

    name: str
    question: str
    hands: Callable[[Round], Sequence[str]]
    answers: Mapping[str, Callable[[Wagers], None]]
    """What each answer does to the wagers of the hand."""

    def left(self, round_: Round) -> list[str]:
        answered = round_.answers.get(self.question, {})
        return [hand for hand in self.hands(round_) if hand not in answered]

    def due(self, at: Standing) -> bool:
        return bool(self.left(at.round))


@dataclass(frozen=True)
class Turns:
    """These cards are turned up, in this order."""

    name: str
    places: Callable[[Round], Sequence[str]]

    def left(self, round_: Round) -> list[str]:
        return [place for place in self.places(round_) if place not in round_.turned]

    def due(self, at: Standing) -> bool:
        return bool(self.left(at.round))


@dataclass(frozen=True)
class Racks:
    """These cards go to the rack, in this order."""

    name: str
    places: Callable[[Standing], Sequence[str]]

    def due(self, at: Standing) -> bool:
        return any(at.deck.count(place) for place in self.places(at))


@dataclass(frozen=True)
class Settles:
    name: str
    lines: Callable[[Standing], list[Line]]

    def due(self, at: Standing) -> bool:
        return self.name not in at.round.settled and bool(self.lines(at))


WAGERS, VOID, OVER = Waits("wagers"), Waits("void"), Waits("over")


def no_change(_: Wagers) -> None:
    """An answer that leaves the wagers as they are."""


@dataclass(frozen=True)
class Game:
    name: str
    clauses: Mapping[Matter, str]
    rulings: Rulings
    card_life: Callable[[str], int]
    """How old cards may grow by a method, in microseconds."""
    wagers: Callable[[Options], Mapping[str, tuple[int, int]]]
    """What is offered, with the least and the most; 0 for no limit."""
    in_play: Callable[[Mapping[str, int | None]], bool]
    """Whether a seat with these wagers gets cards; no call before every seat that bets does."""
    to_deal: Callable[[Round, Deck, bool], Targets]
    """Where the next cards belong, one at a time or in stacks."""
    steps: tuple[Step, ...]
    """From the call to the end of the round."""
