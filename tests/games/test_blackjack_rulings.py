"""The irregularities of blackjack, N.J.A.C. 19:47-2.15, at every level of knowledge and mode."""

from __future__ import annotations

import pytest

from tablectl.table.view import HIDDEN
from tablectl.words.acts import Bet, Choose, Confirm, Declare
from tablectl.words.bases import cited
from tablectl.words.dues import CallDue, CardsDue, CheckDue, ChoiceDue, TurnDue
from tablectl.words.facts import DidWithout, Settled
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardChecked, CardsOut, Jammed, LinkLost, Observation
from tablectl.words.settings import Device
from tests.games.blackjack_tables import (
    CONCEALING,
    LAMP,
    MODES,
    PRESETS,
    TWO_BOXES,
    Jack,
)
from tests.tables import SHOE_1

presets = pytest.mark.parametrize("preset", PRESETS)
modes = pytest.mark.parametrize("mode", MODES)
ONE_BOX = (Bet(1, "wager", 1000),)
SMALL = "5S 6S 7H 4S 8S 9D"
"""Two boxes with totals that ask for more, and a dealer with 7 up; 9 under it where it is dealt."""


def played(preset: str, mode: str = "down", **answers: str) -> Jack:
    return Jack(f"{SMALL} 2D 3D 4D TD TC TH", mode, preset, answers=answers)


# ---------------------------------------------------------------- (a) face up in the shoe


@pytest.mark.clause("19:47-2.15(a)")
@presets
def test_face_up_cards_go_to_the_rack_however_many_and_the_queue_stays(preset: str) -> None:
    table = played(preset).at("deal")
    due = table.due_at()
    for number in range(3):
        if table.blind:
            table.declare(Kind.FACE_UP_CARD)
        else:
            table.see(SHOE_1, CardsOut(1, face_up=True))
        assert (table.clause(), table.count("rack")) == ("19:47-2.15(a)", 2 + number)
    assert (table.due_at(), table.state.cases) == (due, ())


# ---------------------------------------------------------------- (b) drawn and not seen


@pytest.mark.clause("19:47-2.15(b)")
@presets
@modes
def test_a_card_drawn_in_error_and_not_seen_is_the_next_card(preset: str, mode: str) -> None:
    table = played(preset, mode).asked("play", "seat_1")
    before = table.count("shoe")
    if table.blind:
        table.slip("next")
        table.report(Kind.CARD_DRAWN_IN_ERROR)
    else:
        table.draw("next")
        assert table.kinds[-1] is Kind.UNSOLICITED_CARD
        table.must(Choose("remedy", "case_1", "keep_card"), "s1")
    assert table.clause() == "19:47-2.15(b)"
    assert (table.count("next"), table.count("shoe")) == (1, before - 1)

    table.say("hit")
    table.move("next", "seat_1")

    assert (table.count("seat_1"), table.count("shoe")) == (3, before - 1)
    table.end()
    assert table.count("next") == 0
    assert not [place for place, cards in table.lying.items() if cards and place != "rack"]


@pytest.mark.clause("19:47-2.15(b)")
def test_a_card_that_comes_out_with_a_hit_is_the_next_card() -> None:
    table = played("counting").asked("play", "seat_1")
    table.say("hit")
    table.see(SHOE_1, CardsOut(2))
    assert (table.clause(), table.count("next"), table.count("seat_1")) == ("19:47-2.15(b)", 1, 3)


@pytest.mark.clause("19:47-2.15(b)")
@pytest.mark.parametrize("preset", ["counting", "recognising"])
def test_a_card_before_the_call_is_kept_for_the_burn_or_the_deal(preset: str) -> None:
    table = played(preset).at("deal").end()
    table.draw("next")
    assert table.kinds[-1] is Kind.CARD_BEFORE_CALL
    table.must(Choose("remedy", "case_1", "keep_card"), "s1")
    table.at("deal")
    assert (table.count("next"), table.count("seat_1"), table.due_at()[0]) == (0, 1, "seat_3")


# ---------------------------------------------------------------- (c) drawn and seen


def drawn_and_seen(table: Jack) -> None:
    if table.blind:
        table.slip("offered")
        table.report(Kind.CARD_DRAWN_IN_ERROR, seen=True)
    else:
        table.draw("offered")
        case = table.state.cases[-1].id
        table.must(Choose("remedy", case, "offer_card"), "s1")
    assert table.clause() == "19:47-2.15(c)#1"
    assert table.count("offered") == 1


