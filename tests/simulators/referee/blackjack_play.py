"""Blackjack in the core alone, at random and under the referee: every answer that is open is given.

No device is simulated and nothing goes over a line. Cards come off a shuffled shoe; where no device
knows faces, somebody keys in what lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from simulators.referee.judge import Referee
from tablectl.sealing import Sealer
from tablectl.table.apply import Applied
from tablectl.table.offered import Offered
from tablectl.table.view import view
from tablectl.words.acts import Bet, Call, Check, Choose, Confirm, Deal, Declare, Deed, Shown, Turn
from tablectl.words.bases import Role
from tablectl.words.cards import STANDARD_52, Card, Face, Known, Sealed
from tablectl.words.dues import (
    CardsDue,
    CheckDue,
    ChoiceDue,
    ConfirmDue,
    Due,
    TurnDue,
)
from tablectl.words.inputs import Input, Stamped
from tablectl.words.irregularities import Kind
from tablectl.words.methods import MANUAL
from tablectl.words.observations import CardChecked, CardsOut, CuttingCardOut, Jammed
from tablectl.words.outcomes import Outcome
from tablectl.words.settings import Can, Device
from tablectl.words.values import replace
from tests.tables import DECK, HOLE_READER, KEY, SHOE_1, Table, settings_for

BEHIND = ((), (), ("behind_1",), ("behind_1", "behind_2"))
HOLE, READER_1 = "dealer.hole", "reader_1"
READER_MODE = 2
CUT, RELIEF, LIKED = 0.01, 0.2, 0.4
"""How often the cutting card comes out, another dealer, and a card of a rank that is liked."""


class BlackjackPlay(Table):
    """A table at which everything that may be done is done sooner or later."""

    method = MANUAL
    """How cards are dealt."""

    def __init__(self, preset: str, seed: int, seats: int = 6, **options: int) -> None:
        self.chance = Random(seed)
        self.referee = Referee()
        self.dealer = "d1"
        self.likes = ""
        """Ranks that come oftener than they would."""
        self.trouble = 0.0
        """How often something goes wrong before the next thing is done."""
        self.happened: Counter[str] = Counter()
        self.named: list[Card] = []
        """Cards that somebody is about to name."""
        self.hole: Card | None = None
        reader = {READER_1: HOLE_READER} if options.get("hole_card") == READER_MODE else {}
        devices: Mapping[str, Device] = reader if seed % 3 else {}
        super().__init__(
            settings_for(
                preset,
                game="blackjack",
                method=self.method,
                seats=seats,
                devices=devices,
                options=options,
            )
        )

    # ------------------------------------------------------------ under the referee

    def witness(self, stamped: Stamped, applied: Applied) -> None:
        self.referee.follow(stamped, applied.outcome)
        if not self.referee.silent:
            self.referee.seen(view(self.rules, applied.state, Role.DEALER))

    def take(self, input_: Input) -> Outcome:
        outcome = super().take(input_)
        self.named = [self.hole] if self.hole is not None else []
        return outcome

    # ------------------------------------------------------------ cards

    def next_card(self) -> Card:
        return self.card_from(DECK)

    def card_from(self, deck: str) -> Card:
        """One of this deck that does not lie anywhere yet, as far as anybody knows."""
        left = Counter(dict.fromkeys(STANDARD_52, int(self.settings.options["decks_in_shoe"])))
        for pile in self.state.ledger[deck].piles.values():
            left.subtract(filter(None, map(self.card_of, pile.faces)))
        left.subtract(self.named)
        cards = [*left.elements()]
        wanted = [card for card in cards if card.code[0] in self.likes]
        often = bool(wanted) and self.chance.random() < LIKED
        self.named.append(self.chance.choice(wanted if often else cards))
        return self.named[-1]

    def card_of(self, face: Face) -> Card | None:
        if isinstance(face, Sealed):
            return self.sealer.open(self.secrets[face.token])
        return face.card if isinstance(face, Known) else None

    def card_out(self) -> CardsOut:
        if Can.FACES not in self.settings.devices[SHOE_1].can:
            return CardsOut(1)
        card = self.next_card()
        secret = Sealer(KEY).seal(card, f"{self.state.seq}")
        self.secrets[secret.token] = secret
        return CardsOut(1, (Sealed(secret.token),))

    def faces(self, place: str) -> tuple[Face, ...]:
        return self.state.ledger[DECK].at(place).all_faces()

    def lying(self, place: str) -> tuple[Card, ...]:
        """The cards of a place: what is known of them, and what turns out to lie there."""
        if any(isinstance(face, Sealed) for face in self.faces(place)):
            return ()
        found = [f.card if isinstance(f, Known) else self.next_card() for f in self.faces(place)]
        if place == HOLE and self.hole is not None:
            found, self.hole = [self.hole], None
        return tuple(found)

    def checked(self, due: CheckDue) -> bool:
        """Whether the hole card is of one of these ranks; from now on it is what was said."""
        (face,) = self.faces(due.place)
        if isinstance(face, Sealed):
            return self.sealer.open(self.secrets[face.token]).rank in due.ranks
        self.hole = self.next_card()
        return self.hole.rank in due.ranks

    # ------------------------------------------------------------ playing

    def do(self, deed: Deed, by: str = "d1", second: str = "") -> Outcome:
        """Whoever deals calls and deals."""
        return super().do(deed, self.dealer if isinstance(deed, Call | Deal) else by, second)

    def relieve(self) -> None:
        """Now and then another dealer comes, and somebody asks for the card that was burnt."""
        offered = {due.what: due for due in self.dues if isinstance(due, ConfirmDue)}
        if "take_over" in offered and self.chance.random() < RELIEF:
            self.dealer = "d2" if self.dealer == "d1" else "d1"
            self.must(Confirm("take_over"), self.dealer)
        elif "show_burn" in offered:
            self.must(Confirm("show_burn"))

    def round_of_play(self) -> None:
        self.hole = None
        self.relieve()
        shared = bool(self.settings.options["shared_boxes"])
        self.bets = tuple(
            Bet(seat, wager, self.chance.choice((5_00, 7_50, 10_00, 25_00, None)))
            for seat in sorted(self.chance.sample(range(1, self.settings.seats + 1), 3))
            for wager in ("wager", *self.chance.choice(BEHIND if shared else ((),)))
        )
        self.next_round()

    # ------------------------------------------------------------ what goes wrong

    def mishap(self) -> None:
        """Something that 2.15 knows, if it can happen now."""
        kind = self.chance.choice(tuple(MISHAPS))
        self.happened[kind] += MISHAPS[kind](self)

    def report(self, kind: Kind, place: str = "", *, seen: bool = False, nth: int = 0) -> bool:
        deed = Declare(kind, place, seen=seen, nth=nth or None)
        return self.do(deed).accepted

    def somewhere(self) -> str:
        holding = self.state.ledger[DECK]
        return self.chance.choice(holding.on_layout() or ("rack",))

    # ------------------------------------------------------------ the ordinary course

    def _answer(self, offered: Offered) -> bool:
        if self.chance.random() < self.trouble and self.state.round.hands:
            self.mishap()
            return True
        due = offered.due
        if isinstance(due, CardsDue) and self.rules.shoe is not None:
            if self.chance.random() < CUT:
                self.see(SHOE_1, CuttingCardOut())
            return self.see(SHOE_1, self.card_out()).fault == ""
        if isinstance(due, CheckDue) and self.draft.checker() is not None:
            return self.see(READER_1, CardChecked(due.check, self.checked(due))).fault == ""
        if isinstance(due, ConfirmDue) and due.idle:
            return False
        return super()._answer(offered)

    def deed_for(self, due: Due) -> Deed | None:
        match due:
            case CheckDue():
                return Check(due.check, self.checked(due))
            case ChoiceDue():
                return self.choice(due)
            case TurnDue():
                return Turn(tuple(Shown(place, self.lying(place)) for place in due.places))
            case _:
                return super().deed_for(due)

    def choice(self, due: ChoiceDue) -> Choose:
        option, hand = self.chance.choice(due.options), due.hands[0]
        stake = next((each for each in option.adds if each.chip is not None), None)
        like = self.draft.view.stake(hand, stake.like) if stake is not None else None
        if stake is None or like is None or self.chance.random() < 0.5:
            return Choose(due.question, hand, option.name)
        most = like * stake.parts // stake.of
        cents = self.chance.randint(1, most)
        return Choose(due.question, hand, option.name, cents=cents)


def _drawn(table: BlackjackPlay) -> bool:
    return table.report(Kind.CARD_DRAWN_IN_ERROR, seen=table.chance.random() < 0.5)


def _face_up(table: BlackjackPlay) -> bool:
    if table.rules.shoe is None:
        return table.report(Kind.FACE_UP_CARD)
    if not any(isinstance(due, CardsDue) for due in table.dues):
        return False
    return table.see(SHOE_1, replace(table.card_out(), face_up=True)).accepted


def _unasked(table: BlackjackPlay) -> bool:
    if table.rules.shoe is None or any(isinstance(due, CardsDue) for due in table.dues):
        return False
    return table.see(SHOE_1, table.card_out()).accepted


def _two_at_once(table: BlackjackPlay) -> bool:
    if table.rules.shoe is None:
        return False
    one, other = table.card_out(), table.card_out()
    return table.see(SHOE_1, replace(one, count=2, faces=one.faces + other.faces)).accepted


def _passed_over(table: BlackjackPlay) -> bool:
    return table.report(Kind.PASSED_OVER, table.somewhere(), nth=table.chance.choice((0, 1, 2)))


def _not_given(table: BlackjackPlay) -> bool:
    return table.report(Kind.CARD_NOT_GIVEN, table.somewhere())


def _touched(table: BlackjackPlay) -> bool:
    return table.report(Kind.CARDS_TOUCHED, table.somewhere())


def _into_the_reader(table: BlackjackPlay) -> bool:
    if READER_1 in table.settings.devices:
        return table.see(READER_1, CardChecked("dealer_blackjack", yes=False)).accepted
    return table.report(Kind.UNSOLICITED_CHECK)


def _reader_jams(table: BlackjackPlay) -> bool:
    if READER_1 in table.settings.devices:
        return table.see(READER_1, Jammed()).accepted
    return table.report(Kind.DEVICE_FAILED)


MISHAPS: Mapping[str, Callable[[BlackjackPlay], bool]] = {
    "drawn": _drawn,
    "face_up": _face_up,
    "unasked": _unasked,
    "two_at_once": _two_at_once,
    "passed_over": _passed_over,
    "not_given": _not_given,
    "touched": _touched,
    "into_the_reader": _into_the_reader,
    "reader_jams": _reader_jams,
}
