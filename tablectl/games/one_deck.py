"""What the games share that deal one deck out once a round and count its stub.

Subchapters 18 and 20 say the same things under the same section numbers, so a game passes its own
way of citing: opening (4), shuffle and cut (5), the stub (7), irregularities (12).
"""

from __future__ import annotations

from tablectl.games.citing import Cite
from tablectl.games.opening import Bases, by_hand
from tablectl.irregularities.base import (
    GO_ON,
    PUT_BACK,
    RACK_IT,
    USE_IT,
    VOID,
    at_once,
    confirmed,
    hold,
)
from tablectl.irregularities.rows import Row, row
from tablectl.table.places import RACK, SHOE
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Preparation
from tablectl.words.bases import Basis, HousePolicy
from tablectl.words.cards import Composition
from tablectl.words.dues import CountDue, Due, MoveDue
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Consequence

CUT_STEPS = ("cover_card_down", "packet_on_cover", "rest_on_packet", "cover_to_rack")


def preparations(c: Cite, *, load: str) -> tuple[Preparation, ...]:
    """A deck by hand, from its arrival to the shoe. `load` is the section that loads it."""
    bases = Bases(
        inspect=c("4(a)"),
        verify=c("4(a)"),
        spread=c("4(b)#1"),
        wash=c("4(c)#1"),
        shuffle=c("5(a)#1"),
        cut=c("5(c)1ii"),
        load=c(load),
    )
    return by_hand(bases, most_cut=Composition().size - 1, cut_steps=CUT_STEPS)


def stub_dues(
    c: Cite, view: RoundView, *, out: Basis | None = None, count: Basis | None = None
) -> tuple[Due, ...]:
    """The stub leaves the shoe unseen, after a count where one is due.

    `out` and `count` are the bases of a method of dealing that has its own sections for them.
    """
    if view.in_shoe == 0:
        return ()
    if view.counted(SHOE):
        return (MoveDue((SHOE,), RACK, c("7(e)1")),)
    counting = CountDue(SHOE, count or c("7(e)#1"))
    if view.uncounted >= view.number("count_every"):
        return (counting,)
    return (MoveDue((SHOE,), RACK, out or c("7(d)")), counting)


def rows(c: Cite) -> tuple[Row, ...]:
    """The irregularities that both subchapters rule on alike."""
    void = (Consequence.VOID_ROUND, Consequence.RESHUFFLE)
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
