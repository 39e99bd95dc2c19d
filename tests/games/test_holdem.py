"""Hold 'em on the core: the button, blinds, betting, the board, and no bank."""

from __future__ import annotations

import pytest

from tablectl.words.acts import Bet, Count, TakeBack
from tablectl.words.irregularities import Kind
from tests.games.foreign_tables import Variant, View, at, first_of

HOLDEM = Variant("holdem", "hand", "blind")
THREE_PLAYERS = {seat: {"chips": 100_000} for seat in (1, 3, 5)}


@pytest.mark.clause("19:47-14.6(e)5#1")
def test_when_all_others_fold_nothing_more_is_dealt_or_shown() -> None:
    table = at(HOLDEM, THREE_PLAYERS, first_of("fold", "check"))
    steps = [view["round"]["step"] for view in table.play()]
    assert table.choices("betting_1") == [("seat_5", "fold"), ("seat_1", "fold")]
    assert set(table.dealt_to()) == {"seat_1", "seat_3", "seat_5"}
    assert "three_cards" not in steps
    assert "showdown" not in steps


def test_a_fold_after_the_board_has_begun_ends_the_hand_there() -> None:
    def choose(view: View, due: View) -> str:
        wanted = ("bet", "fold") if view["round"]["step"] == "betting_3" else ("check", "call")
        return first_of(*wanted)(view, due)

    table = at(HOLDEM, THREE_PLAYERS, choose)
    steps = [view["round"]["step"] for view in table.play()]
    assert "fourth_card" in steps
    assert "fifth_card" not in steps


def test_chips_that_said_who_plays_are_not_offered_to_be_taken_off_when_blinds_are_owed() -> None:
    table = at(HOLDEM, THREE_PLAYERS, first_of("call", "check"))
    owing = [view for view in table.play() if view["round"]["step"] == "blinds"]
    assert owing
    assert [o for view in owing for o in view["offers"] if o["deed"] == "take_back"] == []


@pytest.mark.parametrize("most", [0, 1, 3])
def test_raises_end_at_the_cap(most: int) -> None:
    variant = Variant("holdem", "hand", "blind", options={"raises": most})
    table = at(variant, THREE_PLAYERS, first_of("raise", "bet", "call", "check"))
    table.run()
    for nth in (1, 2, 3, 4):
        said = [choice for _, choice in table.choices(f"betting_{nth}")]
        assert said.count("raise") == most


@pytest.mark.clause("19:47-14.10(f)#2")
def test_the_last_blind_may_still_raise_when_all_have_called() -> None:
    table = at(HOLDEM, THREE_PLAYERS, first_of("call", "check"))
    open_to = {}
    for view in table.play():
        for due in view["dues"]:
            if due["is"] == "choice_due" and due["question"] == "betting_1":
                open_to[due["hands"][0]] = [option["name"] for option in due["options"]]
    assert open_to == {
        "seat_5": ["fold", "call", "raise"],
        "seat_1": ["fold", "call", "raise"],
        "seat_3": ["check", "raise"],
    }


@pytest.mark.clause("19:47-14.10(c)3")
@pytest.mark.clause("19:47-14.10(e)")
def test_the_button_moves_and_the_cards_start_at_its_left() -> None:
    table = at(HOLDEM, THREE_PLAYERS, first_of("fold", "check"))
    table.run(4)
    posted = [deed.seat for deed in table.did(Bet) if deed.wager == "blind_1"]
    assert posted == [1, 3, 5, 1]
    assert table.dealt_to()[6:12] == ["seat_3", "seat_5", "seat_1"] * 2


def test_a_void_round_leaves_the_button_where_it_was() -> None:
    table = at(HOLDEM, THREE_PLAYERS, first_of("void_round", "call", "check"))
    for view in table.play(3):
        if view["round"]["step"] == "betting_1":
            break
    assert table.rig.crew.declare(Kind.MISDEAL).accepted
    while table.view["round"]["number"] == 1:
        assert table.rig.crew.step()
    while table.view["round"]["step"] != "deal":
        assert table.rig.crew.step()
    posted = [deed.seat for deed in table.did(Bet) if deed.wager == "blind_1"]
    assert posted == [1, 1]


@pytest.mark.clause("19:47-14.10(g)#1")
@pytest.mark.clause("19:47-14.6(e)3")
def test_each_board_deal_burns_one_card_apart_from_the_discards() -> None:
    table = at(HOLDEM, THREE_PLAYERS, first_of("call", "check"))
    table.run()
    assert table.dealt_to()[6:] == [
        *("burns", "common_1", "common_2", "common_3"),
        *("burns", "common_4"),
        *("burns", "common_5"),
    ]


@pytest.mark.clause("19:47-14.6(e)4#2")
def test_a_wrong_stub_sends_the_deck_off_the_table_and_asks_for_no_other_count() -> None:
    table = at(HOLDEM, THREE_PLAYERS, first_of("fold", "check"))
    table.rig.crew.miscounts_by = 1
    for view in table.play(2):
        if view["round"]["step"] == "stub":
            break
    table.rig.crew.step()
    assert [c["irregularity"] for c in table.view["cases"]] == [Kind.STUB_MISMATCH.value]
    while table.view["decks"]["blue"]["phase"] != "removed":
        assert table.rig.crew.step()
    assert len(table.did(Count)) == 1


def test_only_the_wager_that_is_open_can_be_taken_back() -> None:
    table = at(HOLDEM, THREE_PLAYERS, first_of("fold", "check"))
    for view in table.play():
        if view["round"]["step"] == "blinds":
            break
    refused = table.rig.crew.act("d1", TakeBack(1, "chips")).refusal
    assert refused is not None
    assert refused.code == "no_such_wager"
