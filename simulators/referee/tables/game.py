"""A game as the referee needs it: its clauses, its rulings, its deal and its steps, all of it data.

What a round asks for, in its order, is a list of steps. The first one that has something left to
do is where the round stands; nothing else says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from itertools import chain
from typing import Protocol

from simulators.referee.book import RACK, SHOE, Cards, Deck, Round
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
    BURN = auto()
    BY_HAND = auto()
    CALL = auto()
    CHECK = auto()
    CHIPS = auto()
    CLOSED = auto()
    COUNT = auto()
    CUT = auto()
    DEAL = auto()
    DECIDER = auto()
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
    SHARED = auto()
    SHOE_FAILS = auto()
    SHUFFLE = auto()
    SIDE = auto()
    STACKS = auto()
    TURNS = auto()
    VERIFY = auto()


class Standing(Protocol):
    """What a step looks at."""

    round: Round
    decks: dict[str, Deck]

    @property
    def deck(self) -> Cards: ...

    @property
    def options(self) -> Options: ...

    @property
    def stacks(self) -> bool: ...

    @property
    def seats(self) -> int: ...

    relieved: bool

    @property
    def checks(self) -> bool: ...


def of_side(at: Standing, side: int | None) -> Cards:
    """The cards of one side, the first or the second; those of the round where none is meant."""
    return at.deck if side is None else at.decks[list(at.decks)[side]]


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
    """Cards come out of the shoe, to these places in this order."""

    targets: Callable[[Standing], Targets]
    name: str = "deal"

    def due(self, at: Standing) -> bool:
        return not at.round.stub_away and bool(self.targets(at))


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
    again: bool = False
    """It may be due several times in a round."""

    def due(self, at: Standing) -> bool:
        return (self.again or self.name not in at.round.done) and self.needed(at)


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
class Answer:
    """What an answer does: the wager that it adds, and where it lays the last card of the hand."""

    adds: str = ""
    most: int | None = None
    """What the wager may come to, and is unless somebody says less; None where nobody told."""
    exact: bool = False
    """It may not be less either."""
    lays: str = ""
    brings: str = ""
    """Where a card comes from that is laid to the hand with it."""


@dataclass(frozen=True)
class Puts:
    """A question whose answers hang on the cards: who is asked, and what each may say."""

    name: str
    question: str
    hands: Callable[[Standing], Sequence[str]]
    """Those that are still asked, in their order."""
    answers: Callable[[Standing, str], Mapping[str, Answer]]

    def due(self, at: Standing) -> bool:
        return bool(self.hands(at))


@dataclass(frozen=True)
class Calls:
    """The dealer calls something out in the round; its name is what is called."""

    name: str
    needed: Callable[[Standing], bool]

    def due(self, at: Standing) -> bool:
        return self.name not in at.round.calls and self.needed(at)


@dataclass(frozen=True)
class Checks:
    """Something is found out about a card without showing it to anybody."""

    name: str
    check: str
    needed: Callable[[Standing], bool]

    def due(self, at: Standing) -> bool:
        return self.check not in at.round.checks and self.needed(at)


@dataclass(frozen=True)
class Counts:
    """The cards of a place are counted before the round is over."""

    name: str
    place: str
    needed: Callable[[Standing], bool]
    side: int | None = None
    """Whose cards, where each side is counted by itself."""

    def deck(self, at: Standing) -> str:
        """The deck whose cards are counted; none where it is that of the round."""
        return "" if self.side is None else list(at.decks)[self.side]

    def due(self, at: Standing) -> bool:
        return (self.place, self.deck(at)) not in at.round.counted_at and self.needed(at)


@dataclass(frozen=True)
class Turns:
    """These cards are turned up, in this order.

    Where they are shown `again`, more of them come to the same places, and somebody shows those of
    a place each time.
    """

    name: str
    places: Callable[[Standing], Sequence[str]]
    again: bool = False

    def left(self, at: Standing) -> list[str]:
        return [place for place in self.places(at) if self.again or place not in at.round.turned]

    def due(self, at: Standing) -> bool:
        return bool(self.left(at))


@dataclass(frozen=True)
class Racks:
    """These cards go to the rack, in this order, or back into a shoe that takes them back."""

    name: str
    places: Callable[[Standing], Sequence[str]]
    to: str = RACK
    side: int | None = None
    """Whose cards, where only those of one side are meant."""

    def due(self, at: Standing) -> bool:
        cards = of_side(at, self.side)
        return any(cards.count(place) for place in self.places(at))


@dataclass(frozen=True)
class Lays:
    """A card goes where it points to itself; the round may be dealt from another side then."""

    name: str
    place: str
    to: Callable[[Standing], tuple[str, str]]
    """Where it goes, and the deck that the round is dealt from; none if that is open still."""

    def due(self, at: Standing) -> bool:
        return at.deck.count(self.place) > 0


@dataclass(frozen=True)
class Settles:
    name: str
    lines: Callable[[Standing], list[Line]]
    again: bool = False
    """It may come several times in a round, of other hands each time."""

    def due(self, at: Standing) -> bool:
        return (self.again or self.name not in at.round.settled) and bool(self.lines(at))


@dataclass(frozen=True)
class Loop:
    """Steps that follow one another as often as any of them has something left to do."""

    name: str
    steps: tuple[Step, ...]

    def current(self, at: Standing) -> Step | None:
        return next((step for step in self.steps if step.due(at)), None)

    def due(self, at: Standing) -> bool:
        return self.current(at) is not None


WAGERS, VOID, OVER = Waits("wagers"), Waits("void"), Waits("over")
FACES = Waits("faces")
"""Cards lie there of which a device knows the faces and has not told them yet."""


def one_deck(_: Options) -> int:
    return 1


def nothing(_: Standing) -> Targets:
    return []


def face_down(_: str) -> bool:
    return False


def always(_: Standing, __: Cards) -> bool:
    return True


def never_part(_: Standing, __: Cards) -> bool:
    return False


def never(_: Standing) -> bool:
    return False


def any_stage(_: Standing) -> str:
    return "any"


def any_hand(_: Standing, __: str) -> bool:
    return True


def no_check(_: Standing, __: str) -> bool:
    return False


def none_settled(_: Standing) -> dict[str, list[str]]:
    return {}


def no_change(_: Wagers) -> None:
    """An answer that leaves the wagers as they are."""


@dataclass(frozen=True)
class Game:
    name: str
    clauses: Mapping[Matter, str]
    rulings: Rulings
    card_life: Callable[[str], int]
    """How old cards may grow by a method, in microseconds; 0 for as old as they like."""
    wagers: Callable[[Options], Mapping[str, tuple[int, int]]]
    """What is offered, with the least and the most; 0 for no limit."""
    in_play: Callable[[Mapping[str, int | None]], bool]
    """Whether a seat with these wagers gets cards; no call before every seat that bets does."""
    steps: tuple[Step, ...]
    """From the call to the end of the round."""
    decks: Callable[[Options], int] = one_deck
    """Of how many decks a set is made."""
    before_call: Callable[[Standing], Targets] = nothing
    """Cards that leave the shoe before wagers are closed."""
    face_up: Callable[[str], bool] = face_down
    """Whether a card that is dealt to a place lies face up there."""
    by_method: Mapping[str, Game] = field(default_factory=dict)
    """The game as it is by ways of dealing that change more than what is ruled on."""
    prepared_from: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What a deck must be before a thing is done to it, where that is not as in every game."""
    one_dealer: bool = False
    """Whoever begins a round deals it out, and says so who takes over between two."""
    burns: bool = False
    """A card is burnt of every set that is loaded."""
    cutting_card: bool = False
    """A cutting card says when a set was dealt for the last time."""
    sides: bool = False
    """Each deck has a side of the shoe of its own."""
    takes_back: bool = False
    """The shoe takes cards back, in the middle of a round too if it has none left."""
    last_box_cuts: bool = False
    """Who cuts next hangs on the box before whose card the cutting card came."""
    spent: Callable[[Standing, Cards], bool] = always
    """Whether the cards are shuffled before another round is dealt from them."""
    part_spent: Callable[[Standing, Cards], bool] = never_part
    """Whether those in the rack are, while the others stay in the shoe."""

    stage: Callable[[Standing], str] = any_stage
    """How far the cards have come, where hands ask for more after the deal."""
    asks_reader: Callable[[Standing], bool] = never
    """Whether a card is to be checked in this round."""
    belied: Callable[[Standing, str], bool] = no_check
    """Whether the cards of a place that are shown now are not what a check had made of them."""
    stays_settled: Callable[[Standing], dict[str, list[str]]] = none_settled
    """Hands that are settled for good, also if the round is void after that, with the wagers that
    were settled then."""
    may_have_missed: Callable[[Standing, str], bool] = any_hand
    """Whether a hand can have asked for a card that it did not get."""

    @cached_property
    def every_step(self) -> tuple[Step, ...]:
        """All steps, those that come again and again among them."""
        nested = (step.steps if isinstance(step, Loop) else (step,) for step in self.steps)
        return tuple(chain.from_iterable(nested))
