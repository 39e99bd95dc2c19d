"""A shuffler: an order and a deck, in either order, and then its time."""

from __future__ import annotations

from collections import Counter

import pytest

from drivers.happenings import Recognised, Shuffled
from drivers.layout import in_byte_order
from simulators.shuffler import Shuffler
from tablectl.words.cards import JOKER
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
    assert (shuffler.armed, shuffler.holding, shuffler.running) == ("", "", False)


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
    assert shuffler.holding == DECK


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
