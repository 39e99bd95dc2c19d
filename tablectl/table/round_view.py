"""What a step of a game may look at: this round, its cards and the house's options.

A step's `due` and the guards of its edges are pure functions of this view. It offers words of
the trade, not the layout of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablectl.table.ledger import Holding
from tablectl.table.places import DEALER, OFF_LAYOUT, SHOE, is_seat, seat_of, seat_place
from tablectl.table.state import DeckState, RoundState
from tablectl.words.bases import Basis
from tablectl.words.cards import Card, Face, Known
from tablectl.words.dues import Lack
from tablectl.words.facts import (
    Amended,
    Called,
    Checked,
    Chose,
    Confirmed,
    CountedAt,
    Dealt,
    DidWithout,
    Drew,
    Fact,
    Flawed,
    Moved,
    Refilled,
    Settled,
    Turned,
    Wagered,
)
from tablectl.words.irregularities import Kind
from tablectl.words.money import Cents
from tablectl.words.settings import Settings

TAKE_OVER = "take_over"
"""Said by a dealer who comes to a table at which somebody else has dealt."""


class RoundView:
    """A read-only look at one round at one moment."""

    __slots__ = (
        "_beside",
        "_checker",
        "_choices",
        "_facts",
        "_obstacle",
        "deck",
        "holding",
        "round",
        "settings",
    )

    def __init__(
        self,
        settings: Settings,
        round_: RoundState,
        holding: Holding | None,
        deck: DeckState | None,
        obstacle: Callable[[], Lack | None],
        checker: Callable[[], str | None],
        beside: Callable[[str], RoundView] | None = None,
    ) -> None:
        self.settings = settings
        self.round = round_
        self.holding = holding
        self.deck = deck
        self._obstacle = obstacle
        self._checker = checker
        self._beside = beside
        self._facts = facts_index(round_)
        self._choices: dict[str, tuple[Chose, ...]] = {}

    # ------------------------------------------------------------ house options

    def number(self, option: str) -> int:
        value = self.settings.options[option]
        if not isinstance(value, int):
            raise TypeError(f"option {option} is no number")
        return value

    def text(self, option: str) -> str:
        return str(self.settings.options[option])

    # ------------------------------------------------------------ seats and wagers

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(1, self.settings.seats + 1))

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands in play, from the dealer's left, as frozen when the wagers closed."""
        return self.round.hands

    @property
    def betting(self) -> tuple[str, ...]:
        """The places of the seats with any wager, from the dealer's left."""
        return tuple(p for p in map(seat_place, self.seats) if self.round.wagers.get(p))

    @property
    def lying(self) -> Mapping[str, Mapping[str, Cents | None]]:
        """What is down if the wagers close now: what was keyed in, and what lies there again."""
        down, again = self.round.wagers, self.round.again
        places = (p for p in map(seat_place, self.seats) if p in down or p in again)
        return {place: {**again.get(place, {}), **down.get(place, {})} for place in places}

    def wagers(self, hand: str) -> Mapping[str, Cents | None]:
        lying = self.round.wagers
        return lying[hand] if hand in lying else lying.get(seat_of(hand), {})

    def has(self, hand: str, wager: str) -> bool:
        return wager in self.wagers(hand)

    def stake(self, hand: str, wager: str) -> Cents | None:
        return self.wagers(hand).get(wager)

    # ------------------------------------------------------------ cards

    def count(self, place: str) -> int:
        return 0 if self.holding is None else self.holding.count(place)

    def counts(self, places: tuple[str, ...]) -> tuple[int, ...]:
        if self.holding is None:
            return (0,) * len(places)
        piles = self.holding.piles
        return tuple([piles[p].count if p in piles else 0 for p in places])

    def faces(self, place: str) -> tuple[Face, ...]:
        return () if self.holding is None else self.holding.at(place).all_faces()

    def cards(self, place: str) -> tuple[Card, ...] | None:
        """The cards at a place, or None unless every one of them is known and of this deck."""
        if self.holding is None or place not in self.holding.piles:
            return ()
        pile = self.holding.piles[place]
        known = [face.card for face in pile.faces if isinstance(face, Known)]
        if len(known) != pile.count:
            return None
        strangers = not self.holding.composition.jokers and None in [card.rank for card in known]
        return None if strangers else tuple(known)

    @property
    def laid(self) -> tuple[str, ...]:
        """The places on the layout that hold cards."""
        return () if self.holding is None else self.holding.on_layout()

    @property
    def in_shoe(self) -> int:
        return self.count(SHOE)

    def of(self, deck: str) -> RoundView:
        """The same round, with the cards of another deck on the table."""
        return self if self._beside is None else self._beside(deck)

    @property
    def refilled(self) -> bool:
        """Whether cards went back into the shoe in this round, and none was dealt since."""
        if ("refilled", "", "") not in self._facts:
            return False
        told = (f for f in reversed(self.round.facts) if isinstance(f, Dealt | Refilled))
        return isinstance(next(told), Refilled)

    @property
    def cutting_card(self) -> str:
        """The place whose card came after the cutting card, if that is out of the shoe."""
        return "" if self.deck is None else self.deck.cutting

    @property
    def taken_over(self) -> bool:
        """Whether another dealer has come in this round and has not drawn a card yet."""
        for fact in reversed(self.round.facts):
            if isinstance(fact, Dealt):
                return False
            if isinstance(fact, Confirmed) and fact.what == TAKE_OVER:
                return True
        return False

    @property
    def uncounted(self) -> int:
        """Rounds dealt since the last right count, of this deck or of this table: the stricter."""
        of_deck = 0 if self.deck is None else self.deck.uncounted
        return max(of_deck, self.round.uncounted)

    # ------------------------------------------------------------ facts

    def called(self, call: str) -> bool:
        return ("called", call, "") in self._facts

    def choice(self, question: str, hand: str) -> str | None:
        value = self._facts.get(("chose", question, hand))
        return None if value is None else str(value)

    def choices(self, question: str) -> tuple[Chose, ...]:
        """Every answer to a question, in the order in which they came."""
        found = self._choices.get(question)
        if found is None:
            facts = in_force(self.round.facts)
            found = tuple([f for f in facts if isinstance(f, Chose) and f.question == question])
            self._choices[question] = found
        return found

    def checked(self, check: str) -> bool | None:
        value = self._facts.get(("checked", check, ""))
        return None if value is None else bool(value)

    def counted(self, place: str, deck: str = "") -> bool:
        return ("counted", place, deck) in self._facts

    def drew(self, draw: str) -> int | None:
        value = self._facts.get(("drew", draw, ""))
        return value if isinstance(value, int) else None

    def turned(self, place: str) -> bool:
        return ("turned", place, "") in self._facts

    def settled(self, stage: str) -> bool:
        return ("settled", stage, "") in self._facts

    def settled_hands(self, stage: str) -> frozenset[str]:
        """The hands of which a stage has been settled that comes hand by hand."""
        if ("settled", stage, "") not in self._facts:
            return frozenset()
        facts = self.round.facts
        settled = (f for f in facts if isinstance(f, Settled) and f.stage == stage)
        return frozenset(hand for fact in settled for hand in fact.hands)

    def confirmed(self, what: str, subject: str = "") -> bool:
        return ("confirmed", what, subject) in self._facts

    def flaws(self, kind: Kind) -> tuple[Flawed, ...]:
        """What went wrong in this round and its plan makes good, in the order of finding it."""
        if ("flawed", kind.value, "") not in self._facts:
            return ()
        facts = self.round.facts
        return tuple(f for f in facts if isinstance(f, Flawed) and f.kind is kind)

    @property
    def did_without(self) -> bool:
        """Whether this round goes on without a device that it began with."""
        return ("did_without", "", "") in self._facts

    # ------------------------------------------------------------ beyond this round

    def carried(self, name: str, first: int) -> int:
        """What earlier rounds left to this one, or what it is in the first round of all."""
        return self.round.carried.get(name, first)

    @property
    def checks(self) -> bool:
        """Whether a device in working order answers checks, so that nobody has to look."""
        return self._checker() is not None and not self.did_without

    # ------------------------------------------------------------ common questions

    @property
    def dealable(self) -> bool:
        """Whether a card may be dealt at all: a sound deck, and a device that is up."""
        return self._obstacle() is None

    def lacking_to_deal(self, not_loaded: Basis, nobody: Basis) -> Lack | None:
        """Why the dealing cannot be called for yet, or None.

        What keeps cards from being dealt whatever the game (no deck, cards too old, a device
        down) comes before what this game asks for.
        """
        obstacle = self._obstacle()
        if obstacle is not None:
            no_deck = obstacle.code == "deck_not_loaded"
            return Lack("deck_not_loaded", not_loaded) if no_deck else obstacle
        return None if self.betting or self.round.again else Lack("no_wagers", nobody)


