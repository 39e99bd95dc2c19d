"""What the games rule on alike that deal one deck out once a round and count its stub.

The stub and irregularities stand under the same section numbers in both subchapters (7 and 12); a
game passes its own way of citing, and the clauses whose numbers differ.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.games.citing import Cite
from tablectl.games.one_deck import Sections
from tablectl.irregularities.base import (
    BASE,
    GO_ON,
    PUT_BACK,
    RACK_IT,
    USE_IT,
    VOID,
    at_once,
    confirmed,
    hold,
)
from tablectl.irregularities.rows import Row, Rulebook, row
from tablectl.words.bases import Basis, HousePolicy
from tablectl.words.irregularities import Kind
from tablectl.words.methods import AUTOMATED, HAND, MANUAL
from tablectl.words.rulings import Consequence, Ruling

VOID_ALL = (Consequence.VOID_ROUND, Consequence.RESHUFFLE)
LATCH = Consequence.LATCH_DEVICE


def rulebooks(c: Cite, own: tuple[Row, ...], sections: Sections) -> Mapping[str, Rulebook]:
    """By method of dealing: what both subchapters say, and `own`, what only this game's does."""
    shared = (*_rows(c), *own)
    from_shoe = Rulebook(BASE, (*shared, *_manual_shoe_rows(sections.shuffler)))
    stacks = _stack_rows(c, sections)
    return {
        MANUAL: from_shoe,
        HAND: from_shoe,
        AUTOMATED: Rulebook(BASE, _in_place_of(shared, stacks)),
    }


def _rows(c: Cite) -> tuple[Row, ...]:
    """The irregularities that both subchapters rule on alike."""
    void = VOID_ALL
    remove = (Consequence.VOID_ROUND, Consequence.REMOVE_DECK)
    neither = HousePolicy(f"fits neither branch of {c('7(e)2').citation}; both outcomes are taken")
    return (
        row(
            Kind.FACE_UP_CARD,
            at_once(Consequence.RACK_CARD, basis=c("12(a)#1")),
            nth="first",
        ),
        row(Kind.FACE_UP_CARD, confirmed(*void, basis=c("12(a)#2")), nth="further"),
        row(
            Kind.CARD_DRAWN_IN_ERROR,
            at_once(Consequence.NEXT_CARD, basis=c("12(b)")),
            face="unseen",
            next="yes",
        ),
        row(Kind.CARD_DRAWN_IN_ERROR, hold(PUT_BACK, RACK_IT, VOID), face="unseen", next="no"),
        row(Kind.CARD_DRAWN_IN_ERROR, hold(RACK_IT, USE_IT, VOID), face="seen", next="yes"),
        row(Kind.CARD_DRAWN_IN_ERROR, hold(RACK_IT, VOID), face="seen", next="no"),
        row(Kind.MISDEAL, confirmed(*void, basis=c("12(c)"))),
        row(Kind.STUB_MISMATCH, at_once(Consequence.COUNT_HANDS, basis=c("7(e)2#1"))),
        row(
            Kind.STUB_FINDING,
            confirmed(*void, basis=c("7(e)2#2")),
            misdealt="yes",
            total="right",
        ),
        row(
            Kind.STUB_FINDING,
            confirmed(*remove, basis=c("7(e)2#3")),
            misdealt="no",
            total="wrong",
        ),
        row(Kind.STUB_FINDING, confirmed(*remove, basis=neither), misdealt="yes", total="wrong"),
        row(Kind.STUB_FINDING, hold(GO_ON, VOID), misdealt="no", total="right"),
        row(Kind.SHUFFLE_COUNT, confirmed(Consequence.REMOVE_DECK, basis=c("7(f)#2"))),
        row(Kind.CUT_IMPROPER, at_once(Consequence.RECUT, basis=c("5(d)"))),
    )


# ---------------------------------------------------------------- devices that fail


def _manual_shoe_rows(shuffler: Basis) -> tuple[Row, ...]:
    """A shuffler that fails, by its clause; on a manual shoe that fails the rules are silent."""
    held = hold(VOID, GO_ON, first=(LATCH,))
    return (
        *_failures(Kind.JAM, shuffler, held, at_once(LATCH)),
        *_failures(Kind.DEVICE_FAILED, shuffler, held, at_once(LATCH)),
        *_failures(Kind.ORDER_OVERDUE, shuffler, at_once(LATCH), at_once(LATCH)),
    )


def _stack_rows(c: Cite, sections: Sections) -> tuple[Row, ...]:
    """What is ruled otherwise where an automated shoe gives stacks.

    A round in which it jams, stops or does not give out every card is void.
    """
    void = confirmed(LATCH, *VOID_ALL, basis=sections.shoe)
    shuffler = sections.shuffler
    short = c("12(c)").citation
    spoilt = HousePolicy(f"a stack with a card face up is a stack short; {short}")
    parted = HousePolicy(f"a card out of a stack leaves a hand a card short; {short}")
    return (
        # A shoe that is opened outside the deal gives its cards back to be shuffled.
        *_failures(Kind.JAM, shuffler, void, at_once(LATCH, Consequence.RESHUFFLE)),
        *_failures(Kind.DEVICE_FAILED, shuffler, void, at_once(LATCH)),
        *_failures(Kind.ORDER_OVERDUE, shuffler, void, at_once(LATCH)),
        row(Kind.WRONG_STACK, void, size="short"),
        row(Kind.WRONG_STACK, confirmed(*VOID_ALL, basis=c("12(c)")), size="long"),
        row(Kind.FACE_UP_CARD, confirmed(*VOID_ALL, basis=spoilt)),
        row(
            Kind.CARD_DRAWN_IN_ERROR,
            at_once(Consequence.NEXT_CARD, basis=c("12(b)")),
            face="unseen",
            next="yes",
        ),
        row(Kind.CARD_DRAWN_IN_ERROR, hold(PUT_BACK, RACK_IT, VOID), face="unseen", next="no"),
        row(Kind.CARD_DRAWN_IN_ERROR, confirmed(*VOID_ALL, basis=parted), face="seen", next="yes"),
        row(Kind.CARD_DRAWN_IN_ERROR, hold(RACK_IT, VOID), face="seen", next="no"),
    )


def _failures(kind: Kind, shuffler: Basis, dealing: Ruling, not_dealing: Ruling) -> tuple[Row, ...]:
    """A shuffler keeps its deck unshuffled; a shoe matters most while it deals."""
    return (
        row(kind, at_once(LATCH, basis=shuffler), device="shuffler"),
        row(kind, dealing, device="shoe", deal="running"),
        row(kind, not_dealing, device="shoe", deal="not_running"),
        row(kind, at_once(LATCH), device=("reader", "generator")),
    )


def _in_place_of(rows: tuple[Row, ...], others: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows, with every kind that the others rule on ruled by them alone."""
    theirs = {each.kind for each in others}
    return (*(each for each in rows if each.kind not in theirs), *others)
