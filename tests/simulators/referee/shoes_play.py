"""Blackjack from the other shoes, in the core alone and under the referee: two sides, discards that
are shuffled in, and a shoe that takes its cards back.

The shoe numbers its loads where it has two sides or takes cards back. Now and then a card comes
from the wrong side, past its gate, or somebody says so afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablectl.table.offered import Offered
from tablectl.table.places import SHOE
from tablectl.words.acts import Confirm, Count, Deal, Deed
from tablectl.words.cards import Card, Face, Known, Sealed
from tablectl.words.dues import CardsDue, CheckDue, CountDue, Due, MoveDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, CardsReturned, ChamberLoaded, Loaded
from tablectl.words.outcomes import Outcome
from tablectl.words.settings import Can
from tests.simulators.referee.blackjack_play import HOLE, MISHAPS, BlackjackPlay
from tests.tables import SHOE_1

DOUBLE, BART_CARTER, CONTINUOUS = "double_shoe", "bart_carter", "continuous_shuffler"
INTO_SHOE = ("load", "insert_stacks")


class ShoePlay(BlackjackPlay):
    """A table with one of these shoes."""

    def __init__(self, method: str, preset: str, seed: int, seats: int = 6, **options: int) -> None:
        self.loads = 0
        self.astray = False
        """The next card comes from the wrong side."""
        self.method = method
        super().__init__(preset, seed, seats, **options)

    # ------------------------------------------------------------ decks

    @property
    def sides(self) -> tuple[str, ...]:
        return self.settings.decks

    @property
    def side(self) -> str:
        """The side that the next card comes from."""
        due = next((due for due in self.dues if isinstance(due, CardsDue)), None)
        if due is not None and due.decks:
            return self.chance.choice(due.decks)
        mine = self.draft.deck_in_play or self.sides[0]
        other = next((name for name in self.sides if name != mine), mine)
        strays, self.astray = self.astray and self._in_shoe(other) > 0, False
        return other if strays else mine

    def _in_shoe(self, deck: str) -> int:
        return self.state.ledger[deck].count(SHOE)

    def lying_of(self, place: str) -> list[tuple[str, Face]]:
        """The cards of a place, each with its deck: those of the deck in play last."""
        mine = self.draft.deck_in_play
        decks = sorted(self.sides, key=lambda name: name == mine)
        ledger = self.state.ledger
        return [(name, face) for name in decks for face in ledger[name].at(place).all_faces()]

    # ------------------------------------------------------------ cards

    def next_card(self) -> Card:
        return self.card_from(self.draft.deck_in_play or self.sides[0])

    def card_out(self) -> CardsOut:
        side = self.side
        deck = self.state.decks[side]
        faces: tuple[Face, ...] = ()
        if Can.FACES in self.settings.devices[SHOE_1].can:
            faces = (self.seal(self.card_from(side), f"{self.state.seq}"),)
        numbered = (deck.load, deck.given + 1) if deck.load else (0, 0)
        return CardsOut(1, faces, False, 0, *numbered)

    def faces(self, place: str) -> tuple[Face, ...]:
        return tuple(face for _, face in self.lying_of(place))

    def lying(self, place: str) -> tuple[Card, ...]:
        if any(isinstance(face, Sealed) for face in self.faces(place)):
            return ()
        if place == HOLE and self.hole is not None:
            found, self.hole = (self.hole,), None
            return found
        return tuple(
            face.card if isinstance(face, Known) else self.card_from(deck)
            for deck, face in self.lying_of(place)
        )

    def checked(self, due: CheckDue) -> bool:
        ((deck, face),) = self.lying_of(due.place)
        if not isinstance(face, Sealed):
            self.hole = self.card_from(deck)
        card = self.card_of(face) or self.hole
        return card is not None and card.rank in due.ranks

    def somewhere(self) -> str:
        laid = [place for deck in self.sides for place in self.state.ledger[deck].on_layout()]
        return self.chance.choice(laid or ["rack"])

    # ------------------------------------------------------------ the ordinary course

    def do(self, deed: Deed, by: str = "d1", second: str = "") -> Outcome:
        """A shoe tells of its load, before or after whoever loads it."""
        loads = isinstance(deed, Confirm) and deed.what in INTO_SHOE and self.rules.shoe is not None
        if not loads or not isinstance(deed, Confirm):
            return super().do(deed, by, second)
        early = self.chance.random() < 0.5
        if early:
            self.tell_load(deed.subject)
        done = super().do(deed, by, second)
        if not early:
            self.tell_load(deed.subject)
        return done

    def tell_load(self, deck: str) -> None:
        self.loads += 1
        if self.settings.method == DOUBLE:
            self.see(SHOE_1, ChamberLoaded(self.loads, self.sides.index(deck) + 1))
        elif self.settings.method == CONTINUOUS:
            self.see(SHOE_1, Loaded(self.loads))

    def _answer(self, offered: Offered) -> bool:
        due = offered.due
        if isinstance(due, MoveDue) and due.to == SHOE and self.rules.shoe is not None:
            return self.put_back(due)
        return super()._answer(offered)

    def put_back(self, due: MoveDue) -> bool:
        """All that is to go back, or a part of it at a time."""
        deck = self.state.decks[self.sides[0]]
        there = sum(self.state.ledger[self.sides[0]].count(place) for place in due.sources)
        count = self.chance.randint(1, there)
        return self.see(SHOE_1, CardsReturned(deck.load, count)).fault == ""

    def deed_for(self, due: Due) -> Deed | None:
        match due:
            case CardsDue():
                return Deal(self.side) if len(self.sides) > 1 else Deal()
            case CountDue():
                deck = due.deck or self.draft.deck_in_play
                return Count(due.place, self.state.ledger[deck].count(due.place))
            case _:
                return super().deed_for(due)

    def mishap(self) -> None:
        mishaps = {**MISHAPS, **(SIDED if self.settings.method == DOUBLE else {})}
        kind = self.chance.choice(tuple(mishaps))
        self.happened[kind] += mishaps[kind](self)


def _wrong_side(table: ShoePlay) -> bool:
    table.astray = True
    return True


def _wrong_side_told(table: ShoePlay) -> bool:
    return table.report(Kind.WRONG_SIDE)


def _cutting_card(table: ShoePlay) -> bool:
    told = Confirm("cutting_card", table.chance.choice(table.sides), table.chance.choice((0, None)))
    return table.do(told).accepted


SIDED: Mapping[str, Callable[[ShoePlay], bool]] = {
    "wrong_side": _wrong_side,
    "wrong_side_told": _wrong_side_told,
    "cutting_card": _cutting_card,
}


LIBERAL = {"surrender": 1, "even_money": 1, "split_hands": 4, "resplit_aces": 1, "shared_boxes": 1}
HOUSES: tuple[Mapping[str, int], ...] = (
    {"hole_card": 0, **LIBERAL},
    {"hole_card": 1, "insurance_at_turn": 1},
    {"hole_card": 2, **LIBERAL},
    {"hole_card": 3, "shared_boxes": 1},
)


def house(method: str, seed: int) -> dict[str, int]:
    """The four ways to deal the dealer's second card in turn, from shoes that end soon."""
    options = dict(HOUSES[seed % len(HOUSES)])
    match method:
        case "double_shoe":
            return {
                **options,
                "decks_in_shoe": 1,
                "cards_behind": 12,
                "red_side": 1 + seed // 4 % 2,
            }
        case "bart_carter":
            return {**options, "decks_in_shoe": 2}
        case _:
            return {**options, "decks_in_shoe": 1}