def on_offer(table: Jack) -> tuple[str, list[str]]:
    """The hand that is asked about the card, and what it may say."""
    (asked,) = [due for due in table.dues if isinstance(due, ChoiceDue)]
    assert asked.question == "offered_card"
    return asked.hands[0], [option.name for option in asked.options]


@pytest.mark.clause("19:47-2.15(c)#1")
@presets
@modes
def test_a_card_that_was_seen_goes_to_the_hand_that_asks_for_one(preset: str, mode: str) -> None:
    table = played(preset, mode).asked("play", "seat_1")
    drawn_and_seen(table)
    table.asked("play", "seat_1").say("hit")
    assert on_offer(table) == ("seat_1", ["take", "refuse"])
    table.say("take")
    assert (table.count("seat_1"), table.count("offered")) == (3, 0)
    table.asked("play", "seat_1")
    assert table.agrees()
    table.end()


@pytest.mark.clause("19:47-2.15(c)#1")
@presets
@modes
def test_who_stands_has_refused_nothing_and_it_goes_to_the_next_who_asks(
    preset: str, mode: str
) -> None:
    table = played(preset, mode).asked("play", "seat_1")
    drawn_and_seen(table)
    table.say("stand")
    table.asked("play", "seat_3").say("hit")
    assert on_offer(table)[0] == "seat_3"
    table.say("take")
    table.end()


@pytest.mark.clause("19:47-2.15(c)#2")
@presets
@modes
def test_who_refuses_it_gets_no_card_more_and_it_goes_to_the_next_box(
    preset: str, mode: str
) -> None:
    table = played(preset, mode).asked("play", "seat_1")
    drawn_and_seen(table)
    table.say("hit")
    table.asked("offered_card").say("refuse")
    table.asked("play").say("hit")
    assert on_offer(table)[0] == "seat_3"
    table.say("take")
    table.at("settlement")
    assert [f.choice for f in table.facts_of("play") if f.hand == "seat_1"] == ["hit"]
    assert (table.count("seat_1"), table.count("seat_3")) == (2, 3)
    table.end()


@pytest.mark.clause("19:47-2.15(c)#2")
def test_who_refuses_it_gets_no_card_more_on_any_hand_of_a_split() -> None:
    table = Jack("8S 6S 7H 8D 8C 9D 3D 4D TD TC TH", bets=TWO_BOXES, answers={"seat_1": "split"})
    table.asked("play", "seat_1").say("split")
    table.asked("play", "seat_1")
    drawn_and_seen(table)
    table.say("hit")
    table.say("refuse")
    (asked,) = [due for due in table.dues if isinstance(due, ChoiceDue)]
    assert (asked.question, asked.hands) == ("play", ("seat_3",))
    assert (table.count("seat_1"), table.count("seat_1.2")) == (2, 1)


@pytest.mark.clause("19:47-2.15(c)#1")
@pytest.mark.clause("19:47-2.10(a)#3")
@presets
def test_who_doubles_with_the_card_in_sight_takes_it_and_no_other(preset: str) -> None:
    table = played(preset).asked("play", "seat_1")
    drawn_and_seen(table)
    table.say("double")
    assert on_offer(table) == ("seat_1", ["take"])
    table.say("take")
    assert table.count("seat_1") == 3
    table.asked("play", "seat_3")
    assert table.agrees()
    table.end()


@pytest.mark.clause("19:47-2.15(c)#1")
@pytest.mark.clause("19:47-2.11(b)")
def test_who_splits_with_the_card_in_sight_has_it_on_the_first_hand() -> None:
    table = Jack("8S 6S 7H 8D 8C 9D 3D 4D TD TC TH", bets=TWO_BOXES)
    table.asked("play", "seat_1")
    drawn_and_seen(table)
    table.say("split")
    assert on_offer(table) == ("seat_1", ["take", "refuse"])
    table.say("take")
    assert (table.count("seat_1"), table.count("seat_1.2")) == (2, 1)
    table.asked("play", "seat_1")
    assert table.agrees()