def whose(place: str) -> str:
    """To whom the cards at a place belong, in the words of the circumstances."""
    if place in OFF_LAYOUT:
        return "stub"
    if is_seat(place):
        return "player"
    return "dealer" if seat_of(place) == DEALER else "common"


def in_force(facts: tuple[Fact, ...], without: int | None = None) -> tuple[Fact, ...]:
    """The facts as they read after every amendment, without the amendments themselves.

    `without` leaves out the fact at one place.
    """
    if without is None and Amended not in map(type, facts):
        return facts
    return tuple(fact for at, fact in as_amended(facts).items() if at != without)


def as_amended(facts: tuple[Fact, ...]) -> dict[int, Fact]:
    """By its place in the round, each fact as it reads now.

    An amendment of what had not been keyed in at all is a fact itself, and may be amended again.
    """
    if Amended not in map(type, facts):
        return dict(enumerate(facts))
    read: dict[int, Fact] = {}
    for at, fact in enumerate(facts):
        if not isinstance(fact, Amended):
            read[at] = fact
        else:
            read[at if fact.at is None else fact.at] = fact.to
    return read


FactIndex = dict[tuple[str, str, str], int | str | bool]


def facts_index(round_: RoundState) -> FactIndex:
    """The facts of a round by what they are about; the last one about a thing counts.

    Derived from the facts, and kept with them so that a round of forty facts is not read forty
    times over.
    """
    index = round_.index
    if isinstance(index, dict):
        return index
    return dict(filter(None, map(_entry, round_.facts)))


