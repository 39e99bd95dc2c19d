"""A simulated reader of tags or codes on a wire in memory, its driver, and all that it tells."""

from __future__ import annotations

from drivers.driving import MILLISECOND
from drivers.families import Charge, driver_of
from drivers.line import Line
from drivers.plain.profile import PlainProfile
from drivers.plain.session import PlainDriver
from drivers.profiles import find
from simulators.chance import split
from simulators.faults import FAULTS
from simulators.felt import Felt
from simulators.tag_reader import TagReader
from simulators.wires import Manner, MemoryWire
from simulators.workshop import build
from tablectl.words.cards import Card, Known, Secret
from tablectl.words.observations import CardShown, Observation, Report
from tablectl.words.settings import Device
from tests.drivers.talk import OpenSeals
from tests.simulators.bench import Bench

READERS = ("rdm6300", "id_12la", "gm65", "zebra_ssi")
NAME = "reader_1"
A_CARD = 500
"""Milliseconds in which a card is shown and taken away."""


def reader_profile(name: str) -> PlainProfile:
    profile = find(name)
    assert isinstance(profile, PlainProfile)
    return profile


def promised(profile: PlainProfile) -> Device:
    return Device(profile.kind, profile.can, profile.model, "", "", simulated=True)


class Showing:
    """One reader, simulated, and the controller's end of its line."""

    def __init__(self, name: str, *faults: str, manner: Manner | None = None) -> None:
        self.profile = reader_profile(name)
        self.bench = Bench()
        self.told: list[Report] = []
        device = promised(self.profile)
        reader = build(
            NAME,
            device,
            self.profile,
            time=self.bench,
            felt=Felt(split(1, "felt")),
            chance=split(1, "device"),
        )
        assert isinstance(reader, TagReader)
        self.reader = reader
        for fault in faults:
            self.fit(fault)
        driver = driver_of(Charge(NAME, device, OpenSeals(), lambda: 1), self.profile)
        assert isinstance(driver, PlainDriver)
        self.driver = driver
        wire = MemoryWire(reader, self.bench, manner=manner)
        self.line = Line(driver, wire, self.bench, self._report)
        self.line.connect()

    def _report(self, seen: Observation, _: tuple[Secret, ...]) -> None:
        self.told.append(seen.report)

    def fit(self, fault: str) -> None:
        self.reader.fit(FAULTS[fault]())

    def pass_ms(self, ms: int) -> Showing:
        self.bench.pass_ms(ms)
        return self

    def live(self) -> Showing:
        self.pass_ms(1_000)
        assert self.driver.state.value == "live", self.told
        self.told.clear()
        return self

    def show(self, *codes: str) -> Showing:
        """Cards are shown one after the other, and all is over."""
        self.reader.show(self.reader.tag(Card.of(code)) for code in codes)
        per_card = (self.reader.lying + self.reader.between) // MILLISECOND
        return self.pass_ms(per_card * len(codes) + A_CARD)

    @property
    def shown(self) -> list[str]:
        """The cards that were told, in their order; `?` for a tag that is on none."""
        faces = [report.face for report in self.told if isinstance(report, CardShown)]
        return [face.card.code if isinstance(face, Known) else "?" for face in faces]

    @property
    def notes(self) -> list[str]:
        return [f"{entry.name}: {entry.text}" for entry in self.line.ring.entries()]


class Ears:
    """A socket at which nobody answers."""

    def __init__(self, heard: list[bytes]) -> None:
        self._heard = heard

    def send(self, data: bytes) -> None:
        self._heard.append(data)

    def unplug(self) -> None:
        """Nobody notices."""

    def plug(self) -> None:
        """Nor this."""
