"""A blackjack table in the core, with the cards that really lie on it.

The test says which cards the shoe holds and what players answer; what no device tells is keyed in
by what really lies there, so that a belief which parts from the truth shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tablectl.table.view import HIDDEN
from tablectl.words.acts import Bet, Check, Choose, Deal, Declare, Move, Shown, Turn
from tablectl.words.bases import cited
from tablectl.words.cards import Card, Face, Known
from tablectl.words.dues import (
    CardsDue,
    CheckDue,
    ChoiceDue,
    ConfirmDue,
    Due,
    MoveDue,
    SettleDue,
    TurnDue,
)
from tablectl.words.facts import Checked, Chose
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardChecked, CardsOut, CardsRead
from tablectl.words.outcomes import Outcome
from tablectl.words.settings import Can, Device, DeviceKind
from tests.tables import DECK, SHOE_1, Table, settings_for, who_may

MODES = {"none": 0, "down": 1, "reader": 2, "up": 3}
PRESETS = ("blind", "counting", "recognising", "mixed")
LAMP = Device(DeviceKind.READER, (Can.CHECK,), "sim-reader", "R-1", "1.0")
CONCEALING = replace(LAMP, can=(Can.CHECK, Can.CONCEAL))
READS_HANDS = Device(DeviceKind.READER, (Can.FACES,), "sim-reader", "R-2", "1.0")
TWO_BOXES = (Bet(1, "wager", 1000), Bet(3, "wager", 600))
MOST_STEPS = 300


class Jack(Table):
    """Two boxes unless a test says otherwise; `shoe` is what comes out of it, first card first."""

    def __init__(
        self,
        shoe: str,
        mode: str = "down",
        preset: str = "counting",
        bets: tuple[Bet, ...] = TWO_BOXES,
        answers: Mapping[str, str] | None = None,
        reader: Device | None = None,
        options: Mapping[str, int | str] | None = None,
    ) -> None:
        devices = {"reader_1": reader} if reader is not None else {}
        if preset == "mixed":
            devices["reader_2"] = READS_HANDS
        settings = settings_for(
            "counting" if preset == "mixed" else preset,
            game="blackjack",
            devices=devices,
            options={"hole_card": MODES[mode], **(options or {})},
        )
        super().__init__(settings, bets=bets)
        self.cards = ["2C", *shoe.split()]  # the first one is burned
        self.said = {hand: said.split() for hand, said in (answers or {}).items()}
        self.lying: dict[str, list[str]] = {}
        self.given = 0

    # ------------------------------------------------------------ what really happens

    def draw(self, place: str) -> Outcome:
        """A card leaves the shoe, and really goes there."""
        code = self.cards.pop(0)
        self.lying.setdefault(place, []).append(code)
        self.given += 1
        faces: tuple[Face, ...] = ()
        if Can.FACES in self.settings.devices[SHOE_1].can:
            faces = (self.seal(Card.of(code), f"card {self.given}"),)
        return self.see(SHOE_1, CardsOut(1, faces))

    def slip(self, place: str) -> None:
        """A card leaves a shoe that nobody counts."""
        self.lying.setdefault(place, []).append(self.cards.pop(0))

    @property
    def blind(self) -> bool:
        return self.rules.shoe is None

    def deal_as(self, *places: str) -> None:
        """The first cards really go to these places in this order, whatever is due."""
        self.until(lambda: self.step == "deal")
        for place in places:
            if self.blind:
                self.slip(place)
            else:
                self.draw(place)
        if self.blind:
            self.must(Deal())

    def move(self, source: str, to: str) -> None:
        self.lying.setdefault(to, []).append(self.lying[source].pop())

    # ------------------------------------------------------------ the ordinary course

    def until(self, there: Callable[[], bool]) -> Jack:
        for _ in range(MOST_STEPS):
            if there():
                return self
            if not any(self._do(o.due) or self._answer(o) for o in self.offers):
                raise AssertionError(f"nobody can go on from {self.step}: {self.dues}")
        raise AssertionError(f"never came to that, but to {self.step}: {self.dues}")

    def at(self, step: str) -> Jack:
        return self.until(lambda: self.step == step)

    def asked(self, question: str, hand: str = "") -> Jack:
        """Until this is asked, of this hand."""

        def so() -> bool:
            return any(
                isinstance(due, ChoiceDue) and due.question == question and hand in ("", *due.hands)
                for due in self.dues
            )

        return self.until(so)

    def end(self) -> Jack:
        """The round is over, whatever was due."""
        number = self.state.round.number
        return self.until(lambda: self.state.round.number > number)

    def _do(self, due: Due) -> bool:
        match due:
            case CardsDue() if self.blind:
                for target in due.to:
                    self.slip(target.place)
                return self.do(Deal()).accepted
            case CardsDue():
                return self.draw(due.to[0].place).fault == ""
            case ChoiceDue() if due.question != "remedy":
                return self.say(self._answer_of(due), due)
            case CheckDue():
                (hole,) = self.lying[due.place]
                yes = Card.of(hole).rank in due.ranks
                if self.draft.checker() is not None:
                    return self.see("reader_1", CardChecked(due.check, yes)).fault == ""
                return self.do(Check(due.check, yes)).accepted
            case TurnDue():
                return self._turn(due)
            case MoveDue():
                done = self.do(Move(due.to), who_may(due)).accepted
                for source in due.sources:
                    self.lying.pop(source, None)
                return done
            case _:
                return False

    def _answer_of(self, due: ChoiceDue) -> str:
        mine = self.said.get(due.hands[0], [])
        names = [option.name for option in due.options]
        if mine and mine[0] in names:
            return mine.pop(0)
        return "decline" if "decline" in names else names[0]

    def say(self, choice: str, due: ChoiceDue | None = None) -> bool:
        """The hand that is asked answers; cards move with it."""
        asked = due or next(d for d in self.dues if isinstance(d, ChoiceDue))
        option = next(o for o in asked.options if o.name == choice)
        self.must(Choose(asked.question, asked.hands[0], choice))
        for shift in option.shifts:
            self.move(shift.source, shift.target)
        return True

    def _turn(self, due: TurnDue) -> bool:
        place = due.places[0]
        known = any(Can.FACES in device.can for device in self.settings.devices.values())
        cards = tuple(map(Card.of, self.lying.get(place, ())))
        if known and not self.blind and "reader_2" not in self.settings.devices:
            return self.do(Turn((Shown(place),))).accepted
        if not known or "reader_2" not in self.settings.devices:
            return self.do(Turn((Shown(place, cards),))).accepted
        return self.read("reader_2", place, cards)

    def read(self, device: str, place: str, cards: tuple[Card, ...]) -> bool:
        faces = tuple(map(Known, cards))
        return self.see(device, CardsRead(place, faces)).fault == ""

    # ------------------------------------------------------------ what came of it

    def believed(self) -> dict[str, list[str]]:
        holding = self.state.ledger[DECK]
        return {
            place: [f.card.code if isinstance(f, Known) else HIDDEN for f in pile.all_faces()]
            for place, pile in holding.piles.items()
            if place in holding.on_layout()
        }

    def agrees(self) -> bool:
        """Whether as many cards are believed at every place as really lie there, and no face that
        is known is another one."""
        believed = self.believed()
        really = {p: cards for p, cards in self.lying.items() if cards and p != "rack"}
        return believed.keys() == really.keys() and all(
            len(cards) == len(really[place])
            and all(code in (HIDDEN, real) for code, real in zip(cards, really[place], strict=True))
            for place, cards in believed.items()
        )

    def report(
        self, kind: Kind, place: str = "", *, nth: int | None = None, seen: bool = False
    ) -> Outcome:
        return self.must(Declare(kind, place, seen=seen, nth=nth))

    def due_at(self) -> list[str]:
        return [t.place for d in self.dues if isinstance(d, CardsDue) for t in d.to]

    def lines(self, stage: str) -> dict[str, str]:
        """What becomes of the wagers at the stage that is due."""
        found = next(d for d in self.dues if isinstance(d, SettleDue) and d.stage == stage)
        return {f"{each.hand}/{each.wager}": each.settling.value for each in found.lines}

    def settles(self, stage: str) -> dict[str, str]:
        self.until(lambda: any(isinstance(d, SettleDue) and d.stage == stage for d in self.dues))
        return self.lines(stage)

    def confirms(self, what: str) -> bool:
        return any(isinstance(due, ConfirmDue) and due.what == what for due in self.dues)

    @property
    def chose(self) -> tuple[Chose, ...]:
        return tuple(f for f in self.state.round.facts if isinstance(f, Chose))

    def facts_of(self, question: str) -> tuple[Chose, ...]:
        return tuple(f for f in self.chose if f.question == question)

    def checks(self) -> tuple[Checked, ...]:
        return tuple(f for f in self.state.round.facts if isinstance(f, Checked))

    def view_checks(self) -> bool:
        """Whether the round that has begun is checked by the reader again."""
        return self.draft.view.checks

    def clause(self) -> str:
        """The clause of the last ruling."""
        return cited(self.rulings[-1].ruling.basis)
