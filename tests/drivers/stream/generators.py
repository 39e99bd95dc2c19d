"""A simulated byte generator on a wire in memory, its driver, and all that the driver tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from drivers.families import Charge, driver_of
from drivers.line import Line
from drivers.profiles import find
from drivers.stream.profile import StreamProfile
from drivers.stream.session import StreamDriver
from simulators.byte_generator import ByteGenerator
from simulators.chance import split
from simulators.faults import FAULTS
from simulators.felt import Felt
from simulators.wires import Manner, MemoryWire
from simulators.workshop import build
from tablectl.words.cards import Secret
from tablectl.words.observations import NumberDrawn, Observation, Report
from tablectl.words.orders import Draw, Order
from tablectl.words.settings import Device
from tests.drivers.talk import OpenSeals
from tests.simulators.bench import Bench

GENERATORS = ("truerng_v3", "truerng_pro", "onerng", "rava")
R = TypeVar("R", bound=Report)


def stream_profile(name: str) -> StreamProfile:
    profile = find(name)
    assert isinstance(profile, StreamProfile)
    return profile


class Table:
    """One generator, simulated, and the controller's end of its line."""

    def __init__(
        self,
        name: str,
        *faults: str,
        seed: int = 1,
        source: Callable[[int], bytes] | None = None,
        manner: Manner | None = None,
    ) -> None:
        self.profile = stream_profile(name)
        self.bench = Bench()
        self.told: list[Report] = []
        serial, firmware = self.profile.sample_serial, self.profile.sample_firmware
        kind, can, model = self.profile.kind, self.profile.can, self.profile.model
        self.device = Device(kind, can, model, serial, firmware, simulated=True)
        generator = build(
            "generator_1",
            self.device,
            self.profile,
            time=self.bench,
            felt=Felt(split(seed, "felt")),
            chance=split(seed, "device"),
        )
        assert isinstance(generator, ByteGenerator)
        self.generator = generator
        generator.source = source
        for fault in faults:
            self.fit(fault)
        charge = Charge("generator_1", self.device, OpenSeals(), lambda: 1)
        driver = driver_of(charge, self.profile)
        assert isinstance(driver, StreamDriver)
        self.driver = driver
        wire = MemoryWire(generator, self.bench, manner=manner)
        self.line = Line(driver, wire, self.bench, self._report)
        self._orders = 0
        self.line.connect()

    def _report(self, seen: Observation, _: tuple[Secret, ...]) -> None:
        self.told.append(seen.report)

    def fit(self, fault: str) -> None:
        self.generator.fit(FAULTS[fault]())

    def pass_ms(self, ms: int) -> Table:
        self.bench.pass_ms(ms)
        return self

    def live(self) -> Table:
        self.pass_ms(2_000)
        assert self.driver.state.value == "live", self.told
        self.told.clear()
        return self

    def draw(self, low: int = 1, high: int = 7, draw: str = "first_box") -> Table:
        self._orders += 1
        self.line.order(Order(self._orders, "generator_1", Draw(draw, low, high), 0))
        return self

    def of(self, kind: type[R]) -> list[R]:
        return [report for report in self.told if isinstance(report, kind)]

    @property
    def numbers(self) -> list[int]:
        return [drawn.number for drawn in self.of(NumberDrawn)]

    @property
    def notes(self) -> list[str]:
        return [f"{entry.name}: {entry.text}" for entry in self.line.ring.entries()]
