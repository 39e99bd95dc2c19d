"""Opening three card poker, card life and recuts, act by act, on the core itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.table.rules import HOUR
from tablectl.words.acts import (
    Bet,
    Call,
    Confirm,
    Declare,
    Move,
)
from tablectl.words.bases import Clause, Role
from tablectl.words.dues import ConfirmDue
from tablectl.words.irregularities import Kind
from tests.tables import DECK, SHUFFLER, Table, at, opened, settings_for


def clause(section: str) -> Clause:
    return Clause(f"19:47-20.{section}")


def deck_due(table: Table) -> ConfirmDue:
    """The one thing that is due for the deck."""
    dues = [o.due for o in table.offers if o.owner == "deck"]
    (due,) = (due for due in dues if isinstance(due, ConfirmDue) and not due.idle)
    return due


# ---------------------------------------------------------------- opening

OPENING = [
    ("inspect", "d1", "4(a)", Role.DEALER),
    ("verify", "s1", "4(a)", Role.SUPERVISOR),
    ("spread", "d1", "4(b)#1", Role.DEALER),
    ("wash", "d1", "4(c)#1", Role.DEALER),
    ("shuffle", "d1", "5(a)#1", Role.DEALER),
    ("cut", "d1", "5(c)1ii", Role.DEALER),
    ("load", "d1", "7(a)#2", Role.DEALER),
]


def in_opening(steps: int) -> Table:
    table = Table()
    table.must(Confirm("open_table"), "s1")
    for what, by, _, _ in OPENING[:steps]:
        table.must(Confirm(what, DECK), by)
    return table


@pytest.mark.clause("19:47-20.4")
@pytest.mark.clause("19:47-20.5(b)2")
@pytest.mark.parametrize("number", range(len(OPENING)), ids=[step[0] for step in OPENING])
def test_a_deck_is_opened_step_by_step_each_on_its_basis(number: int) -> None:
    what, _, section, role = OPENING[number]
    due = deck_due(in_opening(number))
    assert (due.what, due.basis, due.roles) == (what, clause(section), (role,))


@pytest.mark.parametrize("number", range(len(OPENING)), ids=[step[0] for step in OPENING])
def test_no_step_of_the_opening_can_be_left_out(number: int) -> None:
    table = in_opening(number)
    for what, by, _, _ in (*OPENING[:number], *OPENING[number + 1 :]):
        assert table.refused(Confirm(what, DECK), by).code == "not_due"


@pytest.mark.clause("19:47-20.4(a)")
def test_whoever_inspected_a_deck_cannot_verify_the_inspection() -> None:
    table = in_opening(0)
    table.must(Confirm("inspect", DECK), "b1")

    refusal = table.refused(Confirm("verify", DECK), "b1")

    assert (refusal.code, refusal.basis) == ("same_person", clause("4(a)"))
    table.must(Confirm("verify", DECK), "s1")


@pytest.mark.clause("19:47-20.4(a)")
def test_only_a_supervisor_verifies_an_inspection() -> None:
    assert in_opening(1).refused(Confirm("verify", DECK), "d2").code == "wrong_role"


@pytest.mark.clause("19:47-20.5(c)1ii")
@pytest.mark.parametrize(("packet", "code"), [(9, "too_few"), (52, "too_many")])
def test_a_cut_that_is_not_within_the_deck_is_refused(packet: int, code: str) -> None:
    refusal = in_opening(5).refused(Confirm("cut", DECK, packet))
    assert (refusal.code, refusal.basis) == (code, clause("5(c)1ii"))


@pytest.mark.clause("19:47-20.5(c)1ii")
@pytest.mark.parametrize("packet", [10, 51])
def test_a_cut_of_ten_cards_or_more_is_taken(packet: int) -> None:
    table = in_opening(5)
    table.must(Confirm("cut", DECK, packet))
    assert deck_due(table).what == "load"


@pytest.mark.clause("19:47-20.2(a)#1")
@pytest.mark.clause("19:47-20.2(a)#2")
def test_an_inspection_looks_at_the_backs_and_at_the_cover_card() -> None:
    due = deck_due(in_opening(0))
    assert due.checklist == ("one_back_design", "cover_card_of_one_colour")


@pytest.mark.clause("19:47-20.2(b)1")
def test_each_of_two_decks_is_inspected_and_verified_for_itself() -> None:
    settings = settings_for(devices={"shuffler_1": SHUFFLER})
    table = Table(replace(settings, decks=(DECK, "red")))
    table.must(Confirm("open_table"), "s1")
    for deck in (DECK, "red"):
        table.must(Confirm("inspect", deck))
        table.must(Confirm("verify", deck), "s1")
    assert {deck.phase for deck in table.state.decks.values()} == {"verified"}


@pytest.mark.clause("19:47-20.4(b)#2")
def test_the_cards_are_spread_by_suit_and_in_order() -> None:
    assert deck_due(in_opening(2)).checklist == ("by_suit_in_order",)


@pytest.mark.clause("19:47-20.7(a)#1")
@pytest.mark.parametrize(
    ("method", "steps"),
    [
        ("manual_shoe", ("shoe_in_its_place",)),
        ("automated_shoe", ("shoe_in_its_place",)),
        ("hand", ()),
    ],
)
def test_before_a_table_is_opened_its_shoe_is_seen_to(method: str, steps: tuple[str, ...]) -> None:
    table = Table(settings_for(method=method, devices={"shuffler_1": SHUFFLER}))
    (due,) = (d for d in table.dues if isinstance(d, ConfirmDue))
    assert (due.what, due.checklist) == ("open_table", steps)


@pytest.mark.clause("19:47-20.5(c)1i")
@pytest.mark.clause("19:47-20.5(c)1iii")
@pytest.mark.clause("19:47-20.5(c)1iv")
def test_the_cut_is_asked_for_in_its_four_steps() -> None:
    due = deck_due(in_opening(5))
    assert due.checklist == (
        "cover_card_down",
        "packet_on_cover",
        "rest_on_packet",
        "cover_to_rack",
    )


@pytest.mark.clause("19:47-20.7(a)#2")
def test_the_wagers_cannot_be_closed_before_the_shoe_is_loaded() -> None:
    table = in_opening(6)
    table.must(Bet(1, "ante", 1000))
    refusal = table.refused(Call("no_more_bets"))
    assert (refusal.code, refusal.basis) == ("deck_not_loaded", clause("7(a)#2"))


@pytest.mark.clause("19:47-20.5(a)#1")
def test_after_a_round_the_deck_is_shuffled_again_before_it_is_dealt() -> None:
    table = opened().next_round()
    table.must(Bet(1, "ante", 1000))

    assert deck_due(table).what == "shuffle"
    assert table.refused(Call("no_more_bets")).code == "deck_not_loaded"


@pytest.mark.clause("19:47-20.5(a)#2")
def test_a_shuffled_deck_lies_in_one_stack() -> None:
    table = opened().next_round()
    assert table.count("rack") == 52
    table.must(Confirm("shuffle", DECK))
    assert (table.count("rack"), table.count("stack")) == (0, 52)


# ---------------------------------------------------------------- card life


@pytest.mark.clause("19:47-20.4(e)#1")
def test_cards_of_eight_hours_are_not_dealt_again() -> None:
    table = opened()
    table.must(Bet(1, "ante", 1000))
    table.now = table.state.decks[DECK].opened_at + 8 * HOUR - 1

    refusal = table.refused(Call("no_more_bets"))

    assert (refusal.code, refusal.basis) == ("cards_too_old", clause("4(e)#1"))


@pytest.mark.clause("19:47-20.4(e)#1")
def test_cards_of_a_little_less_than_eight_hours_still_are() -> None:
    table = opened()
    table.must(Bet(1, "ante", 1000))
    table.now = table.state.decks[DECK].opened_at + 8 * HOUR - 2

    table.must(Call("no_more_bets"))


@pytest.mark.clause("19:47-20.4(e)#1")
def test_a_round_whose_cards_grow_too_old_is_played_to_its_end_and_then_the_deck_leaves() -> None:
    table = at("decisions")
    table.now = table.state.decks[DECK].opened_at + 9 * HOUR
    table.wake(f"card_life:{DECK}")

    table.to("pick_up").must(Move("rack"))

    table.must(Move("stack"))
    assert deck_due(table).what == "remove_deck"
    assert Kind.MISDEAL not in table.kinds


# ---------------------------------------------------------------- cutting again


@pytest.mark.clause("19:47-20.5(d)")
def test_before_the_first_card_the_supervisor_may_have_the_deck_cut_again() -> None:
    table = at("deal")
    table.declare(Kind.CUT_IMPROPER)
    assert table.rulings[-1].ruling.basis == clause("5(d)")
    assert [type(due) for due in table.dues] == [ConfirmDue]
    assert deck_due(table).what == "cut"
    assert table.to("stub").state.round.number == 1


@pytest.mark.clause("19:47-20.5(d)")
def test_a_deck_that_was_cut_and_not_yet_loaded_can_be_cut_again() -> None:
    table = in_opening(6)
    table.declare(Kind.CUT_IMPROPER)
    assert deck_due(table).what == "cut"


@pytest.mark.clause("19:47-20.5(d)")
@pytest.mark.parametrize("what", ["spread_idle", "spread_idle_down"])
def test_a_deck_that_lies_spread_was_not_cut_and_cannot_be_cut_again(what: str) -> None:
    table = in_opening(len(OPENING))
    table.must(Confirm(what, DECK))
    assert table.refused(Declare(Kind.CUT_IMPROPER), "s1").code == "not_now"


@pytest.mark.clause("19:47-20.5(d)")
def test_once_a_card_is_dealt_nobody_has_the_deck_cut_again() -> None:
    refusal = at("stub").refused(Declare(Kind.CUT_IMPROPER), "s1")
    assert (refusal.code, refusal.basis) == ("not_now", clause("5(d)"))
