"""Irregularities of cards, each as devices and people bring it about."""

from __future__ import annotations

import pytest

from tablectl.words.acts import Count
from tablectl.words.facts import Racked
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardChecked, CardsOut
from tablectl.words.rulings import Consequence
from tests.irregularities.rulings import (
    clause,
    dealing,
    held,
    next_place,
    ruled,
    void_by,
)
from tests.table.drill import drill
from tests.tables import HOLE_READER, SHOE_1, Table, at, opened, settings_for

# ---------------------------------------------------------------- face up


@pytest.mark.clause("19:47-20.12(a)#1")
def test_face_up_card_the_first_goes_to_the_rack_and_the_deal_goes_on() -> None:
    table = dealing()

    outcome = table.see(SHOE_1, CardsOut(1, face_up=True))

    assert outcome.facts == (Racked("loose"),)
    last = ruled(table, Kind.FACE_UP_CARD, nth="first")
    assert (last.ruling.consequences, last.ruling.basis) == (
        (Consequence.RACK_CARD,),
        clause("12(a)#1"),
    )
    assert (table.count("rack"), next_place(table), table.state.cases) == (1, "seat_4", ())


@pytest.mark.clause("19:47-20.12(a)#1")
def test_face_up_card_in_the_rack_makes_the_expected_stub_one_less() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(1, face_up=True))
    assert table.to("stub").count("shoe") == 49 - 3 * 2 - 1
    table.must(Count("shoe", 42))
    assert Kind.STUB_MISMATCH not in table.kinds


@pytest.mark.clause("19:47-20.12(a)#2")
def test_face_up_card_a_second_in_one_deal_voids_all_hands() -> None:
    table = dealing()
    for _ in range(2):
        table.see(SHOE_1, CardsOut(1, face_up=True))
    void_by(ruled(table, Kind.FACE_UP_CARD, nth="further"), clause("12(a)#2"))


@pytest.mark.clause("19:47-20.12(a)#1")
@pytest.mark.parametrize("preset", ["blind", "plain_counter"])
def test_face_up_card_that_no_sensor_saw_is_ruled_the_same_when_a_person_reports_it(
    preset: str,
) -> None:
    table = dealing(preset, given=0 if preset == "blind" else 1)
    table.declare(Kind.FACE_UP_CARD)
    last = ruled(table, Kind.FACE_UP_CARD, nth="first")
    assert (last.ruling.basis, table.count("rack")) == (clause("12(a)#1"), 1)
    assert next_place(table) == "seat_1"


@pytest.mark.clause("19:47-20.12(a)#1")
def test_face_up_card_that_was_the_last_of_the_deal_is_replaced_like_any_other() -> None:
    table = dealing("plain_counter", given=9)
    assert table.step == "stub"

    table.declare(Kind.FACE_UP_CARD)

    ruled(table, Kind.FACE_UP_CARD, nth="first")
    assert (table.step, next_place(table), table.count("rack")) == ("deal", "dealer", 1)
    assert table.to("stub").count("shoe") == 49 - 3 * 2 - 1


def test_face_up_card_of_the_round_before_is_not_counted_again() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(1, face_up=True))
    table.next_round().to("deal")
    table.see(SHOE_1, CardsOut(1, face_up=True))
    ruled(table, Kind.FACE_UP_CARD, nth="first")


# ---------------------------------------------------------------- drawn in error


@pytest.mark.clause("19:47-20.12(b)")
def test_card_drawn_in_error_and_not_seen_is_the_next_card() -> None:
    table = dealing(given=0)

    table.see(SHOE_1, CardsOut(2))

    last = ruled(table, Kind.CARD_DRAWN_IN_ERROR, face="unseen", next="yes")
    assert (last.ruling.consequences, last.ruling.basis) == (
        (Consequence.NEXT_CARD,),
        clause("12(b)"),
    )
    assert (table.count("seat_1"), table.count("seat_4"), next_place(table)) == (1, 1, "dealer")
    assert table.state.cases == ()


def test_card_drawn_in_error_after_the_last_one_is_the_supervisors_to_decide() -> None:
    table = dealing(given=8)
    table.see(SHOE_1, CardsOut(2))
    last = ruled(table, Kind.CARD_DRAWN_IN_ERROR, face="unseen", next="no")
    assert held(last) == ("return_card", "rack_card", "void_round")


