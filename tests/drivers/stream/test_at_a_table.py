"""A byte generator at a table: what is due is drawn over its line, and a failure is latched."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from drivers import serial_link
from drivers.families import Charge, driver_of
from drivers.line import Line
from drivers.serial_link import SerialLink
from simulators.chance import split
from simulators.felt import Felt
from simulators.mounts import AsyncTime, PtyMount
from simulators.workshop import build
from tablectl.words.acts import Choose, Confirm
from tablectl.words.cards import Secret
from tablectl.words.effects import SendOrder
from tablectl.words.facts import Drew
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    Identified,
    NumberDrawn,
    Observation,
    OrderDone,
    Report,
)
from tablectl.words.orders import Draw, Order
from tests.drivers.stream import generators
from tests.drivers.stream.generators import GENERATORS, stream_profile
from tests.drivers.talk import OpenSeals
from tests.loops import on_a_loop, until
from tests.table.drill import drill
from tests.tables import Table

NAME = "generator_1"
every_generator = pytest.mark.parametrize("name", GENERATORS)


class Drill:
    """A round that has come to a number, and the generator that is to draw it."""

    def __init__(self, name: str) -> None:
        self.generator = generators.Table(name).live()
        self.table: Table = drill("ask", devices={NAME: self.generator.device})
        self.table.obedient = False
        self.table.to("number")

    def go_on(self, ms: int = 3_000) -> None:
        """What the table orders goes to the generator, and what it tells to the table."""
        for effect in self.table.effects:
            if isinstance(effect, SendOrder):
                self.generator.line.order(effect.order)
        self.table.effects.clear()
        self.generator.pass_ms(ms)
        for report in self.generator.told:
            self.table.take(Observation(NAME, report))
        self.generator.told.clear()


@every_generator
def test_the_number_that_is_due_is_drawn_once_and_kept_with_what_it_was_for(name: str) -> None:
    play = Drill(name)
    play.go_on()
    facts = [fact for fact in play.table.state.round.facts if isinstance(fact, Drew)]
    assert [fact.draw for fact in facts] == ["wheel"]
    assert 1 <= facts[0].number <= 6
    assert play.table.step != "number"
    assert not [each for each in play.table.effects if isinstance(each, SendOrder)]
    assert play.table.state.cases == ()


@every_generator
def test_a_source_that_fails_is_latched_until_a_technician_clears_it(name: str) -> None:
    play = Drill(name)
    play.generator.fit("stuck_source")
    play.go_on()
    assert play.table.state.devices[NAME].phase != "ready"
    assert play.table.kinds[-1] in (Kind.JAM, Kind.DEVICE_FAILED)
    assert play.table.step == "number"
    play.go_on()
    assert play.table.step == "number"

    play.generator.generator.faults.clear()
    play.table.must(Confirm("clear_fault", NAME), "t1")
    play.go_on()
    assert play.table.state.devices[NAME].phase == "ready"
    assert play.table.step != "number"


@every_generator
def test_a_draw_that_was_lost_with_the_line_is_made_when_it_is_back(name: str) -> None:
    play = Drill(name)
    play.generator.fit("silence")
    play.go_on(20_000)
    assert play.table.kinds[-1] is Kind.LINK_LOST
    play.generator.generator.faults.clear()
    play.go_on(20_000)
    play.table.must(Choose("remedy", "case_1", "go_on"), "s1")
    play.go_on()
    assert play.table.step != "number"


@on_a_loop
async def test_over_a_real_port_that_is_knocked_at_a_number_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_link, "KNOCK_S", 0.0)
    profile, device = stream_profile("truerng_pro"), generators.Table("truerng_pro").device
    time, told = AsyncTime(), list[Report]()
    felt, chance = Felt(split(1, "felt")), split(1, "device")
    generator = build(NAME, device, profile, time=time, felt=felt, chance=chance)
    mount = PtyMount(generator, tmp_path / "port")

    def report(seen: Observation, _: tuple[Secret, ...]) -> None:
        told.append(seen.report)

    driver = driver_of(Charge(NAME, device, OpenSeals(), lambda: 1), profile)
    line = Line(driver, SerialLink.of(mount.url, profile), time, report)
    line.connect()
    await until(lambda: any(isinstance(each, Identified) for each in told))
    line.order(Order(1, NAME, Draw("wheel", 1, 6), 0))
    await until(lambda: isinstance(told[-1], NumberDrawn))
    assert told[-2] == OrderDone(1)
    line.close()
    mount.close()
    await asyncio.sleep(0)
