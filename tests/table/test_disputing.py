"""A dispute is about a round that is over; it holds nothing up and reopens nothing."""

from __future__ import annotations

import pytest

from tablectl.table.acting import head, prompt_code
from tablectl.table.view import View, view
from tablectl.texts import case_text
from tablectl.words.acts import Bet, Call, Confirm, Dispute
from tablectl.words.bases import Role
from tablectl.words.facts import Confirmed
from tablectl.words.rulings import Scope
from tests.tables import Table, opened

NOTE = "seat 2 says she was paid once"


def played(rounds: int = 2) -> Table:
    table = opened()
    for _ in range(rounds):
        table.next_round()
    return table.ready_to_bet()


def seen(table: Table, role: Role = Role.SUPERVISOR) -> View:
    return view(table.rules, table.state, role)


@pytest.mark.parametrize("person", ["d1", "s1"])
def test_a_dealer_or_a_supervisor_disputes_a_round_by_its_number(person: str) -> None:
    table = played()
    table.must(Dispute(1, NOTE), person)
    (case,) = table.state.cases
    assert (case.scope, case.ruled.irregularity.round) == (Scope.NOTHING, 1)
    assert case.ruled.irregularity.detail == NOTE


@pytest.mark.parametrize("person", ["t1", "a1", "m1"])
def test_nobody_else_disputes(person: str) -> None:
    assert played().refused(Dispute(1, NOTE), person).code == "wrong_role"


@pytest.mark.parametrize("number", [-1, 0, 3, 4])
def test_a_round_that_never_was_or_is_not_over_is_not_disputed(number: int) -> None:
    refusal = played().refused(Dispute(number, NOTE))
    assert (refusal.code, refusal.args) == ("no_such_round", {"round": number, "last": 2})


def test_a_dispute_says_what_it_is_about() -> None:
    assert played().refused(Dispute(1, "  ")).code == "reason_missing"


def test_the_disputed_round_stays_over_and_the_one_in_play_goes_on() -> None:
    table = played()
    table.must(Bet(2, "ante", 1000))
    table.must(Call("no_more_bets"))
    before = table.state.round
    table.must(Dispute(2, NOTE))
    assert (table.state.round.step, table.state.round.facts) == (before.step, before.facts)
    assert table.next_round().state.round.number == 4


def test_wagers_are_taken_over_an_open_dispute_while_no_deck_is_in_the_shoe() -> None:
    table = opened().next_round()
    assert not table.draft.deck_in_shoe
    table.must(Dispute(1, NOTE))
    table.must(Bet(2, "ante", 1000))


def test_an_open_dispute_is_never_what_the_table_waits_for() -> None:
    table = played()
    table.must(Dispute(1, NOTE))
    first = head(table.offers)
    assert first is not None
    assert prompt_code(first) != "confirm_due:resolve_dispute"


def test_a_table_closes_with_a_dispute_open_and_it_is_resolved_later() -> None:
    table = played()
    table.must(Dispute(1, NOTE))
    table.must(Confirm("close_table"), "s1")
    assert len(table.state.cases) == 1
    table.must(Confirm("resolve_dispute", "case_1", note="paid as she said"), "s2")
    assert not table.state.cases


def test_a_dispute_may_be_opened_while_the_table_is_closed() -> None:
    table = played()
    table.must(Confirm("close_table"), "s1")
    table.must(Dispute(2, NOTE), "s1")
    assert len(table.state.cases) == 1


def test_two_disputes_about_one_round_are_two() -> None:
    table = played()
    table.must(Dispute(1, NOTE))
    table.must(Dispute(1, NOTE))
    assert [case.id for case in table.state.cases] == ["case_1", "case_2"]


def test_a_supervisor_ends_it_in_words_and_nobody_else() -> None:
    table = played()
    table.must(Dispute(1, NOTE))
    done = Confirm("resolve_dispute", "case_1", note="the film shows one payment")
    assert table.refused(done, "d1").code == "wrong_role"
    assert table.refused(Confirm("resolve_dispute", "case_1"), "s1").code == "reason_missing"
    outcome = table.must(done, "s1")
    assert outcome.facts == (
        Confirmed("resolve_dispute", "case_1", None, "the film shows one payment"),
    )
    assert not table.state.cases


def test_a_dispute_is_shown_with_its_round_and_its_note() -> None:
    table = played()
    table.must(Dispute(1, NOTE))
    (case,) = seen(table, Role.AUDITOR)["cases"]
    assert (case["round"], case["detail"], case["scope"]) == (1, NOTE, "nothing")
    assert case_text(case).startswith("Case 1 holds up nothing. ")
    assert f"(round 1; {NOTE})" in case_text(case)


def test_disputes_are_offered_once_a_round_is_over() -> None:
    offered = [o for o in seen(opened())["offers"] if o["deed"] == "dispute"]
    assert offered == []
    offered = [o for o in seen(played(), Role.DEALER)["offers"] if o["deed"] == "dispute"]
    assert offered == [{"deed": "dispute", "last": 2}]