@pytest.mark.clause("19:47-2.15(c)#1")
@pytest.mark.clause("19:47-2.11(c)2")
@pytest.mark.parametrize("preset", ["blind", "counting", "mixed"])
def test_a_split_ace_that_has_its_card_coming_is_offered_the_one_that_was_seen(
    preset: str,
) -> None:
    table = Jack("AS 6S 7H AD 8C 9D 3D 4D TD TC TH", "down", preset)
    table.asked("play", "seat_1").say("split")
    table.until(lambda: table.count("seat_1") == 2)
    drawn_and_seen(table)
    table.until(lambda: not any(isinstance(due, TurnDue) for due in table.dues))
    in_shoe = table.count("shoe")
    assert on_offer(table) == ("seat_1.2", ["take", "refuse"])
    table.say("take")
    assert (table.count("seat_1.2"), table.count("shoe")) == (2, in_shoe)
    table.asked("play", "seat_3")
    assert table.agrees()


@pytest.mark.clause("19:47-2.8(a)#1")
@presets
def test_surrender_is_open_though_a_card_is_on_offer(preset: str) -> None:
    table = Jack(f"{SMALL} 2D 3D 4D TD", "down", preset, options={"surrender": 1})
    table.asked("play", "seat_1")
    drawn_and_seen(table)
    table.say("surrender")
    assert table.settles("surrendered") == {"seat_1/wager": "collect"}
    assert table.count("offered") == 1


@pytest.mark.clause("19:47-2.15(c)#1")
@pytest.mark.parametrize("mode", ["none", "down", "reader"])
@presets
def test_nobody_takes_it_and_the_dealer_who_must_draw_does(preset: str, mode: str) -> None:
    table = played(preset, mode).asked("play", "seat_1")
    drawn_and_seen(table)
    table.say("hit")
    table.asked("offered_card").say("refuse")
    in_shoe = table.count("shoe")
    table.until(lambda: table.confirms("offered_card"))
    table.must(Confirm("offered_card", "dealer"))
    table.move("offered", "dealer")
    assert (table.count("dealer"), table.count("offered"), table.count("shoe")) == (2, 0, in_shoe)
    table.end()


@pytest.mark.clause("19:47-2.15(c)#3")
@presets
def test_nobody_takes_it_and_a_dealer_who_stands_has_it_burned(preset: str) -> None:
    table = Jack("5S 6S 7H 4S 8S TD 2D", "down", preset).asked("play", "seat_1")
    drawn_and_seen(table)
    table.say("hit")
    table.asked("offered_card").say("refuse")
    table.at("settlement")
    assert table.count("offered") == 1
    table.until(lambda: table.count("offered") == 0)
    assert (table.count("rack"), table.count("dealer")) == (2, 1)
    table.end()


@pytest.mark.clause("19:47-2.15(c)#1")
@presets
@modes
def test_a_card_seen_in_the_first_two_passes_is_the_next_one_and_a_supervisor_knows(
    preset: str, mode: str
) -> None:
    table = played(preset, mode).at("deal")
    if table.blind:
        for place in ("seat_1",):
            table.slip(place)
    else:
        table.draw("seat_1")
    before = table.count("seat_1")
    table.report(Kind.CARD_DRAWN_IN_ERROR, seen=True)
    assert table.rulings[-1].irregularity.circumstances["stage"] == "dealing"
    assert table.state.cases[-1].ruled.ruling.confirm
    table.must(Confirm("ruling", "case_1"), "s1")
    assert table.count("seat_1") >= before
    assert table.count("loose") == 0


# ---------------------------------------------------------------- (d) the dealer stands


@pytest.mark.clause("19:47-2.15(d)")
@presets
@modes
@pytest.mark.parametrize("hole", ["TD", "JS", "AD"], ids=["17", "17 again", "18"])
def test_a_card_that_a_standing_dealer_draws_is_burned(preset: str, mode: str, hole: str) -> None:
    shoe = f"5S 6S 7H 4S 8S {hole} 3D"
    table = Jack(shoe, mode, preset).at("settlement")
    racked = table.count("rack")
    if table.blind:
        table.slip("rack")
        table.report(Kind.CARD_DRAWN_IN_ERROR, seen=True)
    else:
        table.draw("rack")
    assert (table.clause(), table.count("rack"), table.count("loose")) == (
        "19:47-2.15(d)",
        racked + 1,
        0,
    )
    table.end()


