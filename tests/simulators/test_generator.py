"""A generator: one number an order, and every number of the range as likely as any other."""

from __future__ import annotations

from collections import Counter

import pytest

from simulators.chance import split
from simulators.device import NoSuchStation
from simulators.firmware import FULL
from simulators.generator import Generator, drawn
from tablectl.words.observations import CuttingCardOut, NumberDrawn, OrderDone, OrderFailed
from tablectl.words.orders import Draw, Shuffle
from tablectl.words.settings import Can, DeviceKind
from tests.simulators.bench import Bench, Desk, made


def set_up(seed: int = 1) -> tuple[Generator, Desk]:
    generator = Generator(
        name="generator_1",
        device=made(DeviceKind.GENERATOR, (Can.DRAW,)),
        time=Bench(),
        chance=split(seed, "generator"),
    )
    desk = Desk(generator)
    desk.greet()
    return generator, desk


def test_an_order_is_done_and_then_the_number_is_told() -> None:
    _, desk = set_up()
    desk.order(1, Draw("button", 1, 6))
    done, number = desk.happenings()
    assert done == OrderDone(1)
    assert isinstance(number, NumberDrawn)
    assert number.draw == "button"
    assert 1 <= number.number <= 6


def test_a_repeated_order_draws_no_second_number() -> None:
    generator, desk = set_up()
    desk.order(1, Draw("button", 1, 6))
    desk.order(1, Draw("button", 1, 6))
    assert generator.event == 2


def test_a_range_of_one_has_one_number() -> None:
    assert drawn(split(1, "x"), 7, 7) == 7


def test_the_ends_of_the_range_come_and_nothing_beyond() -> None:
    chance = split(1, "x")
    numbers = Counter(drawn(chance, 3, 7) for _ in range(5_000))
    assert set(numbers) == {3, 4, 5, 6, 7}
    assert max(numbers.values()) - min(numbers.values()) < 200


def test_the_same_seed_gives_the_same_numbers() -> None:
    assert [drawn(split(5, "x"), 0, 10**9)] == [drawn(split(5, "x"), 0, 10**9)]
    assert drawn(split(5, "x"), 0, 10**9) != drawn(split(6, "x"), 0, 10**9)


@pytest.mark.parametrize(
    ("demand", "reason"),
    [
        (Draw("button", 6, 1), "there is no number from low to high"),
        (Shuffle("red"), "a generator cannot do that"),
    ],
)
def test_what_it_cannot_draw_fails(demand: Draw | Shuffle, reason: str) -> None:
    generator, desk = set_up()
    desk.order(1, demand)
    assert list(generator.kept.values()) == [OrderFailed(1, reason)]


def test_with_a_full_memory_it_draws_nothing() -> None:
    generator, desk = set_up()
    for _ in range(FULL):
        generator.report(CuttingCardOut())
    desk.order(1, Draw("button", 1, 6))
    assert list(generator.kept.values())[-1] == OrderFailed(1, "the memory is full")


def test_it_has_nothing_that_could_jam() -> None:
    generator, _ = set_up()
    with pytest.raises(NoSuchStation, match="generator_1 cannot jam at a station; only: nowhere"):
        generator.jam()
