"""Simulated byte generators and the real driver: good ones draw, broken ones are found out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random

import pytest

from drivers.drawing import Drawing, Range
from drivers.stream.session import State
from simulators.chance import split
from simulators.generator import drawn
from simulators.wires import ByteByByte, Delayed, Manner, Whole
from tablectl.words.observations import (
    Identified,
    Jammed,
    LinkLost,
    LinkUp,
    NumberDrawn,
    OrderDone,
    OrderFailed,
)
from tests.drivers.stream.generators import GENERATORS, Table

DRAWS = 100_000
END_TO_END = 1_000
LIMIT = 22.46
"""Chi-square with six degrees of freedom is above this once in a thousand times."""
MANNERS: dict[str, Callable[[Random], Manner]] = {
    "whole": lambda _: Whole(),
    "byte by byte": lambda _: ByteByByte(),
    "delayed": lambda chance: Delayed(chance, 30_000),
}
every_generator = pytest.mark.parametrize("name", GENERATORS)


def chi_square(numbers: Iterable[int]) -> float:
    found = Counter(numbers)
    assert set(found) == set(range(1, 8))
    expected = found.total() / 7
    return sum((count - expected) ** 2 for count in found.values()) / expected


def drawn_from(noise: bytes) -> Iterator[int]:
    """As many numbers as there are in these bytes, each from bytes of its own."""
    for at in range(0, len(noise), 64):
        number, rest = Drawing(Range(1, 7)).take(noise[at : at + 64])
        while number is not None:
            yield number
            number, rest = Drawing(Range(1, 7)).take(rest)


# ---------------------------------------------------------------- good ones


@every_generator
def test_a_hundred_thousand_numbers_from_one_to_seven_are_spread_evenly(name: str) -> None:
    numbers = list(drawn_from(Table(name).generator.noise(DRAWS + DRAWS // 20)))
    assert len(numbers) >= DRAWS
    assert chi_square(numbers[:DRAWS]) < LIMIT


def test_those_of_the_reference_generator_are_too() -> None:
    chance = split(1, "device generator_1")
    assert chi_square(drawn(chance, 1, 7) for _ in range(DRAWS)) < LIMIT


@every_generator
def test_so_are_those_that_are_drawn_over_the_line(name: str) -> None:
    table = Table(name).live()
    for _ in range(END_TO_END):
        table.draw().pass_ms(100)
    assert len(table.numbers) == END_TO_END
    assert chi_square(table.numbers) < LIMIT
    assert table.generator.complaints == []


@every_generator
@pytest.mark.parametrize("manner", MANNERS)
def test_however_the_bytes_travel_a_number_is_drawn_and_told_once(name: str, manner: str) -> None:
    table = Table(name, manner=MANNERS[manner](split(1, manner)))
    table.pass_ms(20_000)
    assert [type(each) for each in table.told] == [LinkUp, Identified]
    table.told.clear()
    table.draw(1, 1_000_000, "serial").pass_ms(3_000)
    done, number = table.told
    assert done == OrderDone(1)
    assert isinstance(number, NumberDrawn)
    assert number.draw == "serial"
    assert 1 <= number.number <= 1_000_000


@every_generator
def test_the_number_is_that_of_the_bytes_that_the_source_gave_then(name: str) -> None:
    given: list[bytes] = []
    chance = split(3, "given")

    def source(count: int) -> bytes:
        given.append(chance.randbytes(count))
        return given[-1]

    table = Table(name, source=source).live()
    given.clear()
    table.draw().pass_ms(100)
    assert table.numbers == [Drawing(Range(1, 7)).take(b"".join(given))[0]]


@every_generator
def test_a_cable_that_is_pulled_and_put_back_begins_with_the_start_up_test(name: str) -> None:
    table = Table(name).live()
    table.generator.unplug()
    table.generator.plug()
    assert table.of(LinkLost) == [LinkLost("unplugged")]
    assert table.driver.state is not State.LIVE or name == "rava"
    table.pass_ms(2_000)
    assert [type(each) for each in table.told] == [LinkLost, LinkUp, Identified]


# ---------------------------------------------------------------- broken ones


@every_generator
@pytest.mark.parametrize("fault", ["stuck_source", "biased_source", "text_mode"])
def test_a_bad_source_is_found_before_it_is_ever_used(name: str, fault: str) -> None:
    table = Table(name, fault).pass_ms(3_000)
    assert [type(each) for each in table.told] == [LinkUp, Identified, Jammed]
    assert "the random source is not in order" in table.of(Jammed)[0].detail
    table.draw().pass_ms(3_000)
    assert [each.order for each in table.of(OrderFailed)] == [1]
    assert table.numbers == []


@every_generator
def test_a_source_that_fails_while_nobody_draws_is_told_or_found_by_the_next_draw(
    name: str,
) -> None:
    table = Table(name).live()
    table.fit("stuck_source")
    table.pass_ms(500).draw().pass_ms(3_000)
    assert table.of(Jammed) or name == "rava"
    assert len(table.of(OrderFailed)) == 1
    assert table.numbers == []


@every_generator
def test_a_source_that_was_put_right_is_tested_from_the_start_and_used_again(name: str) -> None:
    table = Table(name, "stuck_source").pass_ms(3_000)
    table.generator.faults.clear()
    table.told.clear()
    table.pass_ms(1_000)
    assert table.told == []
    table.draw().pass_ms(3_000)
    assert [type(each) for each in table.told] == [OrderDone, NumberDrawn]


@every_generator
def test_a_generator_that_says_nothing_is_lost_and_is_back_when_it_speaks(name: str) -> None:
    table = Table(name).live()
    table.fit("silence")
    table.draw().pass_ms(30_000)
    assert table.told == [LinkLost("silent")]
    table.generator.faults.clear()
    table.told.clear()
    table.pass_ms(10_000)
    assert [type(each) for each in table.told] == [LinkUp, Identified]


def test_answers_that_are_garbage_cost_time_or_the_device_and_no_draw_comes_twice() -> None:
    """RAVA has no checksums: what is cut short is asked for again, or taken for a failure."""
    table = Table("rava").live()
    table.fit("garbage_frames")
    for _ in range(20):
        table.draw().pass_ms(5_000)
    assert any(isinstance(each, Jammed | LinkLost | OrderFailed) for each in table.told)
    assert len(table.numbers) <= 20
    assert all(1 <= number <= 7 for number in table.numbers)


def test_another_unit_is_told_by_its_serial_number_where_it_has_one() -> None:
    table = Table("rava").live()
    table.generator.exchange("OTHER-01")
    table.pass_ms(2_000)
    assert [each.serial for each in table.of(Identified)] == ["OTHER-01"]
