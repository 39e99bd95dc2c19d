"""What the core makes of a shoe that is back, by what became of reports that nobody took."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, Identified, LinkLost, Loaded, Observation
from tablectl.words.orders import Allow
from tablectl.words.settings import Delivery
from tests.tables import DECK, SHOE_1, Table, settings_for

HAND = "seat_2"


def dealing(delivery: Delivery, *, load: int = 1) -> Table:
    """A table in the middle of the deal: one card is out."""
    settings = settings_for("counting")
    shoe = replace(settings.devices[SHOE_1], delivery=delivery)
    table = Table(replace(settings, devices={SHOE_1: shoe}))
    if load:
        table.see(SHOE_1, Loaded(load))
    table.to("deal")
    table.see(SHOE_1, CardsOut(1, load=load, first=1 if load else 0))
    assert table.count(HAND) == 1
    return table


def back(table: Table, *, load: int = 1, out: int | None = None) -> Table:
    """The line is lost, and the same shoe answers again."""
    promised = table.state.settings.devices[SHOE_1]
    who = Identified(
        promised.model,
        promised.serial,
        promised.firmware,
        simulated=True,
        load=load,
        out=out,
    )
    table.take(Observation(SHOE_1, LinkLost("cable")))
    table.take(Observation(SHOE_1, who))
    return table


def irregular(table: Table) -> list[Kind]:
    return [case.ruled.irregularity.kind for case in table.state.cases]


def test_a_count_that_agrees_opens_nothing() -> None:
    table = back(dealing(Delivery.COUNTER), out=1)
    assert Kind.COUNT_UNCERTAIN not in irregular(table)
    assert table.count("loose") == 0


def test_cards_that_a_counting_shoe_gave_meanwhile_are_loose_and_the_count_is_uncertain() -> None:
    table = back(dealing(Delivery.COUNTER), out=3)
    assert Kind.COUNT_UNCERTAIN in irregular(table)
    assert (table.count("loose"), table.state.decks[DECK].given) == (2, 3)


def test_cards_that_a_counting_shoe_told_of_are_those_that_it_has_given() -> None:
    settings = settings_for("counting")
    shoe = replace(settings.devices[SHOE_1], delivery=Delivery.COUNTER)
    table = Table(replace(settings, devices={SHOE_1: shoe}))
    table.take(Observation(SHOE_1, Loaded(1)))
    table.take(Observation(SHOE_1, CardsOut(1, load=1, first=1)))
    assert table.state.devices[SHOE_1].out == 1


def test_a_count_that_went_back_is_a_gap_in_the_evidence() -> None:
    table = back(dealing(Delivery.COUNTER), out=0)
    assert Kind.EVIDENCE_GAP in irregular(table)
    assert table.count(HAND) == 1


def test_a_load_that_went_back_is_a_gap_in_the_evidence_and_its_numbers_count_from_then_on() -> (
    None
):
    table = back(dealing(Delivery.COUNTER, load=3), load=1, out=0)
    assert Kind.EVIDENCE_GAP in irregular(table)
    assert (table.count(HAND), table.state.decks[DECK].given) == (1, 0)

    table.see(SHOE_1, CardsOut(1, load=1, first=1))
    assert table.state.decks[DECK].given == 1


def test_a_number_that_was_skipped_shows_the_card_that_was_not_told() -> None:
    table = dealing(Delivery.COUNTER)
    table.see(SHOE_1, CardsOut(1, load=1, first=3))
    assert Kind.COUNT_UNCERTAIN in irregular(table)
    assert (table.count("loose"), table.state.decks[DECK].given) == (2, 3)


def test_a_card_that_is_told_twice_is_counted_once() -> None:
    table = dealing(Delivery.COUNTER)
    outcome = table.see(SHOE_1, CardsOut(1, load=1, first=1))
    assert outcome.ignored == "already_on_record"
    assert (table.count(HAND), table.state.decks[DECK].given) == (1, 1)


def test_a_shoe_that_keeps_and_counts_nothing_puts_the_count_in_doubt_when_it_is_back() -> None:
    table = back(dealing(Delivery.AT_MOST_ONCE, load=0), load=0)
    assert Kind.COUNT_UNCERTAIN in irregular(table)


def test_one_that_is_met_for_the_first_time_with_a_deck_in_it_puts_the_count_in_doubt_too() -> None:
    table = dealing(Delivery.AT_MOST_ONCE, load=0)
    unmet = replace(table.state.devices[SHOE_1], serial="")
    table.state = replace(table.state, devices={SHOE_1: unmet})
    assert Kind.COUNT_UNCERTAIN in irregular(back(table, load=0))


@pytest.mark.parametrize("delivery", list(Delivery))
def test_a_shoe_that_is_back_while_no_deck_is_in_it_opens_no_doubt(delivery: Delivery) -> None:
    settings = settings_for("counting")
    shoe = replace(settings.devices[SHOE_1], delivery=delivery)
    table = back(Table(replace(settings, devices={SHOE_1: shoe})), load=0, out=0)
    assert Kind.COUNT_UNCERTAIN not in irregular(table)


def test_what_a_counting_shoe_had_given_of_a_load_that_it_forgot_is_not_allowed_of_the_next() -> (
    None
):
    table = Table(settings_for("counting"))
    shoe = replace(table.settings.devices[SHOE_1], delivery=Delivery.COUNTER)
    table = Table(replace(table.settings, devices={SHOE_1: shoe}))
    table.follow(lambda t: t.state.decks[DECK].phase == "loaded")
    back(table, load=0, out=6)
    assert irregular(table) == [Kind.COUNT_UNCERTAIN]

    table.take(Observation(SHOE_1, Loaded(1)))
    assert (table.state.decks[DECK].load, table.state.decks[DECK].given) == (1, 0)
    assert {order.demand for order in table.state.orders.values()} <= {Allow(0, 1)}