# ---------------------------------------------------------------- (e) the dealer passed over


SECOND_OF_DEALER = {"none": (), "down": ("dealer.hole",), "reader": ("dealer.hole",)}


@pytest.mark.clause("19:47-2.15(e)")
@presets
@modes
def test_a_dealer_who_skipped_the_first_card_takes_what_is_due_after_the_boxes(
    preset: str, mode: str
) -> None:
    table = played(preset, mode)
    table.deal_as("seat_1", "seat_3", "seat_1", "seat_3")
    if table.blind:
        table.lying.pop("dealer", None)
        if mode in ("down", "reader", "up"):
            table.slip("dealer" if mode == "up" else "dealer.hole")
    table.report(Kind.PASSED_OVER, "dealer", nth=1)
    assert table.clause() == "19:47-2.15(e)"
    if not table.blind:
        expected = ["dealer", *SECOND_OF_DEALER.get(mode, ("dealer",))]
        assert table.due_at() == expected
    else:
        assert table.due_at()[0] == "dealer"
    table.at("totals" if preset != "recognising" else "decisions")
    assert table.agrees() or table.blind
    table.end()


@pytest.mark.clause("19:47-2.15(e)")
@pytest.mark.parametrize("mode", ["down", "reader"])
def test_the_faces_and_the_hole_card_are_laid_again_with_the_rest(mode: str) -> None:
    table = played("recognising", mode)
    table.deal_as("seat_1", "seat_3", "seat_1", "seat_3", "dealer", "dealer.hole")
    assert not table.agrees()
    table.report(Kind.PASSED_OVER, "dealer", nth=1)
    assert table.agrees()
    assert table.believed()["dealer.hole"] == [HIDDEN]
    table.end()


# ---------------------------------------------------------------- (g) a box passed over


@pytest.mark.clause("19:47-2.15(g)#1")
@presets
@modes
def test_a_box_without_a_card_is_dead_and_loses_nothing(preset: str, mode: str) -> None:
    table = played(preset, mode)
    dealers = ("dealer", *SECOND_OF_DEALER.get(mode, ("dealer",)))
    table.deal_as("seat_3", dealers[0], "seat_3", *dealers[1:])
    table.report(Kind.PASSED_OVER, "seat_1")
    assert table.clause() == "19:47-2.15(g)#1"
    assert table.settles("dead_hands") == {"seat_1/wager": "return"}
    table.asked("play")
    assert table.agrees()
    assert "seat_1/wager" not in table.settles("settlement")
    table.end().at("deal")
    assert "seat_1" in table.state.round.hands


@pytest.mark.clause("19:47-2.15(g)#2")
@presets
@modes
@pytest.mark.parametrize("nth", [1, 2])
def test_a_box_with_one_card_takes_its_second_after_all_others(
    preset: str, mode: str, nth: int
) -> None:
    table = played(preset, mode)
    dealers = ("dealer", *SECOND_OF_DEALER.get(mode, ("dealer",)))
    order = ["seat_1", "seat_3", dealers[0], "seat_1", "seat_3", *dealers[1:]]
    order.pop(0 if nth == 1 else 3)
    table.deal_as(*order)
    table.report(Kind.PASSED_OVER, "seat_1", nth=nth)
    assert table.clause() == "19:47-2.15(g)#2"
    table.asked("second_card", "seat_1")
    assert table.agrees()
    table.say("take")
    assert table.due_at() == ["seat_1"]
    table.asked("play", "seat_1")
    assert (table.count("seat_1"), table.agrees()) == (2, True)
    table.end()


@pytest.mark.clause("19:47-2.15(g)#2")
@presets
def test_a_box_with_one_card_that_sits_out_loses_nothing(preset: str) -> None:
    table = played(preset)
    table.deal_as("seat_1", "seat_3", "dealer", "seat_3", "dealer.hole")
    table.report(Kind.PASSED_OVER, "seat_1", nth=2)
    table.asked("second_card").say("sit_out")
    assert table.settles("dead_hands") == {"seat_1/wager": "return"}
    table.asked("play", "seat_3")
    assert table.agrees()
    table.end()


