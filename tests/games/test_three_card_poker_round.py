"""A round of three card poker at a table without devices, act by act, on the core itself."""

from __future__ import annotations

import pytest

from tablectl.words.acts import (
    Bet,
    Call,
    Choose,
    Count,
    Deal,
    Move,
    Settle,
    Shown,
    TakeBack,
    Turn,
)
from tablectl.words.bases import Clause
from tablectl.words.cards import Card
from tablectl.words.dues import CardsDue, ChoiceDue, CountDue, MoveDue, TurnDue
from tablectl.words.irregularities import Kind
from tests.tables import at, opened

THREE_SEATS = (
    Bet(1, "ante", 1000),
    Bet(3, "pair_plus", 500),
    Bet(6, "ante", 1000),
    Bet(6, "pair_plus", 500),
)


def clause(section: str) -> Clause:
    return Clause(f"19:47-20.{section}")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(code) for code in text.split())


# ---------------------------------------------------------------- wagers


@pytest.mark.clause("19:47-20.6(a)1")
@pytest.mark.clause("19:47-20.6(a)2")
@pytest.mark.clause("19:47-20.6(a)3")
def test_a_seat_may_have_an_ante_a_pair_plus_or_both() -> None:
    table = opened()
    for bet in THREE_SEATS:
        table.must(bet)
    assert table.state.round.wagers == {
        "seat_1": {"ante": 1000},
        "seat_3": {"pair_plus": 500},
        "seat_6": {"ante": 1000, "pair_plus": 500},
    }


def test_a_wager_can_be_changed_and_taken_back_before_the_call() -> None:
    table = opened()
    table.must(Bet(1, "ante", 1000))
    table.must(Bet(1, "ante", 2000))
    assert table.state.round.wagers == {"seat_1": {"ante": 2000}}
    table.must(TakeBack(1, "ante"))
    assert table.state.round.wagers == {}


@pytest.mark.clause("19:47-20.6(d)#2")
@pytest.mark.parametrize("deed", [Bet(1, "ante", 2000), Bet(2, "ante", 500), TakeBack(1, "ante")])
def test_after_the_call_no_wager_is_placed_raised_or_taken_back(deed: Bet | TakeBack) -> None:
    refusal = at("deal", bets=THREE_SEATS).refused(deed)
    assert (refusal.code, refusal.basis, refusal.hint) == ("not_due", clause("6(d)#2"), "cards_due")


@pytest.mark.clause("19:47-20.1 Round of play")
def test_no_round_begins_without_a_wager() -> None:
    refusal = opened().refused(Call("no_more_bets"))
    assert (refusal.code, refusal.basis) == ("no_wagers", clause("1 Round of play"))


@pytest.mark.clause("19:47-20.7(b)#1")
def test_no_card_is_dealt_before_the_call() -> None:
    table = opened()
    table.must(Bet(1, "ante", 1000))
    assert table.refused(Deal()).code == "not_due"


@pytest.mark.clause("19:47-20.10(a)#1")
def test_nobody_is_asked_before_the_deal_is_over_and_the_stub_is_away() -> None:
    answer = Choose("play", "seat_1", "play")
    for step in ("deal", "stub"):
        assert at(step, bets=THREE_SEATS).refused(answer).code == "not_due"
    at("decisions", bets=THREE_SEATS).must(answer)


@pytest.mark.clause("19:47-20.7(e)#2")
def test_the_stub_is_counted_face_down_on_the_layout() -> None:
    (due,) = (d for d in at("stub").dues if isinstance(d, CountDue))
    assert due.checklist == ("face_down_on_layout",)


@pytest.mark.clause("19:47-20.6(d)#1")
def test_the_call_freezes_which_hands_are_in_play() -> None:
    assert at("deal", bets=THREE_SEATS).state.round.hands == ("seat_1", "seat_3", "seat_6")


# ---------------------------------------------------------------- the deal and the stub


