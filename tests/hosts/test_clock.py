"""The table's clock: nobody who sets the clock of the machine moves it, and everybody is told."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tablectl.hosts.clock import TOLERANCE, TableClock

SECOND = 1_000_000


@dataclass
class Clocks:
    wall: int = 1_700_000_000 * SECOND
    monotonic: int = 42 * SECOND

    def pass_time(self, by: int) -> None:
        self.wall += by
        self.monotonic += by

    def table_clock(self) -> TableClock:
        return TableClock(lambda: self.wall, lambda: self.monotonic)


def test_the_clock_starts_with_the_wall_clock_and_goes_on_with_the_monotonic_one() -> None:
    clocks = Clocks()
    clock = clocks.table_clock()
    start = clocks.wall

    clocks.pass_time(5 * SECOND)

    assert clock.now() == start + 5 * SECOND
    assert clock.step() == 0


@pytest.mark.parametrize("by", [3_600 * SECOND, -3_600 * SECOND, TOLERANCE + 1, -TOLERANCE - 1])
def test_a_step_of_the_wall_clock_is_told_once_and_moves_nothing(by: int) -> None:
    clocks = Clocks()
    clock = clocks.table_clock()
    before = clock.now()

    clocks.wall += by

    assert clock.step() == by
    assert clock.step() == 0
    assert clock.now() == before


def test_a_step_within_the_tolerance_is_no_step() -> None:
    clocks = Clocks()
    clock = clocks.table_clock()
    clocks.wall += TOLERANCE
    assert clock.step() == 0


def test_small_drifts_add_up_until_they_are_told() -> None:
    clocks = Clocks()
    clock = clocks.table_clock()

    clocks.wall += TOLERANCE
    told = [clock.step()]
    clocks.wall += 1
    told.append(clock.step())

    assert told == [0, TOLERANCE + 1]


def test_a_step_back_to_where_it_was_is_a_step_of_its_own() -> None:
    clocks = Clocks()
    clock = clocks.table_clock()
    clocks.wall += 60 * SECOND
    clock.step()
    clocks.wall -= 60 * SECOND
    assert clock.step() == -60 * SECOND


def test_a_clock_behind_the_record_goes_on_from_the_record_and_is_not_told_twice() -> None:
    clocks = Clocks()
    clock = clocks.table_clock()
    last_record = clock.now() + 3_600 * SECOND

    clock.go_on_from(last_record)
    clocks.pass_time(5 * SECOND)

    assert clock.now() == last_record + 5 * SECOND
    assert clock.step() == 0, "whoever found it behind has told it"


def test_a_clock_that_was_behind_and_is_set_right_is_a_step_of_its_own() -> None:
    clocks = Clocks()
    clock = clocks.table_clock()
    clock.go_on_from(clock.now() + 3_600 * SECOND)
    before = clock.now()

    clocks.wall += 3_600 * SECOND

    assert clock.step() == 3_600 * SECOND
    assert clock.now() == before


def test_a_clock_ahead_of_the_record_stays_as_it_is() -> None:
    clocks = Clocks()
    clock = clocks.table_clock()
    now = clock.now()

    clock.go_on_from(now - 3_600 * SECOND)

    assert clock.now() == now
    assert clock.step() == 0
