"""Rules: everything the core is told about a game, as data and pure functions.

Made by a game from the table's settings; the core reads it and never asks which game it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tablectl.irregularities.rows import Rulebook
from tablectl.table.phases import Change, PhaseTable
from tablectl.table.plan import Plan
from tablectl.table.round_view import RoundView
from tablectl.words.bases import HOUSE, Basis, Role
from tablectl.words.cards import Composition
from tablectl.words.money import Cents
from tablectl.words.rulings import Consequence
from tablectl.words.settings import Can, Device, DeviceKind, Settings
from tablectl.words.values import replace

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 3_600 * SECOND
ORDER_PATIENCE = 10 * SECOND
"""House policy: how long a device may take to say that it carried out an order."""
CYCLE_PATIENCE = 5 * MINUTE
"""House policy: how long a shuffler may have a deck before its cycle counts as not finished."""


@dataclass(frozen=True)
class Preparation:
    """One thing done to a deck before it may be dealt from.

    `not_by` names an earlier preparation whose person must not do this one. `gathers` says where
    the whole deck lies afterwards, if the preparation moves it. `by_device` is the phase after it
    where a device did it; empty for what only people do. What is `idle` is done at a table without
    play, if at all. What `needs_device` is done by people too, but not without a working shuffler.
    """

    what: str
    sources: tuple[str, ...]
    dest: str
    basis: Basis
    roles: tuple[Role, ...] = (Role.DEALER,)
    not_by: str = ""
    gathers: str = ""
    checklist: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    opens: bool = False
    """The card life of the deck runs from here."""
    by_device: str = ""
    needs_device: bool = False
    idle: bool = False
    joins: bool | None = None
    """Whether it is made only while other cards of the deck are in the shoe, only while none are,
    or either way."""
    turn: str = ""
    """What a round carries to the next that names the seat whose turn it is to do this."""

    @property
    def trigger_by_device(self) -> str:
        return f"{self.what}_by_device"

    @property
    def dests(self) -> tuple[str, ...]:
        return (self.dest, self.by_device) if self.by_device else (self.dest,)


RECEIVED = "received"
LOADED = "loaded"
SPENT = "spent"
REMOVED = "removed"


def deck_phases(preparations: tuple[Preparation, ...], recut_to: str) -> PhaseTable:
    """The phases of a deck: its preparations, and what may befall it at any of them."""
    changes = [
        Change(prep.what, source, prep.dest) for prep in preparations for source in prep.sources
    ]
    changes += [
        Change(prep.trigger_by_device, source, prep.by_device)
        for prep in preparations
        for source in prep.sources
        if prep.by_device
    ]
    live = list(dict.fromkeys(c.dest for c in changes))
    # Only a deck that was gathered to be mixed may go straight back to the shuffle: one that has
    # not been verified, spread and washed yet, or lies spread again, has those before it still.
    gathered = next((i for i, prep in enumerate(preparations) if prep.gathers), 0)
    unmixed = {dest for prep in preparations[:gathered] for dest in prep.dests}
    later = [prep for prep in preparations[gathered:] if not prep.idle]
    mixed = dict.fromkeys(d for prep in later for d in prep.dests if d not in unmixed)
    changes += [Change("spend", phase, SPENT) for phase in mixed]
    changes += [Change("remove", phase, REMOVED) for phase in (RECEIVED, *live, SPENT)]
    changes += [Change("receive", REMOVED, RECEIVED)]
    if recut_to:
        after_cut = (c.dest for c in changes if c.source == recut_to and c.trigger == "cut")
        changes += [Change("recut", phase, recut_to) for phase in (*after_cut, LOADED)]
    return PhaseTable("deck", RECEIVED, changes)


@dataclass(frozen=True)
class TwoDecks:
    """How two decks share a table: they take turns, and the idle one waits in the shuffler."""

    turns: Basis
    idle: Basis
    opening: Basis
    waiting: tuple[str, ...]
    """The phases in which the idle deck is where it belongs."""


def _no_objection(_: Settings) -> Basis | None:
    return None


@dataclass(frozen=True)
class Arrangement:
    """The ways in which a game is dealt, and what stands in the way of each.

    `to_method` is why the settings' own method cannot be used with the devices that stand on the
    table, `to_decks` why so many decks cannot.
    """

    methods: tuple[str, ...] = ()
    removal: Basis = HOUSE
    """Why a device is off the table before another way of shuffling or dealing is used."""
    set_up: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By method, what is seen to before the table is dealt by it."""
    to_method: Callable[[Settings], Basis | None] = _no_objection
    to_decks: Callable[[Settings], Basis | None] = _no_objection


