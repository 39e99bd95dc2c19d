"""The round of blackjack in its four modes: what is dealt to whom, asked of whom, and when."""

from __future__ import annotations

import pytest

from tablectl.games.blackjack_cards import Mode
from tablectl.words.facts import Called, Dealt, Moved, Settled, Turned
from tests.games.foreign_tables import Variant, at, at_random, first_of
from tests.games.jack_tables import MODES, ONE_BOX, STAND, by_hand, in_order, jack, play

TWO = {2: {"wager": 1_000}, 5: {"wager": 2_000}}
HIDDEN_MODES = (Mode.DOWN, Mode.READER)


# ---------------------------------------------------------------- the deal


@pytest.mark.clause("19:47-2.6(a)")
@pytest.mark.clause("19:47-2.6(e)")
@pytest.mark.clause("19:47-2.6(e)1")
@pytest.mark.clause("19:47-2.6(e)2")
@pytest.mark.clause("19:47-2.6(e)3")
@pytest.mark.clause("19:47-2.6(h)#1")
@pytest.mark.clause("19:47-2.6(j)#1")
@pytest.mark.clause("19:47-2.6(k)#3")
@pytest.mark.parametrize(
    ("mode", "second"),
    [
        (Mode.NONE, []),
        (Mode.DOWN, ["dealer.hole"]),
        (Mode.READER, ["dealer.hole"]),
        (Mode.UP, ["dealer"]),
    ],
)
def test_the_first_cards_go_to_wagered_boxes_from_the_left_and_to_the_dealer(
    mode: Mode, second: list[str]
) -> None:
    table = at(jack(mode), TWO, STAND, cards=in_order(mode, "9S 9D,9H 8D", "7S TD", "TD"))
    for view in table.play():
        if view["round"]["step"] == "decisions":
            break
    assert table.dealt_to() == [
        *("rack", "seat_2", "seat_5", "dealer", "seat_2", "seat_5"),
        *second,
    ]
    faces = {place: pile["faces"] for place, pile in view["places"].items()}
    assert (faces["seat_2"], faces["seat_5"]) == (["9S", "9D"], ["9H", "8D"])
    hole = {Mode.NONE: ["7S"], Mode.UP: ["7S", "TD"]}.get(mode, ["7S"])
    assert faces["dealer"] == hole
    assert faces.get("dealer.hole") == (["??"] if mode in HIDDEN_MODES else None)


@pytest.mark.clause("19:47-2.6(f)#1")
@pytest.mark.clause("19:47-2.6(f)#2")
@pytest.mark.clause("19:47-2.6(g)#1")
@pytest.mark.clause("19:47-2.11(b)")
@pytest.mark.parametrize("mode", MODES)
def test_the_boxes_decide_from_the_left_and_each_is_played_out_before_the_next(mode: Mode) -> None:
    order = in_order(mode, "5S 4D,5H 3D", "7S TD", "2H TH 9C TD")
    played = play(jack(mode), by_hand(seat_2="hit stand", seat_5="hit stand"), order, TWO)
    asked = [
        (due["hands"], [option["name"] for option in due["options"]])
        for view in played.views
        for due in view["dues"]
        if due["is"] == "choice_due" and due["question"] == "play"
    ]
    hands = [hand for (hand,), _ in asked]
    assert hands == sorted(hands)
    after = played.table.dealt_to()[6 if mode is Mode.NONE else 7 :]
    seats = [place for place in after if place.startswith("seat")]
    assert seats == sorted(seats)


@pytest.mark.clause("19:47-2.6(g)#2")
def test_the_new_cards_lie_on_the_screen_after_each_of_them() -> None:
    order = in_order(Mode.DOWN, "5S 4D", "7S TD", "2H 3H TH")
    played = play(jack(Mode.DOWN), by_hand(seat_1="hit"), order)
    shown = [view["places"].get("seat_1", {}).get("faces", []) for view in played.views]
    assert ["5S", "4D", "2H"] in shown
    assert ["5S", "4D", "2H", "3H"] in shown


