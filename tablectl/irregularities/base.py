"""The base table: house policy for every kind, for every game that does not rule on it itself.

Where the regulation is silent or its text is missing the table holds for the supervisor and
offers the sensible ways out. What needs no decision goes on by itself and stays on record.
"""

from __future__ import annotations

from tablectl.irregularities.rows import Row, prove, row
from tablectl.words.bases import HOUSE, Basis, Role
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Consequence, Remedy, Ruling

SUPERVISOR = (Role.SUPERVISOR,)

GO_ON = Remedy("go_on", (Consequence.GO_ON,))
VOID = Remedy("void_round", (Consequence.VOID_ROUND, Consequence.RESHUFFLE))
VOID_AND_REMOVE = Remedy(
    "void_round_and_remove_deck", (Consequence.VOID_ROUND, Consequence.REMOVE_DECK)
)
REMOVE = Remedy("remove_deck", (Consequence.REMOVE_DECK,))
RESHUFFLE = Remedy("reshuffle", (Consequence.RESHUFFLE,))
RACK_IT = Remedy("rack_card", (Consequence.RACK_CARD,))
USE_IT = Remedy("next_card", (Consequence.NEXT_CARD,))
PUT_BACK = Remedy("return_card", (Consequence.RETURN_CARD,))
KEEP_IT = Remedy("keep_card", (Consequence.KEEP_CARD,))
OFFER_IT = Remedy("offer_card", (Consequence.OFFER_CARD,))


def hold(*remedies: Remedy, basis: Basis = HOUSE, first: tuple[Consequence, ...] = ()) -> Ruling:
    """Stop and let the supervisor choose; `first` takes effect before anybody is asked."""
    return Ruling(consequences=first, basis=basis, confirm=SUPERVISOR, remedies=remedies)


def at_once(*consequences: Consequence, basis: Basis = HOUSE) -> Ruling:
    """A ruling that executes itself and needs nobody's confirmation."""
    return Ruling(consequences=consequences, basis=basis)


def confirmed(
    *consequences: Consequence, basis: Basis = HOUSE, checklist: tuple[str, ...] = ()
) -> Ruling:
    """A ruling that takes effect at once and that the supervisor confirms before the way out."""
    return Ruling(consequences=consequences, basis=basis, confirm=SUPERVISOR, checklist=checklist)


_LATCH = (Consequence.LATCH_DEVICE,)

