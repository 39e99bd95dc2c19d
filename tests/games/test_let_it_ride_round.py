"""A round of let it ride, act by act, on the core: wagers, the deal, answers, the pick-up."""

from __future__ import annotations

import pytest

from tablectl.words.acts import AmendWager, Bet, Call, Choose, Confirm, Count, Deal, Move, TakeBack
from tablectl.words.dues import (
    CardsDue,
    ChoiceDue,
    ConfirmDue,
    CountDue,
    MoveDue,
    Target,
    TurnDue,
)
from tablectl.words.facts import Called
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut
from tests.games.ride_tables import BETS, bases, bets, c, ride, ride_at
from tests.tables import SHOE_1, Table

CLOSE = Call("no_more_bets")
METHODS = ("manual_shoe", "hand", "automated_shoe")
CALLS = {"manual_shoe": "7(b)#1", "hand": "8(b)3#1", "automated_shoe": "9(b)2#1"}
CHIPS = {"manual_shoe": "7(b)", "hand": "8(b)3", "automated_shoe": "9(b)2"}


def waiting(*wagers: Bet) -> Table:
    """A deck is in the shoe, these wagers are down, and nothing is called."""
    table = ride(wagers=()).ready_to_bet()
    for bet in wagers:
        table.must(bet)
    return table


# ---------------------------------------------------------------- wagers


@pytest.mark.clause("19:47-18.1 Round of play")
def test_no_round_begins_without_a_wager() -> None:
    refusal = waiting().refused(CLOSE)
    assert (refusal.code, refusal.basis) == ("no_wagers", c("1 Round of play"))


@pytest.mark.clause("19:47-18.6(d)#1")
@pytest.mark.clause("19:47-18.6A(b)")
@pytest.mark.parametrize(
    ("wagers", "section"),
    [
        ((Bet(4, "bet_1", 1000),), "6(d)#1"),
        ((Bet(4, "bet_1", 1000), Bet(4, "bet_2", 1000)), "6(d)#1"),
        ((*bets(4)[:2], Bet(4, "bet_3", 1500)), "6(d)#1"),
        ((*bets(4)[:2], Bet(4, "bet_3", None)), "6(d)#1"),
        ((Bet(4, "bet_3", 1000), Bet(4, "bonus", 100)), "6(d)#1"),
        ((Bet(4, "bonus", 100),), "6A(b)"),
    ],
)
def test_the_wagers_are_not_closed_while_a_seat_lacks_three_equal_bets(
    wagers: tuple[Bet, ...], section: str
) -> None:
    table = ride(wagers=(), options={"bonus": 1}).ready_to_bet()
    for bet in (*bets(2), *wagers):
        table.must(bet)
    refusal = table.refused(CLOSE)
    assert (refusal.code, refusal.basis) == ("three_equal_wagers", c(section))
    assert refusal.args["place"] == "seat_4"


@pytest.mark.clause("19:47-18.6(d)#2")
def test_the_three_bets_are_wagers_of_their_own_with_one_pair_of_limits() -> None:
    table = ride(wagers=(), options={"bet_least": 1000, "bet_most": 5000}).ready_to_bet()
    for bet in BETS:
        assert table.refused(Bet(1, bet, 999)).basis == c("6(d)#2")
        assert table.refused(Bet(1, bet, 5001)).code == "above_maximum"
        table.must(Bet(1, bet, 5000))
    assert table.state.round.wagers["seat_1"] == dict.fromkeys(BETS, 5000)


@pytest.mark.clause("19:47-18.6(c)#1")
def test_the_call_freezes_which_hands_are_in_play() -> None:
    table = waiting(*bets(5, 2))
    assert table.must(CLOSE).facts[-1] == Called("no_more_bets")
    assert table.state.round.hands == ("seat_2", "seat_5")


@pytest.mark.clause("19:47-18.6(c)#2")
@pytest.mark.parametrize("deed", [Bet(3, "bet_1", 1000), TakeBack(2, "bet_3")], ids=str)
def test_after_the_call_no_wager_is_placed_or_taken_back(deed: Bet | TakeBack) -> None:
    refusal = ride_at("deal").refused(deed)
    assert (refusal.code, refusal.basis) == ("not_due", c("6(c)#2"))