@pytest.mark.clause("19:47-2.15(g)#2")
def test_a_card_shown_in_the_wrong_belief_that_lies_down_is_hidden_again() -> None:
    table = played("recognising")
    table.deal_as("seat_3", "dealer", "seat_1", "seat_3", "dealer.hole")
    shown = table.believed()["seat_3"]
    hole = table.lying["dealer.hole"]
    assert shown[-1:] == hole  # it was believed to lie there to be seen
    table.report(Kind.PASSED_OVER, "seat_1", nth=1)
    assert (table.believed()["dealer.hole"], table.agrees()) == ([HIDDEN], True)


# ---------------------------------------------------------------- (i) a card not given


@pytest.mark.clause("19:47-2.15(i)")
@presets
@modes
def test_a_missed_card_is_given_after_the_others(preset: str, mode: str) -> None:
    table = played(preset, mode).asked("play", "seat_3")
    table.report(Kind.CARD_NOT_GIVEN, "seat_1")
    assert table.clause() == "19:47-2.15(i)"
    table.asked("missed_card", "seat_1")
    assert table.facts_of("play")[-1].hand == "seat_3"
    table.say("take")
    assert table.due_at() == ["seat_1"]
    table.until(lambda: table.count("seat_1") == 3)
    table.end()


@pytest.mark.clause("19:47-2.15(i)")
@presets
@modes
def test_a_hand_with_a_missed_card_may_be_dead_and_has_its_wager_back(
    preset: str, mode: str
) -> None:
    table = played(preset, mode).asked("play", "seat_3")
    table.report(Kind.CARD_NOT_GIVEN, "seat_1")
    table.asked("missed_card", "seat_1").say("dead")
    assert table.settles("dead_hands") == {"seat_1/wager": "return"}
    assert "seat_1/wager" not in table.settles("settlement")
    table.end()


@pytest.mark.clause("19:47-2.15(i)")
@presets
@modes
def test_a_missed_card_found_once_the_dealers_hand_is_shown_leaves_the_hand_dead(
    preset: str, mode: str
) -> None:
    table = played(preset, mode)
    table.until(lambda: any(isinstance(d, CardsDue) for d in table.dues) and _dealers(table))
    table.report(Kind.CARD_NOT_GIVEN, "seat_1")
    assert table.settles("dead_hands") == {"seat_1/wager": "return"}
    assert not any(f.question == "missed_card" for f in table.chose)
    table.end()


def _dealers(table: Jack) -> bool:
    return table.step == "dealer_draws"


@pytest.mark.clause("19:47-2.15(i)")
@pytest.mark.clause("19:47-2.12(a)")
@presets
@pytest.mark.parametrize("mode", ["none", "down", "reader"])
def test_whoever_got_the_missed_card_may_ask_for_more_and_may_miss_again(
    preset: str, mode: str
) -> None:
    table = played(preset, mode).asked("play", "seat_3")
    table.report(Kind.CARD_NOT_GIVEN, "seat_1")
    table.asked("missed_card", "seat_1").say("take")
    table.asked("play", "seat_1").say("hit")
    table.until(lambda: table.count("seat_1") == 4)
    table.asked("play", "seat_1").say("stand")
    table.report(Kind.CARD_NOT_GIVEN, "seat_1")
    table.asked("missed_card", "seat_1").say("dead")
    assert table.settles("dead_hands") == {"seat_1/wager": "return"}
    table.end()


@pytest.mark.clause("19:47-2.12(a)2")
@pytest.mark.clause("19:47-2.15(i)")
@presets
def test_a_doubled_hand_that_has_its_card_has_missed_none(preset: str) -> None:
    table = played(preset, seat_1="double").asked("play", "seat_3")
    refusal = table.refused(Declare(Kind.CARD_NOT_GIVEN, "seat_1"))
    assert (refusal.code, cited(refusal.basis)) == ("asks_for_no_card", "19:47-2.15(i)")


@pytest.mark.clause("19:47-2.12(a)1")
@pytest.mark.parametrize(
    "shoe",
    ["AS 6S TH KS 8S 9D", "TS 6S 7H 6D 8S 9D KD"],
    ids=["a blackjack that waits", "a hand that broke"],
)
def test_a_hand_that_may_not_draw_has_missed_no_card(shoe: str) -> None:
    table = Jack(f"{shoe} 3D 4D TD TC TH", answers={"seat_1": "hit"}).asked("play", "seat_3")
    table.say("hit")
    refusal = table.refused(Declare(Kind.CARD_NOT_GIVEN, "seat_1"))
    assert (refusal.code, cited(refusal.basis)) == ("asks_for_no_card", "19:47-2.15(i)")


