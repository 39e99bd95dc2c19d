"""Whole rounds by buttons alone, to the closing of the table and through trouble."""

from __future__ import annotations

import pytest

from tablectl.rig import Rig
from tablectl.words.bases import Role
from tablectl.words.cards import Rank
from tests.console.robot import Robot
from tests.console.screens import TABLES, WAGERS, table, table_of

MOST_TAPS = 10
"""docs/architecture.md, "As few acts as the rules allow"."""
TYPED = 1
"""What is keyed in besides, in a round in which the stub is counted: one number."""
BY_METHOD = ("three_card_poker", "three_card_poker_counted")
"""Tables that are played below."""
METHODS = {
    "manual_shoe": "mixed",
    "hand": "shuffling",
    "automated_shoe": "automated",
}


def is_closed(rig: Rig) -> bool:
    return rig.host.kernel.state.phase == "closed"


def jammed_in_the_deal() -> Robot:
    """A robot in whose first deal the shoe jams, with one hand dealt."""
    robot = Robot(table("three_card_poker"))
    shoe = robot.rig.crew.shoe
    assert shoe is not None
    robot.until(lambda: "seat_1" in robot.rig.host.door.view(Role.DEALER)["places"])
    shoe.jam()
    robot.rig.time.pass_time(1_000_000)
    return robot


@pytest.mark.parametrize("name", [each for each in TABLES if each not in BY_METHOD])
def test_two_rounds_are_played_by_buttons_alone_and_the_table_is_closed(name: str) -> None:
    robot = Robot(table(name))

    robot.play(2)

    assert is_closed(robot.rig)
    assert {1, 2} <= set(robot.acts)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", ["three_card_poker", "let_it_ride"])
def test_a_round_is_played_by_buttons_alone_by_every_method(game: str, method: str) -> None:
    robot = Robot(table_of(f"game: {game}\nmethod: {method}\npreset: {METHODS[method]}"))

    robot.play(1)

    assert is_closed(robot.rig)


def test_a_round_of_three_card_poker_takes_no_more_taps_than_its_acts() -> None:
    robot = Robot(table("three_card_poker"))

    robot.play(2)

    assert is_closed(robot.rig)
    assert robot.taps[2] == len(robot.acts[2]) <= MOST_TAPS


def test_a_round_in_which_the_stub_is_counted_takes_one_number_more_and_ten_taps_at_most() -> None:
    robot = Robot(table("three_card_poker_counted"))

    robot.play(2)

    assert "count:shoe" in robot.acts[2]
    assert robot.taps[2] == len(robot.acts[2]) + TYPED <= MOST_TAPS


def test_one_fold_in_the_middle_is_two_taps_for_the_answers_of_all_hands() -> None:
    robot = Robot(table("three_card_poker"), folds=frozenset({"seat_3"}))

    robot.play(2)

    assert [each for each in robot.acts[2] if each.startswith("choose:")] == [
        "choose:play:seat_3:fold",
        "choose:play:seat_4:play:rest",
    ]
    assert "settle:forfeits" in robot.acts[2]
    assert robot.taps[2] <= MOST_TAPS


def aces_are_up() -> Robot:
    """A robot that is about to ask whether hands insure against the dealer's ace."""
    robot = Robot(table("blackjack"))
    robot.until(lambda: "no_more_bets" in str(robot.look(Role.DEALER)["buttons"]))
    shoe = robot.rig.felt.pile("blue", "shoe")
    shoe.sort(key=lambda piece: piece.card.rank is not Rank.ACE)
    robot.until(lambda: "insure" in str(robot.look(Role.DEALER)["buttons"]))
    return robot


def test_nobody_insures_because_a_hand_asked_after_them_does() -> None:
    robot = aces_are_up()
    seen = robot.look(Role.DEALER)
    one = next(b for b in seen["buttons"] if b["id"] == "choose:insurance:seat_4:insure")

    robot.press(seen, one)

    (usual,) = (b for b in seen["buttons"] if b["primary"])
    assert usual["id"] == "choose:insurance:seat_1:decline:rest"
    wagers = robot.rig.host.door.view(Role.DEALER)["round"]["wagers"]
    assert [place for place, stakes in wagers.items() if "insurance" in stakes] == ["seat_4"]


def test_a_jam_is_followed_to_its_recovery_by_buttons_alone() -> None:
    robot = jammed_in_the_deal()

    (case,) = robot.look(Role.SUPERVISOR)["cases"]
    assert case["basis"] == "19:47-20.12(f)"
    assert case["wagers"] == "Every wager of the round goes back to its player."
    robot.play(2)

    pressed = robot.pressed
    assert "confirm:ruling:case_1" in pressed
    assert "settle:void_return" in pressed
    assert "confirm:clear_fault:shoe_1" in pressed
    assert robot.look(Role.DEALER)["cases"] == []


def test_what_a_checklist_says_comes_before_the_confirmation_that_it_was_done() -> None:
    robot = jammed_in_the_deal()
    (before,) = robot.look(Role.TECHNICIAN)["cases"]
    robot.until(lambda: not robot.rig.host.kernel.state.cases)
    (after,) = robot.look(Role.TECHNICIAN)["cases"]

    for case in (before, after):
        said = [step["text"] for step in case["steps"]]
        cleared = said.index("The technician clears the fault of shoe_1.")
        assert said.index("Switch the device off, open it and take every card out") < cleared
        assert said.index("Close the device and switch it on") == cleared - 1
    assert [before["closed"], after["closed"]] == [False, True]


def test_a_wager_that_the_round_waits_for_is_the_usual_next_act() -> None:
    robot = Robot(table("holdem"))
    robot.until(lambda: robot.rig.host.kernel.state.round.step == "blinds")

    offered = robot.look(Role.DEALER)["buttons"]

    assert [each["id"] for each in offered if each["primary"]] == ["bet:1:blind_1"]


def test_what_a_ruling_has_left_to_do_stays_on_the_screen_until_it_is_done() -> None:
    robot = jammed_in_the_deal()
    robot.until(lambda: not robot.rig.host.kernel.state.cases)

    (trouble,) = robot.look(Role.DEALER)["cases"]

    assert trouble["happened"].startswith("The shoe jammed during the deal")
    assert trouble["steps"][0] == {
        "text": "The supervisor confirmed the ruling",
        "done": True,
        "now": False,
    }
    assert [step["now"] for step in trouble["steps"]].count(True) == 1
    assert "technician" in trouble["who"]


def test_a_stub_that_does_not_fit_is_followed_to_the_removal_of_its_deck() -> None:
    robot = Robot(table("three_card_poker_counted"), miscounts={"shoe": -1})
    robot.until(lambda: bool(robot.rig.host.kernel.state.cases))

    (case,) = robot.look(Role.DEALER)["cases"]
    assert case["steps"][0]["now"]
    assert len(case["steps"]) == len(robot.seats) + 2, "every hand, the dealer's and the stub again"
    robot.until(lambda: "confirm:receive_deck:blue" in robot.pressed)

    assert "confirm:remove_deck:blue" in robot.pressed


def test_the_robot_counts_a_tap_for_everything_that_is_filled_in() -> None:
    robot = Robot(table("three_card_poker"))
    robot.play(1)
    bets = [each for each in robot.acts[1] if each.startswith("bet:")]
    assert len(bets) == len(robot.seats) * len(WAGERS["three_card_poker"])
    assert robot.taps[1] >= len(robot.acts[1]) + len(bets)