@pytest.mark.clause("19:47-18.6(e)")
@pytest.mark.clause("19:47-18.6(b)#1")
def test_two_positions_are_taken_where_the_house_allows_it_and_they_are_adjacent() -> None:
    table = ride(wagers=(), options={"two_positions": 1}).ready_to_bet()
    assert table.refused(Bet(3, "bet_1", 1000, player=2)).basis == c("6(b)#1")
    table.must(Bet(2, "bet_1", 1000))
    assert table.refused(Bet(4, "bet_1", 1000, player=2)).basis == c("6(e)")
    table.must(Bet(3, "bet_1", 1000, player=2))
    alone = waiting(*bets(2))
    assert alone.refused(Bet(3, "bet_1", 1000, player=2)).basis == c("6(e)")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.clause("19:47-18.7(b)#1")
@pytest.mark.clause("19:47-18.8(b)3#1")
@pytest.mark.clause("19:47-18.9(b)2#1")
def test_no_card_is_dealt_before_the_call(method: str) -> None:
    table = ride(method=method, shuffler=True).ready_to_bet()
    call = next(due for due in table.dues if getattr(due, "call", "") == "no_more_bets")
    assert call.basis == c(CALLS[method])
    assert table.refused(Deal()).code == "not_due"


def test_a_bet_is_put_right_with_the_other_two_also_after_one_was_withdrawn() -> None:
    table = ride_at("bet_1", 2, 5)
    table.must(Choose("bet_1", "seat_2", "withdraw"))
    table.must(AmendWager(2, "bet_3", "two chips each", 2000), "s1")
    assert table.state.round.wagers["seat_2"] == {"bet_2": 2000, "bet_3": 2000}
    assert table.state.round.hands == ("seat_2", "seat_5")
    table.must(AmendWager(5, "bet_1", "less", 500), "s1")
    assert table.state.round.wagers["seat_5"] == dict.fromkeys(BETS, 500)


def test_a_seat_nobody_keyed_in_is_put_right_with_one_amendment_before_its_cards() -> None:
    table = ride_at("deal")
    table.must(AmendWager(4, "bet_2", "overlooked", 1500), "s1")
    assert table.state.round.hands == ("seat_2", "seat_4")
    assert table.state.round.wagers["seat_4"] == dict.fromkeys(BETS, 1500)


# ---------------------------------------------------------------- bonus chips


def with_bonus(method: str, *seats: int) -> Table:
    wagers = bets(1, 3, 5, bonus=seats)
    return ride(method=method, wagers=wagers, shuffler=True, options={"bonus": 1})


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.clause("19:47-18.7(b)#2")
@pytest.mark.clause("19:47-18.7(b)#3")
@pytest.mark.clause("19:47-18.8(b)3#2")
@pytest.mark.clause("19:47-18.8(b)3#3")
@pytest.mark.clause("19:47-18.9(b)2#2")
@pytest.mark.clause("19:47-18.9(b)2#3")
def test_bonus_chips_are_counted_and_then_put_away_before_the_first_card(method: str) -> None:
    table = with_bonus(method, 1, 5).to("bonus_chips")
    section = CHIPS[method]
    (due,) = (due for due in table.dues if isinstance(due, ConfirmDue))
    assert (due.what, due.expects, due.basis) == ("count_bonus", 2, c(f"{section}#2"))
    assert table.refused(Confirm("bank_bonus")).code == "not_due"
    assert table.refused(Deal()).basis == c(f"{section}#2")
    table.must(Confirm("count_bonus", number=2))
    (due,) = (due for due in table.dues if isinstance(due, ConfirmDue))
    assert (due.what, due.basis) == ("bank_bonus", c(f"{section}#3"))
    table.must(Confirm("bank_bonus"))
    assert table.step == "deal"


@pytest.mark.clause("19:47-18.7(b)#2")
@pytest.mark.parametrize("number", [0, 1, 3])
def test_another_number_of_chips_holds_the_deal(number: int) -> None:
    table = with_bonus("manual_shoe", 1, 5).to("bonus_chips")
    table.must(Confirm("count_bonus", number=number))
    assert table.kinds[-1] is Kind.CHIPS_MISMATCH
    assert table.step == "bonus_chips"


def test_without_a_bonus_wager_nobody_counts_chips() -> None:
    table = with_bonus("manual_shoe").ready_to_bet()
    for bet in table.bets:
        table.must(bet)
    table.must(CLOSE)
    assert table.step == "deal"


@pytest.mark.clause("19:47-18.6A(a)")
def test_a_bonus_wager_is_taken_where_the_house_offers_it() -> None:
    assert waiting(*bets(2)).refused(Bet(2, "bonus", 100)).code == "unknown_wager"