@pytest.mark.clause("19:47-2.12(a)3")
def test_a_split_ace_that_was_not_split_again_has_missed_no_card() -> None:
    options = {"split_hands": 4, "resplit_aces": 1}
    table = Jack("AS 6S 7H AD 8C 9D AC 4D TD TC TH", options=options, answers={"seat_1": "split"})
    table.asked("play", "seat_1").say("split")
    table.asked("play", "seat_1").say("stand")
    refusal = table.refused(Declare(Kind.CARD_NOT_GIVEN, "seat_1"))
    assert (refusal.code, cited(refusal.basis)) == ("asks_for_no_card", "19:47-2.15(i)")


@pytest.mark.clause("19:47-2.15(i)")
@presets
def test_a_hand_that_is_still_to_speak_has_missed_no_card(preset: str) -> None:
    table = played(preset).asked("play", "seat_1")
    table.say("stand")
    assert table.refused(Declare(Kind.CARD_NOT_GIVEN, "seat_3")).code == "asks_for_no_card"
    table.report(Kind.CARD_NOT_GIVEN, "seat_1")
    assert table.refused(Declare(Kind.CARD_NOT_GIVEN, "seat_1")).code == "asks_for_no_card"


@pytest.mark.clause("19:47-2.15(i)")
@pytest.mark.clause("19:47-2.15(c)#1")
def test_a_missed_card_is_the_one_on_offer_where_there_is_one() -> None:
    table = played("counting").asked("play", "seat_3")
    table.report(Kind.CARD_NOT_GIVEN, "seat_1")
    drawn_and_seen(table)
    table.asked("missed_card", "seat_1").say("take")
    assert on_offer(table) == ("seat_1", ["take", "refuse"])


def test_a_card_that_was_not_given_is_nobodys_to_report_once_the_hand_is_settled() -> None:
    table = played("counting").at("pick_up")
    refusal = table.refused(Declare(Kind.CARD_NOT_GIVEN, "seat_1"))
    assert (refusal.code, refusal.hint) == ("already_settled", "dispute")


def test_a_card_that_was_not_given_is_nobodys_to_report_before_anybody_answered() -> None:
    table = played("recognising").at("deal")
    table.draw("seat_1")
    assert table.refused(Declare(Kind.CARD_NOT_GIVEN, "seat_1")).code == "not_now"


# ---------------------------------------------------------------- (j) the reader


def put_in(table: Jack) -> None:
    """The hole card goes into the reader, and nothing asked for it."""
    if "reader_1" in table.settings.devices:
        table.see("reader_1", CardChecked("no_check", yes=False))
    else:
        table.report(Kind.UNSOLICITED_CHECK)


@pytest.mark.clause("19:47-2.15(j)")
@pytest.mark.clause("19:47-2.15(j)1")
@presets
@pytest.mark.parametrize("wired", [True, False], ids=["wired", "not wired"])
def test_a_check_against_a_small_card_by_a_reader_that_shows_voids_all_hands(
    preset: str, wired: bool
) -> None:
    table = Jack(f"{SMALL} TD TC TH", "reader", preset, reader=LAMP if wired else None)
    table.asked("play", "seat_1")
    put_in(table)
    assert (table.step, table.clause()) == ("void", "19:47-2.15(j)1")
    assert table.state.cases[-1].ruled.ruling.confirm
    table.must(Confirm("ruling", "case_1"), "s1")
    assert table.lines("void_return") == {"seat_3/wager": "return", "seat_1/wager": "return"}
    table.end()
    assert table.state.decks["blue"].phase == "loaded"


@pytest.mark.clause("19:47-2.15(j)")
@pytest.mark.clause("19:47-2.15(j)2")
@presets
@pytest.mark.parametrize("wired", [True, False], ids=["wired", "not wired"])
def test_a_check_against_a_small_card_by_a_reader_that_conceals_goes_on(
    preset: str, wired: bool
) -> None:
    table = Jack(
        f"{SMALL} TD TC TH",
        "reader",
        preset,
        reader=CONCEALING if wired else None,
        options={"reader_conceals": 1},
    )
    table.asked("play", "seat_1")
    put_in(table)
    assert (table.step, table.clause()) == ("decisions", "19:47-2.15(j)2")
    table.must(Confirm("ruling", "case_1"), "s1")
    assert table.settles("settlement")
    table.end()


