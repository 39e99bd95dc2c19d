"""Wagers of the last round lie there again until somebody says otherwise."""

from __future__ import annotations

from typing import Any

from tablectl.table.view import view
from tablectl.words.acts import Bet, Call, Confirm, TakeBack
from tablectl.words.bases import Role
from tablectl.words.facts import Called, Wagered
from tablectl.words.irregularities import Kind
from tests.tables import Table, settings_for

BETS = (Bet(1, "ante", 1000), Bet(2, "ante", 1500), Bet(2, "pair_plus", 500))
LAST = {"seat_1": {"ante": 1000}, "seat_2": {"ante": 1500, "pair_plus": 500}}


def second_round(**options: int) -> Table:
    """A table after one round, with a deck in the shoe and nothing keyed in since."""
    table = Table(settings_for(options=options), bets=BETS).next_round()
    table.bets = ()
    return table.follow(lambda t: t.draft.deck_in_shoe != "")


def again(table: Table) -> dict[str, Any]:
    return {place: dict(mine) for place, mine in table.state.round.again.items()}


def test_what_was_wagered_in_one_round_is_proposed_for_the_next_and_not_down() -> None:
    table = second_round()
    assert again(table) == LAST
    assert not table.state.round.wagers


def test_a_wager_that_a_decision_added_is_not_proposed() -> None:
    assert "play" not in again(second_round())["seat_1"]


def test_the_closing_call_takes_up_what_is_proposed_before_it_freezes_the_hands() -> None:
    table = second_round()
    outcome = table.must(Call("no_more_bets"))
    assert outcome.facts == (
        Wagered(1, "ante", 1000, on=True),
        Wagered(2, "ante", 1500, on=True),
        Wagered(2, "pair_plus", 500, on=True),
        Called("no_more_bets"),
    )
    assert table.state.round.hands == ("seat_1", "seat_2")
    assert not again(table)


def test_the_order_in_which_wagers_are_taken_up_is_not_that_of_keying_them_in() -> None:
    settings = settings_for()
    table = Table(settings, bets=(Bet(2, "pair_plus", 500), Bet(2, "ante", 1500))).next_round()
    table.bets = ()
    table.follow(lambda t: t.draft.deck_in_shoe != "")
    outcome = table.must(Call("no_more_bets"))
    wagers = [fact.wager for fact in outcome.facts if isinstance(fact, Wagered)]
    assert wagers == ["ante", "pair_plus"]


def test_a_changed_wager_is_one_act_and_is_down_at_once() -> None:
    table = second_round()
    table.must(Bet(2, "ante", 2500))
    assert again(table)["seat_2"] == {"pair_plus": 500}
    assert table.state.round.wagers == {"seat_2": {"ante": 2500}}


def test_a_wager_that_is_gone_is_taken_off_in_one_act() -> None:
    table = second_round()
    table.must(TakeBack(1, "ante"))
    table.must(Call("no_more_bets"))
    assert table.state.round.hands == ("seat_2",)


def test_nobody_takes_off_what_lies_there_neither_now_nor_again() -> None:
    assert second_round().refused(TakeBack(4, "ante")).code == "no_such_wager"


def test_taking_off_is_offered_for_what_lies_there_again() -> None:
    table = second_round()
    offers = view(table.rules, table.state, Role.DEALER)["offers"]
    taking = next(o for o in offers if o["deed"] == "take_back")
    assert taking["placed"] == {"seat_1": ["ante"], "seat_2": ["ante", "pair_plus"]}


def test_a_table_can_be_closed_while_wagers_only_would_lie_there_again() -> None:
    table = second_round()
    table.must(Confirm("close_table"), "s1")
    assert not again(table)


def test_a_table_cannot_be_closed_once_a_wager_is_down() -> None:
    table = second_round()
    table.must(Bet(1, "ante", 1000))
    assert table.refused(Confirm("close_table"), "s1").code == "not_due"
    table.must(TakeBack(1, "ante"))
    table.must(Confirm("close_table"), "s1")


def test_a_void_round_leaves_its_wagers_to_the_next() -> None:
    table = Table(settings_for(), bets=BETS).to("decisions")
    table.declare(Kind.MISDEAL)
    table.next_round()
    assert again(table) == LAST


def test_a_house_that_wants_every_wager_keyed_in_has_none_proposed() -> None:
    table = second_round(wagers_again=0)
    assert not again(table)
    assert table.refused(Call("no_more_bets")).code == "no_wagers"


def test_a_wager_without_an_amount_lies_there_again_without_one() -> None:
    table = Table(settings_for(), bets=(Bet(3, "ante"),)).next_round()
    assert again(table) == {"seat_3": {"ante": None}}