@pytest.mark.clause("19:47-20.5(c)2")
@pytest.mark.clause("19:47-20.7(c)#1")
@pytest.mark.clause("19:47-20.7(c)#2")
def test_cards_go_one_at_a_time_from_the_far_left_with_the_dealer_last_in_three_passes() -> None:
    (due,) = at("deal", bets=THREE_SEATS).dues
    assert isinstance(due, CardsDue)
    assert [target.place for target in due.to] == ["seat_1", "seat_3", "seat_6", "dealer"] * 3
    assert all(target.count == 1 and not target.up for target in due.to)


@pytest.mark.clause("19:47-20.1 Stub")
@pytest.mark.parametrize("hands", range(1, 7))
def test_the_stub_is_what_three_cards_a_hand_and_the_dealers_leave(hands: int) -> None:
    table = at("stub", bets=tuple(Bet(n, "pair_plus", 500) for n in range(1, hands + 1)))
    assert table.count("shoe") == 49 - 3 * hands


@pytest.mark.clause("19:47-20.7(d)")
def test_in_an_ordinary_round_the_stub_may_go_to_the_rack_uncounted() -> None:
    table = at("stub")
    table.must(Move("rack"))
    assert (table.step, table.count("rack"), table.count("shoe")) == ("decisions", 46, 0)


@pytest.mark.clause("19:47-20.7(e)1")
def test_a_stub_that_is_counted_right_goes_to_the_rack() -> None:
    table = at("stub")
    table.must(Count("shoe", 46))
    assert [type(due) for due in table.dues] == [MoveDue]
    table.must(Move("rack"))
    assert table.step == "decisions"


@pytest.mark.clause("19:47-20.7(e)#1")
@pytest.mark.parametrize("number", [1, 4, 5])
def test_the_stub_has_to_be_counted_in_the_fifth_round_and_not_before(number: int) -> None:
    table = opened()
    for _ in range(number - 1):
        table.next_round().ready_to_bet()
    table.to("stub")

    first = table.dues[0]

    assert isinstance(first, CountDue if number == 5 else MoveDue)
    if number == 5:
        assert table.refused(Move("rack")).basis == clause("7(e)#1")


@pytest.mark.clause("19:47-20.7(e)1")
def test_a_good_count_starts_the_five_rounds_anew() -> None:
    table = opened()
    for _ in range(3):
        table.next_round().ready_to_bet()
    table.to("stub").must(Count("shoe", 46))
    for _ in range(4):
        table.next_round().to("stub")
        assert isinstance(table.dues[0], MoveDue)
    table.next_round().to("stub")
    assert isinstance(table.dues[0], CountDue)


@pytest.mark.clause("19:47-20.7(e)#1")
def test_a_new_deck_does_not_start_the_five_rounds_anew() -> None:
    table = opened()
    for _ in range(4):
        table.next_round().ready_to_bet()
    table.declare(Kind.DUPLICATE_CARD)
    table.remedy = "remove_deck"
    table.ready_to_bet().to("stub")
    assert "deck:blue:removed" in table.phases
    assert isinstance(table.dues[0], CountDue)


# ---------------------------------------------------------------- decisions


@pytest.mark.clause("19:47-20.1 Ante wager")
@pytest.mark.clause("19:47-20.10(b)#1")
@pytest.mark.clause("19:47-20.10(b)#2")
def test_every_seat_with_an_ante_is_asked_from_the_far_left_to_play_or_to_fold() -> None:
    (due,) = at("decisions", bets=THREE_SEATS).dues
    assert isinstance(due, ChoiceDue)
    assert due.hands == ("seat_1", "seat_6")
    assert [option.name for option in due.options] == ["play", "fold"]


@pytest.mark.clause("19:47-20.10(b)#2")
def test_a_seat_that_answers_before_its_turn_is_refused() -> None:
    refusal = at("decisions", bets=THREE_SEATS).refused(Choose("play", "seat_6", "play"))
    assert (refusal.code, refusal.args) == ("out_of_turn", {"place": "seat_1"})