BASE: tuple[Row, ...] = (
    row(Kind.FACE_UP_CARD, hold(RACK_IT, VOID)),
    row(Kind.CARD_DRAWN_IN_ERROR, at_once(Consequence.NEXT_CARD), face="unseen", next="yes"),
    row(Kind.CARD_DRAWN_IN_ERROR, hold(PUT_BACK, RACK_IT, VOID), face="unseen", next="no"),
    row(Kind.CARD_DRAWN_IN_ERROR, hold(RACK_IT, VOID), face="seen", next="no"),
    row(Kind.CARD_DRAWN_IN_ERROR, hold(RACK_IT, USE_IT, VOID), face="seen", next="yes"),
    row(Kind.CARD_EXPOSED, at_once(Consequence.GO_ON), moment="after_reveal"),
    row(Kind.CARD_EXPOSED, hold(GO_ON, VOID), moment="before_reveal"),
    row(Kind.CARD_BEFORE_CALL, hold(PUT_BACK, RACK_IT, VOID)),
    row(Kind.UNSOLICITED_CARD, hold(PUT_BACK, RACK_IT, VOID)),
    row(Kind.UNSOLICITED_CHECK, hold(GO_ON, VOID), cards="out"),
    row(Kind.UNSOLICITED_CHECK, at_once(Consequence.GO_ON), cards="in"),
    row(Kind.WRONG_STACK, hold(VOID, VOID_AND_REMOVE)),
    row(Kind.ORDER_OF_DEAL, hold(GO_ON, VOID)),
    row(Kind.MISDEAL, hold(VOID, GO_ON)),
    row(Kind.STUB_MISMATCH, at_once(Consequence.COUNT_HANDS)),
    row(Kind.STUB_FINDING, hold(GO_ON, VOID), misdealt="no", total="right"),
    row(Kind.STUB_FINDING, hold(VOID, GO_ON), misdealt="yes", total="right"),
    row(Kind.STUB_FINDING, hold(VOID_AND_REMOVE, VOID, GO_ON), total="wrong"),
    row(Kind.SHUFFLE_COUNT, hold(REMOVE, RESHUFFLE)),
    row(Kind.COUNT_DISPUTED, hold(GO_ON, VOID, VOID_AND_REMOVE), cards="out"),
    row(Kind.COUNT_DISPUTED, hold(REMOVE, RESHUFFLE, GO_ON), cards="in"),
    row(Kind.COUNT_UNCERTAIN, hold(USE_IT, VOID, VOID_AND_REMOVE, GO_ON), cards="out"),
    row(Kind.COUNT_UNCERTAIN, hold(RESHUFFLE, REMOVE, GO_ON), cards="in"),
    row(Kind.CARDS_RUN_OUT, hold(VOID, VOID_AND_REMOVE)),
    row(Kind.WRONG_SIDE, hold(GO_ON, VOID)),
    row(Kind.CHIPS_MISMATCH, hold(GO_ON, VOID)),
    row(Kind.CUT_IMPROPER, at_once(Consequence.RECUT)),
    row(Kind.DUPLICATE_CARD, hold(VOID_AND_REMOVE, VOID, GO_ON), cards="out"),
    row(Kind.DUPLICATE_CARD, hold(REMOVE, GO_ON), cards="in"),
    row(Kind.FOREIGN_CARD, hold(VOID_AND_REMOVE, VOID, GO_ON), cards="out"),
    row(Kind.FOREIGN_CARD, hold(REMOVE, GO_ON), cards="in"),
    row(Kind.CARD_CHANGED, hold(GO_ON, VOID, VOID_AND_REMOVE)),
    row(Kind.JAM, hold(VOID, GO_ON, first=_LATCH), device="shoe", deal="running"),
    row(Kind.JAM, at_once(*_LATCH), device="shoe", deal="not_running"),
    row(Kind.JAM, at_once(*_LATCH), device=("shuffler", "reader", "generator")),
    row(Kind.DEVICE_FAILED, hold(VOID, GO_ON, first=_LATCH), device="shoe", deal="running"),
    row(Kind.DEVICE_FAILED, at_once(*_LATCH), device="shoe", deal="not_running"),
    row(Kind.DEVICE_FAILED, at_once(*_LATCH), device=("shuffler", "reader", "generator")),
    row(Kind.LINK_LOST, hold(GO_ON, VOID), cards="out"),
    row(Kind.LINK_LOST, at_once(Consequence.GO_ON), cards="in"),
    row(Kind.RESTART, hold(GO_ON, VOID), cards="out"),
    row(Kind.RESTART, at_once(Consequence.GO_ON), cards="in"),
    row(Kind.IDENTITY_MISMATCH, at_once(*_LATCH)),
    row(Kind.FIRMWARE_UNKNOWN, at_once(*_LATCH)),
    row(Kind.EVIDENCE_GAP, hold(USE_IT, VOID, VOID_AND_REMOVE, GO_ON), cards="out"),
    row(Kind.EVIDENCE_GAP, at_once(Consequence.GO_ON), cards="in"),
    row(Kind.ORDER_OVERDUE, at_once(*_LATCH)),
    row(Kind.CLOCK_STEPPED, at_once(Consequence.GO_ON)),
    row(Kind.NUMBER_OUT_OF_RANGE, at_once(*_LATCH)),
    row(Kind.PASSED_OVER, hold(VOID, GO_ON)),
    row(Kind.CARD_NOT_GIVEN, hold(GO_ON, VOID)),
    row(Kind.CARDS_TOUCHED, hold(GO_ON, VOID)),
    row(Kind.CARD_NOT_FROM_SHOE, hold(VOID_AND_REMOVE, VOID, GO_ON)),
    row(Kind.NOT_EXPECTED, hold(GO_ON, VOID), cards="out"),
    row(Kind.NOT_EXPECTED, at_once(Consequence.GO_ON), cards="in"),
    row(Kind.LATE_FINDING, confirmed(Consequence.DISPUTE)),
)

prove(BASE, Kind)
