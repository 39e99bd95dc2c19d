"""Shuffling by a device: who is asked, what it is told, what follows, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.table.rules import ORDER_PATIENCE
from tablectl.table.view import view
from tablectl.texts import prompt_text
from tablectl.words.acts import Confirm, Declare
from tablectl.words.bases import Clause, Role
from tablectl.words.cards import JOKER, STANDARD_52, Card
from tablectl.words.dues import ConfirmDue
from tablectl.words.effects import SendOrder
from tablectl.words.inputs import Started
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    Jammed,
    LinkLost,
    LinkUp,
    Observation,
    OrderDone,
    OrderFailed,
    ShuffleEnded,
)
from tablectl.words.orders import Order, Shuffle
from tablectl.words.rulings import Scope
from tablectl.words.settings import Can, Device
from tests.tables import DECK, SHUFFLER, Table, identity, opened, settings_for

SHUFFLER_1 = "shuffler_1"


def shuffling(
    *, obedient: bool = True, game: str = "three_card_poker", device: Device = SHUFFLER
) -> Table:
    """A table with a shuffler whose deck waits to be shuffled."""
    table = Table(settings_for(game=game, devices={SHUFFLER_1: device}))
    table.obedient = obedient
    return table.follow(lambda t: phase(t) == "washed")


def phase(table: Table) -> str:
    deck = table.state.decks.get(DECK)
    return deck.phase if deck is not None else ""


def shuffle_due(table: Table) -> ConfirmDue:
    return next(d for d in table.dues if isinstance(d, ConfirmDue) and d.what == "shuffle")


def shuffles(table: Table) -> list[Order]:
    """Every order to shuffle that has left."""
    sent = [e.order for e in table.effects if isinstance(e, SendOrder)]
    return [order for order in sent if isinstance(order.demand, Shuffle)]


def found(table: Table) -> list[Kind]:
    """What was ruled on since the table was switched on."""
    return [kind for kind in table.kinds if kind is not Kind.RESTART]


def taken_off(table: Table) -> None:
    """The shuffler is unplugged and taken off the table, and a supervisor says so."""
    if table.state.devices[SHUFFLER_1].identified:
        table.take(Observation(SHUFFLER_1, LinkLost()))
    table.must(Confirm("take_off", SHUFFLER_1), "s1")


def reconnect(table: Table, last_order: int | None, device: Device = SHUFFLER) -> None:
    table.take(Observation(SHUFFLER_1, LinkUp()))
    table.take(Observation(SHUFFLER_1, identity(device, last_order)))


# ---------------------------------------------------------------- the ordinary course


def test_a_shuffler_is_told_to_shuffle_the_deck_that_waits_for_it() -> None:
    (order,) = shuffles(shuffling())
    assert (order.device, order.demand) == (SHUFFLER_1, Shuffle(DECK))


def test_a_shuffler_is_told_nothing_before_a_deck_may_be_shuffled() -> None:
    table = Table(settings_for(devices={SHUFFLER_1: SHUFFLER}))
    table.follow(lambda t: phase(t) == "spread")
    assert shuffles(table) == []


def test_that_a_shuffler_took_its_order_is_not_yet_a_shuffle() -> None:
    table = shuffling(obedient=False)
    table.see(SHUFFLER_1, OrderDone(shuffles(table)[0].number))
    assert phase(table) == "washed"
    assert len(shuffles(table)) == 1


def test_while_a_shuffler_is_ready_people_are_asked_to_put_the_deck_into_it() -> None:
    table = shuffling()
    assert shuffle_due(table).device == SHUFFLER_1
    seen = view(table.rules, table.state, Role.DEALER)
    assert "puts deck blue into shuffler_1" in prompt_text(seen["prompt"])
    assert not [o for o in seen["offers"] if o.get("what") == "shuffle"]


@pytest.mark.clause("19:47-20.5(b)1")
def test_after_the_shuffle_of_a_device_there_is_no_cut() -> None:
    table = shuffling()
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52))
    assert phase(table) == "machine_shuffled"
    assert table.refused(Confirm("cut", DECK, 20)).code == "not_due"
    table.must(Confirm("load", DECK))
    assert phase(table) == "loaded"


@pytest.mark.clause("19:47-20.5(b)2")
def test_after_the_shuffle_of_a_person_there_is_a_cut() -> None:
    table = Table(settings_for()).follow(lambda t: phase(t) == "washed")
    table.must(Confirm("shuffle", DECK))
    assert table.refused(Confirm("load", DECK)).code == "not_due"
    table.must(Confirm("cut", DECK, 20))
    table.must(Confirm("load", DECK))


@pytest.mark.parametrize("game", ["blackjack", "holdem"])
def test_where_the_text_does_not_say_that_there_is_no_cut_there_is_one(game: str) -> None:
    table = shuffling(game=game)
    size = table.rules.composition.size
    table.see(SHUFFLER_1, ShuffleEnded(DECK, size))
    assert (phase(table), table.state.cases) == ("shuffled", ())


@pytest.mark.clause("19:47-20.5(a)#1")
def test_after_every_round_the_shuffler_is_told_again_under_a_new_number() -> None:
    table = shuffling().ready_to_bet().next_round()
    first, second = shuffles(table)
    assert (first.demand, second.number > first.number) == (second.demand, True)


@pytest.mark.clause("19:47-20.5(d)")
def test_a_cut_that_was_never_made_is_not_ordered_anew() -> None:
    table = shuffling().ready_to_bet()
    assert table.refused(Declare(Kind.CUT_IMPROPER), "s1").code == "not_now"


@pytest.mark.clause("19:47-20.5(d)")
def test_a_deck_that_people_shuffled_after_a_device_had_may_be_cut_anew() -> None:
    table = shuffling().ready_to_bet().next_round()
    table.declare(Kind.JAM, device=SHUFFLER_1)
    taken_off(table)
    table.must(Confirm("shuffle", DECK))
    table.must(Confirm("cut", DECK, 20))
    table.declare(Kind.CUT_IMPROPER)
    assert phase(table) == "shuffled"


# ---------------------------------------------------------------- counts


@pytest.mark.clause("19:47-20.7(f)#1")
def test_a_shuffler_that_counts_every_deck_right_spares_the_count_of_the_stub() -> None:
    table = shuffling().ready_to_bet()
    for _ in range(7):
        table.next_round()
    assert table.state.round.uncounted <= 1


@pytest.mark.clause("19:47-20.7(f)#1")
def test_a_shuffle_without_a_count_leaves_the_stub_to_be_counted() -> None:
    table = shuffling().ready_to_bet().to("pick_up").follow(lambda t: phase(t) == "spent")
    before = table.state.decks[DECK].uncounted
    table.see(SHUFFLER_1, ShuffleEnded(DECK))
    assert (before, table.state.decks[DECK].uncounted) == (1, 1)


@pytest.mark.clause("19:47-20.7(f)#2")
def test_a_deck_that_the_shuffler_counted_wrong_is_not_loaded_and_leaves() -> None:
    table = shuffling()
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 53))
    assert table.refused(Confirm("load", DECK)).hint == "confirm_due:ruling"
    table.follow(lambda t: phase(t) == "removed")


# ---------------------------------------------------------------- a shuffler that does not count

PLAIN = replace(SHUFFLER, can=())


def test_a_count_is_not_relied_on_that_the_shuffler_is_not_said_to_make() -> None:
    table = shuffling(device=PLAIN).ready_to_bet().to("pick_up")
    table.follow(lambda t: phase(t) == "spent")
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52))
    assert (phase(table), table.state.decks[DECK].uncounted) == ("machine_shuffled", 1)
    assert found(table) == []


def test_a_wrong_count_that_nobody_promised_removes_no_deck_and_is_ruled_on_all_the_same() -> None:
    table = shuffling(device=PLAIN)
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 51))
    assert (phase(table), found(table)) == ("machine_shuffled", [Kind.NOT_EXPECTED])
    detail = table.rulings[-1].irregularity.detail
    assert detail == "51 counted by a shuffler that is not said to count"


# ---------------------------------------------------------------- a shuffler that recognises cards

SEEING = replace(SHUFFLER, can=(Can.COUNT, Can.FACES))
KD, AS = Card.of("KD"), Card.of("AS")


def test_a_deck_that_was_seen_whole_counts_as_counted() -> None:
    table = shuffling(device=SEEING).ready_to_bet().next_round()
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52))
    assert (phase(table), found(table), table.state.round.uncounted) == ("machine_shuffled", [], 0)


def test_a_card_that_could_not_be_read_is_not_taken_for_one_that_is_missing() -> None:
    table = shuffling(device=SEEING)
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52, missing=(KD,)))
    assert (phase(table), found(table)) == ("machine_shuffled", [])


@pytest.mark.clause("19:47-20.7(f)#2")
def test_a_card_that_is_missing_from_the_count_is_named() -> None:
    table = shuffling(device=SEEING)
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 51, missing=(KD,)))
    assert found(table) == [Kind.SHUFFLE_COUNT]
    assert table.rulings[-1].irregularity.detail == "51 in place of 52, missing: KD"


def test_of_many_missing_cards_some_are_named() -> None:
    table = shuffling(device=SEEING)
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 45, missing=STANDARD_52[:7]))
    detail = table.rulings[-1].irregularity.detail
    assert detail == "45 in place of 52, missing: 2C 3C 4C 5C 6C and 2 more"


@pytest.mark.parametrize(
    ("extra", "kind"), [(AS, Kind.DUPLICATE_CARD), (JOKER, Kind.FOREIGN_CARD)], ids=str
)
def test_a_card_too_many_in_a_deck_of_the_right_number_holds_the_deck_until_it_is_decided(
    extra: Card, kind: Kind
) -> None:
    table = shuffling(device=SEEING)
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52, (KD,), (extra,)))
    (case,) = table.state.cases
    assert (case.ruled.irregularity.kind, case.scope) == (kind, Scope.DECK)
    assert case.ruled.irregularity.detail == f"{extra.code}, missing: KD"
    assert table.refused(Confirm("load", DECK)).hint == "choice_due:remedy"
    table.follow(lambda t: phase(t) == "removed")


def test_a_deck_with_a_wrong_card_that_was_seen_late_is_ruled_on_all_the_same() -> None:
    table = shuffling(device=SEEING)
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52, (KD,), (AS,)), late=True)
    assert found(table) == [Kind.DUPLICATE_CARD]


# ---------------------------------------------------------------- a shuffler that takes two decks

BATCH = replace(SHUFFLER, can=(Can.COUNT, Can.TWO_DECKS))


def two_in(device: Device) -> Table:
    """A table with two decks, both of which lie in the shuffler."""
    settings = replace(settings_for(devices={SHUFFLER_1: device}), decks=("blue", "red"))
    table = Table(settings).follow(lambda t: phase(t) == "washed")
    for what, by in (("inspect", "d1"), ("verify", "s1"), ("spread", "d1"), ("wash", "d1")):
        table.must(Confirm(what, "red"), by)
    for deck in settings.decks:
        table.must(Confirm("insert", deck))
    return table


def _phases(table: Table) -> list[str]:
    return [deck.phase for deck in table.state.decks.values()]


def ordered(table: Table) -> list[str]:
    return [order.demand.deck for order in shuffles(table) if isinstance(order.demand, Shuffle)]


def test_a_shuffler_that_takes_two_decks_is_told_of_both() -> None:
    assert ordered(two_in(SHUFFLER)) == ["blue"]
    assert ordered(two_in(BATCH)) == ["blue", "red"]


@pytest.mark.parametrize("first", ["blue", "red"])
def test_the_deck_that_is_named_is_the_one_that_is_done_and_the_other_order_stands(
    first: str,
) -> None:
    table = two_in(BATCH)
    table.see(SHUFFLER_1, ShuffleEnded(first, 52))
    other = "red" if first == "blue" else "blue"
    assert table.state.decks[first].phase == "machine_shuffled"
    assert table.state.decks[other].phase == "in_shuffler"
    assert ordered(table) == ["blue", "red"]
    table.see(SHUFFLER_1, ShuffleEnded(other, 52))
    assert _phases(table) == ["machine_shuffled"] * 2


def test_a_deck_that_is_named_twice_leaves_the_other_to_be_shuffled_again() -> None:
    table = two_in(BATCH)
    table.see(SHUFFLER_1, ShuffleEnded("red", 52))
    table.see(SHUFFLER_1, ShuffleEnded("red", 52))
    assert (_phases(table), found(table)) == (
        ["in_shuffler", "machine_shuffled"],
        [Kind.NOT_EXPECTED],
    )
    assert ordered(table) == ["blue", "red"]


def test_after_a_lost_line_both_decks_are_ordered_anew() -> None:
    table = two_in(BATCH)
    unplugged(table)
    reconnect(table, shuffles(table)[-1].number, BATCH)
    assert ordered(table) == ["blue", "red"] * 2


# ---------------------------------------------------------------- a shuffler that is out of use


def jammed(table: Table) -> None:
    table.see(SHUFFLER_1, Jammed("stuck"))


def declared(table: Table) -> None:
    table.declare(Kind.JAM, device=SHUFFLER_1)


def unplugged(table: Table) -> None:
    table.take(Observation(SHUFFLER_1, LinkLost()))


def refusing(table: Table) -> None:
    table.see(SHUFFLER_1, OrderFailed(shuffles(table)[-1].number, "the lid is open"))


def silent(table: Table) -> None:
    table.now = shuffles(table)[-1].given_at + ORDER_PATIENCE
    table.wake(f"order:{shuffles(table)[-1].number}")


each_trouble = pytest.mark.parametrize(
    "trouble", [jammed, declared, unplugged, refusing, silent], ids=lambda t: t.__name__
)


@each_trouble
@pytest.mark.clause("19:47-20.12(e)")
def test_people_shuffle_and_cut_once_the_shuffler_is_off_the_table(
    trouble: Callable[[Table], None],
) -> None:
    table = shuffling(obedient=False)
    trouble(table)
    taken_off(table)
    assert (phase(table), shuffle_due(table).device) == ("washed", "")
    table.must(Confirm("shuffle", DECK))
    assert phase(table) == "shuffled"
    assert table.refused(Confirm("load", DECK)).code == "not_due"


@each_trouble
@pytest.mark.clause("19:47-20.12(g)")
def test_nobody_shuffles_by_hand_while_the_shuffler_stands_on_the_table(
    trouble: Callable[[Table], None],
) -> None:
    table = shuffling(obedient=False)
    trouble(table)
    refusal = table.refused(Confirm("shuffle", DECK))
    assert (refusal.code, refusal.basis) == ("device_on_table", Clause("19:47-20.12(g)"))


@pytest.mark.parametrize("trouble", [jammed, refusing], ids=lambda t: t.__name__)
@pytest.mark.clause("19:47-20.12(e)")
def test_a_shuffler_that_failed_is_ruled_on_by_its_clause(
    trouble: Callable[[Table], None],
) -> None:
    table = shuffling(obedient=False)
    trouble(table)
    assert table.rulings[-1].ruling.basis == Clause("19:47-20.12(e)")


@pytest.mark.clause("19:47-20.12(e)")
def test_once_its_fault_is_cleared_a_shuffler_is_told_to_shuffle_the_deck_from_the_start() -> None:
    table = shuffling()
    jammed(table)
    table.must(Confirm("clear_fault", SHUFFLER_1), "t1")
    first, second = shuffles(table)
    assert (second.demand, second.number > first.number) == (Shuffle(DECK), True)
    assert shuffle_due(table).device == SHUFFLER_1


# ---------------------------------------------------------------- lost lines and restarts


def test_a_line_lost_during_the_shuffle_gives_the_order_anew_when_it_is_back() -> None:
    table = shuffling()
    unplugged(table)
    reconnect(table, shuffles(table)[-1].number)
    first, second = shuffles(table)
    assert (second.demand, second.number > first.number) == (Shuffle(DECK), True)


def test_an_order_to_shuffle_that_arrived_and_waits_is_not_sent_twice() -> None:
    table = shuffling(obedient=False)
    unplugged(table)
    reconnect(table, shuffles(table)[-1].number)
    assert len(shuffles(table)) == 1


def test_a_restart_during_the_shuffle_gives_the_order_anew() -> None:
    table = shuffling()
    table.rules = rules_for(table.settings)
    table.take(Started(table.settings))
    reconnect(table, shuffles(table)[-1].number)
    assert [order.demand for order in shuffles(table)] == [Shuffle(DECK)] * 2
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52))
    assert phase(table) == "machine_shuffled"


def test_a_shuffle_that_ended_while_nobody_listened_is_made_again() -> None:
    table = shuffling()
    unplugged(table)
    reconnect(table, shuffles(table)[-1].number)
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52), late=True)
    assert (phase(table), table.kinds[-1]) == ("washed", Kind.NOT_EXPECTED)
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 52))
    assert phase(table) == "machine_shuffled"


def test_a_count_that_is_wrong_counts_also_when_it_comes_late() -> None:
    table = shuffling()
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 51), late=True)
    assert table.kinds[-1] is Kind.SHUFFLE_COUNT


def test_a_shuffle_of_another_deck_than_the_one_that_waits_is_none() -> None:
    table = shuffling()
    table.see(SHUFFLER_1, ShuffleEnded("red", 52))
    assert (phase(table), table.kinds[-1]) == ("washed", Kind.NOT_EXPECTED)


def test_a_deck_that_people_have_shuffled_is_not_shuffled_by_a_late_machine() -> None:
    table = shuffling()
    unplugged(table)
    taken_off(table)
    table.must(Confirm("shuffle", DECK))
    reconnect(table, shuffles(table)[-1].number)
    outcome = table.see(SHUFFLER_1, ShuffleEnded(DECK, 52))
    assert (phase(table), outcome.ignored) == ("shuffled", "off_the_table")


def test_without_a_shuffler_nobody_is_sent_to_one() -> None:
    assert shuffles(opened("counting").next_round()) == []