@pytest.mark.clause("19:47-20.1 Play wager")
@pytest.mark.parametrize("ante", [700, None])
def test_the_play_wager_is_the_ante_over_again(ante: int | None) -> None:
    table = at("decisions", bets=(Bet(1, "ante", ante),))
    table.must(Choose("play", "seat_1", "play"))
    assert table.state.round.wagers["seat_1"] == {"ante": ante, "play": ante}


@pytest.mark.clause("19:47-20.6(d)#3")
def test_a_play_wager_cannot_be_bet_in_any_other_way() -> None:
    assert at("decisions").refused(Bet(2, "play", 1000)).code == "not_due"
    assert opened().refused(Bet(2, "play", 1000)).code == "unknown_wager"


@pytest.mark.clause("19:47-20.10(b)#4")
def test_forfeited_wagers_and_cards_are_in_before_the_dealer_shows() -> None:
    table = at("decisions", bets=THREE_SEATS)
    table.must(Choose("play", "seat_1", "fold"))
    table.must(Choose("play", "seat_6", "fold"))
    show = Turn((Shown("dealer"),))

    assert table.refused(show).hint == "settle_due:forfeits"
    table.must(Settle("forfeits"))
    assert table.refused(show).basis == clause("10(b)#4")
    assert table.dues[0] == MoveDue(("seat_6", "seat_1"), "rack", clause("10(b)#4"))
    table.must(Move("rack"))
    table.must(show)


# ---------------------------------------------------------------- reveal, settlement, pick-up


@pytest.mark.clause("19:47-20.10(b)#5")
@pytest.mark.clause("19:47-20.10(b)#6")
def test_the_dealer_shows_first_and_then_the_live_hands_from_the_far_right() -> None:
    table = at("dealer_reveal", bets=THREE_SEATS)
    assert table.refused(Turn((Shown("seat_6"),))).code == "out_of_turn"
    table.must(Turn((Shown("dealer"),)))
    due = table.dues[0]
    assert isinstance(due, TurnDue)
    assert due.places == ("seat_6", "seat_3", "seat_1")


@pytest.mark.clause("19:47-20.10(c)#1")
@pytest.mark.clause("19:47-20.10(c)#2")
def test_winners_are_not_paid_before_losers_nor_hands_picked_up_before_winners() -> None:
    table = at("dealer_reveal", bets=(Bet(1, "ante", 1000), Bet(2, "ante", 1000)))
    table.must(Turn((Shown("dealer", cards("QS 9D 4C")),)))
    table.must(Turn((Shown("seat_2", cards("KS 9S 4S")), Shown("seat_1", cards("QD 8D 3C")))))

    assert table.refused(Settle("winners")).basis == clause("10(c)#1")
    table.must(Settle("losers"))
    assert table.refused(Move("rack")).basis == clause("10(c)1")
    table.must(Settle("winners"))
    table.must(Move("rack"))
    assert table.state.round.number == 2


@pytest.mark.clause("19:47-20.10(c)2")
@pytest.mark.clause("19:47-20.10(d)")
def test_hands_are_picked_up_from_the_far_right_with_the_dealers_last() -> None:
    (due,) = at("pick_up", bets=THREE_SEATS).dues
    assert due == MoveDue(("seat_6", "seat_3", "seat_1", "dealer"), "rack", clause("10(c)2"))


@pytest.mark.clause("19:47-20.1 Round of play")
def test_a_round_ends_with_every_card_off_the_layout_and_the_next_begins_with_none() -> None:
    table = at("pick_up", bets=THREE_SEATS)
    table.must(Move("rack"))
    round_ = table.state.round
    assert (round_.number, round_.step, round_.facts, round_.wagers) == (2, "wagers", (), {})
    assert table.count("rack") == 52
