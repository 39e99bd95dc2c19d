"""The next state while one input is being applied. Nobody outside `apply` ever sees a draft.

It starts as a copy of the state's parts, is written by the handlers of one input, and is frozen
once at the end. What can be read off it is in `parts.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.table import ledger
from tablectl.table.ledger import Holding
from tablectl.table.offered import FOREVER, Memo, Standing
from tablectl.table.parts import Parts
from tablectl.table.places import OFF_LAYOUT, SHOE
from tablectl.table.round_view import with_fact
from tablectl.table.state import DeckState, DeviceState, RoundState, TableState
from tablectl.words.cards import UNSEEN, Face
from tablectl.words.dues import Shift, Target
from tablectl.words.effects import Unseal
from tablectl.words.facts import Dealt, Fact
from tablectl.words.notices import Notice
from tablectl.words.orders import Demand, Order
from tablectl.words.rulings import Case
from tablectl.words.settings import Changed, Settings
from tablectl.words.values import replace


class Draft(Parts):
    """One state being written."""

    __slots__ = ()

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
