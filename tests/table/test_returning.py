"""A shoe that takes its cards back: what goes in it tells, and only what was to go in counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.table.places import RACK, SHOE
from tablectl.table.plan import OVER, Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Rules
from tablectl.words.acts import Confirm, Move
from tablectl.words.dues import MoveDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsReturned, Jammed, Loaded
from tablectl.words.orders import Allow
from tablectl.words.settings import Can, Device, DeviceKind, Settings
from tests.table.running_out import BASIS, BETS, Shoe
from tests.table.running_out import rules as running_out
from tests.tables import DECK, SHOE_1, SHOES, Table, settings_for


def _back(view: RoundView) -> Dues:
    return (MoveDue((RACK,), SHOE, BASIS),) if view.count(RACK) else ()


def rules(settings: Settings) -> Rules:
    """Ten cards to every hand, and all go back after the round."""
    made = running_out(settings)
    steps = made.plan.steps
    return replace(
        made,
        plan=Plan(
            "returning",
            (
                steps["bets"],
                steps["deal"],
                replace(steps["pick_up"], then=(Edge("back"),)),
                Step("back", _back, (Edge(OVER),)),
            ),
        ),
    )


def played(preset: str = "counting") -> tuple[Table, Shoe]:
    """A round is over but for its twenty cards, which lie in the rack."""
    can = SHOES[preset] and (*SHOES[preset], Can.CONTINUOUS)
    device = Device(DeviceKind.SHOE, can, "sim-shoe", "S-1", "1.0", simulated=True)
    devices = {SHOE_1: device} if can else {}
    table = Table(settings_for(game="returning", devices=devices), rules, bets=BETS)
    shoe = Shoe(table)
    table.follow(lambda t: DECK in t.state.decks and t.state.decks[DECK].phase == "cut")
    if can:
        shoe.load()
    table.must(Confirm("load", DECK))
    table.to("deal")
    if can:
        shoe.give(20)
    table.to("back")
    return table, shoe


def piles(table: Table) -> dict[str, int]:
    return {place: pile.count for place, pile in table.state.ledger[DECK].piles.items()}


def test_the_shoe_says_that_the_cards_are_back_and_nobody_else_does() -> None:
    table, _ = played()
    assert table.refused(Move(SHOE)).code == "device_counts"
    table.see(SHOE_1, CardsReturned(1, 20))
    assert (piles(table), table.step) == ({"shoe": 52}, "bets")


def test_where_no_shoe_tells_it_a_person_says_that_the_cards_are_back() -> None:
    table, _ = played("blind")
    table.must(Move(SHOE))
    assert (piles(table), table.step) == ({"shoe": 52}, "bets")


def test_cards_go_back_in_several_goes_and_late_too() -> None:
    table, _ = played()
    table.see(SHOE_1, CardsReturned(1, 5))
    assert (piles(table), table.step) == ({"shoe": 37, "rack": 15}, "back")
    table.see(SHOE_1, CardsReturned(1, 15), late=True)
    assert (piles(table), table.step) == ({"shoe": 52}, "bets")


@pytest.mark.parametrize("told", [CardsReturned(1, 21), CardsReturned(2, 20)], ids=str)
def test_more_than_lay_there_or_of_another_load_did_not_go_back(told: CardsReturned) -> None:
    table, _ = played()
    table.see(SHOE_1, told)
    assert table.kinds[-1] is Kind.NOT_EXPECTED
    assert piles(table) == {"shoe": 32, "rack": 20}


def test_nothing_goes_back_while_hands_lie_there() -> None:
    table, shoe = played()
    table.see(SHOE_1, CardsReturned(1, 20))
    table.to("deal")
    shoe.give(3)
    table.see(SHOE_1, CardsReturned(1, 3))
    assert table.kinds[-1] is Kind.NOT_EXPECTED


def test_the_count_of_a_load_goes_on_and_so_do_allowances() -> None:
    table, shoe = played()
    table.see(SHOE_1, CardsReturned(1, 20))
    table.to("deal")
    order = table.state.standing_orders[f"{SHOE_1}:allow"]
    assert order.demand == Allow(40, 1)
    shoe.give(20)
    assert (table.state.decks[DECK].given, table.kinds.count(Kind.NOT_EXPECTED)) == (40, 0)


def test_between_rounds_the_shoe_begins_a_new_load_of_its_own_accord() -> None:
    table, _ = played()
    table.see(SHOE_1, CardsReturned(1, 20))
    table.see(SHOE_1, Loaded(2))
    assert (table.state.decks[DECK].load, table.state.decks[DECK].given) == (2, 0)
    assert Kind.NOT_EXPECTED not in table.kinds


def test_in_a_round_it_does_not() -> None:
    table, shoe = played()
    table.see(SHOE_1, CardsReturned(1, 20))
    table.to("deal")
    shoe.give(1)
    table.see(SHOE_1, Loaded(2))
    assert table.kinds[-1] is Kind.NOT_EXPECTED


def test_a_jam_as_cards_go_back_leaves_the_rest_to_go_once_it_is_cleared() -> None:
    table, _ = played()
    table.see(SHOE_1, CardsReturned(1, 8))
    table.see(SHOE_1, Jammed())
    table.remedy = "go_on"
    table.follow(lambda t: not t.state.cases)
    table.must(Confirm("clear_fault", SHOE_1), "t1")
    table.see(SHOE_1, CardsReturned(1, 12))
    assert (piles(table), table.step) == ({"shoe": 52}, "bets")
