"""What is ruled when a round of blackjack goes wrong, N.J.A.C. 19:47-2.15."""

from __future__ import annotations

from tablectl.games.blackjack_shoes import ROWS as SHOE_ROWS
from tablectl.games.citing import citing
from tablectl.irregularities.base import (
    BASE,
    GO_ON,
    PUT_BACK,
    RACK_IT,
    REMOVE,
    USE_IT,
    VOID,
    at_once,
    confirmed,
    hold,
)
from tablectl.irregularities.rows import Row, Rulebook, row
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Consequence

c = citing(2)

_LATCH = (Consequence.LATCH_DEVICE,)

ROWS: tuple[Row, ...] = (
    row(Kind.FACE_UP_CARD, at_once(Consequence.RACK_CARD, basis=c("15(a)"))),
    row(
        Kind.CARD_DRAWN_IN_ERROR,
        at_once(Consequence.NEXT_CARD, basis=c("15(b)")),
        face="unseen",
        next="yes",
    ),
    row(
        Kind.CARD_DRAWN_IN_ERROR,
        hold(PUT_BACK, RACK_IT, basis=c("15(b)")),
        face="unseen",
        next="no",
    ),
    row(
        Kind.CARD_DRAWN_IN_ERROR,
        hold(USE_IT, RACK_IT, basis=c("15(c)#1")),
        face="seen",
        next="yes",
    ),
    row(Kind.CARD_DRAWN_IN_ERROR, hold(RACK_IT, basis=c("15(c)#3")), face="seen", next="no"),
    row(Kind.STUB_MISMATCH, hold(REMOVE, GO_ON)),
    row(Kind.JAM, hold(VOID, GO_ON, first=_LATCH), device="shoe", deal="running"),
    row(Kind.JAM, at_once(*_LATCH), device="shoe", deal="not_running"),
    row(Kind.JAM, at_once(*_LATCH, basis=c("15(k)")), device="reader"),
    row(Kind.JAM, at_once(*_LATCH), device=("shuffler", "generator")),
    row(Kind.UNSOLICITED_CHECK, at_once(Consequence.GO_ON), cards="in"),
    *SHOE_ROWS,
)

RULEBOOKS = {
    "shows": Rulebook(
        BASE,
        (
            *ROWS,
            row(
                Kind.UNSOLICITED_CHECK,
                confirmed(Consequence.VOID_ROUND, basis=c("15(j)1")),
                cards="out",
            ),
        ),
    ),
    "hides": Rulebook(
        BASE,
        (
            *ROWS,
            row(
                Kind.UNSOLICITED_CHECK,
                confirmed(Consequence.GO_ON, basis=c("15(j)2")),
                cards="out",
            ),
        ),
    ),
}
"""By what the reader lets a player learn of the card that is put into it."""