@pytest.mark.clause("19:47-2.15(j)")
@pytest.mark.parametrize("up", ["TH", "7H"])
def test_no_hand_is_dead_for_a_check_before_anybody_has_told_the_upcard(up: str) -> None:
    table = Jack(f"5S 6S {up} 4S 8S 9D TD TC TH", "reader", "counting", reader=LAMP).at("totals")
    put_in(table)
    assert (table.step, table.clause()) == ("totals", "house policy")
    assert [each.name for each in table.state.cases[-1].ruled.ruling.remedies] == [
        "go_on",
        "void_round",
    ]


@pytest.mark.clause("19:47-2.9(b)#5")
@presets
@pytest.mark.parametrize("wired", [True, False], ids=["wired", "not wired"])
def test_insurance_is_closed_by_the_hole_card_in_the_reader_though_it_is_too_early(
    preset: str, wired: bool
) -> None:
    table = Jack(
        "5S 6S AH 4S 8S 9D TD TC TH",
        "reader",
        preset,
        reader=CONCEALING if wired else None,
        options={"reader_conceals": 1},
    )
    table.asked("insurance").say("insure")
    put_in(table)
    refusal = table.refused(Choose("insurance", "seat_3", "insure"))
    assert refusal.code == "not_due"
    assert any(isinstance(due, CheckDue) for due in table.dues)
    assert "seat_1/insurance" in table.settles("second_card")
    table.end()


@pytest.mark.clause("19:47-2.15(j)1")
def test_a_blackjack_that_was_paid_before_the_wrong_check_stays_paid() -> None:
    table = Jack("AS 6S 7H KS 8S 9D TD TC TH", "reader", "recognising", reader=LAMP)
    table.asked("play", "seat_3")
    assert Settled("blackjacks", paid=True, hands=("seat_1",)) in table.state.round.facts
    put_in(table)
    table.must(Confirm("ruling", "case_1"), "s1")
    assert table.lines("void_return") == {"seat_3/wager": "return"}
    table.end()


@pytest.mark.parametrize("reader", [LAMP, CONCEALING], ids=["lamp", "conceals"])
@pytest.mark.parametrize("when", ["before it is due", "a second time"])
def test_a_check_too_early_or_twice_is_house_policy(reader: Device, when: str) -> None:
    table = Jack("5S 6S AH 4S 8S 9D TD TC TH", "reader", "recognising", reader=reader)
    if when == "a second time":
        table.asked("play", "seat_1")
    else:
        table.asked("insurance")
    put_in(table)
    assert table.clause().startswith("house policy")
    assert bool(table.state.cases) == (reader is LAMP)
    table.end()


@modes
def test_a_check_between_rounds_is_on_record_and_nothing_more(mode: str) -> None:
    table = Jack(SMALL, mode, reader=LAMP)
    table.ready_to_bet()
    put_in(table)
    assert (table.kinds[-1], table.state.cases) == (Kind.UNSOLICITED_CHECK, ())


# ---------------------------------------------------------------- (k) the reader fails


@pytest.mark.clause("19:47-2.15(k)")
@presets
@pytest.mark.parametrize("how", ["jam", "lost", "declared"])
def test_when_the_reader_fails_the_round_goes_on_as_without_one(preset: str, how: str) -> None:
    table = Jack("5S 6S AH 4S 8S 9D TD TC TH", "reader", preset, reader=LAMP).at("deal")
    match how:
        case "jam":
            table.see("reader_1", Jammed())
        case "lost":
            table.take(Observation("reader_1", LinkLost()))
        case "declared":
            table.declare(Kind.JAM, device="reader_1")
    assert table.clause() == "19:47-2.15(k)"
    assert DidWithout("reader_1") in table.state.round.facts
    if how == "lost":
        table.identify("reader_1")
    else:
        table.must(Confirm("clear_fault", "reader_1"), "t1")
    table.asked("insurance")
    table.asked("play", "seat_1")
    assert not table.checks()
    table.end()
    assert table.view_checks()


