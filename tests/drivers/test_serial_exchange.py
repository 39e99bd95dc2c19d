"""Controller and device over real ports: the whole protocol, through pyserial and the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from drivers.driving import MILLISECOND, Timing
from drivers.line import Line
from drivers.profiles import find
from drivers.serial_link import SerialLink
from drivers.session import ReferenceDriver
from simulators.chance import split
from simulators.felt import Felt
from simulators.mounts import AsyncTime, Mount, PtyMount, TcpMount
from simulators.shoe import SensingShoe
from simulators.workshop import build
from tablectl.words.cards import Composition, Secret
from tablectl.words.observations import (
    CardsOut,
    Identified,
    LinkLost,
    LinkUp,
    Loaded,
    Observation,
    OrderDone,
    Report,
)
from tablectl.words.orders import Allow, Order
from tablectl.words.settings import Device
from tests.drivers.talk import OpenSeals
from tests.loops import on_a_loop, until

QUICK = Timing(
    beat=20 * MILLISECOND,
    silent=4_000 * MILLISECOND,
    repeat=10 * MILLISECOND,
    lapse=5_000 * MILLISECOND,
    gap=5 * MILLISECOND,
    reopen=2 * MILLISECOND,
)
DECK = "red"


@dataclass
class Table:
    """A controller that records at once, and the shoe at its line."""

    shoe: SensingShoe
    line: Line
    mount: Mount
    reports: list[Report] = field(default_factory=list)
    events: list[tuple[int, int]] = field(default_factory=list)

    def count(self, kind: type[Report]) -> int:
        return sum(isinstance(report, kind) for report in self.reports)

    async def reports_of(self, kind: type[Report], number: int) -> None:
        await until(lambda: self.count(kind) == number, f"{number} times {kind.__name__}")

    def allow(self, number: int, total: int) -> None:
        self.line.order(Order(number, "shoe_1", Allow(total), 0))


class Profiled:
    """The sensing shoe's profile, in a hurry."""

    stack_size = 1

    def timing_in_us(self) -> Timing:
        return QUICK


@contextmanager
def table(mounting: Callable[[SensingShoe], Mount]) -> Iterator[Table]:
    profile, time = find("reference_sensing_shoe"), AsyncTime()
    device = Device(profile.kind, profile.can, profile.model, "S-1", "1.0", simulated=True)
    felt = Felt(split(1, "shuffle"))
    felt.bring(DECK, Composition())
    shoe = build("shoe_1", device, Profiled(), time=time, felt=felt, chance=split(1, "device"))
    assert isinstance(shoe, SensingShoe)
    shoe.load(DECK)
    mount = mounting(shoe)

    def report(observation: Observation, _: tuple[Secret, ...]) -> None:
        made.reports.append(observation.report)
        if observation.event:
            made.events.append((observation.epoch, observation.event))
            made.line.acknowledge(observation.epoch, observation.event)

    sessions = count(1)
    driver = ReferenceDriver("shoe_1", device.kind, OpenSeals(), QUICK, lambda: next(sessions))
    wire = SerialLink(mount.url, reopen_us=QUICK.reopen)
    made = Table(shoe, Line(driver, wire, time, report), mount)
    made.line.connect()
    try:
        yield made
    finally:
        made.line.close()
        mount.close()


def on_a_pty(folder: Path) -> Callable[[SensingShoe], Mount]:
    return lambda shoe: PtyMount(shoe, folder / "shoe")


def on_tcp(_: Path) -> Callable[[SensingShoe], Mount]:
    return TcpMount


both = pytest.mark.parametrize("mounted", [on_a_pty, on_tcp])
Mounted = Callable[[Path], Callable[[SensingShoe], Mount]]


@both
@on_a_loop
async def test_a_shoe_is_identified_allowed_and_drawn_from(
    mounted: Mounted, tmp_path: Path
) -> None:
    with table(mounted(tmp_path)) as at:
        await at.reports_of(Identified, 1)
        at.allow(1, 3)
        await at.reports_of(OrderDone, 1)
        assert at.shoe.gives(3)
        assert not at.shoe.gives(4)
        at.shoe.draw(DECK, 3)
        await at.reports_of(CardsOut, 1)
        await until(lambda: not at.shoe.kept, "everything is recorded")
    kinds = [type(report) for report in at.reports]
    assert kinds == [LinkUp, Identified, Loaded, OrderDone, CardsOut]
    assert at.reports[-1] == CardsOut(3, load=1, first=1)
    assert at.events == [(1, 1), (1, 2), (1, 3)]


@both
@on_a_loop
async def test_nothing_is_lost_or_seen_twice_when_the_cable_is_pulled_in_the_middle(
    mounted: Mounted, tmp_path: Path
) -> None:
    with table(mounted(tmp_path)) as at:
        await at.reports_of(Identified, 1)
        for outage in range(1, 4):
            at.allow(outage, outage * 2)
            await at.reports_of(OrderDone, outage)
            at.shoe.draw(DECK)
            at.shoe.unplug()
            at.shoe.draw(DECK)
            await at.reports_of(LinkLost, outage)
            at.shoe.plug()
            await at.reports_of(Identified, outage + 1)
            await at.reports_of(CardsOut, outage * 2)
            await until(lambda: not at.shoe.kept, "everything is recorded")
    assert at.events == [(1, number) for number in range(1, 11)]


@both
@on_a_loop
async def test_a_device_that_forgot_its_events_is_told_by_its_new_epoch(
    mounted: Mounted, tmp_path: Path
) -> None:
    with table(mounted(tmp_path)) as at:
        await at.reports_of(Identified, 1)
        at.allow(1, 2)
        await at.reports_of(OrderDone, 1)
        at.shoe.draw(DECK)
        await at.reports_of(CardsOut, 1)
        at.shoe.restart()
        await at.reports_of(Identified, 2)
        at.shoe.draw(DECK)
        await at.reports_of(CardsOut, 2)
    assert at.events == [(1, 1), (1, 2), (1, 3), (2, 1)]


@both
@on_a_loop
async def test_a_farewell_ends_the_session_and_its_allowance(
    mounted: Mounted, tmp_path: Path
) -> None:
    with table(mounted(tmp_path)) as at:
        await at.reports_of(Identified, 1)
        at.allow(1, 5)
        await at.reports_of(OrderDone, 1)
        assert at.shoe.linked
        at.line.close()
        await until(lambda: not at.shoe.linked, "the farewell came over the line")
        assert not at.shoe.gives()
