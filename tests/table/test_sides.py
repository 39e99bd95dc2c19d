"""Two decks side by side in one shoe: loads, allowances and cards of each by itself."""

from __future__ import annotations

import pytest

from tablectl.table.state import Chamber, Fate
from tablectl.words.acts import Confirm, Deal, Declare, Move
from tablectl.words.dues import CardsDue, ConfirmDue
from tablectl.words.facts import DealtFrom
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    ChamberLoaded,
    Jammed,
    LinkLost,
    LinkUp,
    Loaded,
    Observation,
    OrderFailed,
)
from tablectl.words.orders import Allow
from tablectl.words.values import replace
from tests.table.running_out import FIRST, SIDES, Shoe, two_sided
from tests.tables import SHOE_1, Table, identity

RED, BLUE = SIDES
WHOLE = {"shoe": 52}


def prepared() -> tuple[Table, Shoe]:
    """Both decks are cut and wait to be loaded."""
    table = two_sided().follow(lambda t: t.state.phase == "open")
    for deck in SIDES:
        table.must(Confirm("shuffle", deck))
        table.must(Confirm("cut", deck, 20))
    return table, Shoe(table)


def loaded() -> tuple[Table, Shoe]:
    """Red is load 1, on the first side, blue load 2, on the second."""
    table, shoe = prepared()
    for chamber, deck in enumerate(SIDES, 1):
        shoe.load(chamber)
        table.must(Confirm("load", deck))
    return table, shoe


def dealing() -> tuple[Table, Shoe]:
    """A card of red has decided that blue is dealt."""
    table, shoe = loaded()
    table.to(FIRST)
    shoe.give(1, load=1)
    table.must(Move("rack"))
    return table, shoe


def piles(table: Table, deck: str) -> dict[str, int]:
    return {place: pile.count for place, pile in table.state.ledger[deck].piles.items()}


def allowed(table: Table, deck: str) -> tuple[int, int] | None:
    slot = f"{SHOE_1}:allow:{deck}"
    order = table.state.orders.get(slot) or table.state.standing_orders.get(slot)
    if order is None or not isinstance(order.demand, Allow):
        return None
    return order.demand.total, order.demand.load


# ---------------------------------------------------------------- loads


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_each_side_is_told_of_and_matched_by_itself(order: tuple[int, int]) -> None:
    table, shoe = prepared()
    for chamber in order:
        shoe.load(chamber)
    for deck in SIDES:
        table.must(Confirm("load", deck))
    assert [table.state.decks[deck].load for deck in SIDES] == [
        order.index(1) + 1,
        order.index(2) + 1,
    ]
    assert table.draft.decks_in_shoe == SIDES


def test_a_side_of_which_a_person_spoke_first_is_known_once_the_shoe_has_told() -> None:
    table, shoe = prepared()
    for deck in SIDES:
        table.must(Confirm("load", deck))
    shoe.load(2)
    assert [table.draft.load_known(deck) for deck in SIDES] == [False, True]
    shoe.load(1)
    assert [table.draft.load_known(deck) for deck in SIDES] == [True, True]
    assert table.state.devices[SHOE_1].chambers == (Chamber(2, 2), Chamber(1, 1))


def test_no_round_begins_before_both_sides_are_loaded() -> None:
    table, shoe = prepared()
    shoe.load(1)
    table.must(Confirm("load", RED))
    lack = table.draft.view.lacking_to_deal(table.rules.closed_basis, table.rules.closed_basis)
    assert lack is not None
    assert lack.code == "deck_not_loaded"
    assert table.draft.view.dealable is False


def test_a_side_that_the_shoe_does_not_have_is_not_loaded() -> None:
    table, _ = prepared()
    table.see(SHOE_1, ChamberLoaded(1, 3))
    assert table.kinds[-1] is Kind.NOT_EXPECTED
    table.see(SHOE_1, Loaded(1))
    assert table.kinds[-2:] == [Kind.NOT_EXPECTED, Kind.NOT_EXPECTED]


def test_a_side_is_loaded_again_while_the_other_one_stays() -> None:
    table, shoe = loaded()
    kept = table.state.decks[BLUE]
    table.take(Observation(SHOE_1, LinkLost()))
    table.take(Observation(SHOE_1, LinkUp()))
    device = table.settings.devices[SHOE_1]
    table.take(Observation(SHOE_1, replace(identity(device), load=2)))
    deck = table.state.decks[RED]
    table.state = replace(
        table.state,
        decks={**table.state.decks, RED: replace(deck, fate=Fate.RESHUFFLE)},
        memo=None,
    )
    table.must(Move("stack"))
    table.must(Confirm("shuffle", RED))
    table.must(Confirm("cut", RED, 20))
    shoe.load(1)
    table.must(Confirm("load", RED))
    assert (table.state.decks[RED].load, table.state.decks[BLUE]) == (3, kept)