# ---------------------------------------------------------------- the deal


@pytest.mark.clause("19:47-18.5(c)2")
@pytest.mark.clause("19:47-18.1 Community card")
@pytest.mark.clause("19:47-18.7(c)")
@pytest.mark.clause("19:47-18.8(c)")
@pytest.mark.parametrize("step", range(1, 7))
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_cards_go_round_with_one_for_the_common_area_after_each_pass(
    method: str, step: int
) -> None:
    table = ride_at("deal", 5, 2, method=method)
    (due,) = (due for due in table.dues if isinstance(due, CardsDue))
    turn = (step - 1) // 2
    passed, common = due.to[3 * turn : 3 * turn + 2], due.to[3 * turn + 2]
    assert len(due.to) == 9
    assert due.basis == c("7(c)#2" if method == "manual_shoe" else "8(c)#2")
    if step % 2:
        assert passed == (Target("seat_2"), Target("seat_5"))
    else:
        assert common == Target(f"common_{turn + 1}")


@pytest.mark.clause("19:47-18.5(c)2")
@pytest.mark.clause("19:47-18.9(c)#1")
@pytest.mark.clause("19:47-18.9(c)#2")
@pytest.mark.clause("19:47-18.9(c)#3")
@pytest.mark.clause("19:47-18.9(d)")
@pytest.mark.clause("19:47-18.9(e)#1")
def test_stacks_go_from_the_far_left_and_the_last_is_spread_over_the_common_area() -> None:
    table = ride_at("deal", 6, 1, 3, preset="counting", method="automated_shoe")
    order = []
    for _ in range(4):
        (due,) = (due for due in table.dues if isinstance(due, CardsDue))
        order.append((due.to[0], due.basis))
        table.see(SHOE_1, CardsOut(3))
    assert order == [
        (Target("seat_1", 3), c("9(c)#1")),
        (Target("seat_3", 3), c("9(c)#2")),
        (Target("seat_6", 3), c("9(c)#2")),
        (Target("common_stack", 3), c("9(c)#3")),
    ]
    assert (table.step, bases(table, ConfirmDue)) == ("spread_stack", [c("9(c)#3")])
    table.must(Confirm("spread_stack"))
    assert [table.count(f"common_{place}") for place in (1, 2, 3)] == [1, 1, 1]
    assert (bases(table, MoveDue), bases(table, CountDue)) == ([c("9(d)")], [c("9(e)#1")])


@pytest.mark.clause("19:47-18.1 Stub")
@pytest.mark.parametrize("hands", [1, 4, 6])
def test_the_stub_is_what_three_cards_a_hand_and_the_common_cards_leave(hands: int) -> None:
    assert ride_at("stub", *range(1, hands + 1)).count("shoe") == 49 - 3 * hands


@pytest.mark.clause("19:47-18.7(d)")
@pytest.mark.clause("19:47-18.7(e)1")
def test_the_stub_goes_to_the_rack_uncounted_or_counted_right() -> None:
    table = ride_at("stub")
    assert (bases(table, MoveDue), bases(table, CountDue)) == ([c("7(d)")], [c("7(e)#1")])
    table.must(Count("shoe", 46))
    assert bases(table, MoveDue) == [c("7(e)1")]
    table.must(Move("rack"))
    assert (table.step, table.count("rack")) == ("bet_1", 46)


@pytest.mark.clause("19:47-18.7(e)#1")
@pytest.mark.clause("19:47-18.7(e)#2")
def test_in_the_fifth_round_the_stub_is_counted_face_down_and_not_just_put_away() -> None:
    table = ride()
    for _ in range(4):
        table.to("stub")
        table.must(Move("rack"))
        table.next_round()
    table.to("stub")
    assert table.refused(Move("rack")).basis == c("7(e)#1")
    (due,) = (due for due in table.dues if isinstance(due, CountDue))
    assert due.checklist == ("face_down_on_layout",)


@pytest.mark.clause("19:47-18.7(f)#1")
def test_where_the_shuffler_counts_the_deck_the_stub_need_not_be_counted() -> None:
    table = ride(shuffler=True, options={"count_every": 2})
    for _ in range(4):
        table.to("stub").must(Move("rack"))
        table.next_round()


# ---------------------------------------------------------------- answers and reveals


@pytest.mark.clause("19:47-18.10(a)")
def test_nobody_is_asked_before_the_deal_is_over_and_the_stub_is_away() -> None:
    for step in ("deal", "stub"):
        table = ride_at(step)
        assert not [due for due in table.dues if isinstance(due, ChoiceDue)]
        assert table.refused(Choose("bet_1", "seat_2", "ride")).code == "not_due"


