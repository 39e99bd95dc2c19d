"""Tables for the tests: the core alone, one input at a time, with only the test sitting at it.

Nothing is simulated here. A test says what a person did or what a device reported and looks at
what came of it; `follow` answers whatever is due in the most ordinary way, by the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import replace

from tablectl.games.catalogue import GAMES, rules_for
from tablectl.games.options import with_defaults
from tablectl.irregularities.kinds import DECLARABLE
from tablectl.sealing import SealBroken, Sealer
from tablectl.table.apply import Applied, apply, initial
from tablectl.table.draft import Draft
from tablectl.table.offered import Offered
from tablectl.table.rules import Rules
from tablectl.table.standing import standing
from tablectl.table.state import Fate, TableState
from tablectl.words.acts import (
    Act,
    Bet,
    Call,
    Check,
    Choose,
    Confirm,
    Count,
    Deal,
    Declare,
    Deed,
    Move,
    Settle,
    Shown,
    Turn,
)
from tablectl.words.bases import Role
from tablectl.words.cards import Card, Sealed, Secret
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    CheckDue,
    ChoiceDue,
    ConfirmDue,
    CountDue,
    Due,
    MoveDue,
    NumberDue,
    SettleDue,
    TurnDue,
    WagerDue,
)
from tablectl.words.effects import Effect, SendOrder, Unseal
from tablectl.words.inputs import ClockStepped, Input, Stamped, Started, Unsealed, Wake
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardChecked,
    CardsOut,
    Identified,
    LinkUp,
    NumberDrawn,
    Observation,
    OrderDone,
    Report,
    ShuffleEnded,
)
from tablectl.words.outcomes import Outcome
from tablectl.words.refusals import Refusal
from tablectl.words.rulings import Ruled
from tablectl.words.settings import Approval, Can, Device, DeviceKind, Person, Settings

NOON = 1_767_268_800_000_000
SECOND = 1_000_000
KEY = b"a key for the tests and no other"
DECK, OTHER, SHOE_1 = "blue", "red", "shoe_1"

PEOPLE: Mapping[str, Person] = {
    "d1": Person((Role.DEALER,)),
    "d2": Person((Role.DEALER,)),
    "s1": Person((Role.SUPERVISOR,)),
    "s2": Person((Role.SUPERVISOR,)),
    "t1": Person((Role.TECHNICIAN,)),
    "a1": Person((Role.AUDITOR,)),
    "m1": Person((Role.ADMINISTRATOR,)),
    "b1": Person((Role.DEALER, Role.SUPERVISOR)),
}
ONE_OF_EACH: Mapping[Role, str] = {
    Role.DEALER: "d1",
    Role.SUPERVISOR: "s1",
    Role.TECHNICIAN: "t1",
    Role.AUDITOR: "a1",
    Role.ADMINISTRATOR: "m1",
}
SHOES: Mapping[str, tuple[Can, ...]] = {
    "blind": (),
    "plain_counter": (Can.COUNT,),
    "counting": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD),
    "recognising": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD, Can.FACES),
}
PECULIAR: Mapping[str, tuple[Can, ...]] = {
    "double_shoe": (Can.CHAMBERS,),
    "continuous_shuffler": (Can.CONTINUOUS,),
}
"""What a shoe can do besides that a way of dealing needs."""
APPROVALS: Mapping[str, Approval] = {
    "continuous_shuffler": Approval("TEST-CONTINUOUS"),
    "shoe": Approval("TEST-SHOE", ("empty it", "count")),
    "shuffler": Approval("TEST-SHUFFLER", ("open it", "count")),
}
SHUFFLER = Device(DeviceKind.SHUFFLER, (Can.COUNT,), "sim-shuffler", "M-1", "1.0")
HOLE_READER = Device(DeviceKind.READER, (Can.CHECK,), "sim-reader", "R-1", "1.0")
CARD_READER = Device(DeviceKind.READER, (Can.FACES,), "sim-reader", "R-2", "1.0")
GENERATOR = Device(DeviceKind.GENERATOR, (Can.DRAW,), "sim-generator", "G-1", "1.0")

ONE_ANTE: tuple[Bet, ...] = (Bet(2, "ante", 1000),)
MOST_ANSWERS = 400
FULL = 52


def settings_for(
    preset: str = "blind",
    *,
    game: str = "three_card_poker",
    method: str = "manual_shoe",
    seats: int = 6,
    devices: Mapping[str, Device] | None = None,
    options: Mapping[str, int | str] | None = None,
) -> Settings:
    """A table with one shoe of this preset, and whatever else stands on it."""
    can = SHOES[preset] and (*SHOES[preset], *PECULIAR.get(method, ()))
    stack = 3 if method == "automated_shoe" else 1
    shoe = Device(DeviceKind.SHOE, can, "sim-shoe", "S-1", "1.0", simulated=True, stack=stack)
    return Settings(
        table="T1",
        game=game,
        method=method,
        seats=seats,
        decks=(DECK, OTHER) if method == "double_shoe" else (DECK,),
        options=with_defaults(GAMES[game], options or {}) if game in GAMES else {},
        devices={**({SHOE_1: shoe} if can else {}), **(devices or {})},
        people=PEOPLE,
        version="test",
        approvals=APPROVALS,
    )


class Table:
    """A table in the core and in nothing else."""

    def __init__(
        self,
        settings: Settings | None = None,
        rules: Callable[[Settings], Rules] = rules_for,
        *,
        bets: tuple[Bet, ...] = ONE_ANTE,
    ) -> None:
        self.settings = settings if settings is not None else settings_for()
        self._rules_for = rules
        self.rules = rules(self.settings)
        self.state: TableState = initial(self.settings)
        self.bets = bets
        self.now = NOON
        self.inputs: list[Input] = []
        """Everything that was taken, so that it can be told to a kernel too."""
        self.effects: list[Effect] = []
        """Everything that has left, the newest last."""
        self.rulings: list[Ruled] = []
        self.phases: list[str] = []
        """Every phase that was entered: of the table, the round, a deck, a device."""
        self.errors: list[Exception] = []
        self.obedient = True
        """Devices carry out every order at once."""
        self.unseals = True
        """Faces that are asked for are opened at once."""
        self.remedy = ""
        """The remedy that the supervisor chooses where it is open; else the first."""
        self.sealer = Sealer(KEY)
        self.secrets: dict[str, Secret] = {}
        """What stands behind every token, as the journal would keep it."""
        self._events: dict[str, int] = {}
        self.take(Started(self.settings))
        for name in self.settings.devices:
            self.identify(name)

    def branch(self) -> Table:
        """Another table that stands where this one does and goes its own way from here."""
        other = copy(self)
        other.effects, other.rulings, other.phases, other.errors = [], [], [], []
        other.inputs = list(self.inputs)
        other._events = dict(self._events)
        other.secrets = dict(self.secrets)
        return other

    # ------------------------------------------------------------ inputs

    def take(self, input_: Input) -> Outcome:
        self.now += 1
        self.inputs.append(input_)
        stamped = Stamped(self.state.seq + 2, self.now, input_)
        applied = apply(self.rules, self.state, stamped)
        self.witness(stamped, applied)
        self.state = applied.state
        if self.state.settings is not self.rules.settings:
            self.rules = self._rules_for(self.state.settings)
        self.rulings += applied.outcome.rulings
        self.phases += applied.outcome.phases
        self.effects += applied.outcome.effects
        if applied.error is not None:
            self.errors.append(applied.error)
        self.carry_out(applied.outcome.effects)
        return applied.outcome

    def witness(self, stamped: Stamped, applied: Applied) -> None:
        """See an input and what came of it, before anything follows from that."""

    def carry_out(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, SendOrder) and self.obedient:
                self.see(effect.order.device, OrderDone(effect.order.number))
            if isinstance(effect, Unseal) and self.unseals:
                self.unseal(effect.tokens)

    def unseal(self, tokens: tuple[str, ...]) -> Outcome:
        cards = {}
        for token in tokens:
            with suppress(SealBroken):
                cards[token] = self.sealer.open(self.secrets[token])
        return self.take(Unsealed(tokens, cards))

    def seal(self, card: Card, shuffle: str = "one") -> Sealed:
        """A card that a shoe recognised, as far as the core may know it."""
        secret = Sealer(KEY).seal(card, shuffle)
        self.secrets[secret.token] = secret
        return Sealed(secret.token)

    def do(self, deed: Deed, by: str = "d1", second: str = "") -> Outcome:
        return self.take(Act(deed, by, f"k{self.state.seq}", second))

    def must(self, deed: Deed, by: str = "d1") -> Outcome:
        """Do what has to be allowed here."""
        outcome = self.do(deed, by)
        assert outcome.accepted, (deed, by, outcome.refusal, outcome.fault)
        return outcome

    def refused(self, deed: Deed, by: str = "d1", second: str = "") -> Refusal:
        """Do what has to be refused here, and leave no mark on the table but the time."""
        before = self.state
        outcome = self.do(deed, by, second)
        assert outcome.refusal is not None, (deed, by)
        assert self.state == replace(before, seq=self.state.seq, time=self.state.time)
        return outcome.refusal

    def see(self, device: str, report: Report, *, late: bool = False) -> Outcome:
        """The next numbered event of a device."""
        self._events[device] = self._events.get(device, 0) + 1
        return self.take(Observation(device, report, 1, self._events[device], late))

    def identify(self, name: str) -> Outcome:
        self.take(Observation(name, LinkUp()))
        device = self.settings.devices[name]
        return self.take(Observation(name, identity(device)))

    def declare(
        self, kind: Kind, place: str = "", device: str = "", *, seen: bool = False
    ) -> Outcome:
        """Somebody who may reports an irregularity."""
        person = ONE_OF_EACH[DECLARABLE[kind].roles[0]]
        return self.must(Declare(kind, place, device, seen), person)

    def wake(self, name: str) -> Outcome:
        return self.take(Wake(name))

    def step_clock(self, by: int) -> Outcome:
        return self.take(ClockStepped(by))

    # ------------------------------------------------------------ reading

    @property
    def draft(self) -> Draft:
        return Draft(self.rules, self.state, self.state.seq, self.now)

    @property
    def offers(self) -> tuple[Offered, ...]:
        return standing(self.draft)

    @property
    def dues(self) -> tuple[Due, ...]:
        return tuple(offered.due for offered in self.offers)

    @property
    def step(self) -> str:
        return self.state.round.step

    @property
    def kinds(self) -> list[Kind]:
        return [ruled.irregularity.kind for ruled in self.rulings]

    def count(self, place: str) -> int:
        return self.state.ledger[DECK].count(place)

    # ------------------------------------------------------------ the ordinary course

    def follow(self, until: Callable[[Table], bool]) -> Table:
        """Answer what is due in the ordinary way until the table stands as it should."""
        for _ in range(MOST_ANSWERS):
            if until(self):
                return self
            if not any(self._answer(offered) for offered in self.offers):
                raise AssertionError(f"nobody can go on from {self.step}: {self.dues}")
        raise AssertionError(f"never came to that, but to {self.step}: {self.dues}")

    def to(self, step: str) -> Table:
        return self.follow(lambda table: table.step == step)

    def ready_to_bet(self) -> Table:
        """A deck in the shoe, nothing wagered, nothing in dispute."""
        return self.follow(_is_ready)

    def next_round(self) -> Table:
        number = self.state.round.number
        return self.follow(lambda table: table.state.round.number > number)

    def _answer(self, offered: Offered) -> bool:
        due = offered.due
        if isinstance(due, CardsDue) and self.rules.shoe is not None:
            return self._report(Can.COUNT, CardsOut(due.to[0].count))
        if isinstance(due, NumberDue):
            return self._report(Can.DRAW, NumberDrawn(due.draw, due.low))
        if isinstance(due, CheckDue) and self.draft.checker() is not None:
            return self._report(Can.CHECK, CardChecked(due.check, yes=False))
        if isinstance(due, ConfirmDue) and due.idle and offered.owner != "case":
            return False
        if isinstance(due, ConfirmDue) and due.device:
            if self.state.devices[due.device].phase != "ready":
                return False
            return self.see(due.device, ShuffleEnded(due.subject, FULL)).fault == ""
        deed = self.deed_for(due)
        if deed is None:
            return False
        return self.do(deed, who_may(due)).accepted

    def _report(self, can: Can, report: Report) -> bool:
        name = next(n for n, device in self.settings.devices.items() if can in device.can)
        if self.state.devices[name].phase != "ready":
            return False
        return self.see(name, report).fault == ""

    def deed_for(self, due: Due) -> Deed | None:
        """The ordinary answer to a due; None where nobody gives one now."""
        match due:
            case WagerDue():
                return self._next_bet()
            case CallDue():
                return Call(due.call) if due.lacking is None else None
            case CardsDue():
                return Deal()
            case ChoiceDue():
                names = [option.name for option in due.options]
                choice = self.remedy if self.remedy in names else names[0]
                return Choose(due.question, due.hands[0], choice)
            case CheckDue():
                return Check(due.check, yes=False)
            case CountDue():
                return Count(due.place, self.count(due.place))
            case TurnDue():
                return Turn((Shown(due.places[0]),))
            case MoveDue():
                return Move(due.to)
            case SettleDue():
                return Settle(due.stage)
            case ConfirmDue():
                note = "looked into" if due.told else ""
                return Confirm(due.what, due.subject, due.expects, note)
            case _:
                return None

    def _next_bet(self) -> Bet | None:
        """Nobody bets before there is a deck to be dealt from."""
        if not _sound_deck(self):
            return None
        placed = self.state.round.wagers
        return next((b for b in self.bets if b.wager not in placed.get(f"seat_{b.seat}", {})), None)


def identity(device: Device, last_order: int | None = 0) -> Identified:
    """What a device says that is the one promised."""
    return Identified(
        device.model,
        device.serial,
        device.firmware,
        last_order,
        device.digest,
        device.simulated,
    )


def _is_ready(table: Table) -> bool:
    return (
        table.step == table.rules.plan.first
        and not table.state.round.wagers
        and not table.state.cases
        and _sound_deck(table)
    )


def _sound_deck(table: Table) -> bool:
    """There is a deck in the shoe, and nothing has been decided against it."""
    deck = table.draft.deck_in_shoe
    return deck != "" and table.state.decks[deck].fate is Fate.NONE


def who_may(due: Due) -> str:
    """Somebody who may answer this, and is not the one who must not."""
    not_by = due.not_by if isinstance(due, ConfirmDue) else ""
    return next(
        name
        for role in due.roles
        for name, person in PEOPLE.items()
        if role in person.roles and name != not_by
    )


def opened(preset: str = "blind", options: Mapping[str, int | str] | None = None) -> Table:
    """A three card poker table with a deck in the shoe and nothing wagered."""
    return Table(settings_for(preset, options=options)).ready_to_bet()


def at(step: str, preset: str = "blind", bets: tuple[Bet, ...] = ONE_ANTE) -> Table:
    """A three card poker table whose round has come to this step."""
    return Table(settings_for(preset), bets=bets).to(step)
