"""Let it ride on the core: what is wagered, what is asked, which card is burned."""

from __future__ import annotations

import pytest

from tablectl.words.acts import Bet, Call
from tests.games.foreign_tables import Variant, at, first_of

RIDE = Variant("let_it_ride", "manual_shoe", "recognising")
RIDE_STACKS = Variant("let_it_ride", "automated_shoe", "recognising")
THREE = {"bet_1": 500, "bet_2": 500, "bet_3": 500}
NINE = "2S 3S 4S 5S 6S 7S 8S 9S TS"


@pytest.mark.clause("19:47-18.6(d)#1")
@pytest.mark.parametrize(
    "unequal",
    [
        {"bet_1": 500},
        {"bet_1": 500, "bet_2": 500},
        {"bet_1": 500, "bet_2": 500, "bet_3": 1_000},
        {"bet_1": 500, "bet_2": 500, "bet_3": None},
    ],
)
def test_no_cards_are_called_for_while_a_seat_lacks_three_equal_bets(
    unequal: dict[str, int | None],
) -> None:
    table = at(RIDE, {2: THREE, 4: unequal}, first_of("ride"))
    table.run()
    assert table.view["round"]["step"] == "wagers"

    refused = table.rig.crew.act("d1", Call("no_more_bets")).refusal
    assert refused is not None
    assert refused.code == "three_equal_wagers"
    assert refused.args["place"] == "seat_4"

    for bet, cents in THREE.items():
        table.rig.crew.act("d1", Bet(4, bet, cents))
    assert table.rig.crew.act("d1", Call("no_more_bets")).accepted
    assert table.view["round"]["hands"] == ["seat_2", "seat_4"]


@pytest.mark.clause("19:47-18.10(e)#2")
def test_everybody_is_asked_about_bet_two_whatever_became_of_bet_one() -> None:
    table = at(RIDE, dict.fromkeys((1, 3, 6), THREE), first_of("withdraw"))
    wagers = [v["round"]["wagers"] for v in table.play() if v["round"]["step"] == "hands_up"]
    asked = [(seat, "withdraw") for seat in ("seat_1", "seat_3", "seat_6")]
    assert table.choices("bet_1") == asked
    assert table.choices("bet_2") == asked
    assert wagers[0] == {seat: {"bet_3": 500} for seat, _ in asked}


@pytest.mark.clause("19:47-18.7(c)#2")
@pytest.mark.clause("19:47-18.9(c)#3")
@pytest.mark.parametrize(
    ("variant", "burned", "first", "second"),
    [
        # two hands: the common cards are the 3rd, 6th and 9th, or the 9th, 8th and 7th
        (RIDE, "4S", "7S", "TS"),
        (RIDE_STACKS, "TS", "9S", "8S"),
    ],
    ids=str,
)
def test_which_common_card_is_burned_depends_on_how_the_cards_were_dealt(
    variant: Variant, burned: str, first: str, second: str
) -> None:
    table = at(variant, dict.fromkeys((2, 5), THREE), first_of("ride"), cards=NINE)
    for view in table.play():
        if view["round"]["step"] == "first_common":
            rack = [piece.card.code for piece in table.rig.felt.pile("blue", "rack")]
        if view["round"]["step"] == "hands_up":
            places = view["places"]
    assert rack[-1] == burned
    assert places["common_2"]["faces"] == [first]
    assert places["common_3"]["faces"] == [second]
    assert "common_1" not in places
    assert "common_stack" not in places