def with_fact(round_: RoundState, fact: Fact) -> RoundState:
    """The round with one fact more."""
    index = facts_index(round_)
    if not isinstance(fact, UNASKED) and (entry := _entry(fact)) is not None:
        index = {**index, entry[0]: entry[1]}
    return RoundState(
        number=round_.number,
        step=round_.step,
        deck=round_.deck,
        facts=(*round_.facts, fact),
        hands=round_.hands,
        wagers=round_.wagers,
        rulings=round_.rulings,
        face_ups=round_.face_ups,
        carried=round_.carried,
        uncounted=round_.uncounted,
        last_deck=round_.last_deck,
        seconds=round_.seconds,
        again=round_.again,
        entered=round_.entered,
        shown=round_.shown,
        came=round_.came,
        dealer=round_.dealer,
        kept=round_.kept,
        index=index,
    )


UNASKED = (Dealt, Moved, Wagered)
"""The most frequent facts; nobody asks for one of them, since the ledger and the wagers tell."""


def _entry(fact: Fact) -> tuple[tuple[str, str, str], int | str | bool] | None:
    match fact:
        case Called():
            return ("called", fact.call, ""), True
        case Chose():
            return ("chose", fact.question, fact.hand), fact.choice
        case Checked():
            return ("checked", fact.check, ""), fact.yes
        case CountedAt():
            return ("counted", fact.place, fact.deck), fact.count
        case Refilled():
            return ("refilled", "", ""), True
        case Drew():
            return ("drew", fact.draw, ""), fact.number
        case Turned():
            return ("turned", fact.place, ""), True
        case Settled():
            return ("settled", fact.stage, ""), True
        case Confirmed():
            return ("confirmed", fact.what, fact.subject), True
        case Flawed():
            return ("flawed", fact.kind.value, ""), True
        case DidWithout():
            return ("did_without", "", ""), True
        case Amended():
            return _entry(fact.to)
        case _:
            return None