@pytest.mark.parametrize(
    ("step", "more", "remedies"),
    [
        ("deal", "yes", ("rack_card", "next_card", "void_round")),
        ("stub", "no", ("rack_card", "void_round")),
    ],
)
def test_card_drawn_in_error_and_seen_has_no_clause_and_is_the_supervisors_to_decide(
    step: str, more: str, remedies: tuple[str, ...]
) -> None:
    table = at(step)
    table.declare(Kind.CARD_DRAWN_IN_ERROR, seen=True)
    assert held(ruled(table, Kind.CARD_DRAWN_IN_ERROR, face="seen", next=more)) == remedies
    assert table.count("loose") == 1


# ---------------------------------------------------------------- exposed


@pytest.mark.clause("19:47-20.12(d)")
def test_card_exposed_of_the_dealer_before_the_reveal_voids_all_hands() -> None:
    table = at("decisions")
    table.declare(Kind.CARD_EXPOSED, "dealer")
    void_by(
        ruled(table, Kind.CARD_EXPOSED, whose="dealer", moment="before_reveal"), clause("12(d)")
    )


def test_card_exposed_of_the_dealer_after_the_reveal_changes_nothing() -> None:
    table = at("player_reveal")
    table.declare(Kind.CARD_EXPOSED, "dealer")
    last = ruled(table, Kind.CARD_EXPOSED, whose="dealer", moment="after_reveal")
    assert (last.ruling.consequences, table.state.cases) == ((Consequence.GO_ON,), ())


def test_card_exposed_of_a_player_has_no_clause_and_is_the_supervisors_to_decide() -> None:
    table = at("decisions")
    table.declare(Kind.CARD_EXPOSED, "seat_2")
    last = ruled(table, Kind.CARD_EXPOSED, whose="player", moment="before_reveal")
    assert held(last) == ("go_on", "void_round")


# ---------------------------------------------------------------- not asked for


@pytest.mark.clause("19:47-20.7(b)#1")
def test_card_before_call_holds_the_round_for_the_supervisor() -> None:
    table = opened("counting")
    table.see(SHOE_1, CardsOut(1))
    assert held(ruled(table, Kind.CARD_BEFORE_CALL)) == ("return_card", "rack_card", "void_round")
    assert table.count("loose") == 1


def test_unsolicited_card_holds_the_round_for_the_supervisor() -> None:
    table = at("stub", "counting")
    table.see(SHOE_1, CardsOut(1))
    last = ruled(table, Kind.UNSOLICITED_CARD, cards="out")
    assert held(last) == ("return_card", "rack_card", "void_round")


@pytest.mark.parametrize("cards", ["in", "out"])
def test_unsolicited_check_matters_only_while_cards_are_out(cards: str) -> None:
    table = Table(settings_for(devices={"reader_1": HOLE_READER})).ready_to_bet()
    if cards == "out":
        table.to("decisions")
    table.see("reader_1", CardChecked("ace", yes=True))
    ruled(table, Kind.UNSOLICITED_CHECK, cards=cards)
    assert len(table.state.cases) == (1 if cards == "out" else 0)


@pytest.mark.parametrize(("count", "size"), [(1, "short"), (3, "long")])
def test_wrong_stack_goes_to_nobody_and_holds_the_round(count: int, size: str) -> None:
    table = drill("stacks", "counting")
    table.see(SHOE_1, CardsOut(count))
    last = ruled(table, Kind.WRONG_STACK, size=size)
    assert held(last) == ("void_round", "void_round_and_remove_deck")
    assert (table.count("seat_1"), table.count("loose")) == (0, count)


def test_order_of_deal_that_was_wrong_is_the_supervisors_to_decide() -> None:
    table = at("decisions")
    table.declare(Kind.ORDER_OF_DEAL)
    assert held(ruled(table, Kind.ORDER_OF_DEAL)) == ("go_on", "void_round")


@pytest.mark.clause("19:47-20.12(c)")
@pytest.mark.parametrize("step", ["deal", "decisions", "player_reveal"])
def test_misdeal_voids_all_hands_whenever_it_is_found(step: str) -> None:
    table = at(step)
    table.declare(Kind.MISDEAL)
    void_by(ruled(table, Kind.MISDEAL), clause("12(c)"))
