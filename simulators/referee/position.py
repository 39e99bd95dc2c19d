"""Where a table stands, as far as anybody has told: what is known of it, and what is read off that.

It is kept from the inputs alone, in the referee's own words, and never from what the controller
believes. What each input must lead to (rulings, facts, what may not be taken) collects here until
the judge has compared it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from simulators.referee.book import RACK, SHOE, BothSides, Cards, Case, Deck, Round, Unit
from simulators.referee.tables.catalogue import GAMES
from simulators.referee.tables.game import (
    FACES,
    OVER,
    VOID,
    WAGERS,
    Deals,
    Game,
    Loop,
    Matter,
    Options,
    Puts,
    Racks,
    Settles,
    Step,
    Targets,
)
from simulators.referee.tables.looking import Look
from simulators.referee.tables.rulings import STACKS, Follows
from simulators.referee.tables.settling import VOID_RETURN, Line, given_back
from tablectl.words.facts import Dealt, Fact
from tablectl.words.settings import Can, DeviceKind, Settings

TAKEN_BACK = Racks("discards_back", lambda at: () if at.deck.count(SHOE) else (RACK,), to=SHOE)
"""A shoe that takes its cards back is empty, and a card is due."""


@dataclass(frozen=True)
class Expected:
    """A ruling that is due."""

    kind: str
    circumstances: Mapping[str, str]
    follows: Follows
    deck: str
    device: str = ""
    chosen: str = ""
    """It carries out what the floor chose."""


@dataclass
class Position:
    """One table, and where its round stands."""

    settings: Settings
    filed: Settings = field(init=False)
    """The settings as the file has them, whatever was accepted since."""
    game: Game = field(init=False)
    time: int = 0
    open: bool = False
    decks: dict[str, Deck] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    round: Round = field(default_factory=Round)
    cases: list[Case] = field(default_factory=list)
    cases_opened: int = 0
    last_deck: str = ""
    dealer: str = ""
    """Who made the last closing call, or has taken over since."""
    relieved: bool = False
    """Another dealer has come and has not burnt a card."""
    cutter: int | None = None
    """The seat of the player who cuts next."""
    cutter_of: int = 0
    """The round that said so: of two sides that end in one, the first does."""
    method: str = ""
    """How the cards are dealt, as the file or the floor has it."""
    resting: set[str] = field(default_factory=set)
    """Decks that may not be used without a device that is off."""
    uncounted: int = 0
    in_by_machine: bool = False
    """The shoe was loaded since a machine that loads it has shuffled a deck."""
    unsealing: set[str] = field(default_factory=set)
    turning: list[str] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    objections: list[tuple[str, str, str]] = field(default_factory=list)
    """What was taken and may not be: what, why not, clause."""
    ended: bool = False
    """A round has ended over this input."""

    def __post_init__(self) -> None:
        self.filed = self.settings
        self.method = self.settings.method
        game = GAMES[self.settings.game]
        self.game = game.by_method.get(self.method, game)
        self.decks = {name: self.new_deck() for name in self.settings.decks}
        self.units = {n: Unit(d.kind.value) for n, d in self.settings.devices.items()}

    def new_deck(self) -> Deck:
        """One that is not on the table."""
        return Deck(self.game.decks(self.options))

    def begin(self, time: int) -> None:
        """A new input: nothing has followed from it yet."""
        self.time = time
        self.ended = False
        self.expected.clear()
        self.facts.clear()
        self.objections.clear()

    def as_filed(self) -> None:
        """A table that starts closed is as its file says."""
        self.method, self.resting = self.settings.method, set()
        for unit in self.units.values():
            unit.off = False

    def begin_cycle(self, device: str) -> None:
        """A shuffler begins anew with the deck that is in it."""
        if device == self.shuffler:
            for deck in self.decks.values():
                deck.put_in_at = self.time if deck.put_in_at else 0

    def object_to(self, what: str, why: str, about: Matter | None = None) -> None:
        self.objections.append((what, why, self.game.clauses[about] if about else ""))

    def say(self, fact: Fact) -> None:
        self.facts.append(fact)
        self.round.just_dealt = isinstance(fact, Dealt)

    # ------------------------------------------------------------ looking

    @property
    def stacks(self) -> bool:
        return self.method == STACKS

    @property
    def shoe(self) -> str:
        """The shoe that counts the cards it gives, where there is one."""
        devices = ((n, d) for n, d in self.settings.devices.items() if not self.units[n].off)
        return next((n for n, d in devices if d.kind is DeviceKind.SHOE and Can.COUNT in d.can), "")

    @property
    def shuffler(self) -> str:
        """The shuffler that stands on the table, in order or not."""
        there = (n for n, u in self.units.items() if u.kind == "shuffler" and not u.off)
        return next(there, "")

    @property
    def loader(self) -> str:
        """The shuffler in order that puts its deck into the shoe, where the shoe tells of that."""
        name = self.shuffler
        able = bool(name) and Can.LOAD_SHOE in self.settings.devices[name].can
        return name if able and self.shoe and self.units[name].ready else ""

    @property
    def checker(self) -> str:
        """The device in order that finds out about a card without showing it."""
        able = (n for n, d in self.settings.devices.items() if Can.CHECK in d.can)
        return next((name for name in able if self.units[name].ready), "")

    @property
    def checks(self) -> bool:
        """Whether anybody checks a card: a device in order, or people where there is none."""
        devices = self.settings.devices.values()
        people = not any(Can.CHECK in device.can for device in devices)
        return not self.round.did_without and (bool(self.checker) or people)

    @property
    def conceals(self) -> bool:
        """Whether nobody can learn a card from the reader, whenever one is put in."""
        devices = self.settings.devices.items()
        able = [d for n, d in devices if Can.CHECK in d.can and not self.units[n].off]
        if able:
            return all(Can.CONCEAL in device.can for device in able)
        return bool(self.options.get("reader_conceals"))

    @property
    def seats(self) -> int:
        return self.settings.seats

    @property
    def two_decks(self) -> bool:
        """Whether two decks take turns."""
        return len(self.decks) - len(self.resting) > 1 and not self.game.sides

    @property
    def deck_in_shoe(self) -> str:
        loaded = (n for n, d in self.decks.items() if d.step == "loaded" and d.count(SHOE))
        return next(loaded, "")

    @property
    def deck_in_play(self) -> str:
        return self.round.deck or self.deck_in_shoe

    @property
    def deck(self) -> Cards:
        """The deck in play, with what lies there of the other side; one that is nowhere if none
        is."""
        mine = self.decks.get(self.deck_in_play) or self.new_deck()
        if not self.game.sides:
            return mine
        beside = (deck for deck in self.decks.values() if deck is not mine and deck.layout)
        other = next(beside, None)
        return mine if other is None else BothSides(mine, other)

    @property
    def cards_out(self) -> bool:
        return bool(self.round.deck)

    @property
    def options(self) -> Options:
        return self.settings.options

    def step(self) -> Step:
        """Where the round stands, read off what has happened."""
        return self._step(Look(self))

    def _step(self, at: Look) -> Step:
        if self.round.void:
            return VOID
        if not self.round.called:
            return WAGERS
        _, found = self._next(at)
        if isinstance(found, Deals) and self.game.takes_back and TAKEN_BACK.due(at):
            return TAKEN_BACK
        waiting = self.unsealing and not self.turning and not isinstance(found, Deals)
        return FACES if waiting else found

    def place_in_round(self) -> int | None:
        """Which step comes next, of those that the round has not left behind."""
        return self._next(Look(self))[0]

    def _next(self, at: Look) -> tuple[int | None, Step]:
        """The same with the step itself; of steps that come again and again, the one of them."""
        for place in range(self.round.reached, len(self.game.steps)):
            step = self.game.steps[place]
            found = step.current(at) if isinstance(step, Loop) else step if step.due(at) else None
            if found is not None:
                return place, found
        return None, OVER

    def stage(self) -> str:
        return self.step().name

    def to_deal(self) -> Targets:
        """Where the next cards belong."""
        at = Look(self)
        step = self._step(at)
        if step is WAGERS:
            return self.game.before_call(at)
        due = step.targets(at) if isinstance(step, Deals) else []
        return [(RACK, 1)] if due and self.deck.to_burn else due

    def lines(self, stage: str) -> list[Line]:
        """What is settled at a stage, in the order of paying."""
        if stage == VOID_RETURN:
            return given_back(self.round)
        at = Look(self)
        steps = (self._step(at), *self.game.every_step)
        named = (step for step in steps if isinstance(step, Settles) and step.name == stage)
        return next((step.lines(at) for step in named), [])

    def put_now(self, question: str) -> Puts | None:
        """The question that is put now, of those that may be answered in any order."""
        at = Look(self)
        step = self._step(at)
        if not isinstance(step, Puts):
            return None
        beside = (each for each in self.game.every_step if isinstance(each, Puts))
        named = (each for each in beside if each.name == step.name and each.due(at))
        return next((each for each in named if each.question == question), None)

    def held_up(self) -> bool:
        """Whether something that is open keeps the round from going on."""
        deck = self.deck_in_play
        return any(c.scope == "round" or (c.scope == "deck" and c.deck == deck) for c in self.cases)

    def deck_held_up(self, name: str) -> bool:
        return any(case.scope in ("round", "deck") and case.deck == name for case in self.cases)

    def waits_for(self, name: str) -> bool:
        """Whether the round has no card of this deck yet, and it is shuffled before it has."""
        now = self.round
        idle = name == now.deck and not (now.void or now.picked_up or self.deck.layout)
        return idle and self.decks[name].fate == "reshuffle"

    def too_old(self, name: str) -> bool:
        opened = self.decks[name].opened_at
        life = self.game.card_life(self.method)
        return life > 0 and opened > 0 and self.time - opened >= life

    def case(self, id_: str) -> Case | None:
        return next((case for case in self.cases if case.id == id_), None)
