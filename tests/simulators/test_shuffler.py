"""A shuffler: an order and a deck, in either order, and then its time."""

from __future__ import annotations

from collections import Counter

import pytest

from drivers.happenings import Recognised, Shuffled
from drivers.layout import in_byte_order
from simulators.shuffler import Shuffler
from tablectl.words.cards import JOKER, Composition
from tablectl.words.observations import Jammed, OrderDone, OrderFailed
from tablectl.words.orders import Allow, Shuffle
from tablectl.words.settings import Can, DeviceKind
from tests.simulators.bench import DECK, Bench, Desk, felt_with_deck, made


def set_up(can: tuple[Can, ...] = (Can.COUNT,)) -> tuple[Bench, Shuffler, Desk]:
    bench = Bench()
    shuffler = Shuffler(
        name="shuffler_1",
        device=made(DeviceKind.SHUFFLER, can),
        time=bench,
        felt=felt_with_deck(),
    )
    desk = Desk(shuffler)
    desk.greet()
    return bench, shuffler, desk


def order_of(shuffler: Shuffler) -> list[str]:
    return [piece.card.code for piece in shuffler.felt.pile(DECK, "stack")]


@pytest.mark.parametrize("deck_first", [True, False])
def test_an_order_and_the_deck_make_a_shuffle(deck_first: bool) -> None:
    bench, shuffler, desk = set_up()
    before = order_of(shuffler)
    if deck_first:
        shuffler.insert(DECK)
    desk.order(1, Shuffle(DECK))
    assert desk.happenings() == [OrderDone(1)]
    if not deck_first:
        shuffler.insert(DECK)
    assert shuffler.running
    bench.pass_ms(4_999)
    assert order_of(shuffler) == before
    bench.pass_ms(1)
    assert list(shuffler.kept.values()) == [OrderDone(1), Shuffled(DECK, 1, 52)]
    assert order_of(shuffler) != before
    assert (shuffler.armed, shuffler.decks, shuffler.running) == ([], [], False)


def test_one_that_does_not_count_says_so() -> None:
    bench, shuffler, desk = set_up(())
    shuffler.insert(DECK)
    desk.order(1, Shuffle(DECK))
    bench.pass_ms(5_000)
    assert list(shuffler.kept.values())[-1] == Shuffled(DECK, 0, 0)


def test_one_that_recognises_cards_tells_the_deck_and_not_the_order_it_lies_in() -> None:
    bench, shuffler, desk = set_up((Can.COUNT, Can.FACES))
    shuffler.felt.pile(DECK, "stack")[0].card = JOKER
    shuffler.insert(DECK)
    desk.order(1, Shuffle(DECK))
    bench.pass_ms(5_000)
    told = list(shuffler.kept.values())[-1]
    assert isinstance(told, Recognised)
    lies = tuple(piece.card for piece in shuffler.felt.pile(DECK, "stack"))
    assert Counter(told.cards) == Counter(lies)
    assert told.cards == in_byte_order(lies) != lies


def test_it_counts_the_cards_that_are_there() -> None:
    bench, shuffler, desk = set_up()
    shuffler.felt.pile(DECK, "stack").pop()
    shuffler.insert(DECK)
    desk.order(1, Shuffle(DECK))
    bench.pass_ms(5_000)
    assert list(shuffler.kept.values())[-1] == Shuffled(DECK, 1, 51)


def test_with_another_deck_than_ordered_it_waits() -> None:
    bench, shuffler, desk = set_up()
    shuffler.insert("blue")
    desk.order(1, Shuffle(DECK))
    bench.pass_ms(10_000)
    assert not shuffler.running
    assert shuffler.event == 1
    shuffler.insert(DECK)
    assert shuffler.running


def test_an_order_for_another_deck_takes_the_place_of_the_first() -> None:
    _, shuffler, desk = set_up()
    desk.order(1, Shuffle("blue"))
    desk.order(2, Shuffle(DECK))
    shuffler.insert("blue")
    assert not shuffler.running
    shuffler.insert(DECK)
    assert shuffler.running


def test_nothing_can_be_put_in_while_it_runs() -> None:
    _, shuffler, desk = set_up()
    shuffler.insert(DECK)
    desk.order(1, Shuffle(DECK))
    shuffler.insert("blue")
    assert shuffler.decks == [DECK]