@dataclass(frozen=True)
class HouseOption:
    """An option that a house may change while its table is open: to which values."""

    least: int
    most: int
    none: int | None
    """A value outside these that stands for none at all."""
    basis: Basis
    limit: bool
    """It is a limit of a wager; every other option counts as a rule."""

    def allows(self, value: int) -> bool:
        return value == self.none or self.least <= value <= self.most


@dataclass(frozen=True)
class Objection:
    """Why a table cannot have the options that it would."""

    why: str
    basis: Basis


@dataclass(frozen=True)
class House:
    """What a house may change, and why a table cannot have the options that it would."""

    options: Mapping[str, HouseOption]
    objection: Callable[[Settings], Objection | None]


def _any_stage(_: RoundView) -> str:
    return "any"


def _never(_: RoundView) -> bool:
    return False


def _none_settled(_: RoundView) -> Mapping[str, tuple[str, ...]]:
    return {}


def _belies_nothing(_: RoundView, __: str) -> str:
    return ""


def _asks(_: RoundView, __: str) -> Basis | None:
    return None


def _as_it_was(view: RoundView) -> Mapping[str, int]:
    return view.round.carried


@dataclass(frozen=True)
class Rules:
    settings: Settings
    composition: Composition
    plan: Plan
    rulebook: Rulebook
    preparations: tuple[Preparation, ...]
    closing_call: str
    """The call that binds the wagers and freezes which hands are in play."""
    in_play: Callable[[Mapping[str, Cents | None]], bool]
    """Whether a seat with these wagers is dealt in."""
    deck_spent: Callable[[RoundView], bool]
    """Whether the deck must be shuffled before the round that follows this one."""
    rack_spent: Callable[[RoundView], bool] = _never
    """Whether the cards in the rack must be, while the others stay in the shoe."""
    sides: bool = False
    """Whether each deck has a side of the shoe of its own, and all are loaded at once."""
    alike: tuple[str, ...] = ()
    """Wagers of a seat that are all the same: to put one right is to put all of them right."""
    carries: Callable[[RoundView], Mapping[str, int]] = _as_it_was
    """What a round that was played to its end leaves to the next."""
    wagers_again: bool = False
    """Whether the wagers of a round are those of the next until somebody says otherwise."""
    recut_to: str = ""
    cutting_card: Basis | None = None
    """Where the game goes by a cutting card: on which basis a round with it is the last one."""
    new_dealer: Basis | None = None
    """Where the game asks something of a dealer who takes over: on which basis."""
    card_life: int | None = None
    card_life_basis: Basis = HOUSE
    closed_basis: Basis = HOUSE
    """On which basis a wager is refused once the wagers are closed."""
    void_basis: Basis = HOUSE
    """On which basis the wagers of a void round go back."""
    stage: Callable[[RoundView], str] = _any_stage
    """How far the cards of the round have come, where hands ask for more after the deal."""
    deals_in: str = ""
    """The step in which the first cards are dealt, where they are laid again if they really came
    otherwise than in their order."""
    asks_reader: Callable[[RoundView], bool] | None = None
    """Whether a check is part of this round, made already or not; in a game that has checks."""
    belies: Callable[[RoundView, str], str] = _belies_nothing
    """What the cards of a place, once they are shown, make untrue of what a check had found out
    about them, in words; nothing if it was so."""
    conceals: bool = False
    """Whether nobody can learn a card from the reader that checks, whenever one is put in."""
    stays_settled: Callable[[RoundView], Mapping[str, tuple[str, ...]]] = _none_settled
    """The hands that were settled for good, also if the round is void after that, each with the
    wagers that were settled with it."""
    asks_for_no_card: Callable[[RoundView, str], Basis | None] = _asks
    """Why a hand cannot have asked for a card that it did not get; None where it can have."""
    two_decks: TwoDecks | None = None
    """Where the game allows a second deck: how the two go together."""
    house: House | None = None
    """What the house may change while the table is open."""
    arrangement: Arrangement = Arrangement()
    recovery: Mapping[DeviceKind, str] = field(default_factory=dict)
    """The clauses that leave it to an approved procedure what is done with a device that failed."""
    unfit: Basis | None = field(init=False)
    """Why nothing can be dealt by the table's method as its devices are."""
    decks: PhaseTable = field(init=False)
    shoe: str | None = field(init=False)
    """The device that counts the cards out, where there is one."""
    shuffler: str = field(init=False)
    """The device that shuffles; empty where people do."""
    loader: str = field(init=False)
    """The shuffler that puts a deck into the shoe by itself; empty where people do."""
    shuffles: frozenset[str] = field(init=False)
    """The preparations that a shuffler makes."""
    ordered: Mapping[str, Device] = field(init=False)
    """The devices on the table that are told what to do."""
    preparations_in: Mapping[str, tuple[Preparation, ...]] = field(init=False)
    """The preparations by the phase of the deck in which they are made."""

    def __post_init__(self) -> None:
        phases = {source for prep in self.preparations for source in prep.sources}
        by_phase = {
            phase: tuple(prep for prep in self.preparations if phase in prep.sources)
            for phase in phases
        }
        object.__setattr__(self, "preparations_in", by_phase)
        object.__setattr__(self, "decks", deck_phases(self.preparations, self.recut_to))
        object.__setattr__(self, "shoe", _counting_shoe(self.settings))
        object.__setattr__(self, "shuffler", shuffler_of(self.settings))
        object.__setattr__(self, "loader", _loader(self.settings))
        by_device = frozenset(prep.what for prep in self.preparations if prep.by_device)
        object.__setattr__(self, "shuffles", by_device)
        object.__setattr__(self, "ordered", _ordered(self.settings))
        object.__setattr__(self, "unfit", self.arrangement.to_method(self.settings))

    @property
    def refills(self) -> bool:
        """Whether the rack may be shuffled and loaded while other cards lie on the table."""
        rows = self.rulebook.rows
        return any(Consequence.REFILL in row.ruling.consequences for row in rows)

    @cached_property
    def other_methods(self) -> tuple[str, ...]:
        """The other methods that the table could be dealt by, with the devices that it has.

        Found when somebody first asks: rules are made more often than they are asked this.
        """
        own, objection = self.settings.method, self.arrangement.to_method
        return tuple(
            method
            for method in self.arrangement.methods
            if method != own and objection(replace(self.settings, method=method)) is None
        )