@pytest.mark.clause("19:47-2.15(k)")
@presets
def test_a_reader_that_is_not_wired_fails_and_somebody_says_so(preset: str) -> None:
    table = Jack("5S 6S AH 4S 8S 9D TD TC TH", "reader", preset)
    table.until(lambda: any(isinstance(due, CheckDue) for due in table.dues))
    table.report(Kind.DEVICE_FAILED)
    assert table.clause() == "19:47-2.15(k)"
    assert not any(isinstance(due, CheckDue) for due in table.dues)
    table.end()


# ---------------------------------------------------------------- 2.6


@pytest.mark.clause("19:47-2.6(h)#2")
@presets
@pytest.mark.parametrize("seen", [True, False], ids=["seen", "unseen"])
def test_a_draw_before_dealers_card_is_called(preset: str, seen: bool) -> None:
    table = played(preset, "none").at("dealers_card")
    assert any(isinstance(due, CallDue) for due in table.dues)
    place = "offered" if seen else "next"
    if table.blind:
        table.slip(place)
        table.report(Kind.CARD_DRAWN_IN_ERROR, seen=seen)
    else:
        table.draw(place)
        remedy = "offer_card" if seen else "keep_card"
        table.must(Choose("remedy", "case_1", remedy), "s1")
    assert table.clause() == ("19:47-2.15(c)#1" if seen else "19:47-2.15(b)")
    assert table.count("dealer") == 1
    table.until(lambda: table.count("dealer") == 2)
    table.lying["dealer"] += table.lying.pop(place)
    table.end()


@pytest.mark.clause("19:47-2.6(n)")
@pytest.mark.clause("19:47-2.6(a)")
@presets
@pytest.mark.parametrize(
    ("kind", "clause"),
    [(Kind.CARDS_TOUCHED, "19:47-2.6(n)"), (Kind.CARD_NOT_FROM_SHOE, "19:47-2.6(a)")],
)
def test_who_touches_cards_and_cards_from_elsewhere_are_the_supervisors(
    preset: str, kind: Kind, clause: str
) -> None:
    table = played(preset).asked("play", "seat_1")
    table.report(kind, "seat_1")
    assert table.clause() == clause
    assert not [d for d in table.dues if isinstance(d, ChoiceDue) and d.question == "play"]
    table.must(Choose("remedy", "case_1", "go_on"), "s1")
    table.end()


# ---------------------------------------------------------------- cards that are there too often

ACES = "AS AS AS AS AS AS"
"""As many as six decks have; two boxes, the dealer, and the sixth under the dealer's."""


@presets
def test_six_aces_of_spades_in_six_decks_are_in_order(preset: str) -> None:
    table = Jack(f"{ACES} 5D 6D 7D 8D", "down", preset)
    table.end()
    assert Kind.DUPLICATE_CARD not in table.kinds


@presets
def test_a_seventh_ace_of_spades_is_noticed_when_it_shows(preset: str) -> None:
    table = Jack("AS AS AS AS AS 5D AS AS", "down", preset, answers={"seat_1": "hit hit"})
    table.until(lambda: Kind.DUPLICATE_CARD in table.kinds)
    assert table.rulings[-1].irregularity.detail == "AS"
    assert table.state.cases
    assert table.count("seat_1") == 4


@presets
def test_a_seventh_ace_of_spades_that_is_the_hole_card_is_noticed_when_it_is_turned(
    preset: str,
) -> None:
    table = Jack(f"{ACES} AS 6D 7D 8D", "down", preset, answers={"seat_1": "hit stand"})
    table.at("hole_card")
    assert Kind.DUPLICATE_CARD not in table.kinds
    table.until(lambda: Kind.DUPLICATE_CARD in table.kinds)
    assert table.step == "hole_card"


@presets
def test_a_card_that_went_to_the_rack_rounds_ago_counts_with_those_that_show(preset: str) -> None:
    table = Jack(f"{ACES} 5D 6D 7D 8D", "down", preset).end()
    table.cards = ["AS", "9D", "7D", "8C", "8D", "TD", "TC", "TH"]
    table.until(lambda: Kind.DUPLICATE_CARD in table.kinds)
    assert table.state.round.number == 2
