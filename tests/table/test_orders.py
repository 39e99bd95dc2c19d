"""Orders and deadlines: given once, asked about after a restart, forgotten with their device."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.table.apply import SNAPSHOT_EVERY
from tablectl.table.rules import HOUR, ORDER_PATIENCE
from tablectl.words.acts import Bet, Call, Choose, Confirm
from tablectl.words.effects import Acknowledge, SendOrder, TakeSnapshot, WakeAt
from tablectl.words.inputs import Started
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    LinkLost,
    LinkUp,
    Observation,
    OrderDone,
)
from tablectl.words.orders import Allow, Order
from tablectl.words.outcomes import Outcome
from tests.tables import DECK, SHOE_1, SHUFFLER, Table, at, identity, opened, settings_for


def sent(outcome: Outcome) -> list[Order]:
    return [e.order for e in outcome.effects if isinstance(e, SendOrder)]


def all_sent(table: Table) -> list[Order]:
    return [e.order for e in table.effects if isinstance(e, SendOrder)]


def with_a_pending_order() -> tuple[Table, Order]:
    """The dealer has called, and the shoe has not yet said that it heard its allowance."""
    table = opened("counting")
    table.obedient = False
    table.must(Bet(2, "ante", 1000))
    (order,) = sent(table.must(Call("no_more_bets")))
    return table, order


def connect(table: Table, last_order: int | None, epoch: int = 1) -> Outcome:
    table.take(Observation(SHOE_1, LinkUp(), epoch))
    shoe = table.settings.devices[SHOE_1]
    return table.take(Observation(SHOE_1, identity(shoe, last_order), epoch))


# ---------------------------------------------------------------- giving


def test_before_the_call_a_shoe_is_allowed_nothing() -> None:
    assert [order.demand for order in all_sent(opened("counting"))] == [Allow(0)]


def test_the_call_allows_exactly_the_cards_of_the_deal() -> None:
    _, order = with_a_pending_order()
    assert order.demand == Allow(6)


def test_an_order_that_is_pending_is_not_given_again() -> None:
    table, order = with_a_pending_order()
    table.see(SHOE_1, CardsOut(1))
    assert all_sent(table)[-1] == order


def test_an_order_that_was_carried_out_is_not_given_again() -> None:
    table, order = with_a_pending_order()
    table.see(SHOE_1, OrderDone(order.number))
    assert dict(table.state.orders) == {}
    table.see(SHOE_1, CardsOut(1))
    assert all_sent(table)[-1] == order


def test_a_card_taken_out_of_the_deal_is_allowed_for_once_more() -> None:
    table = at("deal", "counting")
    table.see(SHOE_1, CardsOut(1, face_up=True))
    assert all_sent(table)[-1].demand == Allow(7)


def test_a_round_that_is_held_up_allows_no_card_beyond_those_given() -> None:
    table = at("deal", "counting")
    table.see(SHOE_1, CardsOut(1))
    table.declare(Kind.ORDER_OF_DEAL)
    assert all_sent(table)[-1].demand == Allow(1)


def test_a_new_order_for_one_device_leaves_what_another_was_told_as_it_is() -> None:
    both = {"shuffler_1": SHUFFLER}
    table = Table(replace(settings_for("counting", devices=both), decks=(DECK, "red")))
    table.to("stub").next_round().to("stub")
    for device in (SHOE_1, "shuffler_1"):
        demands = [order.demand for order in all_sent(table) if order.device == device]
        assert len(demands) > 2
        assert all(one != other for one, other in pairwise(demands)), device


def test_order_numbers_are_never_used_twice() -> None:
    numbers = [order.number for order in all_sent(at("deal", "counting").next_round().to("stub"))]
    assert numbers == sorted(set(numbers))


@pytest.mark.clause("19:47-20.5(d)")
def test_a_shoe_that_is_loaded_again_after_a_recut_is_allowed_its_cards_again() -> None:
    table = at("deal", "counting")
    table.declare(Kind.CUT_IMPROPER)
    before = len(all_sent(table))

    table.must(Confirm("cut", DECK, 20))
    table.must(Confirm("load", DECK))

    assert [order.demand for order in all_sent(table)[before:]] == [Allow(6)]


def test_a_recut_before_the_shoe_confirmed_its_allowance_gives_it_anew_too() -> None:
    table, order = with_a_pending_order()
    table.declare(Kind.CUT_IMPROPER)
    table.must(Confirm("cut", DECK, 20))

    (again,) = sent(table.must(Confirm("load", DECK)))

    assert (again.demand, again.number > order.number) == (Allow(6), True)


# ---------------------------------------------------------------- lost lines


def between_rounds_with_a_pending_order() -> tuple[Table, Order]:
    table = Table(settings_for("counting"))
    table.obedient = False
    table.ready_to_bet()
    table.take(Observation(SHOE_1, LinkLost()))
    (order,) = table.state.orders.values()
    return table, order


def test_an_order_that_never_arrived_is_sent_after_a_reconnect_under_its_number() -> None:
    table, order = between_rounds_with_a_pending_order()
    (again,) = sent(connect(table, last_order=order.number - 1))
    assert (again.number, again.demand) == (order.number, order.demand)


def test_an_order_that_did_arrive_is_not_sent_again() -> None:
    table, order = between_rounds_with_a_pending_order()
    assert sent(connect(table, last_order=order.number)) == []


def test_a_device_that_lost_its_memory_is_told_anew() -> None:
    table, order = with_a_pending_order()
    table.see(SHOE_1, CardsOut(1))
    table.take(Observation(SHOE_1, LinkLost()))
    (anew,) = sent(connect(table, last_order=order.number, epoch=2))
    assert anew.number > order.number


def test_an_allowance_that_never_arrived_and_holds_no_longer_is_not_sent_after_all() -> None:
    table, order = with_a_pending_order()
    table.take(Observation(SHOE_1, LinkLost()))
    assert [o.demand for o in sent(connect(table, last_order=order.number - 1))] == [Allow(0)]


def test_an_allowance_that_never_arrived_is_not_sent_once_its_deck_is_out_of_the_shoe() -> None:
    table, order = with_a_pending_order()
    table.take(Observation(SHOE_1, LinkLost()))
    table.must(Choose("remedy", table.state.cases[0].id, "void_round"), "s1")
    table.follow(lambda t: t.state.decks[DECK].phase == "spent")

    assert sent(connect(table, last_order=order.number - 1)) == []
    assert dict(table.state.orders) == {}


def test_a_device_that_keeps_no_numbers_is_told_anew() -> None:
    table, order = with_a_pending_order()
    table.take(Observation(SHOE_1, LinkLost()))
    (anew,) = sent(connect(table, last_order=None))
    assert anew.number > order.number


def test_an_allowance_that_was_carried_out_before_the_line_was_lost_is_given_anew() -> None:
    table, order = between_rounds_with_a_pending_order()
    connect(table, last_order=order.number)
    (anew,) = sent(table.see(SHOE_1, OrderDone(order.number), late=True))
    assert (anew.demand, anew.number > order.number) == (order.demand, True)


def test_an_allowance_lapses_with_the_line_and_is_given_anew() -> None:
    table = at("deal", "counting")
    table.take(Observation(SHOE_1, LinkLost()))
    before = len(all_sent(table))
    connect(table, last_order=all_sent(table)[-1].number)
    assert [order.demand for order in all_sent(table)[before:]] == [Allow(0)]
    table.follow(lambda t: not t.state.cases)
    assert all_sent(table)[-1].demand == Allow(6)


# ---------------------------------------------------------------- settings that change


def under(table: Table, preset: str, *, fresh: bool = True) -> Outcome:
    """Start the controller again, with another shoe."""
    settings = settings_for(preset)
    table.rules = rules_for(settings)
    return table.take(Started(settings, fresh))


def test_orders_to_a_device_that_is_no_longer_there_are_forgotten() -> None:
    table, _ = with_a_pending_order()
    under(table, "blind")
    assert dict(table.state.orders) == {}
    assert not any(name.startswith("order:") for name in table.state.deadlines)


def test_a_deadline_of_a_device_that_is_no_longer_there_passes_unnoticed() -> None:
    table, order = with_a_pending_order()
    under(table, "blind")
    table.now = order.given_at + ORDER_PATIENCE
    assert table.wake(f"order:{order.number}").ignored == "no_such_deadline"
    assert table.errors == []


@pytest.mark.parametrize("fresh", [True, False])
def test_an_open_table_refuses_other_house_rules_and_stays_as_it_was(fresh: bool) -> None:
    table = at("decisions")
    before = table.state
    other = settings_for(options={"count_every": 3})
    table.rules = rules_for(other)

    outcome = table.take(Started(other, fresh))

    assert (outcome.ignored, outcome.effects) == ("settings_clash", ())
    assert (table.state.settings, table.state.round) == (before.settings, before.round)


@pytest.mark.parametrize("game", ["blackjack", "let_it_ride", "holdem"])
@pytest.mark.parametrize("step", ["deal", "stub", "decisions", "winners"])
def test_an_open_table_refuses_another_game_and_does_not_stop(game: str, step: str) -> None:
    table = at(step)
    other = settings_for(game=game)
    table.rules = rules_for(other)
    assert table.take(Started(other)).ignored == "settings_clash"
    assert (table.state.phase, table.errors) == ("open", [])


# ---------------------------------------------------------------- what is asked of the host


def test_every_numbered_event_is_acknowledged_a_repeated_one_too() -> None:
    table = at("deal", "counting")
    event = table.state.devices[SHOE_1].event + 1
    card = Observation(SHOE_1, CardsOut(1), 1, event)
    for ignored in ("", "already_on_record"):
        outcome = table.take(card)
        assert Acknowledge(SHOE_1, 1, event) in outcome.effects
        assert outcome.ignored == ignored
    assert table.count("seat_2") == 1


def test_what_the_line_itself_saw_is_not_acknowledged() -> None:
    outcome = opened("counting").take(Observation(SHOE_1, LinkLost()))
    assert [e for e in outcome.effects if isinstance(e, Acknowledge)] == []


def test_what_an_unknown_device_says_is_on_record_and_changes_nothing() -> None:
    table = opened("counting")
    outcome = table.take(Observation("toaster", CardsOut(1), 1, 1))
    assert (outcome.ignored, outcome.effects) == ("unknown_device", ())


@pytest.mark.clause("19:47-20.4(e)#1")
def test_the_table_asks_to_be_woken_when_its_cards_grow_too_old() -> None:
    table = opened()
    opened_at = table.state.decks[DECK].opened_at
    wakes = [e for e in table.effects if isinstance(e, WakeAt)]
    assert wakes == [WakeAt(f"card_life:{DECK}", opened_at + 8 * HOUR)]


def test_a_wake_that_nobody_asked_for_changes_nothing() -> None:
    assert opened().wake("order:99").ignored == "no_such_deadline"


def test_a_snapshot_is_asked_for_when_the_table_opens_and_closes_and_a_round_ends() -> None:
    table = Table()
    assert TakeSnapshot() in table.must(Confirm("open_table"), "s1").effects
    table.ready_to_bet()
    table.effects.clear()
    table.to("pick_up")
    assert TakeSnapshot() not in table.effects
    table.next_round()
    assert table.effects.count(TakeSnapshot()) == 1
    assert TakeSnapshot() in table.must(Confirm("close_table"), "s1").effects


def test_a_snapshot_is_asked_for_once_in_a_thousand_records() -> None:
    table = opened()
    asked: list[int] = []
    while len(asked) < 3:
        outcome = table.wake("nothing")
        asked += [outcome.of] if TakeSnapshot() in outcome.effects else []
    assert [seq // SNAPSHOT_EVERY for seq in asked] == [1, 2, 3]
    assert all(seq % SNAPSHOT_EVERY < 2 for seq in asked)
