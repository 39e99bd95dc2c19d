"""A simulated shoe and the real driver on every kind of wire, with everything going wrong.

Whatever is lost, spoilt, late or killed: nobody complains, no event is lost or told out of turn, no
order is done twice, and no card comes beyond the allowance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

import pytest

from drivers.driving import Timing
from drivers.line import Line
from drivers.session import ReferenceDriver
from simulators.chance import split
from simulators.wires import ByteByByte, Delayed, Lossy, Manner, MemoryWire, Whole
from tablectl.words.cards import Card, Composition, Secret
from tablectl.words.observations import CardsOut, Identified, Observation, OrderDone
from tablectl.words.orders import Allow, Order
from tablectl.words.settings import DeviceKind
from tests.simulators.bench import DECK, Bench, sensing_shoe

MANNERS: dict[str, Callable[[Random], Manner]] = {
    "whole": lambda _: Whole(),
    "byte by byte": lambda _: ByteByByte(),
    "lossy": lambda chance: Lossy(chance, 0.1),
    "delayed": lambda chance: Delayed(chance, 80_000),
}


class Glass:
    """Seals that hide nothing."""

    in_parts = False

    def seal(self, card: Card, shuffle: str, number: int) -> Secret:
        return Secret(f"{shuffle}-{number}", card.code)

    def belongs(self, _: Card) -> bool:
        return True

    def differences(self, seen: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        return Composition().differences(seen)


class Table:
    """A controller with a record that survives it, and a shoe."""

    def __init__(self, manner: Manner, seed: int) -> None:
        self.bench = Bench()
        self.shoe = sensing_shoe(self.bench)
        self.manner = manner
        self.chance = split(seed, "sessions")
        self.record: list[Observation] = []
        self.orders: dict[int, Allow] = {}
        self.last_order = 0
        self.line = self.start()

    def start(self) -> Line:
        driver = ReferenceDriver(
            "shoe_1",
            DeviceKind.SHOE,
            Glass(),
            Timing(),
            lambda: self.chance.randrange(1, 2**32),
        )
        wire = MemoryWire(self.shoe, self.bench, manner=self.manner)
        self.line = Line(driver, wire, self.bench, self.report)
        self.line.connect()
        return self.line

    def kill(self) -> None:
        self.line.abandon()
        self.start()

    def report(self, seen: Observation, _: tuple[Secret, ...]) -> None:
        if seen.event and (seen.epoch, seen.event) not in self.recorded():
            self.record.append(seen)
        if seen.event:
            self.line.acknowledge(seen.epoch, seen.event)
        if isinstance(seen.report, OrderDone):
            self.orders.pop(seen.report.order, None)
        if isinstance(seen.report, Identified):
            assert seen.report.simulated
            self.give_again(seen.report.last_order or 0)

    def recorded(self) -> set[tuple[int, int]]:
        return {(one.epoch, one.event) for one in self.record}

    def allow(self, total: int) -> None:
        self.last_order += 1
        self.orders[self.last_order] = Allow(total)
        self.give(self.last_order)

    def give(self, number: int) -> None:
        self.line.order(Order(number, "shoe_1", self.orders[number], self.bench.now))

    def give_again(self, last: int) -> None:
        for number in [number for number in self.orders if number > last]:
            self.give(number)


@pytest.mark.parametrize("manner", MANNERS)
def test_a_deal_on_every_kind_of_wire(manner: str) -> None:
    table = Table(MANNERS[manner](split(7, "wire")), 7)
    for total in (1, 2, 5):
        table.bench.pass_ms(1_000)
        table.allow(total)
        for _ in range(40):
            table.bench.pass_ms(250)
            if table.shoe.gives():
                table.shoe.draw(DECK)
    table.bench.pass_ms(5_000)
    out = sum(seen.report.count for seen in table.record if isinstance(seen.report, CardsOut))
    assert out == table.shoe.given == 5
    assert table.shoe.kept == {}
    assert table.shoe.complaints == []


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("manner", MANNERS)
def test_nothing_that_goes_wrong_is_a_breach_or_loses_an_event(manner: str, seed: int) -> None:
    chance = split(seed, "mishaps")
    table = Table(MANNERS[manner](split(seed, "wire")), seed)
    shoe = table.shoe
    mishaps: list[Callable[[], None]] = [
        shoe.unplug,
        shoe.plug,
        shoe.reboot,
        shoe.repeat_last,
        table.kill,
        lambda: table.allow(shoe.given + chance.randrange(4)),
        lambda: table.allow(shoe.given + 1),
    ]
    for _ in range(400):
        table.bench.pass_ms(chance.choice((1, 50, 300, 900)))
        chance.choice(mishaps)()
        if shoe.gives() and shoe.felt.count(DECK, "shoe"):
            shoe.draw(DECK)
        elif not shoe.felt.count(DECK, "shoe") and not shoe.kept:
            shoe.felt.bring(DECK, Composition())
            shoe.load(DECK)
    shoe.plug()
    table.bench.pass_ms(60_000)
    assert shoe.kept == {}
    assert shoe.complaints == []
    numbers = [one.event for one in table.record]
    assert numbers == list(range(1, shoe.event + 1))
    done = [one.report.order for one in table.record if isinstance(one.report, OrderDone)]
    assert done == sorted(set(done))
    assert len(table.bench.waiting) < 40


@pytest.mark.parametrize("manner", MANNERS)
def test_a_lost_memory_begins_an_epoch_that_is_complete_again(manner: str) -> None:
    chance = split(3, "mishaps")
    table = Table(MANNERS[manner](split(3, "wire")), 3)
    for _ in range(60):
        table.bench.pass_ms(400)
        if chance.random() < 0.2:
            table.shoe.restart()
        if chance.random() < 0.1:
            table.kill()
        table.allow(table.shoe.given + 1)
        table.bench.pass_ms(400)
        if table.shoe.gives() and table.shoe.felt.count(DECK, "shoe"):
            table.shoe.draw(DECK)
    table.bench.pass_ms(10_000)
    assert table.shoe.epoch > 3
    for epoch in range(1, table.shoe.epoch + 1):
        numbers = [one.event for one in table.record if one.epoch == epoch]
        assert numbers == list(range(1, len(numbers) + 1))
    assert table.shoe.kept == {}