def _counting_shoe(settings: Settings) -> str | None:
    for name, device in settings.devices_in_use.items():
        if device.kind is DeviceKind.SHOE and Can.COUNT in device.can:
            return name
    return None


def shuffler_of(settings: Settings) -> str:
    for name, device in settings.devices_in_use.items():
        if device.kind is DeviceKind.SHUFFLER:
            return name
    return ""


def _loader(settings: Settings) -> str:
    """Only a shoe that tells of its loads can say that a machine has loaded it."""
    name = shuffler_of(settings)
    loads = bool(name) and Can.LOAD_SHOE in settings.devices[name].can
    return name if loads and _counting_shoe(settings) is not None else ""


def _ordered(settings: Settings) -> Mapping[str, Device]:
    return {
        name: device
        for name, device in settings.devices_in_use.items()
        if device.kind is DeviceKind.SHUFFLER
        or Can.WITHHOLD in device.can
        or Can.DRAW in device.can
    }


FAULTED = "faulted"
OFF = "removed"
"""Of a device that does not stand on the table."""

DEVICES = PhaseTable(
    "device",
    "unverified",
    (
        Change("identify", "unverified", "ready"),
        Change("identify", "ready", "ready"),
        Change("lose", "ready", "unverified"),
        Change("lose", "unverified", "unverified"),
        Change("lose", "faulted", "faulted"),
        Change("fail", "unverified", "faulted"),
        Change("fail", "ready", "faulted"),
        Change("fail", "faulted", "faulted"),
        Change("identify", "faulted", "faulted"),
        Change("clear", "faulted", "unverified"),
        *(Change("take_off", phase, OFF) for phase in ("unverified", "ready", "faulted")),
        *(Change(what, OFF, OFF) for what in ("identify", "lose", "fail")),
        Change("put_back", OFF, "unverified"),
    ),
)


def _was_open(stopped_in: str) -> bool:
    return stopped_in == "open"


def _was_closed(stopped_in: str) -> bool:
    return stopped_in == "closed"


TABLES = PhaseTable(
    "table",
    "closed",
    (
        Change("open", "closed", "open"),
        Change("close", "open", "closed"),
        Change("stop", "open", "stopped"),
        Change("stop", "closed", "stopped"),
        Change("release", "stopped", "open", _was_open, "it stopped while open"),
        Change("release", "stopped", "closed", _was_closed, "it stopped while closed"),
    ),
)
