"""A wager above the maximum that was accepted stands whole: 19:47-8.2(d)."""

from __future__ import annotations

import pytest

from tablectl.table.view import view
from tablectl.texts import warning_text
from tablectl.words.acts import AmendWager, Bet, Call, Choose
from tablectl.words.bases import Clause, Role
from tablectl.words.facts import Wagered, Warned
from tests.tables import Table, opened

MOST = 5000
WARNING = Warned(
    "over_limit",
    Clause("19:47-8.2(d)"),
    {"seat": 1, "wager": "ante", "cents": 8000, "most": MOST},
)


def limited() -> Table:
    table = opened(options={"ante_most": MOST})
    table.bets = ()
    return table


@pytest.mark.clause("19:47-8.2(d)")
def test_an_accepted_wager_above_the_maximum_is_taken_whole_and_warned_of() -> None:
    outcome = limited().must(Bet(1, "ante", 8000, over=True))
    assert outcome.facts == (Wagered(1, "ante", 8000, on=True), WARNING)


def test_without_the_dealers_word_it_is_refused() -> None:
    assert limited().refused(Bet(1, "ante", MOST + 1)).code == "above_maximum"


def test_within_the_limit_there_is_nothing_to_warn_of() -> None:
    outcome = limited().must(Bet(1, "ante", MOST, over=True))
    assert outcome.facts == (Wagered(1, "ante", MOST, on=True),)


def test_below_the_minimum_nothing_is_accepted() -> None:
    assert limited().refused(Bet(1, "ante", 1, over=True)).code == "below_minimum"


@pytest.mark.clause("19:47-8.2(d)")
def test_what_is_added_to_it_is_added_to_the_whole() -> None:
    table = limited()
    table.must(Bet(1, "ante", 8000, over=True))
    table.must(Call("no_more_bets"))
    table.to("decisions").must(Choose("play", "seat_1", "play"))
    assert table.state.round.wagers["seat_1"] == {"ante": 8000, "play": 8000}


def test_it_is_not_proposed_for_the_next_round() -> None:
    table = limited()
    table.must(Bet(1, "ante", 8000, over=True))
    table.must(Bet(2, "ante", 800))
    table.next_round()
    assert table.state.round.again == {"seat_2": {"ante": 800}}


def test_an_amount_that_turns_out_to_lie_above_the_maximum_is_warned_of_too() -> None:
    table = limited()
    table.must(Bet(1, "ante", 800))
    table.must(Call("no_more_bets"))
    outcome = table.must(AmendWager(1, "ante", "eight chips lie there", 8000), "s1")
    assert outcome.facts[-1] == WARNING


def test_the_warning_is_shown_in_dollars_with_its_clause() -> None:
    table = limited()
    table.must(Bet(1, "ante", 8000, over=True))
    (warning,) = view(table.rules, table.state, Role.SUPERVISOR)["round"]["warnings"]
    assert warning_text(warning) == (
        "Seat 1: ante of $80 was accepted above the maximum of $50 and stands whole. [19:47-8.2(d)]"
    )
