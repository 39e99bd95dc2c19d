"""Refusals of what people put right, declare and dispute: one entry a code, for the big table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tablectl.table.relieving import ONE_DEALER
from tablectl.words.acts import (
    AmendChoice,
    AmendCount,
    AmendWager,
    Bet,
    Call,
    ChangeOption,
    Choose,
    Confirm,
    DeclareContents,
    Deed,
    Dispute,
    Enrol,
    Settle,
    Unlock,
)
from tablectl.words.attendance import Attendance, Found, SignedIn
from tablectl.words.bases import HOUSE, Basis, Clause
from tablectl.words.settings import SignIn
from tests.tables import Table, at, opened, settings_for

Row = tuple[str, Callable[[], Table], Deed, Basis, dict[str, int | str], str, str, str]
"""Code, where, deed, basis, arguments, by, second, hint."""


class Where:
    """A place in a round to be refused at, made when it is needed."""

    def __init__(self, step: str, folded: bool = False) -> None:
        self._step, self._folded = step, folded

    def __call__(self) -> Table:
        if self._step == "wagers":
            return opened()
        if not self._folded:
            return at(self._step)
        table = at("decisions", bets=(Bet(2, "ante", 1000), Bet(3, "ante", 1000)))
        table.must(Choose("play", "seat_2", "fold"))
        table.must(Choose("play", "seat_3", "play"))
        table.must(Settle("forfeits"))
        return table


def asked() -> Table:
    table = opened()
    table.must(ChangeOption("count_every", 3), "s1")
    return table


def notified() -> Table:
    table = asked()
    for step in ("post_sign", "announce_change", "tell_commission"):
        table.must(Confirm(step, "notice_1"), "s1")
    return table


def overslept() -> Table:
    """So late that the half hour cannot be kept any more, and nothing has happened since."""
    table = asked()
    table.now += 16 * 60 * 1_000_000
    return table


def proving() -> Table:
    """A table whose people prove who they are, and at which only the administrator has."""
    table = Table(replace(settings_for(), sign_in=SignIn()))
    signed_in(table, "m1")
    return table


def signed_in(table: Table, person: str) -> None:
    for event in (Found("c1"), SignedIn("c1", f"session-{person}")):
        table.take(Attendance(person, event))


def relieved() -> Table:
    """A round was dealt by d1, and d2 has come."""
    table = proving()
    for person in ("s1", "d1", "d2"):
        signed_in(table, person)
    table.ready_to_bet().next_round().ready_to_bet()
    table.must(Bet(2, "ante", 1_000), "d1")
    return table


WHY = "keyed in wrong"


ROWS: tuple[Row, ...] = (
    (
        "not_signed_in", proving, Confirm("open_table"), HOUSE, {"person": "s1"}, "s1", "", "",
    ),
    ("nobody_proves_here", Where("wagers"), Enrol("d1", "c"), HOUSE, {}, "m1", "", ""),
    (
        "not_the_dealer", relieved, Call("no_more_bets"), ONE_DEALER, {"person": "d1"}, "d2", "",
        "confirm_due:take_over",
    ),
    ("not_oneself", proving, Enrol("m1", "c"), HOUSE, {"person": "m1"}, "m1", "", ""),
    ("not_enrolled", proving, Unlock("d1"), HOUSE, {"person": "d1"}, "m1", "", ""),
    ("reason_missing", Where("deal"), AmendWager(2, "ante", "", 500), HOUSE, {}, "s1", "", ""),
    ("nothing_to_amend", Where("wagers"), AmendCount("shoe", 3, WHY), HOUSE, {}, "s1", "", ""),
    (
        "past_the_gate", Where("deal"), AmendWager(2, "ante", WHY, 500), HOUSE,
        {"needs": "supervisor"}, "d1", "", "",
    ),
    (
        "already_settled", Where("forfeits", folded=True),
        AmendChoice("play", "seat_2", "play", WHY), HOUSE, {"place": "seat_2"}, "s1", "",
        "dispute",
    ),
    (
        "second_missing", Where("wagers"), DeclareContents("shoe", 51, WHY), HOUSE, {}, "s1",
        "", "",
    ),
    (
        "second_of_no_use", Where("wagers"), DeclareContents("shoe", 51, WHY), HOUSE,
        {"person": "t1"}, "s1", "t1", "",
    ),
    (
        "no_such_deck", Where("wagers"), DeclareContents("shoe", 51, WHY, deck="red"), HOUSE,
        {"deck": "red"}, "s1", "d1", "",
    ),
    (
        "no_such_place", Where("wagers"), DeclareContents("moon", 51, WHY), HOUSE,
        {"place": "moon"}, "s1", "d1", "",
    ),
    (
        "not_enough_there", Where("wagers"), DeclareContents("rack", 2, WHY), HOUSE,
        {"place": "missing", "cards": 0}, "s1", "d1", "",
    ),
    ("table_not_open", Table, ChangeOption("ante_least", 1000), HOUSE, {}, "s1", "", ""),
    (
        "no_such_option", Where("wagers"), ChangeOption("ante_lest", 1000), HOUSE,
        {"option": "ante_lest"}, "s1", "", "",
    ),
    (
        "already_so", Where("wagers"), ChangeOption("ante_least", 500), HOUSE,
        {"option": "ante_least", "value": 500}, "s1", "", "",
    ),
    (
        "not_allowed", Where("wagers"), ChangeOption("ante_most", 900),
        Clause("19:47-8.2(a)#2"),
        {
            "option": "ante_most",
            "value": 900,
            "why": "900 is too low: with a minimum of $5 on a wager that pays 5 to 1 at most, "
            "the maximum is $50 or more",
        },
        "s1", "", "",
    ),
    (
        "out_of_range", Where("wagers"), ChangeOption("count_every", 6, 40),
        Clause("19:47-20.7(e)#1"), {"option": "count_every", "value": 6, "least": 1, "most": 5},
        "s1", "", "",
    ),
    (
        "start_out_of_reach", Where("wagers"), ChangeOption("count_every", 2, 29),
        Clause("19:47-8.3(b)"), {"least": 30, "most": 10080}, "s1", "", "",
    ),
    (
        "notice_open", asked, ChangeOption("count_every", 2), HOUSE, {"option": "count_every"},
        "s1", "", "",
    ),
    (
        "not_notified", asked, Confirm("begin_change", "notice_1"), Clause("19:47-8.3(b)"),
        {"step": "post_sign"}, "s1", "", "",
    ),
    (
        "too_early", notified, Confirm("begin_change", "notice_1"), Clause("19:47-8.3(b)"),
        {"minutes": 45}, "s1", "", "",
    ),
    (
        "notified_too_late", overslept, Confirm("post_sign", "notice_1"),
        Clause("19:47-8.3(b)"), {"minutes": 30}, "s1", "", "",
    ),
    (
        "no_such_round", Where("wagers"), Dispute(1, WHY), HOUSE, {"round": 1, "last": 0}, "s1",
        "", "",
    ),
    (
        "too_late", Where("decisions"), AmendWager(3, "ante", WHY, 500), HOUSE,
        {"place": "seat_3"}, "s1", "", "",
    ),
)  # fmt: skip