def test_a_shuffle_that_jammed_begins_again_when_it_is_cleared() -> None:
    bench, shuffler, desk = set_up()
    shuffler.insert(DECK)
    desk.order(1, Shuffle(DECK))
    bench.pass_ms(4_000)
    shuffler.jam("rollers")
    bench.pass_ms(10_000)
    kept = [Jammed("a card is stuck at the rollers")]
    assert list(shuffler.kept.values())[1:] == kept
    shuffler.clear()
    bench.pass_ms(5_000)
    assert list(shuffler.kept.values())[1:] == [*kept, Shuffled(DECK, 1, 52)]


def test_power_that_fails_in_the_middle_stops_it_and_the_order_stands() -> None:
    bench, shuffler, desk = set_up()
    shuffler.insert(DECK)
    desk.order(1, Shuffle(DECK))
    bench.pass_ms(1_000)
    shuffler.reboot()
    assert list(shuffler.kept.values())[-1] == Jammed("the power failed in the middle of a shuffle")
    assert not shuffler.running
    shuffler.clear()
    assert shuffler.running


def test_it_takes_no_other_order() -> None:
    _, shuffler, desk = set_up()
    desk.order(1, Allow(3))
    assert list(shuffler.kept.values()) == [OrderFailed(1, "a shuffler cannot do that")]


# ---------------------------------------------------------------- two decks

TWO = (Can.COUNT, Can.TWO_DECKS)


def told(shuffler: Shuffler) -> list[Shuffled]:
    return [each for each in shuffler.kept.values() if isinstance(each, Shuffled)]


def two_decks() -> tuple[Bench, Shuffler, Desk]:
    """Ordered to shuffle two decks, the first of which is on the rollers."""
    bench, shuffler, desk = set_up(TWO)
    shuffler.felt.bring("blue", Composition(jokers=1))
    for number, deck in ((1, DECK), (2, "blue")):
        desk.order(number, Shuffle(deck))
        shuffler.insert(deck)
    return bench, shuffler, desk


def test_two_decks_are_shuffled_one_after_the_other_and_each_is_named() -> None:
    bench, shuffler, _ = two_decks()
    assert (shuffler.decks, shuffler.on_rollers) == ([DECK, "blue"], DECK)
    bench.pass_ms(5_000)
    assert told(shuffler) == [Shuffled(DECK, 1, 52)]
    assert shuffler.on_rollers == "blue"
    bench.pass_ms(5_000)
    assert told(shuffler) == [Shuffled(DECK, 1, 52), Shuffled("blue", 1, 53)]
    assert (shuffler.armed, shuffler.decks, shuffler.running) == ([], [], False)


def test_a_third_deck_waits_outside_while_two_are_in() -> None:
    bench, shuffler, desk = two_decks()
    assert not shuffler.takes("green")
    bench.pass_ms(5_000)
    assert shuffler.takes("green")
    desk.greet()
    desk.order(3, Shuffle("green"))
    assert list(shuffler.kept.values())[-1] == OrderDone(3)
    assert (shuffler.armed, shuffler.on_rollers) == (["blue", "green"], "blue")


def test_of_three_orders_the_oldest_gives_way() -> None:
    _, shuffler, desk = set_up(TWO)
    for number, deck in enumerate(("green", DECK, "blue", DECK), 1):
        desk.order(number, Shuffle(deck))
    assert shuffler.armed == ["blue", DECK]


def test_a_jam_under_one_deck_keeps_both_and_both_are_shuffled_once_it_is_cleared() -> None:
    bench, shuffler, _ = two_decks()
    bench.pass_ms(1_000)
    shuffler.jam("rollers")
    bench.pass_ms(20_000)
    assert (told(shuffler), shuffler.decks) == ([], [DECK, "blue"])
    shuffler.clear()
    bench.pass_ms(10_000)
    assert [each.deck for each in told(shuffler)] == [DECK, "blue"]


def test_a_power_failure_between_two_decks_forgets_neither_order() -> None:
    bench, shuffler, _ = two_decks()
    bench.pass_ms(5_000)
    shuffler.reboot()
    shuffler.clear()
    bench.pass_ms(5_000)
    assert [each.deck for each in told(shuffler)] == [DECK, "blue"]


def test_a_deck_that_is_taken_out_in_the_middle_of_its_shuffle_is_not_told() -> None:
    bench, shuffler, _ = two_decks()
    bench.pass_ms(1_000)
    shuffler.take_out(DECK)
    shuffler.go_on()
    bench.pass_ms(20_000)
    assert [each.deck for each in told(shuffler)] == ["blue"]
