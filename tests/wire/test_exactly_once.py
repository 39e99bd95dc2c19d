"""A short part of `make deliveries`, and controllers with a mistake in them, which it finds."""

from __future__ import annotations

from collections import Counter

import pytest
from pytest_mock import MockerFixture

from drivers.intake import Intake, Verdict
from tablectl.words.cards import Secret
from tablectl.words.observations import Observation
from tests.wire.deliveries import one
from tests.wire.exactly_once import ExactlyOnce
from tests.wire.outages import MANNERS, Run

RUNS = 25
"""In each of the parts below, with numbers of their own."""
MOST_TO_FIND = 200


@pytest.mark.parametrize("part", range(8))
def test_no_card_is_lost_or_counted_twice_whatever_dies(part: int) -> None:
    results = [one(number, ExactlyOnce) for number in range(part * RUNS, (part + 1) * RUNS)]
    assert [result for result in results if result.problem] == []


def test_the_runs_have_every_kind_of_wire_table_and_death_in_them() -> None:
    results = [one(number, ExactlyOnce) for number in range(60)]
    assert {result.manner for result in results} == set(MANNERS)
    assert {result.equipment for result in results} == set(ExactlyOnce.tables)
    kills: Counter[str] = Counter()
    for result in results:
        kills.update(result.kills)
    assert set(kills) == {"before", "after", "between", "cable", "power", "both"}
    assert sum(result.cards for result in results) > 300


class AcknowledgesOnReceipt(ExactlyOnce):
    """What the device is told to forget is not on the disk yet."""

    def report(self, observation: Observation, secrets: tuple[Secret, ...]) -> None:
        if observation.event:
            line = self.rig.lines[observation.device]
            line.acknowledge(observation.epoch, observation.event)
        super().report(observation, secrets)


def test_a_controller_that_acknowledges_before_it_has_recorded_is_found_out() -> None:
    assert found_within(AcknowledgesOnReceipt)


def test_a_driver_that_takes_events_out_of_turn_is_found_out(mocker: MockerFixture) -> None:
    mocker.patch.object(Intake, "judge", return_value=Verdict.NEXT)
    assert found_within(ExactlyOnce)


def found_within(kind: type[Run]) -> bool:
    return any(one(number, kind).problem for number in range(MOST_TO_FIND))
