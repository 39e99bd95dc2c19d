"""Loads of the shoe: a person and the shoe both tell of them, and cards belong to one of them."""

from __future__ import annotations

import pytest

from tablectl.table.places import LOOSE
from tablectl.table.rules import SPENT
from tablectl.table.state import Fate
from tablectl.words.acts import Bet, Call, Confirm
from tablectl.words.dues import ConfirmDue
from tablectl.words.effects import SendOrder
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    Identified,
    LinkLost,
    Loaded,
    Observation,
    OrderFailed,
)
from tablectl.words.orders import Allow, Demand
from tablectl.words.values import replace
from tests.tables import DECK, SHOE_1, Table, identity, settings_for

CLOSE = Call("no_more_bets")


def loading() -> Table:
    """A shoe that numbers its loads; the deck is cut and not in it yet."""
    return Table(settings_for("counting")).follow(lambda t: "deck:blue:cut" in t.phases)


def confirmed(table: Table) -> Table:
    """Somebody says that the deck is loaded."""
    return table.follow(lambda t: t.state.decks[DECK].phase == "loaded")


def dealing(load: int = 1) -> Table:
    """The deal is on, from this load."""
    table = loading()
    table.see(SHOE_1, Loaded(load))
    return table.to("deal")


def second_load() -> Table:
    """A round has been played from load 1, and somebody says that the deck is loaded again."""
    return confirmed(dealing().next_round())


def allowed(table: Table) -> Demand:
    return table.state.standing_orders[f"{SHOE_1}:allow"].demand


def allowed_of(table: Table) -> int:
    """The load that the last allowance sent is about."""
    sent = [each.order.demand for each in table.effects if isinstance(each, SendOrder)]
    return next(demand.load for demand in reversed(sent) if isinstance(demand, Allow))


def irregular(table: Table) -> list[Kind]:
    """What was irregular since the controller started."""
    return [kind for kind in table.kinds if kind is not Kind.RESTART]


def confirmations(table: Table) -> list[str]:
    """What waits for somebody's word."""
    return [due.what for due in table.dues if isinstance(due, ConfirmDue)]


def is_back(table: Table, load: int) -> None:
    """The shoe answers after an outage, with this load in it."""
    table.take(Observation(SHOE_1, LinkLost("unplugged")))
    told = identity(table.settings.devices[SHOE_1])
    who = Identified(told.model, told.serial, told.firmware, load=load, simulated=True)
    table.take(Observation(SHOE_1, who, epoch=1))


def test_a_load_that_the_shoe_tells_first_is_the_one_that_somebody_confirms() -> None:
    table = loading()
    table.see(SHOE_1, Loaded(7))
    assert confirmed(table).state.decks[DECK].load == 7
    assert allowed(table) == Allow(0, 7)


def test_a_load_that_somebody_confirms_first_gets_its_number_when_the_shoe_tells_it() -> None:
    table = confirmed(loading())
    table.see(SHOE_1, Loaded(7))
    assert table.state.decks[DECK].load == 7
    assert allowed(table) == Allow(0, 7)


def test_nothing_is_allowed_of_a_load_that_the_shoe_has_not_told_of() -> None:
    table = second_load()
    assert f"{SHOE_1}:allow" not in {**table.state.orders, **table.state.standing_orders}
    table.must(table.bets[0])
    assert table.refused(CLOSE).code == "load_not_told"
    table.see(SHOE_1, Loaded(2))
    table.must(CLOSE)
    assert allowed(table) == Allow(6, 2)


def test_a_shoe_that_does_not_number_its_loads_is_taken_at_its_word() -> None:
    table = Table(settings_for("counting")).to("deal")
    assert allowed(table) == Allow(6, 0)
    table.see(SHOE_1, CardsOut(1))
    assert table.count("seat_2") == 1


@pytest.mark.parametrize("late", [False, True])
def test_cards_of_an_earlier_load_are_not_counted_into_this_one(late: bool) -> None:
    table = second_load()
    table.see(SHOE_1, Loaded(2))
    before = irregular(table)
    outcome = table.see(SHOE_1, CardsOut(1, load=1), late=late)
    assert outcome.ignored == "of_an_earlier_load"
    assert (table.count("shoe"), table.state.decks[DECK].given) == (52, 0)
    assert irregular(table) == before


def test_cards_of_an_earlier_load_are_known_before_the_shoe_has_told_of_this_one() -> None:
    table = second_load()
    assert table.see(SHOE_1, CardsOut(1, load=1), late=True).ignored == "of_an_earlier_load"
    assert table.count("shoe") == 52


def test_cards_of_a_load_that_nobody_told_of_stop_the_deal() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(1, load=2))
    assert irregular(table) == [Kind.NOT_EXPECTED]
    assert (table.count("seat_2"), table.count(LOOSE)) == (0, 0)


def test_a_shoe_that_is_loaded_while_its_cards_are_in_play_stops_the_deal() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(1, load=1))
    table.see(SHOE_1, Loaded(2))
    assert irregular(table) == [Kind.NOT_EXPECTED]
    assert table.state.decks[DECK].load == 1


def test_a_shoe_that_is_loaded_twice_before_the_first_card_has_the_second_load() -> None:
    table = dealing()
    table.see(SHOE_1, Loaded(2))
    assert irregular(table) == []
    assert allowed(table) == Allow(6, 2)


