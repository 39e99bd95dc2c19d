"""The next state while one input is being applied. Nobody outside `apply` ever sees a draft.

It starts as a copy of the state's parts, is written by the handlers of one input, and is frozen
once at the end. What is derived from it (the view of the round, what is due) is remembered until
the next write.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.table import ledger
from tablectl.table.ledger import Holding
from tablectl.table.offered import FOREVER, Memo, Standing
from tablectl.table.places import OFF_LAYOUT, SHOE
from tablectl.table.plan import OVER, VOID
from tablectl.table.round_view import RoundView, with_fact
from tablectl.table.rules import LOADED, SPENT, Rules, shuffler_of
from tablectl.table.state import Chamber, DeckState, DeviceState, Fate, RoundState, TableState
from tablectl.words.bases import HOUSE
from tablectl.words.cards import UNSEEN, Face
from tablectl.words.dues import Due, Lack, Shift, Target
from tablectl.words.effects import Effect, Unseal
from tablectl.words.facts import Dealt, Fact
from tablectl.words.notices import Notice
from tablectl.words.orders import Demand, Order
from tablectl.words.refusals import Refusal
from tablectl.words.rulings import Case, Ruled
from tablectl.words.settings import Can, Changed, Settings
from tablectl.words.values import replace


class Draft:
    """One state being written. Its parts are slots: there are more than a dict shares keys for."""

    __slots__ = (
        "_deck_in_shoe",
        "_plan_dues",
        "_view",
        "before",
        "case_count",
        "cases",
        "changed",
        "decks",
        "devices",
        "effects",
        "enrolled",
        "facts",
        "fault",
        "ignored",
        "known_standing",
        "ledger",
        "notice_count",
        "notices",
        "order_count",
        "orders",
        "phase",
        "phases",
        "present",
        "refusal",
        "round",
        "rules",
        "rulings",
        "seq",
        "settings",
        "standing_orders",
        "stopped_in",
        "time",
        "turning",
        "unsealing",
    )

    def __init__(self, rules: Rules, before: TableState, seq: int, time: int) -> None:
        self.rules = rules
        self.before = before
        self.seq = seq
        self.time = time
        self.phase = before.phase
        self.settings: Settings = before.settings
        self.round: RoundState = before.round
        self.decks: Mapping[str, DeckState] = before.decks
        self.ledger: Mapping[str, Holding] = before.ledger
        self.devices: Mapping[str, DeviceState] = before.devices
        self.orders: Mapping[str, Order] = before.orders
        self.standing_orders: Mapping[str, Order] = before.standing_orders
        self.order_count = before.order_count
        self.cases: tuple[Case, ...] = before.cases
        self.case_count = before.case_count
        self.unsealing = before.unsealing
        self.turning = before.turning
        self.notices: tuple[Notice, ...] = before.notices
        self.notice_count = before.notice_count
        self.changed: Changed = before.changed
        self.present: Mapping[str, str] = before.present
        self.enrolled: Mapping[str, str] = before.enrolled
        self.fault = before.fault
        self.stopped_in = before.stopped_in
        # what this input led to
        self.facts: list[Fact] = []
        self.rulings: list[Ruled] = []
        self.effects: list[Effect] = []
        self.phases: list[str] = []
        self.refusal: Refusal | None = None
        self.ignored = ""
        self._view: RoundView | None = None
        self._plan_dues: tuple[Due, ...] | None = None
        self._deck_in_shoe: str | None = None
        self.known_standing: Standing | None = None
        """Where the table stands, if it has been worked out since the last write."""
        # What the last input worked out still holds, unless a deadline has passed since.
        known = before.memo
        if isinstance(known, Memo) and before.settings is rules.settings:
            self._deck_in_shoe = known.deck_in_shoe
            if time < known.until:
                self._plan_dues, self.known_standing = known.plan_dues, known.standing

    # ------------------------------------------------------------ reading

    @property
    def view(self) -> RoundView:
        if self._view is None:
            self._view = self.view_of(self.round)
        return self._view

    def view_of(self, round_: RoundState) -> RoundView:
        """The table as it is, with the round as it was or might have been."""
        deck = self.deck_in_play
        return RoundView(
            self.settings,
            round_,
            self._round_holding(deck),
            self.decks.get(deck),
            self._obstacle,
            self.checker,
            self.view_of_deck,
        )

    def view_of_deck(self, deck: str) -> RoundView:
        """The round as it is, beside another deck than the one that it is dealt from."""
        return RoundView(
            self.settings,
            self.round,
            self.ledger.get(deck),
            self.decks.get(deck),
            self._obstacle,
            self.checker,
            self.view_of_deck,
        )

    def _round_holding(self, deck: str) -> Holding | None:
        """The deck that the round is dealt from, with what lies on the layout of another one."""
        holding = self.ledger.get(deck)
        if holding is None or not self.rules.sides:
            return holding
        others = [each for name, each in self.ledger.items() if name != deck and each.on_layout()]
        return ledger.beside(holding, others) if others else holding

    @property
    def plan_dues(self) -> tuple[Due, ...]:
        """What the plan has due at this step, whether or not something holds the round up."""
        if self._plan_dues is None:
            step = self.round.step
            running = step not in (VOID, OVER)
            self._plan_dues = self.rules.plan.due(step, self.view) if running else ()
        return self._plan_dues

    @property
    def deck_in_play(self) -> str:
        """The deck of this round, or, before the wagers close, the one that would be dealt."""
        return self.round.deck or self.deck_in_shoe

    @property
    def deck_in_shoe(self) -> str:
        known = self._deck_in_shoe
        if known is None:
            known = self._deck_in_shoe = self._find_deck_in_shoe()
        return known

    def _find_deck_in_shoe(self) -> str:
        return next(iter(self.decks_in_shoe), "")

    @property
    def decks_in_shoe(self) -> tuple[str, ...]:
        """Every deck that could be dealt from: more than one where each has a side of its own."""
        return tuple(
            [
                name
                for name, deck in self.decks.items()
                if deck.phase == LOADED and self.ledger[name].count(SHOE)
            ]
        )

    def deck_giving(self, load: int) -> str:
        """The deck that a card of this load is of: where decks lie side by side its load tells it.

        Without one that could be dealt from, it is one of which cards are in the shoe all the same.
        """
        if self.rules.sides:
            return next((n for n, deck in self.decks.items() if load and deck.load == load), "")
        if deck := self.deck_in_play:
            return deck
        return next((n for n, each in self.ledger.items() if each.count(SHOE)), "")

    @property
    def cards_out(self) -> bool:
        """Whether cards of the round in play lie on the layout, or may come out any moment."""
        return bool(self.round.deck) and (bool(self.round.hands) or self._on_layout)

    @property
    def cards_dealt(self) -> bool:
        """Whether cards of the round in play have left the shoe: until then there is no hand."""
        return bool(self.round.deck) and bool(self.round.hands) and self._on_layout

    @property
    def _on_layout(self) -> bool:
        if self.rules.sides:
            return any(holding.on_layout() for holding in self.ledger.values())
        return bool(self.ledger[self.round.deck].on_layout())

    def waits_for_deck(self, deck: str) -> bool:
        """Whether the round in play has nothing of this deck yet, and it is shuffled first."""
        if self.decks[deck].fate is not Fate.RESHUFFLE:
            return False
        return deck == self.round.deck and self.round.step != VOID and not self.cards_dealt

    @property
    def shoe(self) -> str | None:
        """The device that gives out the cards, where it can at least count them."""
        return self.rules.shoe

    @property
    def returns(self) -> bool:
        """Whether the shoe itself tells of cards that go back into it."""
        shoe = self.rules.shoe
        return shoe is not None and Can.CONTINUOUS in self.settings.devices[shoe].can

    def checker(self) -> str | None:
        """The device that answers checks, where one is in working order."""
        for name, device in self.settings.devices_in_use.items():
            if Can.CHECK in device.can and self.devices[name].phase == "ready":
                return name
        return None

    def shuffler(self) -> str:
        """The device that shuffles, in working order or not; empty where people shuffle."""
        if self.settings is self.rules.settings:
            return self.rules.shuffler
        return shuffler_of(self.settings)

    @property
    def shuffler_ready(self) -> bool:
        name = self.shuffler()
        return bool(name) and self.devices[name].phase == "ready"

    def loader(self, deck: DeckState) -> str:
        """The shuffler in working order that puts this deck into the shoe, for it has shuffled it;
        empty where people load it."""
        name = self.rules.loader
        if not name or self.devices[name].phase != "ready":
            return ""
        by_machine = any(prep.by_device == deck.phase for prep in self.rules.preparations)
        return name if by_machine else ""

    def _obstacle(self) -> Lack | None:
        unfit = self.rules.unfit
        if unfit is not None:
            return Lack("method_lacks_device", unfit)
        deck = self.deck_in_play
        if not deck:
            return Lack("deck_not_loaded", HOUSE)
        if self.too_old(deck) and not self.round.hands:
            return Lack("cards_too_old", self.rules.card_life_basis)
        if self.decks[deck].fate is not Fate.NONE:
            return Lack("deck_not_loaded", HOUSE)
        shoe = self.shoe
        if shoe is not None and self.devices[shoe].phase != "ready":
            return Lack("device_not_ready", HOUSE)
        if not self.load_known(deck):
            return Lack("load_not_told", HOUSE)
        return None if self.round.hands else self._other_deck_lacks(deck)

    def _other_deck_lacks(self, deck: str) -> Lack | None:
        """What is wrong with the deck that is not dealt from, where there are two."""
        both = self.rules.two_decks
        for name in self.settings.decks_in_use:
            other = self.decks[name]
            if self.rules.sides and name != deck and (lack := self._side_lacks(name)):
                return lack
            if both is None or name == deck or other.phase in both.waiting:
                continue
            if other.phase == SPENT:
                return Lack("other_deck_not_in_shuffler", both.idle)
            return Lack("other_deck_not_opened", both.opening)
        return None

    def _side_lacks(self, deck: str) -> Lack | None:
        """Why nothing can be dealt from the other side, which every round may come to."""
        if deck not in self.decks_in_shoe or self.decks[deck].fate is not Fate.NONE:
            return Lack("deck_not_loaded", HOUSE)
        if self.too_old(deck):
            return Lack("cards_too_old", self.rules.card_life_basis)
        return None if self.load_known(deck) else Lack("load_not_told", HOUSE)

    def out_of_turn(self, deck: str) -> bool:
        """Whether the other deck's turn has come, where two take turns."""
        return self.rules.two_decks is not None and deck == self.round.last_deck

    def load_known(self, deck: str) -> bool:
        """Whether the load in the shoe is known to be this deck, if it tells of loads at all."""
        name = self.rules.shoe
        if name is None:
            return True
        shoe, load = self.devices[name], self.decks[deck].load
        if not self.rules.sides:
            return not shoe.found and shoe.load in (0, load)
        return not shoe.found and load > 0 and self.chamber(name, deck).load == load

    def chamber(self, shoe: str, deck: str) -> Chamber:
        """The side of the shoe that this deck is loaded into, as far as it has told of it."""
        at, told = self.settings.decks.index(deck), self.devices[shoe].chambers
        return told[at] if at < len(told) else Chamber()

    def too_old(self, deck: str) -> bool:
        life = self.rules.card_life
        opened = self.decks[deck].opened_at
        return life is not None and opened > 0 and self.time - opened >= life

    @property
    def rules_outdated(self) -> bool:
        """Whether the settings have changed over this input; the next one meets their rules."""
        known = self.rules.settings
        return self.settings is not known and self.settings != known

    # ------------------------------------------------------------ writing

    def _touch(self) -> None:
        """What is due has to be worked out again; which deck is in the shoe stays as it is."""
        self._view = self._plan_dues = self.known_standing = None

    def renew(self) -> None:
        """Forget everything worked out so far: something outside the round has changed."""
        self._view = self._plan_dues = self.known_standing = self._deck_in_shoe = None

    def put_settings(self, settings: Settings, changed: Changed) -> None:
        """Go on under these settings; `changed` is what they have that the file has not."""
        self.settings, self.changed = settings, changed
        self._touch()

    def put_round(self, round_: RoundState) -> None:
        self.round = round_
        self._view = self._plan_dues = self.known_standing = None

    def put_deck(self, name: str, deck: DeckState) -> None:
        if deck.phase != self.decks[name].phase:
            self._deck_in_shoe = None
        self.decks = {**self.decks, name: deck}
        self._view = self._plan_dues = self.known_standing = None

    def put_holding(self, name: str, holding: Holding) -> None:
        self.ledger = {**self.ledger, name: holding}
        self._view = self._plan_dues = self.known_standing = self._deck_in_shoe = None

    def put_device(self, name: str, device: DeviceState) -> None:
        self.devices = {**self.devices, name: device}
        self._touch()

    def begin_cycle(self, name: str) -> None:
        """A shuffler begins anew with the deck that is in it, if it has one."""
        if name == self.shuffler():
            for deck, state in self.decks.items():
                if state.put_in_at:
                    self.put_deck(deck, replace(state, put_in_at=self.time))

    def note_device(self, name: str, device: DeviceState) -> None:
        """What a device has told of itself so far. Nothing that is due depends on it."""
        self.devices = {**self.devices, name: device}

    def put_cases(self, cases: tuple[Case, ...]) -> None:
        self.cases = cases
        self._touch()

    def put_notices(self, notices: tuple[Notice, ...]) -> None:
        self.notices = notices
        self._touch()

    def put_phase(self, phase: str) -> None:
        self.phase = phase
        self.phases.append(f"table:{phase}")
        self._touch()

    def counted_right(self, deck: str) -> None:
        self.put_deck(deck, replace(self.decks[deck], uncounted=0))
        self.put_round(replace(self.round, uncounted=0))

    def record(self, fact: Fact) -> None:
        """A thing that has happened in this round."""
        self.facts.append(fact)
        self.put_round(with_fact(self.round, fact))

    def move(self, deck: str, source: str, to: str, count: int | None = None) -> None:
        holding = self.ledger[deck]
        wanted = holding.count(source) if count is None else count
        self.put_holding(deck, ledger.moved(holding, source, to, wanted))

    def shift(self, shifts: tuple[Shift, ...]) -> None:
        """Cards of the round change place as something else is done."""
        for shift in shifts:
            left = shift.count
            for deck in (self.deck_in_play, *self.other_decks_at(shift.source)):
                there = min(left, self.ledger[deck].count(shift.source))
                self.move(deck, shift.source, shift.target, there)
                left -= there

    def other_decks_at(self, place: str) -> tuple[str, ...]:
        """The decks besides the one in play of which cards of the round lie at a place."""
        if not self.rules.sides or place in OFF_LAYOUT:
            return ()
        mine = self.deck_in_play
        return tuple([n for n, each in self.ledger.items() if n != mine and each.count(place)])

    def deal(self, deck: str, target: Target, faces: tuple[Face, ...] = ()) -> None:
        """Cards from the shoe at the place where they were due."""
        held = self.ledger[deck]
        self.lay(deck, target, ledger.dealt(held, SHOE, target.place, target.count, faces))

    def lay(self, deck: str, target: Target, holding: Holding) -> None:
        """Cards lie where they were due, wherever they came from; a face that is up is read."""
        self.put_holding(deck, holding)
        self.record(Dealt(target.place, target.count))
        faces = holding.at(target.place).faces[-target.count :]
        counted = self.shoe is not None and target.place not in OFF_LAYOUT
        if self.round.step == self.rules.deals_in and counted:
            came = (*self.round.came, *(faces or (UNSEEN,) * target.count))
            self.put_round(replace(self.round, came=came))
        if target.up and (new := ledger.tokens(faces)):
            self.await_faces(new)

    def forget_orders(self, device: str, slot: str = "") -> None:
        """What this device was told no longer counts: it is told anew under a new number. With a
        slot it is what it was told there."""
        if slot:
            self.orders = {s: o for s, o in self.orders.items() if s != slot}
            self.standing_orders = {s: o for s, o in self.standing_orders.items() if s != slot}
            return
        self.orders = {s: o for s, o in self.orders.items() if o.device != device}
        self.lapse_orders(device)

    def allow_slot(self, shoe: str, deck: str) -> str:
        """Under which name an allowance is kept: each side of a shoe is allowed by itself."""
        return f"{shoe}:allow:{deck}" if self.rules.sides else f"{shoe}:allow"

    def forget_order(self, device: str, demand: Demand) -> None:
        """As `forget_orders`, of this one demand."""

        def others(given: Mapping[str, Order]) -> dict[str, Order]:
            return {s: o for s, o in given.items() if (o.device, o.demand) != (device, demand)}

        self.orders, self.standing_orders = others(self.orders), others(self.standing_orders)

    def lapse_orders(self, device: str) -> None:
        """What held as long as the line did is over; what is pending is asked about later."""
        kept = {s: o for s, o in self.standing_orders.items() if o.device != device}
        self.standing_orders = kept

    def await_faces(self, tokens: tuple[str, ...]) -> None:
        """Ask for sealed faces; until they are here no step of the round is left."""
        self.unsealing = (*self.unsealing, *tokens)
        self.effects.append(Unseal(tokens))
        self._touch()

    def frozen(self, standing: Standing, deadlines: Mapping[str, int]) -> TableState:
        return TableState(
            seq=self.seq,
            time=self.time,
            phase=self.phase,
            settings=self.settings,
            round=self.round,
            decks=self.decks,
            ledger=self.ledger,
            devices=self.devices,
            orders=self.orders,
            standing_orders=self.standing_orders,
            order_count=self.order_count,
            cases=self.cases,
            case_count=self.case_count,
            unsealing=self.unsealing,
            turning=self.turning,
            deadlines=deadlines,
            notices=self.notices,
            notice_count=self.notice_count,
            changed=self.changed,
            present=self.present,
            enrolled=self.enrolled,
            fault=self.fault,
            stopped_in=self.stopped_in,
            memo=None if self.rules_outdated else self._memo(standing, deadlines),
        )

    def _memo(self, standing: Standing, deadlines: Mapping[str, int]) -> Memo:
        until = min(deadlines.values()) if deadlines else FOREVER
        return Memo(self.plan_dues, standing, self.deck_in_shoe, until)