def test_of_loads_that_went_back_nobody_can_tell_the_side_and_both_are_shuffled() -> None:
    table, _ = loaded()
    device = table.settings.devices[SHOE_1]
    table.take(Observation(SHOE_1, LinkLost()))
    table.take(Observation(SHOE_1, replace(identity(device), load=1)))
    assert {deck.fate for deck in table.state.decks.values()} == {Fate.RESHUFFLE}


def test_a_load_that_the_shoe_forgot_to_tell_of_has_both_sides_taken_out() -> None:
    table, _ = loaded()
    device = table.settings.devices[SHOE_1]
    table.take(Observation(SHOE_1, LinkLost()))
    table.take(Observation(SHOE_1, LinkUp()))
    table.take(Observation(SHOE_1, replace(identity(device), load=3)))
    asked = [d.subject for d in table.dues if isinstance(d, ConfirmDue) and d.what == "take_out"]
    assert asked == [*SIDES]


# ---------------------------------------------------------------- allowances


def test_nothing_is_allowed_of_either_side_before_the_call() -> None:
    table, _ = loaded()
    assert [allowed(table, deck) for deck in SIDES] == [(0, 1), (0, 2)]


def test_one_card_is_allowed_of_each_side_until_one_has_come() -> None:
    table, shoe = loaded()
    table.to(FIRST)
    assert [allowed(table, deck) for deck in SIDES] == [(1, 1), (1, 2)]
    shoe.give(1, load=2)
    assert [allowed(table, deck) for deck in SIDES] == [(0, 1), (1, 2)]


def test_only_the_side_that_is_dealt_from_may_give_cards() -> None:
    table, _ = dealing()
    assert (allowed(table, RED), allowed(table, BLUE)) == ((1, 1), (20, 2))
    assert table.state.round.deck == BLUE


def test_an_allowance_that_the_shoe_refuses_for_a_side_that_it_has_is_a_failure() -> None:
    table, _ = loaded()
    table.obedient = False
    table.to(FIRST)
    order = table.state.orders[f"{SHOE_1}:allow:{RED}"]
    table.see(SHOE_1, OrderFailed(order.number, "no"))
    assert table.kinds[-1] is Kind.DEVICE_FAILED


# ---------------------------------------------------------------- cards


def test_the_load_of_a_card_says_of_which_deck_it_is() -> None:
    table, shoe = dealing()
    shoe.give(3, load=2)
    assert piles(table, RED) == {"shoe": 51, "rack": 1}
    assert piles(table, BLUE) == {"shoe": 49, "seat_1": 2, "seat_3": 1}


def test_a_card_of_a_load_that_no_side_has_any_more_is_none_of_this_one() -> None:
    table, shoe = prepared()
    shoe.load(1)
    shoe.load(1)
    table.must(Confirm("load", RED))
    told = table.see(SHOE_1, CardsOut(1, load=1, first=1), late=True)
    assert (told.ignored, piles(table, RED)) == ("of_an_earlier_load", WHOLE)


def test_cards_of_a_load_that_nobody_made_are_told_and_belong_to_no_deck() -> None:
    table, _ = dealing()
    table.see(SHOE_1, CardsOut(1, load=9, first=1))
    assert table.kinds[-1] is Kind.NOT_EXPECTED
    assert all(table.state.ledger[deck].lawful for deck in SIDES)


def test_cards_that_came_before_anybody_said_that_the_side_is_loaded_are_uncertain() -> None:
    table, shoe = prepared()
    shoe.load(1)
    shoe.give(2, load=1)
    table.must(Confirm("load", RED))
    assert table.kinds[-1] is Kind.COUNT_UNCERTAIN
    assert piles(table, RED) == {"shoe": 50, "loose": 2}


def test_a_second_card_drawn_from_the_other_side_belongs_nowhere() -> None:
    table, shoe = loaded()
    table.to(FIRST)
    shoe.give(1, load=1)
    shoe.give(1, load=2)
    assert table.kinds[-1] is Kind.UNSOLICITED_CARD
    assert (table.state.round.deck, piles(table, BLUE)) == (RED, {"shoe": 51, "loose": 1})


# ---------------------------------------------------------------- the wrong side