def test_a_load_that_was_told_before_changes_nothing() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(1, load=1))
    table.see(SHOE_1, Loaded(1), late=True)
    assert irregular(table) == []


def test_the_load_stays_known_over_an_outage() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(1, load=1))
    is_back(table, load=1)
    assert irregular(table) == [Kind.LINK_LOST]
    assert table.state.decks[DECK].load == 1


def test_a_shoe_that_was_loaded_during_an_outage_in_the_deal_stops_it() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(1, load=1))
    is_back(table, load=2)
    assert f"{SHOE_1}:allow" not in {**table.state.orders, **table.state.standing_orders}
    table.see(SHOE_1, Loaded(2), late=True)
    assert irregular(table) == [Kind.LINK_LOST, Kind.NOT_EXPECTED]


def test_a_shoe_whose_loads_begin_again_is_followed_from_there() -> None:
    table = dealing(load=40)
    is_back(table, load=1)
    assert table.state.decks[DECK].load == 1
    assert irregular(table) == [Kind.LINK_LOST]


def test_an_allowance_of_a_load_that_is_gone_is_refused_rightly_and_is_no_failure() -> None:
    table = confirmed(loading())
    table.see(SHOE_1, Loaded(1))
    table.obedient = False
    table.must(table.bets[0])
    table.must(CLOSE)
    (order,) = table.state.orders.values()
    assert order.demand == Allow(6, 1)
    table.see(SHOE_1, Loaded(2))
    outcome = table.see(SHOE_1, OrderFailed(order.number, "load 1 is gone, load 2 is in"))
    assert outcome.ignored == "no_such_order"
    assert irregular(table) == []
    assert [order.demand for order in table.state.orders.values()] == [Allow(6, 2)]


def test_a_shoe_that_was_loaded_out_of_turn_is_not_ordered_about_what_is_gone() -> None:
    """Every new allowance of the load that is gone would be refused, and given again, for ever."""
    table = dealing()
    table.see(SHOE_1, CardsOut(1, load=1))
    table.obedient = False
    table.remedy = "go_on"
    is_back(table, load=1)
    table.follow(lambda t: not t.state.cases)
    (order,) = table.state.orders.values()
    table.see(SHOE_1, Loaded(2))
    outcome = table.see(SHOE_1, OrderFailed(order.number, "load 1 is gone, load 2 is in"))
    assert outcome.ignored == "of_an_earlier_load"
    assert set(irregular(table)) == {Kind.LINK_LOST, Kind.NOT_EXPECTED}
    assert not [effect for effect in outcome.effects if isinstance(effect, SendOrder)]


def test_of_loads_that_were_made_while_nobody_listened_the_last_one_is_in_the_shoe() -> None:
    table = second_load()
    is_back(table, load=3)
    table.see(SHOE_1, Loaded(2), late=True)
    assert table.state.decks[DECK].load == 0
    assert table.see(SHOE_1, CardsOut(1, load=2, first=1), late=True).ignored == (
        "of_an_earlier_load"
    )
    table.see(SHOE_1, Loaded(3), late=True)
    assert (table.state.decks[DECK].load, allowed_of(table)) == (3, 3)
    assert irregular(table) == [Kind.LINK_LOST]


def test_of_two_loads_made_while_nobody_listened_the_shoe_may_have_forgotten_the_last() -> None:
    table = second_load()
    is_back(table, load=3)
    table.see(SHOE_1, Loaded(2), late=True)
    assert "take_out" in confirmations(table)
    assert not table.state.orders


def test_a_load_that_the_shoe_has_forgotten_is_taken_out_and_shuffled_again() -> None:
    table = second_load()
    assert "take_out" not in confirmations(table)
    is_back(table, 2)
    table.must(Confirm("take_out", DECK))
    assert (table.count("shoe"), table.state.decks[DECK].fate) == (52, Fate.RESHUFFLE)
    table.follow(lambda t: t.state.decks[DECK].phase == "cut")
    table.see(SHOE_1, Loaded(3))
    assert allowed(confirmed(table)) == Allow(0, 3)


def test_a_load_is_taken_out_also_where_cards_of_the_one_before_are_out_already() -> None:
    jack = Table(settings_for("counting", game="blackjack"), bets=(Bet(2, "wager", 1_000),))
    jack.follow(lambda t: t.state.decks[DECK].phase == "loaded").see(SHOE_1, Loaded(1))
    jack.see(SHOE_1, CardsOut(1, load=1, first=1))
    assert jack.count("rack") == 1, "burned, and nobody is dealt to yet"

    is_back(jack, 2)

    jack.must(Bet(2, "wager", 1_000))
    assert jack.refused(CLOSE).code == "load_not_told"
    jack.must(Confirm("take_out", DECK))
    assert jack.state.decks[DECK].fate is Fate.RESHUFFLE


def test_a_load_that_is_in_play_is_not_taken_out() -> None:
    table = dealing()
    is_back(table, 2)
    assert "take_out" not in confirmations(table)


def test_a_deck_that_is_spent_is_not_in_the_shoe_any_more_though_its_cards_are() -> None:
    draft = Table().ready_to_bet().draft
    assert draft.deck_in_shoe == DECK
    draft.put_deck(DECK, replace(draft.decks[DECK], phase=SPENT))
    assert draft.deck_in_shoe == ""