# ---------------------------------------------------------------- the dealer's second card


@pytest.mark.clause("19:47-2.6(h)#1")
@pytest.mark.clause("19:47-2.6(h)#2")
@pytest.mark.clause("19:47-2.6(h)#3")
def test_without_a_hole_card_the_dealer_calls_before_the_second_card_and_draws_after_it() -> None:
    table = at(jack(), ONE_BOX, STAND, cards=in_order(Mode.NONE, "9S 9D", "6S", "5D 9H"))
    table.run()
    happened = [f for f in table.facts if isinstance(f, Called | Dealt)]
    call = happened.index(Called("dealers_card"))
    assert [f.place for f in happened[call + 1 :] if isinstance(f, Dealt)] == ["dealer", "dealer"]
    assert [f.place for f in happened[:call] if isinstance(f, Dealt)].count("dealer") == 1


@pytest.mark.clause("19:47-2.6(h)#2")
def test_the_second_card_is_not_allowed_before_the_call() -> None:
    table = at(jack(shoe="counting"), ONE_BOX, STAND, cards=in_order(Mode.NONE, "9S 9D", "6S"))
    for view in table.play():
        if view["prompt"]["code"] == "call_due:dealers_card":
            break
    assert view["round"]["step"] == "dealers_card"
    assert "cards_due" not in [due["is"] for due in view["dues"]]


@pytest.mark.clause("19:47-2.12(c)")
@pytest.mark.parametrize(
    ("boxes", "up", "answers", "second"),
    [
        ("TS 6D", "9S", "hit", False),
        ("TS 6D", "9S", "stand", True),
        ("TS 6D", "9S", "surrender", False),
        ("TS 6D", "TH", "surrender", True),
        ("AS KD", "9S", "", False),
        ("AS KD", "TH", "", True),
        ("TS 6D", "TH", "hit", False),
        ("TS 6D", "TH", "double", True),
        ("TS 6D", "9S", "double", False),
        ("9H 9D", "TH", "split", True),
    ],
    ids=[
        "broken",
        "standing",
        "surrendered and settled",
        "surrendered and waiting",
        "blackjack that was paid",
        "blackjack that waits",
        "broken against a ten",
        "doubled and broken against a ten",
        "doubled and broken against a nine",
        "split and broken",
    ],
)
def test_without_a_hole_card_a_second_card_comes_only_if_something_hangs_on_it(
    boxes: str, up: str, answers: str, second: bool
) -> None:
    drawn = "9C TD TC TH 5S" if answers != "split" else "4C TC 4H TC 9D"
    wish = by_hand(seat_1=f"{answers} hit", seat_1_2="hit")
    if answers == "stand":
        wish = STAND
    table = at(jack(surrender=1), ONE_BOX, wish, cards=in_order(Mode.NONE, boxes, up, drawn))
    table.run()
    called = Called("dealers_card") in table.facts
    assert called is second


@pytest.mark.clause("19:47-2.12(c)")
def test_a_second_card_that_only_a_blackjack_hangs_on_is_the_last_one() -> None:
    order = in_order(Mode.NONE, "TS 6D", "TH", "2D 9H")
    table = at(jack(surrender=1), ONE_BOX, by_hand(seat_1="surrender"), cards=order)
    table.run()
    assert table.dealt_to()[1:] == ["seat_1", "dealer", "seat_1", "dealer"]


@pytest.mark.clause("19:47-2.6(j)#2")
@pytest.mark.parametrize("mode", HIDDEN_MODES)
def test_the_hole_card_is_turned_when_every_player_is_done(mode: Mode) -> None:
    order = in_order(mode, "5S 4D,5H 3D", "7S TD", "2H TH 9C")
    table = at(jack(mode), TWO, first_of("hit"), cards=order)
    table.run()
    facts = [f for f in table.facts if isinstance(f, Dealt | Turned)]
    turned = facts.index(Turned("dealer.hole"))
    assert not [f for f in facts[turned:] if isinstance(f, Dealt) and f.place.startswith("seat")]


