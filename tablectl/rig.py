"""A rig: a whole table in one process, with simulated devices, felt and crew, in virtual time.

`tablectl run`, scenarios, the random-play tests and the benchmarks all play on this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from simulators.chance import split
from simulators.crew import Crew, Wishes
from simulators.device import SimulatedDevice
from simulators.felt import Felt
from simulators.hole_reader import HoleCardReader
from simulators.reader import CardReader
from simulators.shoe import SensingShoe
from tablectl.games.catalogue import rules_for
from tablectl.hosts.host import Host
from tablectl.hosts.virtual import VirtualHost
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Journal
from tablectl.sealing import Sealer
from tablectl.words.bases import Role
from tablectl.words.cards import Composition
from tablectl.words.settings import Can, DeviceKind, Settings

MOMENT = 1_000_000
"""How long the crew takes for one thing."""
EPOCH = 1_767_225_600_000_000
"""2026-01-01 00:00 UTC, where virtual time begins."""


@dataclass
class Rig:
    settings: Settings
    host: VirtualHost
    felt: Felt
    devices: Mapping[str, SimulatedDevice]
    crew: Crew

    @property
    def shoe(self) -> SensingShoe | None:
        return self.crew.shoe

    def step(self) -> bool:
        """The crew does one thing, and a moment passes."""
        moved = self.crew.step()
        self.host.pass_time(MOMENT)
        return moved

    def restart(self, journal: Journal | None = None) -> None:
        """The controller's process ends and starts again; felt, devices and people stay."""
        old = self.host
        host = VirtualHost(
            journal if journal is not None else old.kernel.journal,
            rules_for,
            old.sealer,
            old.now,
        )
        host.released = old.released
        self.host = host
        self.crew.door = host.door
        _mount(host, self.devices.values())
        host.start(self.settings)


def build(
    settings: Settings, wishes: Wishes, seed: int | str = 0, journal: Journal | None = None
) -> Rig:
    """A table that has been switched on and not yet opened."""
    host = VirtualHost(
        journal if journal is not None else MemoryJournal(), rules_for, sealer_for(seed), EPOCH
    )
    fitted = equip(settings, host, wishes, seed)
    host.start(settings)
    return Rig(settings, host, fitted.felt, fitted.devices, fitted.crew)


def sealer_for(seed: int | str) -> Sealer:
    """The sealer of a simulated table; its key is as little a secret as its cards."""
    return Sealer(split(seed, "sealing").randbytes(32))


@dataclass(frozen=True)
class Equipment:
    """What is simulated at a table: the cards, the devices and the people."""

    felt: Felt
    devices: Mapping[str, SimulatedDevice]
    crew: Crew


def equip(settings: Settings, host: Host, wishes: Wishes, seed: int | str) -> Equipment:
    """Cards, devices and people for a table on any host that has not been started yet."""
    felt = Felt(split(seed, "shuffle"))
    composition = rules_for(settings).composition
    shoe = _shoe(settings, felt, host, host.sealer, composition)
    reader = _reader(settings, host)
    hole_reader = _hole_reader(settings, host)
    fitted = (shoe, reader, hole_reader)
    devices = {device.name: device for device in fitted if device is not None}
    _mount(host, devices.values())
    crew = Crew(
        door=host.door,
        felt=felt,
        shoe=shoe,
        reader=reader,
        hole_reader=hole_reader,
        composition=composition,
        people=_by_role(settings),
        wishes=wishes,
        chance=split(seed, "crew"),
    )
    return Equipment(felt, devices, crew)


def _shoe(
    settings: Settings, felt: Felt, host: Host, sealer: Sealer, composition: Composition
) -> SensingShoe | None:
    for name, device in settings.devices.items():
        if device.kind is DeviceKind.SHOE and Can.COUNT in device.can:
            return SensingShoe(
                name=name,
                device=device,
                report=host.report,
                felt=felt,
                sealer=sealer,
                belongs=lambda card: composition.copies(card) > 0,
                several_decks=composition.decks > 1,
            )
    return None


def _reader(settings: Settings, host: Host) -> CardReader | None:
    for name, device in settings.devices.items():
        if device.kind is DeviceKind.READER and Can.FACES in device.can:
            return CardReader(name=name, device=device, report=host.report)
    return None


def _hole_reader(settings: Settings, host: Host) -> HoleCardReader | None:
    for name, device in settings.devices.items():
        if device.kind is DeviceKind.READER and Can.CHECK in device.can:
            return HoleCardReader(name=name, device=device, report=host.report)
    return None


def _mount(host: Host, devices: Iterable[SimulatedDevice]) -> None:
    for device in devices:
        device.report = host.report
        host.devices[device.name] = device


def _by_role(settings: Settings) -> Mapping[Role, tuple[str, ...]]:
    return {
        role: tuple(name for name, person in settings.people.items() if role in person.roles)
        for role in Role
    }
