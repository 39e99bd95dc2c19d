"""The acts of a scenario: who keys in what, and the deed that the text stands for.

What is left out is read off what is due: the deck of a confirmation, the hand that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Tag, model_validator

from tablectl.scenario.values import LIST, MAPPING, SHAPE, TEXT, Amount, CardCode, cents
from tablectl.words.acts import (
    AmendChoice,
    AmendCount,
    AmendWager,
    Bet,
    Call,
    ChangeOption,
    Check,
    Choose,
    Confirm,
    Count,
    Deal,
    Declare,
    DeclareContents,
    Deed,
    Dispute,
    Move,
    Settle,
    Shown,
    TakeBack,
    Turn,
)
from tablectl.words.cards import Card
from tablectl.words.irregularities import Kind
from tablectl.yamlmodel import Strict

View = Mapping[str, Any]

DEEDS = (
    "bet",
    "take_back",
    "call",
    "deal",
    "choose",
    "count",
    "turn",
    "move",
    "settle",
    "check",
    "confirm",
    "declare",
    "amend_wager",
    "amend_choice",
    "amend_count",
    "dispute",
    "declare_contents",
    "change_option",
    "choose_remedy",
    "confirm_ruling",
)
"""The deeds of the trade, as offers and refusals name them."""


class Nothing(Strict):
    """A deed without particulars, written {}."""


class BetSpec(Strict):
    seat: int
    wager: str
    amount: Amount = None
    over: bool = False
    player: int | None = None


class TakeBackSpec(Strict):
    seat: int
    wager: str


class ChooseSpec(Strict):
    choice: str
    hand: str = ""
    question: str = ""
    rest: bool = False
    before: str = ""


class CountSpec(Strict):
    place: str
    cards: int


class CheckSpec(Strict):
    check: str
    answer: bool


class ConfirmSpec(Strict):
    what: str
    subject: str | None = None
    number: int | None = None
    note: str = ""


class DeclareSpec(Strict):
    kind: Kind
    place: str = ""
    device: str = ""
    seen: bool = False
    note: str = ""
    nth: int | None = None


class AmendSpec(Strict):
    """A wager, an answer or a count as it should have been keyed in, and why."""

    note: str = ""
    seat: int | None = None
    wager: str = ""
    amount: Amount = None
    off: bool = False
    hand: str = ""
    choice: str = ""
    question: str = ""
    place: str = ""
    cards: int | None = None

    @model_validator(mode="after")
    def _puts_one_thing_right(self) -> AmendSpec:
        kinds = [self.seat is not None, bool(self.hand), bool(self.place)]
        if sum(kinds) != 1:
            raise ValueError("an amendment has a 'seat', a 'hand' or a 'place', and one of them")
        return self


class ContentsSpec(Strict):
    place: str
    cards: int
    note: str = ""
    other: str = ""
    deck: str = ""


class ChangeSpec(Strict):
    option: str
    value: int
    minutes: int = 45


class DisputeSpec(Strict):
    round: int
    note: str = ""


class ActSpec(Strict):
    """One act: `by` whom, with `second` where two are needed, and exactly one deed.

    `again` in place of a deed sends the last act once more under its own key.
    """

    by: str = ""
    second: str = ""
    again: bool = False
    bet: BetSpec | None = None
    take_back: TakeBackSpec | None = None
    call: str | None = None
    deal: Nothing | None = None
    choose: (
        Annotated[
            Annotated[str, Tag(TEXT)] | Annotated[ChooseSpec, Tag(MAPPING)],
            SHAPE,
        ]
        | None
    ) = None
    count: CountSpec | None = None
    turn: (
        Annotated[
            Annotated[str, Tag(TEXT)]
            | Annotated[tuple[str, ...], Tag(LIST)]
            | Annotated[Mapping[str, tuple[CardCode, ...]], Tag(MAPPING)],
            SHAPE,
        ]
        | None
    ) = None
    move: str | None = None
    settle: str | None = None
    check: CheckSpec | None = None
    confirm: (
        Annotated[
            Annotated[str, Tag(TEXT)] | Annotated[ConfirmSpec, Tag(MAPPING)],
            SHAPE,
        ]
        | None
    ) = None
    declare: (
        Annotated[
            Annotated[Kind, Tag(TEXT)] | Annotated[DeclareSpec, Tag(MAPPING)],
            SHAPE,
        ]
        | None
    ) = None
    amend: AmendSpec | None = None
    dispute: DisputeSpec | None = None
    change_option: ChangeSpec | None = None
    declare_contents: ContentsSpec | None = None
    confirm_ruling: Nothing | None = None
    choose_remedy: str | None = None

    @model_validator(mode="after")
    def _does_one_thing(self) -> ActSpec:
        written = self.model_fields_set - {"by", "second", "again"}
        deeds = sorted(name for name in written if getattr(self, name) is not None)
        if self.again:
            if deeds or self.by or self.second:
                raise ValueError("'again' repeats the last act and takes nothing else")
            return self
        if not self.by:
            raise ValueError("an act needs 'by': the name of a person")
        if len(deeds) != 1:
            found = f"{', '.join(deeds)} are here" if deeds else "none is here"
            raise ValueError(f"an act has exactly one deed, and {found}")
        return self


def deed_of(spec: ActSpec, view: View) -> Deed:
    """The deed of an act, with what it leaves out taken from what is due in the view."""
    if spec.bet is not None:
        bet = spec.bet
        return Bet(bet.seat, bet.wager, cents(bet.amount), bet.over, bet.player)
    if spec.take_back is not None:
        return TakeBack(spec.take_back.seat, spec.take_back.wager)
    if spec.call is not None:
        return Call(spec.call)
    if spec.choose is not None:
        return _choose(spec.choose, view)
    if spec.count is not None:
        return Count(spec.count.place, spec.count.cards)
    if spec.turn is not None:
        return _turn(spec.turn)
    if spec.move is not None:
        return Move(spec.move)
    if spec.settle is not None:
        return Settle(spec.settle)
    if spec.check is not None:
        return Check(spec.check.check, spec.check.answer)
    if spec.confirm is not None:
        return _confirm(spec.confirm, view)
    if spec.declare is not None:
        return _declare(spec.declare)
    if spec.declare_contents is not None:
        said = spec.declare_contents
        return DeclareContents(said.place, said.cards, said.note, said.other, said.deck)
    if spec.change_option is not None:
        wanted = spec.change_option
        return ChangeOption(wanted.option, wanted.value, wanted.minutes)
    if spec.dispute is not None:
        return Dispute(spec.dispute.round, spec.dispute.note)
    if spec.amend is not None:
        return _amend(spec.amend)
    if spec.confirm_ruling is not None:
        return _confirm("ruling", view)
    if spec.choose_remedy is not None:
        return _choose(ChooseSpec(choice=spec.choose_remedy, question="remedy"), view)
    return Deal()


def _amend(spec: AmendSpec) -> Deed:
    if spec.seat is not None:
        return AmendWager(spec.seat, spec.wager, spec.note, cents(spec.amount), spec.off)
    if spec.hand:
        return AmendChoice(spec.question, spec.hand, spec.choice, spec.note)
    return AmendCount(spec.place, spec.cards if spec.cards is not None else -1, spec.note)


def due_of(view: View, kind: str, **wanted: str) -> View | None:
    """The first thing of a kind that is due, with the particulars that are given."""
    for due in view["dues"]:
        if due["is"] == kind and all(due[name] == value for name, value in wanted.items() if value):
            found: View = due
            return found
    return None


def _choose(spec: str | ChooseSpec, view: View) -> Choose:
    if isinstance(spec, str):
        spec = ChooseSpec(choice=spec)
    due = due_of(view, "choice_due", question=spec.question) or {"question": "", "hands": [""]}
    question, hand = spec.question or str(due["question"]), spec.hand or str(due["hands"][0])
    return Choose(question, hand, spec.choice, spec.rest, spec.before)


def _turn(spec: str | tuple[str, ...] | Mapping[str, tuple[str, ...]]) -> Turn:
    if isinstance(spec, str):
        return Turn((Shown(spec),))
    if isinstance(spec, tuple):
        return Turn(tuple(Shown(place) for place in spec))
    return Turn(tuple(Shown(p, tuple(map(Card.of, codes))) for p, codes in spec.items()))


def _confirm(spec: str | ConfirmSpec, view: View) -> Confirm:
    if isinstance(spec, str):
        spec = ConfirmSpec(what=spec)
    due = due_of(view, "confirm_due", what=spec.what) or {}
    subject = str(due.get("subject", "")) if spec.subject is None else spec.subject
    return Confirm(spec.what, subject, spec.number, spec.note)


def _declare(spec: Kind | DeclareSpec) -> Declare:
    if isinstance(spec, Kind):
        return Declare(spec)
    return Declare(spec.kind, spec.place, spec.device, spec.seen, spec.note, spec.nth)
