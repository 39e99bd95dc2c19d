"""The view: what a role sees and may do, and that it is one with what the core would take."""

from __future__ import annotations

import pytest

from tablectl.table.view import HIDDEN, View, view
from tablectl.words.acts import Bet, Shown, Turn
from tablectl.words.bases import Role
from tablectl.words.canonical import tag_of
from tablectl.words.cards import Card
from tablectl.words.dues import CallDue, ConfirmDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut
from tests.table.drill import drill
from tests.tables import HOLE_READER, SHOE_1, Table, at, opened, who_may

STEPS = ("wagers", "deal", "stub", "decisions", "dealer_reveal", "player_reveal", "winners")
SPADES = tuple(Card.of(code) for code in ("AS", "9S", "2S"))


def seen(table: Table, role: Role = Role.DEALER) -> View:
    return view(table.rules, table.state, role)


def offered(table: Table, role: Role) -> list[str]:
    return [offer["deed"] for offer in seen(table, role)["offers"] if offer["deed"] != "declare"]


# ---------------------------------------------------------------- offers


@pytest.mark.parametrize("step", STEPS)
def test_the_ordinary_answer_to_everything_that_is_due_is_offered_to_whoever_may_give_it(
    step: str,
) -> None:
    table = at(step)
    for due in table.dues:
        deed = table.deed_for(due)
        if deed is None or table.branch().do(deed, who_may(due)).refusal is not None:
            continue
        assert tag_of(type(deed)) in offered(table, due.roles[0]), due


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("role", [Role.AUDITOR, Role.ADMINISTRATOR])
def test_whoever_only_looks_is_offered_nothing(step: str, role: Role) -> None:
    assert seen(at(step), role)["offers"] == []


def test_a_call_that_lacks_something_is_shown_with_it_and_not_offered() -> None:
    table = opened()
    assert "call" not in offered(table, Role.DEALER)
    due = next(d for d in seen(table)["dues"] if d["is"] == "call_due")
    assert due["lacking"]["code"] == "no_wagers"
    table.must(Bet(1, "ante", 1000))
    assert "call" in offered(table, Role.DEALER)


@pytest.mark.parametrize(("preset", "deals"), [("blind", True), ("counting", False)])
def test_dealing_is_keyed_in_only_where_no_device_counts(preset: str, deals: bool) -> None:
    assert ("deal" in offered(at("deal", preset), Role.DEALER)) == deals


def test_a_check_is_keyed_in_only_where_no_device_checks() -> None:
    assert offered(drill("check"), Role.DEALER) == ["check"]
    assert offered(drill("check", devices={"reader_1": HOLE_READER}), Role.DEALER) == []


def test_wagers_that_lie_there_can_be_taken_back() -> None:
    table = opened()
    assert "take_back" not in offered(table, Role.DEALER)
    table.must(Bet(1, "ante", 1000))
    take_back = next(o for o in seen(table)["offers"] if o["deed"] == "take_back")
    assert take_back["placed"] == {"seat_1": ["ante"]}


def test_the_prompt_speaks_of_the_first_thing_that_is_due() -> None:
    table = at("decisions")
    table.declare(Kind.CARD_EXPOSED, "dealer")
    prompt = seen(table)["prompt"]
    assert (prompt["code"], prompt["who"], prompt["basis"]) == (
        "confirm_due:ruling",
        ["supervisor"],
        "19:47-20.12(d)",
    )


# ---------------------------------------------------------------- what is shown


def test_a_face_is_shown_once_it_is_known_and_hidden_before() -> None:
    table = at("deal", "recognising")
    for card in SPADES * 2:
        table.see(SHOE_1, CardsOut(1, (table.seal(card, f"s{table.state.seq}"),)))
    table.to("dealer_reveal")
    assert seen(table)["places"]["dealer"]["faces"] == [HIDDEN] * 3

    table.must(Turn((Shown("dealer"),)))

    assert seen(table)["places"]["dealer"]["faces"] == ["9S", "AS", "2S"]
    assert seen(table)["places"]["seat_2"]["faces"] == [HIDDEN] * 3


def test_no_token_is_ever_shown() -> None:
    table = at("deal", "recognising")
    token = table.seal(SPADES[0])
    table.see(SHOE_1, CardsOut(1, (token,)))
    assert all(token.token not in str(seen(table, role)) for role in Role)


@pytest.mark.parametrize("given", range(6))
def test_the_expected_stub_is_known_from_the_first_card_on(given: int) -> None:
    table = at("deal", "counting")
    for _ in range(given):
        table.see(SHOE_1, CardsOut(1))
    assert seen(table)["stub_expected"] == 46


@pytest.mark.parametrize("step", STEPS)
def test_the_places_hold_all_52_cards_at_every_step(step: str) -> None:
    table = at(step)
    assert sum(place["count"] for place in seen(table)["places"].values()) == 52
    assert sum(seen(table)["decks"]["blue"]["places"].values()) == 52


def test_a_case_is_shown_with_its_ruling_its_basis_and_what_is_still_to_be_done() -> None:
    table = at("decisions")
    table.declare(Kind.CARD_EXPOSED, "dealer")
    (case,) = seen(table)["cases"]
    assert (case["id"], case["scope"], case["irregularity"]) == ("case_1", "round", "card_exposed")
    assert (case["ruling"], case["basis"]) == (["void_round", "reshuffle"], "19:47-20.12(d)")
    assert case["agenda"] == [tag_of(ConfirmDue)]


def test_a_simulated_device_is_unmistakable() -> None:
    assert seen(opened("counting"))["simulated"]
    assert not seen(opened())["simulated"]


def test_the_round_is_shown_with_its_wagers_and_hands() -> None:
    table = at("deal", bets=(Bet(2, "ante", 1000), Bet(5, "pair_plus", 500)))
    shown = seen(table)["round"]
    assert shown["hands"] == ["seat_2", "seat_5"]
    assert shown["wagers"] == {"seat_2": {"ante": 1000}, "seat_5": {"pair_plus": 500}}


def test_what_is_shown_as_due_is_what_is_due() -> None:
    table = opened()
    assert [due["is"] for due in seen(table)["dues"]] == [tag_of(type(due)) for due in table.dues]
    assert any(isinstance(due, CallDue) for due in table.dues)
