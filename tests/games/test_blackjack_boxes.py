"""Boxes that several people bet on, and people who bet on several boxes: 2.13 and 2.14."""

from __future__ import annotations

import pytest

from tablectl.games.blackjack_cards import Mode
from tablectl.words.acts import Bet, Call, Choose, Confirm
from tests.games.jack_tables import by_hand, c, in_order, jack, play
from tests.tables import Table, settings_for

SHARED = {1: {"wager": 1_000, "behind_1": 2_000, "behind_2": 500}}


def opened(**options: int) -> Table:
    return Table(settings_for("blind", game="blackjack", options=options)).ready_to_bet()


# ---------------------------------------------------------------- who may


@pytest.mark.clause("19:47-2.13(a)#1")
@pytest.mark.clause("19:47-2.13(g)")
def test_nobody_bets_behind_where_the_house_does_not_permit_it() -> None:
    table = opened()
    table.must(Bet(1, "wager", 1_000))
    assert table.refused(Bet(1, "behind_1", 1_000)).code == "unknown_wager"


@pytest.mark.clause("19:47-2.13(a)#1")
def test_up_to_two_bet_behind_with_the_consent_of_the_first() -> None:
    table = opened(shared_boxes=1)
    table.follow(lambda t: t.count("rack") == 1)
    for wager in ("wager", "behind_1", "behind_2"):
        table.must(Bet(1, wager, 1_000))
    assert table.refused(Bet(1, "behind_3", 1_000)).code == "unknown_wager"
    refusal = table.refused(Call("no_more_bets"))
    assert (refusal.code, refusal.basis) == ("consent_missing", c("13(a)#1"))
    table.must(Confirm("first_bettor_agrees", "seat_1"))
    table.must(Call("no_more_bets"))


@pytest.mark.clause("19:47-2.13(b)#2")
def test_the_highest_wager_decides_unless_the_one_in_front_sits_there() -> None:
    table = opened(shared_boxes=1)
    table.follow(lambda t: t.count("rack") == 1)
    for seat in (1, 2, 3):
        table.must(Bet(seat, "wager", 1_000))
    table.must(Bet(1, "behind_1", 1_000))
    table.must(Bet(2, "behind_1", 500))
    table.must(Bet(2, "behind_2", 1_500))
    for seat in (1, 2):
        table.must(Confirm("first_bettor_agrees", f"seat_{seat}"))
    refusal = table.refused(Call("no_more_bets"))
    assert (refusal.code, refusal.basis) == ("highest_decides", c("13(b)#2"))
    assert table.refused(Confirm("decider_is_seated", "seat_1")).code == "not_due"
    table.must(Confirm("decider_is_seated", "seat_2"))
    table.must(Call("no_more_bets"))


@pytest.mark.clause("19:47-2.13(b)#2")
def test_who_decides_is_not_asked_where_nobody_keys_in_how_much_was_wagered() -> None:
    table = opened(shared_boxes=1)
    table.follow(lambda t: t.count("rack") == 1)
    for wager in ("wager", "behind_1"):
        table.must(Bet(1, wager, None))
    table.must(Confirm("first_bettor_agrees", "seat_1"))
    table.must(Call("no_more_bets"))


@pytest.mark.clause("19:47-2.13(c)")
def test_a_wager_behind_needs_one_in_front_that_decides() -> None:
    table = opened(shared_boxes=1)
    table.follow(lambda t: t.count("rack") == 1)
    table.must(Bet(1, "behind_1", 1_000))
    refusal = table.refused(Call("no_more_bets"))
    assert (refusal.code, refusal.basis) == ("nobody_decides", c("13(c)"))


@pytest.mark.clause("19:47-2.14")
def test_a_player_bets_on_several_boxes_where_the_house_lets_them() -> None:
    table = opened()
    table.must(Bet(1, "wager", 1_000))
    refusal = table.refused(Bet(4, "wager", 1_000, player=1))
    assert (refusal.code, refusal.basis) == ("one_position", c("14"))

    several = opened(several_boxes=1)
    several.must(Bet(1, "wager", 1_000))
    for seat in (2, 4, 6):
        several.must(Bet(seat, "wager", 1_000, player=1))
    assert several.state.round.seconds == dict.fromkeys(("seat_2", "seat_4", "seat_6"), "seat_1")
    assert several.refused(Bet(5, "wager", 1_000, player=3)).code == "nobody_seated"


# ---------------------------------------------------------------- what each decides


@pytest.mark.clause("19:47-2.13(b)#1")
@pytest.mark.clause("19:47-2.13(b)#2")
def test_one_question_about_the_play_is_put_to_a_shared_box() -> None:
    played = play(jack(shared_boxes=1), by_hand(), in_order(Mode.NONE, "9S 9D", "7S", "TD"), SHARED)
    assert [(d.question, d.hand) for d in played.table.did(Choose)] == [("play", "seat_1")]
    assert played.of("settlement") == {
        ("seat_1", "wager"): ("pay", 1_000),
        ("seat_1", "behind_1"): ("pay", 2_000),
        ("seat_1", "behind_2"): ("pay", 500),
    }