@pytest.mark.clause("19:47-18.1 Let it ride")
@pytest.mark.clause("19:47-18.10(b)")
@pytest.mark.clause("19:47-18.10(e)#1")
@pytest.mark.clause("19:47-18.10(e)#2")
@pytest.mark.parametrize(("bet", "section"), [("bet_1", "10(b)"), ("bet_2", "10(e)#2")])
def test_everybody_is_asked_from_the_far_left_to_ride_or_to_withdraw(
    bet: str, section: str
) -> None:
    table = ride_at(bet, 6, 1, 3)
    (due,) = (due for due in table.dues if isinstance(due, ChoiceDue))
    assert (due.question, due.hands, due.basis) == (
        bet,
        ("seat_1", "seat_3", "seat_6"),
        c(section),
    )
    assert [option.name for option in due.options] == ["ride", "withdraw"]
    assert table.refused(Choose(bet, "seat_3", "ride")).code == "out_of_turn"


@pytest.mark.clause("19:47-18.6(d)#3")
@pytest.mark.clause("19:47-18.10(b)1")
@pytest.mark.clause("19:47-18.10(b)2")
@pytest.mark.clause("19:47-18.10(e)1")
@pytest.mark.clause("19:47-18.10(e)2")
def test_bets_one_and_two_are_withdrawn_one_by_one_and_bet_three_never() -> None:
    table = ride_at("bet_1", 1, 4)
    table.must(Choose("bet_1", "seat_1", "ride"))
    table.must(Choose("bet_1", "seat_4", "withdraw"))
    assert set(table.state.round.wagers["seat_1"]) == set(BETS)
    assert set(table.state.round.wagers["seat_4"]) == {"bet_2", "bet_3"}
    table.to("bet_2")
    table.must(Choose("bet_2", "seat_1", "withdraw"))
    table.must(Choose("bet_2", "seat_4", "ride"))
    assert set(table.state.round.wagers["seat_1"]) == {"bet_1", "bet_3"}
    assert set(table.state.round.wagers["seat_4"]) == {"bet_2", "bet_3"}
    questions = {d.question for d in table.dues if isinstance(d, ChoiceDue)}
    assert (table.step, questions) == ("second_common", set())
    assert table.refused(TakeBack(1, "bet_3")).basis == c("6(c)#2")


@pytest.mark.clause("19:47-18.10(c)")
@pytest.mark.clause("19:47-18.10(d)#1")
@pytest.mark.clause("19:47-18.10(f)#2")
def test_the_left_common_card_burns_and_the_others_are_shown_one_after_the_other() -> None:
    table = ride_at("burn")
    assert table.dues[0] == MoveDue(("common_1",), "rack", c("10(c)"))
    table.must(Move("rack"))
    (first,) = (due for due in table.dues if isinstance(due, TurnDue))
    assert (table.step, first) == ("first_common", TurnDue(("common_2",), c("10(d)#1")))
    (due,) = (due for due in table.to("second_common").dues if isinstance(due, TurnDue))
    assert (due.places, due.basis) == (("common_3",), c("10(f)#2"))


@pytest.mark.clause("19:47-18.10(a)3")
@pytest.mark.clause("19:47-18.10(f)#1")
def test_before_the_last_card_the_hands_lie_face_down_and_the_first_card_is_moved() -> None:
    (due,) = (due for due in ride_at("second_common").dues if isinstance(due, TurnDue))
    assert due.checklist == ("hands_face_down", "first_common_to_the_right")


@pytest.mark.clause("19:47-18.10(g)")
def test_the_hands_are_turned_up_from_the_far_right() -> None:
    table = ride_at("hands_up", 1, 3, 6)
    assert table.dues[0] == TurnDue(("seat_6", "seat_3", "seat_1"), c("10(g)"))


@pytest.mark.clause("19:47-18.10(i)2")
@pytest.mark.clause("19:47-18.10(i)#2")
def test_winning_hands_and_common_cards_are_picked_up_when_all_are_paid() -> None:
    table = ride_at("winners", 1, 3)
    assert table.refused(Move("rack")).basis == c("10(i)#1")
    table.to("pick_up")
    sources = ("seat_3", "seat_1", "common_2", "common_3")
    assert table.dues[0] == MoveDue(sources, "rack", c("10(i)2"))