@pytest.mark.clause("19:47-2.12(b)")
@pytest.mark.parametrize(
    ("mode", "second", "drawn", "cards"),
    [
        (Mode.DOWN, "6D", "5S", 3),
        (Mode.UP, "6D", "5S", 3),
        (Mode.DOWN, "7D", "", 2),
        (Mode.UP, "AD", "", 2),
        (Mode.READER, "2D", "2S 3S", 4),
    ],
)
def test_the_dealer_draws_to_seventeen(mode: Mode, second: str, drawn: str, cards: int) -> None:
    up = "TS" if second != "AD" else "6S"
    table = at(jack(mode), ONE_BOX, STAND, cards=in_order(mode, "9S 9D", f"{up} {second}", drawn))
    table.run()
    assert sum(place.startswith("dealer") for place in table.dealt_to()) == cards


# ---------------------------------------------------------------- a dealer's blackjack found early


@pytest.mark.clause("19:47-2.6(k)6#1")
@pytest.mark.parametrize("dealer", ["AS TD", "TS AD"])
def test_with_both_cards_up_a_blackjack_of_the_dealers_ends_the_deal(dealer: str) -> None:
    two = {1: {"wager": 1_000}, 2: {"wager": 1_000}}
    played = play(jack(Mode.UP), STAND, in_order(Mode.UP, "5S 6D,AH KH", dealer), two)
    assert played.table.choices("play") == []
    assert len(played.table.dealt_to()) == 7
    assert played.of("second_card") == {("seat_2", "wager"): ("pay", 1_000)}
    assert played.of("settlement") == {("seat_1", "wager"): ("collect", None)}
    assert played.bases["seat_1", "wager"] == "19:47-2.6(k)6#1"


@pytest.mark.clause("19:47-2.6(j)#3")
@pytest.mark.clause("19:47-2.6(j)#4")
def test_a_reader_that_is_wired_to_nothing_is_read_by_the_dealer() -> None:
    lamp = Variant("blackjack", "manual_shoe", "recognising", options={"hole_card": 2})
    table = at(lamp, ONE_BOX, STAND, cards=in_order(Mode.READER, "9S 9D", "TS AD"))
    table.run()
    assert table.choices("play") == []
    assert [f.stage for f in table.facts if isinstance(f, Settled)] == ["settlement"]


# ---------------------------------------------------------------- the end


@pytest.mark.clause("19:47-2.6(i)#1")
@pytest.mark.clause("19:47-2.6(i)#2")
@pytest.mark.clause("19:47-2.6(l)1")
@pytest.mark.parametrize("mode", MODES)
def test_cards_are_picked_up_from_the_right_and_the_dealers_last(mode: Mode) -> None:
    order = in_order(mode, "8S 8D,5H 3D", "7S TD", "2H 3C TH TD")
    table = at(jack(mode), TWO, by_hand(seat_2="split"), cards=order)
    table.run()
    moved = [f.source for f in table.facts if isinstance(f, Moved) and f.to == "rack"]
    hole = ["dealer.hole"] if mode in HIDDEN_MODES else []
    assert moved == ["seat_5", "seat_2.2", "seat_2", "dealer", *hole]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shoe", ["blind", "counting", "recognising"])
def test_random_rounds_are_played_in_every_mode_with_every_shoe(mode: Mode, shoe: str) -> None:
    offered = {} if mode is Mode.UP else {"surrender": 1, "split_hands": 4, "even_money": 1}
    table = at_random(jack(mode, shoe, **offered), seed=int(mode))
    table.run(12)
    assert table.view["phase"] == "closed"