@pytest.mark.clause("19:47-2.13(f)")
def test_each_insures_for_themselves() -> None:
    wish = by_hand(insurance="decline", insurance_behind_1="insure", insurance_behind_2="decline")
    order = in_order(Mode.NONE, "9S 9D", "AH", "KD")
    played = play(jack(shared_boxes=1), wish, order, SHARED)
    assert played.of("second_card") == {("seat_1", "insurance_behind_1"): ("pay", 2_000)}


@pytest.mark.clause("19:47-2.7(c)#1")
@pytest.mark.clause("19:47-2.13(f)")
def test_even_money_is_for_those_who_insured_and_the_others_wait() -> None:
    wish = by_hand(insurance="decline", insurance_behind_1="insure", insurance_behind_2="decline")
    order = in_order(Mode.DOWN, "AS KD", "AH 9D")
    played = play(jack(Mode.DOWN, shared_boxes=1, even_money=1), wish, order, SHARED)
    assert played.stages == [
        (
            "even_money",
            {
                ("seat_1", "behind_1"): ("pay", 2_000),
                ("seat_1", "insurance_behind_1"): ("return", None),
            },
        ),
        (
            "second_card",
            {("seat_1", "wager"): ("pay", 1_500), ("seat_1", "behind_2"): ("pay", 750)},
        ),
    ]


@pytest.mark.clause("19:47-2.13(d)#1")
@pytest.mark.clause("19:47-2.13(d)#2")
def test_each_may_double_with_the_decider_and_the_hand_gets_one_card() -> None:
    wish = by_hand(seat_1="double", double_behind_1="decline", double_behind_2="double")
    order = in_order(Mode.NONE, "5S 6D", "7S", "TH TD")
    played = play(jack(shared_boxes=1), wish, order, SHARED)
    assert played.table.dealt_to()[1:] == ["seat_1", "dealer", "seat_1", "seat_1", "dealer"]
    assert played.of("settlement") == {
        ("seat_1", "wager"): ("pay", 1_000),
        ("seat_1", "double_1"): ("pay", 1_000),
        ("seat_1", "behind_1"): ("pay", 2_000),
        ("seat_1", "behind_2"): ("pay", 500),
        ("seat_1", "double_1_behind_2"): ("pay", 500),
    }


@pytest.mark.clause("19:47-2.13(e)")
@pytest.mark.parametrize(
    ("behind_1", "behind_2", "first", "second"),
    [
        ("cover", "first", {"behind_1", "behind_2"}, {"split_2_behind_1"}),
        ("second", "cover", {"behind_2"}, {"behind_1", "split_2_behind_2"}),
        ("first", "second", {"behind_1"}, {"behind_2"}),
    ],
)
def test_each_covers_both_hands_of_a_split_or_follows_one(
    behind_1: str, behind_2: str, first: set[str], second: set[str]
) -> None:
    wish = by_hand(seat_1="split", split_behind_1=behind_1, split_behind_2=behind_2)
    order = in_order(Mode.NONE, "8S 8D", "7S", "TH 9H TD")
    played = play(jack(shared_boxes=1), wish, order, SHARED)
    settled = played.of("settlement")
    assert {wager for hand, wager in settled if hand == "seat_1"} == {"wager", *first}
    assert {wager for hand, wager in settled if hand == "seat_1.2"} == {"split_2", *second}
    asked = [d.question for d in played.table.did(Choose)]
    assert asked[:3] == ["play", "split_behind_1", "split_behind_2"]


@pytest.mark.clause("19:47-2.13(e)")
@pytest.mark.clause("19:47-2.11(e)#4")
def test_a_wager_that_followed_one_hand_is_asked_again_when_that_hand_is_split() -> None:
    wish = by_hand(seat_1="stand split", split_behind_1_seat_1_2="second", split_behind_1="cover")
    pair = {1: {"wager": 1_000, "behind_1": 2_000}}
    order = in_order(Mode.NONE, "8S 8D", "7S", "TH 8H 9H TC TD")
    wish = by_hand(seat_1="split stand", seat_1_2="split stand", split_behind_1_seat_1_2="second")
    played = play(jack(shared_boxes=1, split_hands=3), wish, order, pair)
    settled = played.of("settlement")
    assert {(hand, wager) for hand, wager in settled if "behind" in wager} == {
        ("seat_1.2", "behind_1"),
        ("seat_1.3", "split_3_behind_1"),
    }


@pytest.mark.clause("19:47-2.11(d)")
@pytest.mark.clause("19:47-2.8(a)1")
@pytest.mark.parametrize(
    ("answer", "up", "told"),
    [("surrender", "9H", {"wager": 500, "behind_1": 1_000, "behind_2": 250})],
)
def test_a_surrender_costs_each_of_them_half(answer: str, up: str, told: dict[str, int]) -> None:
    order = in_order(Mode.NONE, "TS 6D", up)
    played = play(jack(shared_boxes=1, surrender=1), by_hand(seat_1=answer), order, SHARED)
    assert played.of("surrendered") == {
        ("seat_1", wager): ("collect", cents) for wager, cents in told.items()
    }
