"""The parts of a state while one input is being applied, and what is read off them.

They are the state's own as it was before, until somebody writes them anew (`draft.py`). What is
worked out here (the view of the round, what is due) is remembered until then.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.table import ledger
from tablectl.table.ledger import Holding
from tablectl.table.offered import Memo, Standing
from tablectl.table.places import SHOE, seat_of
from tablectl.table.plan import OVER, VOID
from tablectl.table.round_view import RoundView
from tablectl.table.rules import LOADED, SPENT, Rules, shuffler_of
from tablectl.table.state import Chamber, DeckState, DeviceState, Fate, RoundState, TableState
from tablectl.words.bases import HOUSE
from tablectl.words.dues import Due, Lack
from tablectl.words.effects import Effect
from tablectl.words.facts import Fact, Moved
from tablectl.words.notices import Notice
from tablectl.words.orders import Order
from tablectl.words.refusals import Refusal
from tablectl.words.rulings import Case, Ruled
from tablectl.words.settings import Can, Changed, Settings


class Parts:
    """They are slots: there are more of them than a dict shares keys for."""

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
        in_play = deck == self.round.deck and self.round.step != VOID
        return in_play and not self.cards_dealt and not self._picked_up

    @property
    def _picked_up(self) -> bool:
        """Whether the round has had hands, of which cards were put away since then."""
        moved = (fact.source for fact in self.round.facts if isinstance(fact, Moved))
        return any(source in self.round.hands for source in moved)

    @property
    def owed_if_void(self) -> frozenset[tuple[str, str]]:
        """The wagers of a void round that had not been settled for good, by position and name."""
        down = {(place, wager) for place, mine in self.round.wagers.items() for wager in mine}
        kept = self.round.kept.items()
        return frozenset(down - {(seat_of(hand), each) for hand, mine in kept for each in mine})

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
