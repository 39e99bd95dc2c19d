"""Blackjack on the core: burn, insurance, the reader, splits, the dealer's hand, the shoe."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simulators.behaviour import Fault, Onward
from tablectl.kernel import inputs
from tablectl.table.view import HIDDEN
from tablectl.words.acts import Confirm, Count
from tablectl.words.bases import Role
from tablectl.words.canonical import dumps
from tablectl.words.facts import Dealt, Moved
from tablectl.words.observations import CardChecked, CardsOut, Observation
from tablectl.words.settings import Can
from tests.games.foreign_tables import Variant, at, at_random, first_of

READER = {"hole_card": 2, "split_hands": 4}
JACK = Variant("blackjack", "manual_shoe", "recognising", reader=True, options=READER)
ONE_BOX = {1: {"wager": 1_000}}
STAND = first_of("decline", "stand")


def first_cards(player: str, up: str, hole: str, *drawn: str) -> str:
    """The burned card, then the first round of one box in the order it is dealt."""
    one, two = player.split()
    return " ".join(("2C", one, up, two, hole, *drawn))


@pytest.mark.clause("19:47-2.6(c)#1")
def test_the_first_card_of_a_full_shoe_is_burned_before_anybody_is_dealt_to() -> None:
    table = at(JACK, ONE_BOX, STAND, cards=first_cards("TS 9S", "7S", "TD"))
    for view in table.play():
        if "cards_due" in [due["is"] for due in view["dues"]] and view["round"]["step"] == "wagers":
            call = next(due for due in view["dues"] if due["is"] == "call_due")
            assert call["lacking"]["code"] in ("no_wagers", "burn_first")
    assert table.dealt_to() == ["rack", "seat_1", "dealer", "seat_1", "dealer.hole"]


@pytest.mark.clause("19:47-2.9(a)#1")
@pytest.mark.clause("19:47-2.6(j)#3")
@pytest.mark.parametrize("up", [f"{rank}H" for rank in "23456789TJQKA"])
def test_insurance_is_for_an_ace_and_the_check_for_an_ace_or_a_ten(up: str) -> None:
    table = at(JACK, ONE_BOX, STAND, cards=first_cards("TS 9S", up, "8D"))
    views = [view for view in table.play() if view["round"]["number"] == 1]
    questions = {d["question"] for v in views for d in v["dues"] if d["is"] == "choice_due"}
    checks = [d for v in views for d in v["dues"] if d["is"] == "check_due"]
    assert ("insurance" in questions) == (up == "AH")
    assert bool(checks) == (up[0] in "TJQKA")


@pytest.mark.clause("19:47-2.6(j)1")
@pytest.mark.parametrize(("up", "hole"), [("AH", "KD"), ("TH", "AD")])
def test_a_dealer_blackjack_in_the_reader_ends_the_round_at_once(up: str, hole: str) -> None:
    table = at(JACK, ONE_BOX, STAND, cards=first_cards("5S 6S", up, hole))
    table.run()
    assert table.choices("play") == []
    assert len(table.dealt_to()) == 5
    assert [f.source for f in table.facts if isinstance(f, Moved)] == [
        "seat_1",
        "dealer",
        "dealer.hole",
    ]


@pytest.mark.clause("19:47-2.6(j)#2")
def test_the_hole_card_stays_hidden_though_its_equal_lies_face_up() -> None:
    cards = first_cards("5S 4S", "9H", "KS", "KS")
    table = at(JACK, ONE_BOX, first_of("double"), cards=cards)
    shown = {
        view["round"]["step"]: view["places"]["dealer.hole"]["faces"]
        for view in table.play()
        if "dealer.hole" in view["places"]
    }
    assert shown["decisions"] == shown["hole_card"] == [HIDDEN]
    assert shown["pick_up"] == ["KS"]


def test_no_two_cards_of_a_shoe_have_the_same_token() -> None:
    table = at_random(JACK)
    table.run(30)
    reports = [
        stamped.input.report
        for stamped, _ in inputs(table.rig.host.kernel.journal.records())
        if isinstance(stamped.input, Observation)
    ]
    faces = [face for seen in reports if isinstance(seen, CardsOut) for face in seen.faces]
    assert len(faces) > 100
    assert len(set(faces)) == len(faces)


@pytest.mark.clause("19:47-2.11(e)#1")
@pytest.mark.clause("19:47-2.11(b)")
def test_a_pair_is_split_and_split_again_up_to_four_hands() -> None:
    drawn = ("8D", "8H", "TD", "TH", "8C", "TC")
    cards = first_cards("8S 8C", "6H", "TS", *drawn)
    table = at(JACK, ONE_BOX, first_of("split", "stand"), cards=cards)
    for view in table.play():
        if view["round"]["step"] == "hole_card":
            places, wagers = view["places"], view["round"]["wagers"]
    assert table.choices("play") == [
        ("seat_1", "split"),
        ("seat_1", "split"),
        ("seat_1", "split"),
        ("seat_1", "stand"),
        ("seat_1.4", "stand"),
        ("seat_1.3", "stand"),  # a pair again, and no fifth hand
        ("seat_1.2", "stand"),
    ]
    assert [p for p in table.dealt_to()[5:] if p != "dealer"] == [
        *("seat_1", "seat_1", "seat_1"),
        *("seat_1.4", "seat_1.3", "seat_1.2"),
    ]
    assert places["seat_1"]["faces"] == ["8S", "TD"]
    assert places["seat_1.3"]["faces"] == ["8D", "8C"]
    assert wagers == {
        "seat_1": {"wager": 1_000, "split_2": 1_000, "split_3": 1_000, "split_4": 1_000}
    }


@pytest.mark.clause("19:47-2.11(e)#1")
def test_with_seven_boxes_a_pair_becomes_three_hands_at_most() -> None:
    seven = replace(JACK, seats=7, options={"hole_card": 2, "split_hands": 3})
    cards = first_cards("8S 8C", "6H", "TS", "8D", "8H", "8D", "TD")
    table = at(seven, ONE_BOX, first_of("split", "stand"), cards=cards)
    table.run()
    assert {hand for hand, _ in table.choices("play")} == {"seat_1", "seat_1.2", "seat_1.3"}


@pytest.mark.clause("19:47-2.11(c)2")
@pytest.mark.clause("19:47-2.11(e)#3")
@pytest.mark.parametrize(
    ("resplit", "splits", "dealt"),
    [
        (0, 1, ["seat_1", "seat_1.2", "dealer"]),
        (1, 2, ["seat_1", "seat_1", "seat_1.3", "seat_1.2", "dealer"]),
    ],
)
def test_split_aces_get_one_card_each(resplit: int, splits: int, dealt: list[str]) -> None:
    variant = replace(JACK, reader=False, options={**READER, "resplit_aces": resplit})
    cards = first_cards("AS AC", "6H", "TS", "AD", "7C", "7D", "7H", "7S")
    table = at(variant, ONE_BOX, first_of("split", "stand"), cards=cards)
    table.run()
    assert table.choices("play") == [("seat_1", "split")] * splits
    assert table.dealt_to()[5:] == dealt


@pytest.mark.clause("19:47-2.10(a)#3")
def test_a_doubled_hand_gets_exactly_one_card() -> None:
    table = at(JACK, ONE_BOX, first_of("double"), cards=first_cards("5S 4S", "9H", "TS", "2D"))
    table.run()
    assert table.choices("play") == [("seat_1", "double")]
    assert table.dealt_to()[5:] == ["seat_1"]


@pytest.mark.clause("19:47-2.12(c)")
def test_the_dealer_draws_nothing_that_no_hand_depends_on() -> None:
    table = at(JACK, ONE_BOX, first_of("hit"), cards=first_cards("TS 5S", "6H", "6S", "KD"))
    table.run()
    assert table.dealt_to()[5:] == ["seat_1"]


@pytest.mark.clause("19:47-2.7(a)#2")
def test_a_blackjack_against_a_small_card_is_cleared_before_any_third_card() -> None:
    two = {1: {"wager": 500}, 2: {"wager": 500}}
    cards = "2C AS 9D 7H KS 5D TD 4C"
    table = at(JACK, two, first_of("hit", "stand"), cards=cards)
    table.run()
    order = [f for f in table.facts if isinstance(f, Moved | Dealt)]
    assert order.index(Moved("seat_1", "rack", 2)) < order.index(Dealt("seat_2", 1), 7)


@pytest.mark.clause("19:47-2.6(l)2i")
def test_a_shoe_lasts_many_rounds_and_is_counted_when_it_is_spent() -> None:
    table = at_random(JACK)
    table.run(60)
    shuffles = [deed for deed in table.did(Confirm) if deed.what == "shuffle"]
    assert 3 <= len(shuffles) <= 20
    assert {(deed.place, deed.cards) for deed in table.did(Count)} == {("rack", 312)}
    assert len(table.did(Count)) in (len(shuffles) - 1, len(shuffles))


# ---------------------------------------------------------------- what a reader may tell


class Listener(Fault):
    """Keeps every byte that a device says."""

    def __init__(self) -> None:
        self.heard = b""

    def speaks(self, data: bytes, onward: Onward) -> None:
        self.heard += data
        onward(data)


def put_in(can: tuple[Can, ...], up: str, hole: str) -> tuple[bytes, list[str]]:
    """The hole card goes into a reader, to be checked or wrongly: every byte on its line, and
    every record and view before the card is turned."""
    variant = replace(JACK, shoe="counting")
    table = at(variant, ONE_BOX, STAND, cards=first_cards("TS 9S", up, hole))
    reader, line = table.rig.crew.hole_reader, Listener()
    assert reader is not None
    reader.device = replace(reader.device, can=can)
    reader.fit(line)
    for view in table.play():
        if view["round"]["step"] == "decisions":
            break
    if up[0] not in "TJQKA":
        reader.put_in(table.rig.felt.pile("blue", "dealer.hole")[0])
    records = list(table.rig.host.kernel.journal.records())
    reports = [s.input.report for s, _ in inputs(records) if isinstance(s.input, Observation)]
    assert sum(isinstance(report, CardChecked) for report in reports) == 1
    views = [dumps(table.rig.host.door.view(role)) for role in Role]
    return line.heard, [*(record.body for record in records), *views]


@pytest.mark.parametrize("can", [(Can.CHECK,), (Can.CHECK, Can.CONCEAL)], ids=["lamp", "conceals"])
@pytest.mark.parametrize("up", ["AH", "7H"], ids=["to be checked", "wrongly"])
def test_the_hole_card_is_in_no_byte_and_no_record_before_it_is_turned(
    can: tuple[Can, ...], up: str
) -> None:
    line, told = put_in(can, up, "8D")
    assert not [text for text in told if "8D" in text]
    assert put_in(can, up, "9D")[0] == line
