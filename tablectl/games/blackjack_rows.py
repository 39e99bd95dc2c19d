"""What is ruled when a round of blackjack goes wrong, N.J.A.C. 19:47-2.15.

What a ruling leaves to the round to make good (an offered card, a second card, a missed one) is in
`blackjack_mended`. No clause speaks of a jam of shoe or shuffler:
those rows are house policy and say so. Where a clause turns on whether anybody saw a
card, and only a machine told of it, the supervisor says which it was: each remedy has its clause.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.games.blackjack_shoes import DOUBLE, METHODS
from tablectl.games.blackjack_shoes import ROWS as SHOE_ROWS
from tablectl.games.citing import citing
from tablectl.irregularities.base import (
    BASE,
    GO_ON,
    KEEP_IT,
    OFFER_IT,
    RACK_IT,
    REMOVE,
    USE_IT,
    VOID,
    VOID_AND_REMOVE,
    at_once,
    confirmed,
    hold,
)
from tablectl.irregularities.rows import Row, Rulebook, row
from tablectl.words.bases import Clause, HousePolicy
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Consequence
from tablectl.words.values import replace

c = citing(2)

_LATCH = (Consequence.LATCH_DEVICE,)
_DURING = ("any", "drawing", "dealer")
"""Hands may get cards beyond their first two."""
_IN_THE_DEAL = HousePolicy("2.15(c) begins after the first two cards: before, it is the next card")

KEPT = replace(KEEP_IT, basis=c("15(b)"))
"""Whoever drew it says that nobody saw it."""
OFFERED = replace(OFFER_IT, basis=c("15(c)#1"))
BURNED = replace(RACK_IT, basis=c("15(c)#3"))

DRAWN_IN_ERROR = (
    row(
        Kind.CARD_DRAWN_IN_ERROR,
        at_once(Consequence.KEEP_CARD, basis=c("15(b)")),
        face="unseen",
        stage=("dealing", *_DURING, "all_out"),
    ),
    row(
        Kind.CARD_DRAWN_IN_ERROR,
        confirmed(Consequence.KEEP_CARD, basis=_IN_THE_DEAL),
        face="seen",
        stage="dealing",
    ),
    row(
        Kind.CARD_DRAWN_IN_ERROR,
        at_once(Consequence.OFFER_CARD, basis=c("15(c)#1")),
        face="seen",
        stage=_DURING,
    ),
    row(
        Kind.CARD_DRAWN_IN_ERROR,
        at_once(Consequence.RACK_CARD, basis=c("15(c)#3")),
        face="seen",
        stage="all_out",
    ),
    row(
        Kind.CARD_DRAWN_IN_ERROR,
        at_once(Consequence.RACK_CARD, basis=c("15(d)")),
        stage="stands",
    ),
)

CARDS: tuple[Row, ...] = (
    row(Kind.FACE_UP_CARD, at_once(Consequence.RACK_CARD, basis=c("15(a)"))),
    *DRAWN_IN_ERROR,
    row(Kind.CARD_BEFORE_CALL, hold(KEPT, RACK_IT, basis=c("15(b)"))),
    row(Kind.UNSOLICITED_CARD, hold(KEPT, RACK_IT, basis=c("15(b)")), cards="in"),
    row(
        Kind.UNSOLICITED_CARD,
        hold(KEPT, replace(USE_IT, basis=_IN_THE_DEAL), basis=c("15(b)")),
        cards="out",
        stage="dealing",
    ),
    row(
        Kind.UNSOLICITED_CARD,
        hold(KEPT, OFFERED, basis=c("15(b)")),
        cards="out",
        stage=_DURING,
    ),
    row(
        Kind.UNSOLICITED_CARD,
        hold(KEPT, BURNED, basis=c("15(b)")),
        cards="out",
        stage="all_out",
    ),
    row(
        Kind.UNSOLICITED_CARD,
        at_once(Consequence.RACK_CARD, basis=c("15(d)")),
        cards="out",
        stage="stands",
    ),
    row(
        Kind.PASSED_OVER,
        at_once(Consequence.LAY_AGAIN, basis=c("15(e)")),
        whose="dealer",
    ),
    row(
        Kind.PASSED_OVER,
        at_once(Consequence.LAY_AGAIN, basis=c("15(g)#1")),
        whose="player",
        got="none",
    ),
    row(
        Kind.PASSED_OVER,
        at_once(Consequence.LAY_AGAIN, basis=c("15(g)#2")),
        whose="player",
        got="some",
    ),
    row(
        Kind.CARD_NOT_GIVEN,
        at_once(Consequence.MEND, basis=c("15(i)")),
    ),
    row(Kind.CARDS_TOUCHED, hold(GO_ON, VOID, basis=c("6(n)"))),
    row(
        Kind.CARD_NOT_FROM_SHOE,
        hold(GO_ON, VOID, VOID_AND_REMOVE, basis=c("6(a)")),
    ),
)

READER: tuple[Row, ...] = (
    row(
        Kind.UNSOLICITED_CHECK,
        confirmed(Consequence.VOID_ROUND, basis=c("15(j)1")),
        cards="out",
        conceals="no",
        wanted="never",
    ),
    row(
        Kind.UNSOLICITED_CHECK,
        confirmed(Consequence.GO_ON, basis=c("15(j)2")),
        cards="out",
        conceals="yes",
        wanted="never",
    ),
    row(
        Kind.UNSOLICITED_CHECK,
        hold(GO_ON, VOID),
        cards="out",
        conceals="no",
        wanted=("later", "before"),
    ),
    row(
        Kind.UNSOLICITED_CHECK,
        at_once(Consequence.GO_ON),
        cards="out",
        conceals="yes",
        wanted=("later", "before"),
    ),
    row(Kind.UNSOLICITED_CHECK, at_once(Consequence.GO_ON), cards="in"),
    *(
        each
        for kind in (Kind.JAM, Kind.DEVICE_FAILED)
        for each in (
            row(kind, hold(VOID, GO_ON, first=_LATCH), device="shoe", deal="running"),
            row(kind, at_once(*_LATCH), device="shoe", deal="not_running"),
            row(kind, at_once(*_LATCH), device="shuffler"),
            row(kind, at_once(*_LATCH), device=("reader", "generator"), checks="no"),
            row(
                kind,
                at_once(*_LATCH, Consequence.DO_WITHOUT, basis=c("15(k)")),
                device=("reader", "generator"),
                checks="yes",
            ),
        )
    ),
    row(Kind.LINK_LOST, hold(GO_ON, VOID), cards="out", checks="no"),
    row(Kind.LINK_LOST, at_once(Consequence.DO_WITHOUT, basis=c("15(k)")), checks="yes"),
    row(Kind.LINK_LOST, at_once(Consequence.GO_ON), cards="in", checks="no"),
)


def _rulebook(counted: Clause) -> Rulebook:
    """By why all cards are counted at the end of the shoe, or of one side of it."""
    wrong = row(Kind.STUB_MISMATCH, hold(REMOVE, GO_ON, basis=counted))
    return Rulebook(BASE, (*CARDS, wrong, *READER, *SHOE_ROWS))


_WHOLE_SHOE = _rulebook(c("6(l)2i"))
RULEBOOKS: Mapping[str, Rulebook] = {
    **dict.fromkeys(METHODS, _WHOLE_SHOE),
    DOUBLE: _rulebook(c("6(l)2ii")),
}
