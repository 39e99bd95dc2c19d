"""A shuffler over the shoe: first the record of the shuffle, then the deck into the shoe."""

from __future__ import annotations

import pytest

from drivers.happenings import Shuffled
from drivers.messages import Recorded
from simulators.faults import FAULTS
from simulators.loading_shuffler import LoadingShuffler
from simulators.shoe import SensingShoe
from tablectl.words.observations import Jammed, Loaded
from tablectl.words.orders import Shuffle
from tablectl.words.settings import Can, DeviceKind
from tests.simulators.bench import ALL_CAN, DECK, Bench, Desk, felt_with_deck, made

CAN = (Can.COUNT, Can.LOAD_SHOE)


def shuffled(fault: str = "") -> tuple[Bench, LoadingShuffler, SensingShoe, Desk]:
    """The deck is shuffled, and nobody has put that on record."""
    bench, felt = Bench(), felt_with_deck()
    shoe = SensingShoe(name="shoe_1", device=made(DeviceKind.SHOE, ALL_CAN), time=bench, felt=felt)
    shuffler = LoadingShuffler(
        name="shuffler_1",
        device=made(DeviceKind.SHUFFLER, CAN),
        time=bench,
        felt=felt,
        shoe=shoe,
    )
    if fault:
        shuffler.fit(FAULTS[fault]())
    desk = Desk(shuffler)
    desk.greet()
    desk.order(1, Shuffle(DECK))
    shuffler.insert(DECK)
    bench.pass_ms(5_000)
    assert list(shuffler.kept.values())[-1] == Shuffled(DECK, 1, 52)
    desk.greet()
    return bench, shuffler, shoe, desk


def record(shuffler: LoadingShuffler, desk: Desk) -> None:
    desk.say(Recorded(shuffler.epoch, shuffler.event))


def loads(shoe: SensingShoe) -> list[Loaded]:
    return [each for each in shoe.kept.values() if isinstance(each, Loaded)]


def test_the_chute_stays_shut_until_the_shuffle_is_on_record() -> None:
    bench, shuffler, shoe, desk = shuffled()
    bench.pass_ms(60_000)
    assert (loads(shoe), shuffler.in_chute) == ([], DECK)
    desk.greet()
    record(shuffler, desk)
    bench.pass_ms(999)
    assert loads(shoe) == []
    bench.pass_ms(1)
    assert (loads(shoe), shoe.felt.count(DECK, "shoe")) == ([Loaded(1)], 52)
    assert shuffler.in_chute == ""


def test_a_jam_in_the_chute_is_told_and_the_deck_goes_on_when_it_is_cleared() -> None:
    bench, shuffler, shoe, desk = shuffled("jam_at_chute")
    record(shuffler, desk)
    bench.pass_ms(5_000)
    assert list(shuffler.kept.values()) == [Jammed("a card is stuck at the chute")]
    assert loads(shoe) == []
    desk.greet()
    record(shuffler, desk)
    shuffler.clear()
    bench.pass_ms(1_000)
    assert loads(shoe) == [Loaded(1)]


def test_a_deck_that_stays_in_the_chute_is_told_by_nobody() -> None:
    bench, shuffler, shoe, desk = shuffled("stall_at_chute")
    record(shuffler, desk)
    bench.pass_ms(60_000)
    assert (loads(shoe), list(shuffler.kept), shuffler.in_chute) == ([], [], DECK)


def test_power_that_fails_while_the_chute_is_open_is_a_jam() -> None:
    bench, shuffler, shoe, desk = shuffled()
    record(shuffler, desk)
    bench.pass_ms(200)
    shuffler.reboot()
    bench.pass_ms(5_000)
    jam = Jammed("the power failed while a deck was in the chute")
    assert (list(shuffler.kept.values()), loads(shoe)) == ([jam], [])


@pytest.mark.parametrize("hand", ["take_out", "insert"])
def test_a_deck_that_a_hand_takes_out_of_the_chute_does_not_come_out_of_it(hand: str) -> None:
    bench, shuffler, shoe, desk = shuffled()
    record(shuffler, desk)
    bench.pass_ms(200)
    getattr(shuffler, hand)(DECK)
    bench.pass_ms(20_000)
    assert (loads(shoe), shuffler.in_chute) == ([], "")


def test_on_a_bench_without_a_shoe_the_deck_falls_out_below() -> None:
    bench, shuffler, _, desk = shuffled()
    shuffler.shoe = None
    record(shuffler, desk)
    bench.pass_ms(1_000)
    assert shuffler.felt.count(DECK, "shoe") == 52
