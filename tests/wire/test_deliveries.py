"""A short part of `make deliveries` for shoes that keep nothing, and controllers with a mistake in
them, which it finds."""

from __future__ import annotations

from collections import Counter

import pytest
from pytest_mock import MockerFixture

from tablectl.table import meeting
from tests.wire.deliveries import one
from tests.wire.outages import Run
from tests.wire.uncertain import AtMostOnce, Counting

RUNS = 20
"""In each of the parts below, with numbers of their own."""
MOST_TO_FIND = 100


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("kind", [Counting, AtMostOnce])
def test_a_count_is_that_of_the_shoe_or_a_case_says_that_it_is_uncertain(
    kind: type[Run], part: int
) -> None:
    results = [one(number, kind) for number in range(part * RUNS, (part + 1) * RUNS)]
    assert [result for result in results if result.problem] == []
    assert sum(result.cards for result in results) > 100
    assert sum(result.cases for result in results) > 0
    kills: Counter[str] = Counter()
    for result in results:
        kills.update(result.kills)
    assert set(kills) == set(kind.deaths)


def test_a_controller_that_does_not_compare_what_was_counted_is_found_out(
    mocker: MockerFixture,
) -> None:
    mocker.patch.object(meeting, "compare_count")
    assert found_within(Counting)


def test_a_controller_that_trusts_a_shoe_which_was_away_is_found_out(
    mocker: MockerFixture,
) -> None:
    mocker.patch.object(meeting, "_doubt_count")
    assert found_within(AtMostOnce)


def found_within(kind: type[Run]) -> bool:
    return any(one(number, kind).problem for number in range(MOST_TO_FIND))
