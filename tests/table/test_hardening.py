"""What a hostile device, an unlucky moment or a busy floor can do, and what must follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.table.state import Fate
from tablectl.table.view import view
from tablectl.words.acts import Bet, Call, Choose, Confirm, Count, Declare, Settle, Shown, Turn
from tablectl.words.bases import Clause, Role
from tablectl.words.effects import Acknowledge, SendOrder
from tablectl.words.inputs import Started
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    Identified,
    Jammed,
    LinkLost,
    LinkUp,
    Observation,
    OrderFailed,
)
from tablectl.words.rulings import Consequence
from tests.tables import DECK, SHOE_1, Table, at, opened, settings_for


def sent(table: Table) -> int:
    return sum(isinstance(effect, SendOrder) for effect in table.effects)


def test_a_shoe_that_refuses_every_order_is_told_a_few_times_and_not_for_ever() -> None:
    table = opened("counting")
    table.obedient = False
    table.must(Bet(2, "ante", 1000))
    table.must(Call("no_more_bets"))
    for _ in range(6):
        for order in tuple(table.state.orders.values()):
            table.see(SHOE_1, OrderFailed(order.number, "no"))
    assert table.state.devices[SHOE_1].phase == "faulted"
    assert sent(table) < 6
    assert not table.state.orders


@pytest.mark.clause("19:47-20.4(a)")
def test_a_deck_that_was_never_verified_cannot_be_reshuffled_into_play() -> None:
    table = Table(settings_for("blind"))
    table.must(Confirm("open_table"), "s1")
    table.must(Confirm("inspect", DECK))
    table.do(Declare(Kind.COUNT_DISPUTED), "s1")
    table.must(Choose("remedy", "case_1", "reshuffle"), "s1")
    assert (table.state.decks[DECK].phase, table.state.decks[DECK].fate) == ("inspected", Fate.NONE)


def test_another_unit_under_the_same_name_begins_a_count_of_its_own() -> None:
    table = opened("counting")
    table.take(Observation(SHOE_1, LinkLost()))
    other = replace(table.settings.devices[SHOE_1], serial="S-2")
    table.take(Started(replace(table.settings, devices={SHOE_1: other}), fresh=False))
    device = table.state.devices[SHOE_1]
    assert (device.phase, device.epoch, device.event) == ("unverified", 0, 0)


def test_an_order_is_not_overdue_while_its_device_cannot_be_reached() -> None:
    table = opened("counting")
    table.obedient = False
    table.must(Bet(2, "ante", 1000))
    table.must(Call("no_more_bets"))
    assert any(name.startswith("order:") for name in table.state.deadlines)
    table.take(Observation(SHOE_1, LinkLost()))
    assert not any(name.startswith("order:") for name in table.state.deadlines)


@pytest.mark.clause("19:47-20.12(c)")
def test_a_void_after_payment_is_worked_out_by_people_and_not_paid_back_twice() -> None:
    table = at("winners")
    table.must(Settle("winners"))
    table.declare(Kind.MISDEAL)
    table.must(Confirm("ruling", "case_1"), "s1")
    (due,) = [d for d in view(table.rules, table.state, Role.DEALER)["dues"] if "lines" in d]
    assert {line["settling"] for line in due["lines"]} == {"judge"}


@pytest.mark.clause("19:47-20.12(a)#1")
@pytest.mark.parametrize("preset", ["blind", "plain_counter"])
def test_a_face_up_card_that_was_the_last_of_the_deal_is_replaced_like_any_other(
    preset: str,
) -> None:
    table = at("stub", preset)

    table.must(Declare(Kind.FACE_UP_CARD))

    last = table.rulings[-1]
    assert last.ruling.consequences == (Consequence.RACK_CARD,)
    assert last.ruling.basis == Clause("19:47-20.12(a)#1")
    assert (table.step, table.count("dealer"), table.count("rack")) == ("deal", 2, 1)
    table.to("decisions")
    assert (table.count("dealer"), table.count("rack")) == (3, 46)


@pytest.mark.parametrize(
    "report",
    [CardsOut(0), CardsOut(-1), CardsOut(1, foreign=2), CardsOut(1, foreign=-1)],
    ids=str,
)
def test_a_report_of_cards_that_cannot_be_moves_no_card(report: CardsOut) -> None:
    table = at("deal", "counting")
    before = table.state.ledger
    table.see(SHOE_1, report)
    assert table.kinds[-1] is Kind.NOT_EXPECTED
    assert table.state.ledger == before


def test_cards_drawn_together_with_a_face_seen_among_them_wait_for_the_supervisor() -> None:
    table = at("deal", "counting")
    table.see(SHOE_1, CardsOut(2, face_up=True))
    assert table.rulings[-1].irregularity.circumstances["face"] == "seen"
    assert (table.count("loose"), len(table.state.cases)) == (2, 1)


def test_cards_put_back_into_the_shoe_are_not_taken_for_duplicates_when_they_come_again() -> None:
    table = opened("recognising")
    aces = tuple(table.seal(card) for card in table.rules.composition.cards()[:2])
    table.see(SHOE_1, CardsOut(2, aces))
    table.remedy = "return_card"
    table.ready_to_bet()
    table.must(Bet(2, "ante", 1000))
    table.must(Call("no_more_bets"))
    table.see(SHOE_1, CardsOut(1, aces[:1]))
    assert Kind.DUPLICATE_CARD not in table.kinds


def test_cards_from_a_unit_that_was_not_promised_advance_no_deal_and_are_not_acknowledged() -> None:
    table = at("deal", "plain_counter")
    table.take(Observation(SHOE_1, LinkLost()))
    table.must(Choose("remedy", "case_1", "go_on"), "s1")
    table.take(Observation(SHOE_1, LinkUp()))
    table.take(Observation(SHOE_1, Identified("sim-shoe", "S-9", "1.0", 0, simulated=True)))
    before = table.state.devices[SHOE_1]
    outcome = table.see(SHOE_1, CardsOut(1))
    assert table.kinds[-1] is Kind.NOT_EXPECTED
    assert (table.count("seat_2"), table.count("loose")) == (0, 0)
    assert not [e for e in outcome.effects if isinstance(e, Acknowledge)]
    assert replace(table.state.devices[SHOE_1], stranger=before.stranger) == before


def test_cards_from_a_shoe_that_is_latched_advance_no_deal() -> None:
    table = at("deal", "plain_counter")
    table.see(SHOE_1, CardsOut(1))
    table.see(SHOE_1, Jammed())
    table.see(SHOE_1, CardsOut(1))
    assert table.kinds[-1] is Kind.COUNT_UNCERTAIN
    assert (table.count("seat_2"), table.count("loose")) == (1, 1)


def test_a_shoe_that_throws_out_everything_at_once_leaves_a_way_on() -> None:
    table = opened("plain_counter")
    table.see(SHOE_1, CardsOut(52))
    table.must(Choose("remedy", "case_1", "return_card"), "s1")
    assert (table.count("shoe"), table.errors) == (52, [])


@pytest.mark.clause("19:47-20.7(e)#1")
def test_the_count_every_five_rounds_is_not_put_off_by_a_new_deck() -> None:
    table = opened("blind")
    for _ in range(4):
        table.next_round().ready_to_bet()
    table.do(Declare(Kind.FOREIGN_CARD), "s1")
    table.remedy = "remove_deck"
    table.ready_to_bet()
    table.to("stub")
    assert table.state.decks[DECK].uncounted == 1
    assert table.refused(Confirm("anything")).hint == "count_due"
    table.must(Count("shoe", table.count("shoe")))
    assert table.state.round.uncounted == 0


def test_a_wager_that_no_table_could_pay_is_no_amount() -> None:
    table = opened("blind")
    assert table.refused(Bet(2, "ante", 10**13)).code == "not_an_amount"


@pytest.mark.clause("19:47-20.6(d)#2")
def test_a_wager_after_the_call_is_refused_under_the_clause_that_forbids_it() -> None:
    table = at("decisions")
    assert table.refused(Bet(3, "ante", 1000)).basis == Clause("19:47-20.6(d)#2")


@pytest.mark.clause("19:47-20.10(b)#1")
def test_a_fold_without_a_pair_plus_wager_forfeits_the_ante_alone() -> None:
    table = at("decisions")
    table.must(Choose("play", "seat_2", "fold"))
    (due,) = [d for d in view(table.rules, table.state, Role.DEALER)["dues"] if "lines" in d]
    assert [line["basis"]["citation"] for line in due["lines"]] == ["19:47-20.10(b)#1"]


def test_a_second_report_with_other_circumstances_is_a_case_of_its_own() -> None:
    table = at("stub")
    table.must(Declare(Kind.CARD_DRAWN_IN_ERROR))
    table.must(Declare(Kind.CARD_DRAWN_IN_ERROR, seen=True))
    assert len(table.state.cases) == 2


def test_keyed_in_faces_are_kept_as_they_were_turned() -> None:
    table = at("dealer_reveal")
    cards = table.rules.composition.cards()[:3]
    table.must(Turn((Shown("dealer", cards),)))
    assert table.draft.view.cards("dealer") == cards
