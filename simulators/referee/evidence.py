"""The account: everything that reached the controller, and what must have followed from it.

It is kept from the inputs alone, in the referee's own words, and never from what the controller
believes. What each input must lead to (rulings, facts, what may not be taken) collects here until
the judge has compared it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import zip_longest

from simulators.referee.book import (
    DEALER,
    LOOSE,
    NEXT,
    OFFERED,
    RACK,
    SEALED,
    SHOE,
    STACK,
    Case,
    Deck,
    Round,
    Unit,
    Wagers,
    seat_of,
)
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
    Settles,
    Step,
    Targets,
)
from simulators.referee.tables.rulings import REMEDIES, STACKS, Follows
from simulators.referee.tables.settling import VOID_RETURN, Line, given_back
from tablectl.words.facts import Dealt, Fact, LaidAgain, Racked
from tablectl.words.settings import Can, DeviceKind, Settings

SCOPES = {"shuffle_count": "deck", "cut_improper": "deck", "late_finding": "nothing"}
"""What a case holds up, where that is not the round."""


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
class Account:
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
        self.game = GAMES[self.settings.game]
        self.method = self.settings.method
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
        return len(self.decks) - len(self.resting) > 1

    @property
    def deck_in_shoe(self) -> str:
        loaded = (n for n, d in self.decks.items() if d.step == "loaded" and d.count(SHOE))
        return next(loaded, "")

    @property
    def deck_in_play(self) -> str:
        return self.round.deck or self.deck_in_shoe

    @property
    def deck(self) -> Deck:
        """The deck in play; one that is nowhere if none is."""
        return self.decks.get(self.deck_in_play) or self.new_deck()

    @property
    def cards_out(self) -> bool:
        return bool(self.round.deck)

    @property
    def options(self) -> Options:
        return self.settings.options

    def step(self) -> Step:
        """Where the round stands, read off what has happened."""
        if self.round.void:
            return VOID
        if not self.round.called:
            return WAGERS
        found = self.game.steps[at] if (at := self.place_in_round()) is not None else OVER
        if isinstance(found, Loop):
            found = found.current(self) or OVER
        waiting = self.unsealing and not self.turning and not isinstance(found, Deals)
        return FACES if waiting else found

    def place_in_round(self) -> int | None:
        """Which step comes next, of those that the round has not left behind."""
        left = enumerate(self.game.steps[self.round.reached :], self.round.reached)
        return next((at for at, step in left if step.due(self)), None)

    def stage(self) -> str:
        return self.step().name

    def to_deal(self) -> Targets:
        """Where the next cards belong."""
        step = self.step()
        if step is WAGERS:
            return self.game.before_call(self)
        due = step.targets(self) if isinstance(step, Deals) else []
        return [(RACK, 1)] if due and self.deck.to_burn else due

    def lines(self, stage: str) -> list[Line]:
        """What is settled at a stage, in the order of paying."""
        if stage == VOID_RETURN:
            return given_back(self.round, self.game.stays_settled(self))
        steps = (self.step(), *self.game.every_step)
        named = (step for step in steps if isinstance(step, Settles) and step.name == stage)
        return next((step.lines(self) for step in named), [])

    def held_up(self) -> bool:
        """Whether something that is open keeps the round from going on."""
        deck = self.deck_in_play
        return any(c.scope == "round" or (c.scope == "deck" and c.deck == deck) for c in self.cases)

    def deck_held_up(self, name: str) -> bool:
        return any(case.scope in ("round", "deck") and case.deck == name for case in self.cases)

    def waits_for(self, name: str) -> bool:
        """Whether the round has no card of this deck yet, and it is shuffled before it has."""
        idle = name == self.round.deck and not self.round.void and not self.decks[name].layout
        return idle and self.decks[name].fate == "reshuffle"

    def too_old(self, name: str) -> bool:
        opened = self.decks[name].opened_at
        life = self.game.card_life(self.method)
        return life > 0 and opened > 0 and self.time - opened >= life

    def case(self, id_: str) -> Case | None:
        return next((case for case in self.cases if case.id == id_), None)

    # ------------------------------------------------------------ irregularities

    def call(
        self, kind: str, *, place: str = "", device: str = "", deck: str = "", **told: str
    ) -> None:
        """Something is not the normal course: what must follow, follows here too."""
        found = {**self._circumstances(kind, place, device), **told}
        what = self.game.rulings.follows(self.method, kind, found)
        circumstances = {n: how for n, how in found.items() if ORDINARY.get(n) != how}
        if what is None:
            self.object_to(kind, "this game knows no such thing")
            return
        if kind != "late_finding":  # about a round that is over, whichever deck is in play now
            deck = deck or self.deck_in_play
        self.expected.append(Expected(kind, circumstances, what, deck, device))
        self.round.duplicate |= kind == "duplicate_card"
        self._carry_out(what.at_once, place, deck, device, one=kind == "face_up_card")
        self._open(kind, circumstances, what, place, deck, device)

    def _circumstances(self, kind: str, place: str, device: str) -> dict[str, str]:
        running = bool(self.to_deal()) and bool(self.deck.layout)
        match kind:
            case "card_exposed":
                shown = place in self.round.turned or self.deck.known(place) is not None
                moment = "after_reveal" if shown else "before_reveal"
                lies = place in self.deck.layout
                return {"whose": _whose(place) if lies else "stub", "moment": moment}
            case "jam" | "device_failed" | "order_overdue":
                deal = "running" if running else "not_running"
                unit = self.units.get(device)  # none is the reader that nobody has wired
                by_device = {"device": unit.kind if unit else "reader", "deal": deal}
                return by_device if kind == "order_overdue" else by_device | self._checks(device)
            case "card_drawn_in_error" | "card_not_given":
                return {"stage": self.game.stage(self)}
            case "passed_over":
                return {"whose": _whose(place)}
            case _:
                return self._by_cards(kind, device) if kind in BY_CARDS else {}

    def _by_cards(self, kind: str, device: str) -> dict[str, str]:
        found = {"cards": "out" if self.cards_out else "in"}
        match kind:
            case "unsolicited_card":
                return {**found, "stage": self.game.stage(self)}
            case "link_lost":
                return found | self._checks(device)
            case "unsolicited_check":
                wanted = "later" if self.game.asks_reader(self) else "never"
                return {
                    **found,
                    "conceals": "yes" if self.conceals else "no",
                    "wanted": "before" if self.round.checks else wanted,
                }
            case _:
                return found

    def _checks(self, device: str) -> dict[str, str]:
        """Whether it is the device that looks at a card without showing it."""
        known = self.settings.devices.get(device)
        return {"checks": "yes" if known is None or Can.CHECK in known.can else "no"}

    def _open(
        self,
        kind: str,
        circumstances: Mapping[str, str],
        what: Follows,
        place: str,
        deck: str,
        device: str,
    ) -> None:
        """Somebody has something to do about it; a second word about the same adds nothing."""
        key = (kind, tuple(sorted(circumstances.items())), device, place)
        if kind != "late_finding" and any(case.key == key for case in self.cases):
            return
        counting = "count_hands" in what.at_once
        if not (what.choices or what.confirmed or counting):
            return
        self.cases_opened += 1
        case = Case(f"case_{self.cases_opened}", kind, self._scope(kind, deck), deck, key, place)
        case.choices, case.device = what.choices, device
        if counting:
            hands = dict.fromkeys((*self.round.hands, *self.decks[deck].layout))
            case.to_count = [*hands, place]
        self.cases.append(case)

    def _scope(self, kind: str, deck: str) -> str:
        """What waits until it is settled; a bad card in the idle deck is no matter of the round."""
        idle = kind in ("duplicate_card", "foreign_card") and deck != self.deck_in_play
        return "deck" if idle else SCOPES.get(kind, "round")

    def choose(self, case: Case, choice: str) -> None:
        """The floor has chosen."""
        self.cases.remove(case)
        done = Follows("", REMEDIES[choice])
        kind, circumstances = str(case.key[0]), dict(_pairs(case.key[1]))
        self.expected.append(Expected(kind, circumstances, done, case.deck, case.device, choice))
        self._carry_out(done.at_once, case.place, case.deck, case.device)

    def conclude(self, case: Case) -> None:
        """Everything is counted: what the counts show, section 7(e)2."""
        deck = self.decks[case.deck]
        believed = {place: len(pile) for place, pile in deck.piles.items()}
        hands = [place for place in case.counts if place != case.place]
        wrong = any(case.counts[place] != believed.get(place, 0) for place in hands)
        right = sum({**believed, **case.counts}.values()) == deck.size
        found = {"misdealt": "yes" if wrong else "no", "total": "right" if right else "wrong"}
        what = self.game.rulings.follows(self.method, "stub_finding", found)
        if what is None:
            return
        if not wrong and right:
            self.counted_right(case.deck)
        self.expected.append(Expected("stub_finding", found, what, case.deck))
        self._carry_out(what.at_once, case.place, case.deck, "")
        case.kind = "stub_finding"
        case.key = ("stub_finding", tuple(sorted(found.items())), "", case.place)
        case.choices = what.choices

    def counted_right(self, deck: str) -> None:
        self.decks[deck].uncounted = 0
        self.uncounted = 0

    # ------------------------------------------------------------ consequences

    def _carry_out(
        self, what: tuple[str, ...], place: str, deck: str, device: str, *, one: bool = False
    ) -> None:
        for each in what:
            self._execute(each, place, self.decks.get(deck), device, one=one)

    def _execute(self, what: str, place: str, deck: Deck | None, device: str, *, one: bool) -> None:
        match what:
            case "rack_card" if deck is not None:
                source = place or LOOSE
                about = 1 if one else self._in_question(deck, source)
                for _ in range(min(deck.count(source), about)):
                    deck.move(source, RACK, 1)
                    self.say(Racked(source))
            case "next_card" if deck is not None:
                self._next_cards(deck)
            case "return_card" if deck is not None:
                deck.move(LOOSE, SHOE, self._in_question(deck, LOOSE))
            case "keep_card" if deck is not None:
                deck.move(LOOSE, NEXT, self._in_question(deck, LOOSE))
            case "offer_card" if deck is not None:
                deck.move(LOOSE, OFFERED, self._in_question(deck, LOOSE))
                self._unveil(OFFERED)
            case "lay_again" if deck is not None:
                self._lay_again(deck)
            case "refill" if deck is not None:
                deck.step, deck.part = "spent", True
            case "mend":
                self.round.not_given.append(place)
            case "do_without":
                self.round.did_without |= self.cards_out
            case "recut" if deck is not None and deck.step in ("cut", "loaded"):
                deck.gather(STACK)
                deck.step = "shuffled"
            case "void_round":
                self.round.void = True
                self.unsealing.clear()
                self.turning.clear()
            case "reshuffle" if deck is not None:
                deck.fate = deck.fate or "reshuffle"
            case "remove_deck" if deck is not None:
                deck.fate = "remove"
            case "latch_device" if device in self.units:
                self.units[device].latched = True

    def _in_question(self, deck: Deck, place: str) -> int:
        """The cards that belong nowhere, but for those that another case is about."""
        others = sum(case.place == LOOSE for case in self.cases)
        return max(deck.count(LOOSE) - others, 1) if place == LOOSE else 1

    def _next_cards(self, deck: Deck) -> None:
        """Cards drawn in error are the next cards, the first of them first, section 12(b)."""
        for place, count in self.to_deal():
            if deck.count(LOOSE) < count:
                return
            deck.turn_over(LOOSE, count)
            deck.move(LOOSE, place, count)
            self.dealt(place, count)

    def _unveil(self, place: str) -> None:
        """Everybody sees what lies there; a device that knows it tells."""
        faces = self.deck.piles.get(place, ())
        self.unsealing |= {face[1:] for face in faces if face.startswith(SEALED)}

    def _lay_again(self, deck: Deck) -> None:
        """The first cards lie as they came, and not as they were believed to."""
        now = self.round
        now.reached = 0
        now.read.clear()
        if not self.shoe:  # nobody counted: what a place was passed over for is in the shoe
            place, nth = now.passed_over[-1]
            deck.move(place, SHOE, None if nth is None else 1)
            return
        read = {place: deck.piles.pop(place) for place in deck.layout}
        targets = [place for place, _ in self.to_deal()][: len(now.came)]
        for place, face in zip_longest(targets, now.came, fillvalue=LOOSE):
            deck.piles.setdefault(place, []).append(face)
        for place, faces in read.items():
            if len(deck.piles.get(place, ())) == len(faces) and not any(deck.piles[place]):
                deck.piles[place] = faces  # people looked, and nobody else told
        self.unsealing.clear()
        self.turning.clear()
        for place in dict.fromkeys(targets):
            if self.game.face_up(place):
                self._unveil(place)
        self.say(LaidAgain(tuple(targets)))
        now.last_dealt = targets[-1] if targets else now.last_dealt

    def dealt(self, place: str, count: int) -> None:
        self.say(Dealt(place, count))
        self.round.last_dealt = place
        self.round.read.discard(place)
        if place == RACK:
            self.deck.to_burn, self.relieved, self.round.burnt = False, False, True
        faces = self.deck.piles[place][-count:]
        self.round.last_in_deal = self.round.called and not self.round.reached
        if self.round.last_in_deal and self.shoe and place != RACK:
            self.round.came += faces
        if self.game.face_up(place):
            self.unsealing |= {face[1:] for face in faces if face.startswith(SEALED)}

    # ------------------------------------------------------------ rounds

    def end_round(self) -> None:
        over = self.round
        deck = self.decks.get(over.deck)
        if deck is not None and not deck.fate and self.game.spent(self):
            deck.step = "spent"
        if deck is not None and not over.void and self.game.spent(self):
            box = deck.cutting_card.partition(".")[0]
            self.cutter = seat_of(box if box in over.hands else over.hands[-1])
        self.last_deck = over.deck or self.last_deck
        self.round = Round(over.number + 1, again=self._proposed(over))
        self.ended = True

    def _proposed(self, over: Round) -> Wagers:
        """Wagers of one round lie there again in the next, as far as the limits allow."""
        if not self.settings.options.get("wagers_again"):
            return {}
        found: Wagers = {place: dict(mine) for place, mine in over.again.items()}
        for place, mine in over.placed.items():
            for wager, cents in mine.items():
                found.setdefault(place, {})[wager] = cents
        return {
            place: kept
            for place, mine in sorted(found.items(), key=lambda item: seat_of(item[0]))
            if (kept := {w: c for w, c in mine.items() if self.within_limits(w, c)})
        }

    def within_limits(self, wager: str, cents: int | None) -> bool:
        """Whether this may be wagered; what is not offered may not."""
        limits = self.game.wagers(self.options).get(wager)
        if limits is None or cents is None:
            return limits is not None
        least, most = limits
        return least <= cents and (not most or cents <= most)


ORDINARY = {"stage": "any", "checks": "no", "conceals": "no", "wanted": "never"}
"""Circumstances that are not written down where they are as in every other game."""
BY_CARDS = frozenset(
    ("count_disputed", "count_uncertain", "evidence_gap", "duplicate_card", "foreign_card",
     "link_lost", "restart", "not_expected", "unsolicited_card", "unsolicited_check")
)  # fmt: skip
"""What is ruled on by whether cards are out."""


def _whose(place: str) -> str:
    if place.startswith("seat_"):
        return "player"
    return DEALER if place.partition(".")[0] == DEALER else "common"


def _pairs(made: object) -> tuple[tuple[str, str], ...]:
    return made if isinstance(made, tuple) else ()
