"""A rig: a whole table in one process, with simulated devices, felt and crew, in virtual time.

Controller and devices speak the bytes of the line to each other over wires in memory. Scenarios,
the random-play tests and the benchmarks all play on this; `tablectl run` puts the same equipment
on pseudo-terminals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from drivers.line import Line
from drivers.profile_form import Profile
from drivers.wire import Timekeeper
from simulators.chance import split
from simulators.crew import Crew, DoorLike, Wishes
from simulators.device import SimulatedDevice
from simulators.double_shoe import DoubleShoe
from simulators.felt import Felt
from simulators.hole_reader import HoleCardReader
from simulators.loading_shuffler import LoadingShuffler
from simulators.reader import CardReader
from simulators.shoe import Shoe
from simulators.shuffler import Shuffler
from simulators.wires import Manner, MemoryWire, Whole
from simulators.workshop import build as build_device
from tablectl.games.catalogue import rules_for
from tablectl.hosts.virtual import VirtualHost, VirtualTime
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Journal
from tablectl.lines import Reporting, connect
from tablectl.sealing import Sealer
from tablectl.words.bases import Role
from tablectl.words.cards import Secret
from tablectl.words.observations import Observation
from tablectl.words.settings import Settings

MOMENT = 1_000_000
"""How long the crew takes for one thing."""
EPOCH = 1_767_225_600_000_000
"""2026-01-01 00:00 UTC, where virtual time begins."""

Profiles = Mapping[str, Profile]


@dataclass(frozen=True)
class Equipment:
    """What is simulated at a table: the cards, the devices and the people."""

    felt: Felt
    devices: Mapping[str, SimulatedDevice]
    crew: Crew


@dataclass
class Rig:
    settings: Settings
    host: VirtualHost
    felt: Felt
    devices: Mapping[str, SimulatedDevice]
    crew: Crew
    profiles: Profiles
    manner: Manner
    sessions: Random
    lines: Mapping[str, Line]
    report: Reporting | None = None
    """Stands between the lines and the controller, where a bench wants to."""

    @property
    def shoe(self) -> Shoe | None:
        return self.crew.shoe

    @property
    def time(self) -> VirtualTime:
        return self.host.time

    def step(self) -> bool:
        """The crew does one thing, and a moment passes."""
        moved = self.crew.step()
        self.time.pass_time(MOMENT)
        return moved

    def wire_up(self) -> None:
        """Wires in memory between the controller and every device."""
        wires = {
            name: MemoryWire(device, self.time, manner=self.manner)
            for name, device in self.devices.items()
        }
        self.lines = connect(
            self.host,
            self.settings,
            wires,
            lambda: self.sessions.randrange(1, 1 << 32),
            profiles=self.profiles,
            report=self._report,
        )

    def _report(self, observation: Observation, secrets: tuple[Secret, ...]) -> None:
        (self.report or self.host.report)(observation, secrets)

    def restart(self, journal: Journal | None = None) -> None:
        """The controller's process ends and starts again; felt, devices and people stay."""
        old = self.host
        old.die()
        for line in self.lines.values():
            line.abandon()
        self.host = VirtualHost(
            journal if journal is not None else old.kernel.journal,
            rules_for,
            old.sealer,
            old.time,
        )
        self.host.released = old.released
        self.crew.door = self.host.door
        self.wire_up()
        self.host.start(self.settings)


def build(
    settings: Settings,
    wishes: Wishes,
    seed: int | str = 0,
    journal: Journal | None = None,
    *,
    profiles: Profiles | None = None,
    manner: Manner | None = None,
) -> Rig:
    """A table that has been switched on and not yet opened."""
    host = VirtualHost(
        journal if journal is not None else MemoryJournal(),
        rules_for,
        sealer_for(seed),
        VirtualTime(EPOCH),
    )
    fitted = equip(settings, host.time, host.door, wishes, seed, profiles)
    rig = Rig(
        settings=settings,
        host=host,
        felt=fitted.felt,
        devices=fitted.devices,
        crew=fitted.crew,
        profiles=profiles or {},
        manner=manner or Whole(),
        sessions=split(seed, "sessions"),
        lines={},
    )
    rig.wire_up()
    host.start(settings)
    return rig


def sealer_for(seed: int | str) -> Sealer:
    """The sealer of a simulated table; its key is as little a secret as its cards."""
    return Sealer(split(seed, "sealing").randbytes(32))


def equip(
    settings: Settings,
    time: Timekeeper,
    door: DoorLike,
    wishes: Wishes,
    seed: int | str,
    profiles: Profiles | None = None,
) -> Equipment:
    """Cards, devices and people for the simulated part of a table."""
    felt = Felt(split(seed, "shuffle"))
    devices = {
        name: build_device(
            name,
            device,
            (profiles or {}).get(name),
            time=time,
            felt=felt,
            chance=split(seed, f"device {name}"),
        )
        for name, device in settings.devices.items()
        if device.simulated
    }
    crew = Crew(
        door=door,
        felt=felt,
        shoe=_first(devices, Shoe),
        reader=_first(devices, CardReader),
        hole_reader=_first(devices, HoleCardReader),
        shuffler=_first(devices, Shuffler),
        composition=rules_for(settings).composition,
        people=_by_role(settings),
        wishes=wishes,
        chance=split(seed, "crew"),
    )
    if isinstance(crew.shoe, DoubleShoe):
        crew.shoe.decks = settings.decks
    if isinstance(crew.shuffler, LoadingShuffler):
        crew.shuffler.shoe = crew.shoe
    return Equipment(felt, devices, crew)


D = TypeVar("D", bound=SimulatedDevice)


def _first(devices: Mapping[str, SimulatedDevice], kind: type[D]) -> D | None:
    return next((device for device in devices.values() if isinstance(device, kind)), None)


def _by_role(settings: Settings) -> Mapping[Role, tuple[str, ...]]:
    return {
        role: tuple(name for name, person in settings.people.items() if role in person.roles)
        for role in Role
    }
