"""A shuffler that puts the deck into the shoe: which word falls away, and what stands for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.table.view import view
from tablectl.texts import prompt_text, refusal_text
from tablectl.words.acts import Choose, Confirm
from tablectl.words.bases import Role
from tablectl.words.cards import Card
from tablectl.words.dues import ConfirmDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    Identified,
    Jammed,
    LinkLost,
    Loaded,
    Observation,
    ShuffleEnded,
)
from tablectl.words.orders import Allow
from tablectl.words.settings import Can
from tests.tables import DECK, SHOE_1, SHUFFLER, Table, identity, settings_for

SHUFFLER_1 = "shuffler_1"
LOADER = replace(SHUFFLER, can=(Can.COUNT, Can.FACES, Can.LOAD_SHOE))


def washed() -> Table:
    """A shoe that numbers its loads, and a deck that waits to be shuffled."""
    table = Table(settings_for("counting", devices={SHUFFLER_1: LOADER}))
    return table.follow(lambda t: "deck:blue:washed" in t.phases)


def shuffled() -> Table:
    table = washed()
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52))
    return table


def phase(table: Table) -> str:
    return table.state.decks[DECK].phase


def load_due(table: Table) -> ConfirmDue:
    return next(d for d in table.dues if isinstance(d, ConfirmDue) and d.what == "load")


def found(table: Table) -> list[Kind]:
    return [kind for kind in table.kinds if kind is not Kind.RESTART]


def test_the_word_of_shuffler_and_shoe_stands_for_that_of_the_dealer() -> None:
    table = shuffled()
    assert phase(table) == "machine_shuffled"
    table.see(SHOE_1, Loaded(1))
    assert (phase(table), table.count("shoe"), table.state.decks[DECK].load) == ("loaded", 52, 1)
    assert found(table) == []
    assert table.to("deal").state.standing_orders[f"{SHOE_1}:allow"].demand == Allow(6, 1)


def test_nobody_says_that_a_deck_is_loaded_that_the_shuffler_loads() -> None:
    table = shuffled()
    refusal = table.refused(Confirm("load", DECK))
    assert (refusal.code, load_due(table).device) == ("device_loads", SHUFFLER_1)
    assert "report a jam of shuffler_1" in refusal_text(refusal)
    prompt = view(table.rules, table.state, Role.DEALER)["prompt"]
    assert "waits until shuffler_1 has put deck blue into the shoe" in prompt_text(prompt)


def test_a_load_that_was_told_before_the_shuffle_is_not_that_of_the_deck() -> None:
    table = washed()
    table.see(SHOE_1, Loaded(1))
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52))
    assert phase(table) == "machine_shuffled"
    table.see(SHOE_1, Loaded(2))
    assert (phase(table), table.state.decks[DECK].load) == ("loaded", 2)


def test_the_shoe_alone_loads_nothing() -> None:
    table = washed()
    table.see(SHOE_1, Loaded(1))
    assert phase(table) == "washed"


@pytest.mark.clause("19:47-20.7(f)#2")
def test_a_deck_that_was_counted_wrong_is_not_dealt_from_though_it_lies_in_the_shoe() -> None:
    table = washed()
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 51))
    table.see(SHOE_1, Loaded(1))
    assert (phase(table), found(table)) == ("machine_shuffled", [Kind.SHUFFLE_COUNT])
    table.follow(lambda t: phase(t) == "removed")


def test_a_deck_that_is_held_up_counts_as_loaded_once_it_is_decided_to_go_on() -> None:
    table = washed()
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52, (Card.of("KD"),), (Card.of("AS"),)))
    table.see(SHOE_1, Loaded(1))
    assert phase(table) == "machine_shuffled"
    table.must(Choose("remedy", table.state.cases[0].id, "go_on"), "s1")
    assert (phase(table), table.state.decks[DECK].load) == ("loaded", 1)


def test_a_deck_that_stays_on_the_way_is_loaded_by_hand_with_the_word_of_the_dealer() -> None:
    table = shuffled()
    table.see(SHUFFLER_1, Jammed("chute"))
    assert load_due(table).device == ""
    table.must(Confirm("load", DECK))
    table.see(SHOE_1, Loaded(1))
    assert (phase(table), table.state.decks[DECK].load) == ("loaded", 1)


def test_a_shuffler_that_is_put_right_is_waited_for_again() -> None:
    table = shuffled()
    table.see(SHUFFLER_1, Jammed("chute"))
    table.must(Confirm("clear_fault", SHUFFLER_1), "t1")
    assert load_due(table).device == SHUFFLER_1
    table.see(SHOE_1, Loaded(1))
    assert phase(table) == "loaded"


def test_a_shoe_whose_line_is_lost_meanwhile_tells_of_the_load_when_it_is_back() -> None:
    table = shuffled()
    table.take(Observation(SHOE_1, LinkLost()))
    assert phase(table) == "machine_shuffled"
    said = identity(table.settings.devices[SHOE_1])
    table.take(Observation(SHOE_1, replace(said, load=1, last_event=1), 1))
    assert phase(table) == "machine_shuffled"
    table.see(SHOE_1, Loaded(1), late=True)
    assert (phase(table), table.state.decks[DECK].load) == ("loaded", 1)


def test_a_load_that_the_shoe_has_forgotten_is_taken_out_once_it_is_said_to_be_there() -> None:
    table = shuffled()
    table.take(Observation(SHOE_1, LinkLost()))
    said: Identified = identity(table.settings.devices[SHOE_1])
    table.take(Observation(SHOE_1, replace(said, load=1), 2))
    table.declare(Kind.JAM, device=SHUFFLER_1)
    table.must(Confirm("load", DECK))
    assert next(d.what for d in table.dues if isinstance(d, ConfirmDue)) == "take_out"


def test_a_shuffle_that_ended_while_nobody_listened_is_made_again_and_loads_nothing() -> None:
    table = washed()
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52), late=True)
    table.see(SHOE_1, Loaded(1))
    assert (phase(table), found(table)) == ("washed", [Kind.NOT_EXPECTED])
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52))
    table.see(SHOE_1, Loaded(2))
    assert (phase(table), table.state.decks[DECK].load) == ("loaded", 2)


def test_a_deck_that_people_shuffled_is_loaded_by_people() -> None:
    table = washed()
    table.take(Observation(SHUFFLER_1, LinkLost()))
    table.must(Confirm("take_off", SHUFFLER_1), "s1")
    table.must(Confirm("shuffle", DECK))
    table.must(Confirm("cut", DECK, 20))
    table.see(SHOE_1, Loaded(1))
    assert phase(table) == "cut"
    table.must(Confirm("load", DECK))
    assert table.state.decks[DECK].load == 1


def test_a_deck_that_people_shuffled_is_loaded_by_people_also_when_the_shuffler_is_back() -> None:
    table = washed()
    table.take(Observation(SHUFFLER_1, LinkLost()))
    table.must(Confirm("take_off", SHUFFLER_1), "s1")
    table.must(Confirm("shuffle", DECK))
    table.must(Confirm("cut", DECK, 20))
    table.take(Observation(SHUFFLER_1, identity(LOADER)))
    table.must(Confirm("put_back", SHUFFLER_1), "s1")
    table.see(SHOE_1, Loaded(1))
    assert (phase(table), load_due(table).device) == ("cut", "")
    table.must(Confirm("load", DECK))
    assert phase(table) == "loaded"


def test_after_every_round_the_deck_goes_the_same_way_and_no_act_is_asked_for() -> None:
    table = shuffled()
    table.see(SHOE_1, Loaded(1))
    table.next_round().follow(lambda t: phase(t) == "machine_shuffled")
    table.see(SHOE_1, Loaded(2))
    assert (phase(table), table.state.decks[DECK].load) == ("loaded", 2)
