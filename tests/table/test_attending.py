"""Attendance: the core is told who proved what, keeps it, and takes nobody else's act."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.table.relieving import ONE_DEALER
from tablectl.table.view import view
from tablectl.words.acts import (
    Bet,
    Call,
    Confirm,
    Deal,
    DeclareContents,
    Dismiss,
    Enrol,
    Unlock,
)
from tablectl.words.attendance import (
    Attendance,
    Attending,
    Found,
    LockedOut,
    Renewed,
    SignedIn,
    SignedOut,
    TurnedAway,
)
from tablectl.words.bases import Role
from tablectl.words.inputs import Started
from tablectl.words.settings import SignIn
from tests.tables import Table, settings_for

OPEN = Confirm("open_table")


def proving(*present: str) -> Table:
    """A table whose people prove who they are, and some of them have."""
    table = Table(replace(settings_for(), sign_in=SignIn()))
    for person in present:
        sign_in(table, person)
    return table


def sign_in(table: Table, person: str) -> None:
    tell(table, person, Found(f"credential-{person}"))
    tell(table, person, SignedIn(f"credential-{person}", f"session-{person}"))


def tell(table: Table, person: str, event: Attending) -> str:
    return table.take(Attendance(person, event, 1000)).ignored


def test_who_has_not_signed_in_does_nothing() -> None:
    assert proving().refused(OPEN, "s1").code == "not_signed_in"


def test_who_has_signed_in_acts() -> None:
    proving("s1").must(OPEN, "s1")


def test_who_has_signed_out_does_nothing_more() -> None:
    table = proving("s1")
    tell(table, "s1", SignedOut("session-s1", "asked"))
    assert table.refused(OPEN, "s1").args == {"person": "s1"}


def test_the_end_of_an_earlier_session_is_not_the_end_of_this_one() -> None:
    table = proving("s1")
    assert tell(table, "s1", SignedOut("another", "idle")) == "no_such_session"
    table.must(OPEN, "s1")


def test_a_restart_signs_everybody_out() -> None:
    table = proving("s1")
    table.take(Started(table.settings))
    assert table.refused(OPEN, "s1").code == "not_signed_in"


def test_a_change_of_settings_signs_out_who_is_not_in_them() -> None:
    table = proving("s1", "s2")
    people = {name: each for name, each in table.settings.people.items() if name != "s2"}
    table.take(Started(replace(table.settings, people=people), fresh=False))
    assert dict(table.state.present) == {"s1": "session-s1"}


def test_the_second_person_is_signed_in_too() -> None:
    table = proving("s1", "s2", "d1")
    table.must(OPEN, "s1")
    declared = DeclareContents("rack", 0, "counted", "stack")
    tell(table, "s2", SignedOut("session-s2", "idle"))
    assert table.refused(declared, "s1", "s2").args == {"person": "s2"}
    assert table.refused(declared, "s1", "s1").code == "no_second_person"


def test_nobody_signs_in_where_people_prove_nothing_or_do_not_work() -> None:
    unproved = Table()
    assert tell(unproved, "s1", SignedIn("c", "s")) == "nobody_proves_here"
    table = proving()
    assert tell(table, "nobody", SignedIn("c", "s")) == "nobody_proves_here"
    assert not table.state.present


@pytest.mark.parametrize("event", [SignedIn("another", "s"), Renewed("another")])
def test_a_proof_that_no_record_enrolled_lets_nobody_in(event: Attending) -> None:
    table = proving("m1", "s1")
    table.must(Dismiss("s1"), "m1")
    assert tell(table, "s1", event) == "not_enrolled"
    assert tell(table, "s1", SignedIn("credential-s1", "s")) == "not_enrolled"
    assert "s1" not in {**table.state.present, **table.state.enrolled}
    assert table.refused(OPEN, "s1").code == "not_signed_in"


@pytest.mark.parametrize("event", [TurnedAway("wrong", 3), LockedOut(30)])
def test_who_was_not_believed_leaves_a_record_and_no_mark(event: Attending) -> None:
    table = proving("s1")
    before = table.state
    tell(table, "s1", event)
    assert table.state == replace(before, seq=table.state.seq, time=table.state.time)


def test_what_people_prove_it_by_is_kept_by_name() -> None:
    table = proving("d1")
    tell(table, "d1", Renewed("chosen"))
    tell(table, "d2", Found("restored"))
    assert dict(table.state.enrolled) == {"d1": "chosen", "d2": "restored"}
    tell(table, "d2", Found(""))
    assert dict(table.state.enrolled) == {"d1": "chosen"}


def test_an_administrator_enrols_unlocks_and_dismisses() -> None:
    table = proving("m1", "d1")
    table.must(Enrol("d1", "first"), "m1")
    assert "d1" not in table.state.present, "what the session rested on was replaced"
    assert table.state.enrolled["d1"] == "first"
    table.must(Unlock("d1"), "m1")
    sign_in(table, "d1")
    table.must(Dismiss("d1"), "m1")
    assert "d1" not in table.state.present
    assert "d1" not in table.state.enrolled


@pytest.mark.parametrize("by", ["d1", "s1", "t1", "a1"])
def test_nobody_else_administers(by: str) -> None:
    refusal = proving(by).refused(Enrol("d2", "first"), by)
    assert (refusal.code, refusal.args) == ("wrong_role", {"needs": "administrator"})


def test_a_view_tells_who_is_signed_in() -> None:
    table = proving("s1", "d1")
    seen = view(table.rules, table.state, Role.AUDITOR)
    assert (seen["sign_in"], seen["present"]) == (True, ["d1", "s1"])


# ---------------------------------------------------------------- who deals


def dealt_by_d1() -> Table:
    """A round was dealt by d1, the next has a wager, and d2 is signed in too."""
    table = proving("s1", "d1", "d2").ready_to_bet()
    table.next_round().ready_to_bet()
    table.must(Bet(2, "ante", 1_000), "d2")
    return table


def test_another_dealer_takes_over_between_two_rounds() -> None:
    table = dealt_by_d1()
    refusal = table.refused(Call("no_more_bets"), "d2")
    assert (refusal.code, refusal.args, refusal.basis) == (
        "not_the_dealer",
        {"person": "d1"},
        ONE_DEALER,
    )
    table.must(Confirm("take_over"), "d2")
    assert table.refused(Call("no_more_bets"), "d1").args == {"person": "d2"}
    table.must(Call("no_more_bets"), "d2")
    assert table.state.round.dealer == "d2"


def test_nobody_takes_over_while_a_round_is_dealt() -> None:
    table = dealt_by_d1()
    table.must(Call("no_more_bets"), "d1")
    assert table.refused(Confirm("take_over"), "d2").code == "not_due"
    assert table.refused(Deal(), "d2").code == "not_the_dealer"


@pytest.mark.parametrize("relieved", [False, True])
def test_what_one_dealer_alone_may_do_is_offered_in_that_dealers_name(relieved: bool) -> None:
    table = dealt_by_d1()
    if relieved:
        table.must(Confirm("take_over"), "d2")
    offers = view(table.rules, table.state, Role.DEALER)["offers"]
    (call,) = [offer for offer in offers if offer["deed"] == "call"]
    assert call["only_by"] == ("d2" if relieved else "d1")
    assert all("only_by" not in offer for offer in offers if offer["deed"] == "bet")


def test_where_people_prove_nothing_nobody_asks_who_deals() -> None:
    table = Table().ready_to_bet()
    table.next_round().ready_to_bet()
    table.must(Bet(2, "ante", 1_000), "d2")
    table.must(Call("no_more_bets"), "d2")
    assert table.state.round.dealer == ""