def test_wrong_side_is_told_by_the_shoe_and_the_round_goes_on_from_the_side_in_use() -> None:
    table, shoe = dealing()
    table.remedy = "go_on"
    shoe.give(1, load=1)
    assert table.kinds[-1] is Kind.WRONG_SIDE
    assert table.state.round.deck == RED
    table.follow(lambda t: not t.state.cases)
    assert (allowed(table, RED), allowed(table, BLUE)) == ((21, 1), (0, 2))
    assert piles(table, RED) == {"shoe": 50, "rack": 1, "seat_1": 1}


def test_a_hand_of_both_decks_counts_whole_and_each_card_goes_to_the_rack_of_its_own() -> None:
    table, shoe = dealing()
    table.remedy = "go_on"
    shoe.give(3, load=2)
    shoe.give(1, load=1)
    table.follow(lambda t: not t.state.cases)
    assert table.draft.view.counts(("seat_1", "seat_3")) == (2, 2)
    shoe.give(16, load=1)
    table.must(Move("rack"))
    assert piles(table, RED) == {"shoe": 34, "rack": 18}
    assert piles(table, BLUE) == {"shoe": 49, "rack": 3}


def test_where_nobody_counts_a_dealer_says_from_which_side_the_cards_came() -> None:
    table = two_sided("blind")
    table.follow(lambda t: t.step == FIRST)
    assert table.refused(Deal()).code == "deck_missing"
    table.must(Deal(RED))
    assert (table.state.round.deck, piles(table, RED)) == (RED, {"shoe": 51, FIRST: 1})
    table.must(Move("rack"))
    table.must(Deal())
    assert piles(table, BLUE) == {"shoe": 32, "seat_1": 10, "seat_3": 10}


def test_a_dealer_who_says_that_the_wrong_side_was_dealt_is_believed() -> None:
    table = two_sided("blind")
    table.follow(lambda t: t.step == FIRST)
    table.must(Deal(RED))
    table.must(Move("rack"))
    table.must(Deal(RED))
    assert (table.kinds[-1], table.state.round.deck) == (Kind.WRONG_SIDE, RED)
    assert piles(table, RED) == {"shoe": 31, "rack": 1, "seat_1": 10, "seat_3": 10}


def test_a_wrong_side_that_is_found_later_moves_what_was_dealt_to_the_other_deck() -> None:
    table = two_sided("blind")
    table.follow(lambda t: t.step == FIRST)
    table.must(Deal(RED))
    table.must(Move("rack"))
    table.must(Deal())
    table.must(Declare(Kind.WRONG_SIDE))
    assert piles(table, BLUE) == {"shoe": 52}
    assert piles(table, RED) == {"shoe": 31, "rack": 1, "seat_1": 10, "seat_3": 10}
    assert table.state.round.facts[-1] == DealtFrom(RED)


def test_a_shoe_that_counts_tells_the_side_and_nobody_declares_it() -> None:
    table, shoe = dealing()
    shoe.give(2, load=2)
    assert table.refused(Declare(Kind.WRONG_SIDE)).code == "not_now"


# ---------------------------------------------------------------- what happens in between


def test_a_side_that_runs_out_is_filled_from_its_own_rack_alone() -> None:
    table, shoe = dealing()
    shoe.give(20, load=2)
    table.must(Move("rack"))
    for _ in range(2):
        table.to(FIRST)
        shoe.give(1, load=1)
        table.must(Move("rack"))
        shoe.give(min(20, piles(table, BLUE)["shoe"]), load=2)
        if Kind.CARDS_RUN_OUT in table.kinds:
            break
        table.must(Move("rack"))
    assert piles(table, BLUE) == {"rack": 40, "seat_1": 6, "seat_3": 6}
    before = piles(table, RED)
    table.must(Confirm("shuffle", BLUE))
    table.must(Confirm("cut", BLUE, 12))
    load = shoe.load(2)
    table.must(Confirm("load", BLUE))
    assert allowed(table, BLUE) == (8, load)
    shoe.give(8, load=load)
    table.must(Move("rack"))
    assert piles(table, RED) == before
    assert piles(table, BLUE) == {"shoe": 32, "rack": 20}


def test_a_jam_in_the_deal_leaves_a_way_to_the_next_round() -> None:
    table, shoe = dealing()
    shoe.give(3, load=2)
    table.see(SHOE_1, Jammed())
    table.remedy = "void_round"
    table.follow(lambda t: not t.state.cases and t.state.round.number > 1)
    assert all(table.state.ledger[deck].lawful for deck in SIDES)


def test_what_is_due_of_either_side_names_both_decks() -> None:
    table, _ = loaded()
    table.to(FIRST)
    due = next(due for due in table.dues if isinstance(due, CardsDue))
    assert due.decks == SIDES
