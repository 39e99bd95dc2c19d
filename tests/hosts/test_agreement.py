"""The two hosts agree: the same acts leave the same record, apart from the times in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simulators.chance import split
from simulators.crew import Crew, Wishes
from simulators.mishaps import MISHAPS, World
from simulators.wires import MemoryWire
from tablectl import config
from tablectl.door import Door
from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.hosts.virtual import VirtualHost, VirtualTime
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Journal
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.lines import connect
from tablectl.rig import EPOCH, equip, sealer_for
from tablectl.words.acts import Act, Choose, Confirm, Deal, Deed, Settle
from tablectl.words.bases import Role
from tablectl.words.canonical import loads
from tablectl.words.outcomes import Receipt
from tablectl.words.settings import Settings
from tests.hosts.serving import client, play_out, served
from tests.hurry import hurried

ROUNDS = 3
SEED = 11
TIMES = ("time", "given_at", "opened_at", "digest")
"""Fields that hold a time, or a digest over a state that holds one."""


TABLE = """\
table: demo
game: three_card_poker
method: {method}
seats: 6
decks: [blue]
preset: {preset}
"""


def fitted(preset: config.Preset) -> config.Table:
    """A table with the devices of a preset, dealt as they deal."""
    method = "automated_shoe" if preset is config.Preset.AUTOMATED else "manual_shoe"
    return config.loads(TABLE.format(method=method, preset=preset.value), "demo.yaml")


def table(preset: config.Preset) -> Settings:
    return fitted(preset).settings


def wishes() -> Wishes:
    return Wishes(
        lambda number: {1: {"ante": 1000}, 4: {"ante": 500 * number, "pair_plus": 500}},
        lambda view, due: due["options"][view["round"]["number"] % len(due["options"])]["name"],
        close_after=ROUNDS,
    )


def told(journal: Journal) -> list[tuple[str, str, Any]]:
    """The record without its times and the hashes over them."""
    return [(r.kind, r.key, _timeless(loads(r.body))) for r in journal.records()]


def _timeless(body: Any) -> Any:
    if isinstance(body, dict):
        return {name: _timeless(value) for name, value in body.items() if name not in TIMES}
    return [_timeless(value) for value in body] if isinstance(body, list) else body


# ------------------------------------------------------------------ the same acts, by the socket


@dataclass
class NotingDoor:
    """A door that keeps what went through it."""

    door: Door
    acts: list[Act]
    receipts: list[Receipt]

    def submit(self, act: Act) -> Receipt:
        self.acts.append(act)
        self.receipts.append(self.door.submit(act))
        return self.receipts[-1]

    def view(self, role: Role) -> Mapping[str, Any]:
        return self.door.view(role)


def played() -> tuple[Journal, NotingDoor]:
    """Three rounds by a crew without devices, with acts now and then that are refused."""
    host = VirtualHost(MemoryJournal(), rules_for, sealer_for(SEED), VirtualTime(EPOCH))
    settings = table(config.Preset.BLIND)
    crew = equip(settings, host, host.door, wishes(), SEED).crew
    door = NotingDoor(host.door, [], [])
    crew.door = door
    host.start(settings)
    moved = True
    while moved:
        moved = crew.step()
        host.time.pass_time(1_000_000)
        if len(door.acts) % 4 == 0:
            door.submit(Act(Settle("nothing"), "a1", f"wrong-{len(door.acts)}"))
            door.submit(Act(Deal(), "nobody", f"who-{len(door.acts)}"))
    return host.kernel.journal, door


def test_the_same_acts_leave_the_same_record_on_both_hosts(tmp_path: Path) -> None:
    virtual, door = played()
    path, socket = tmp_path / "journal.db", tmp_path / "door.sock"
    settings = table(config.Preset.BLIND)

    with closing(SqliteJournal(path)) as journal:
        host = ServiceHost(journal, rules_for, sealer_for(SEED))
        with served(host, settings, socket), client(socket) as remote:
            receipts = [remote.submit(act) for act in door.acts]
            again = [remote.submit(act) for act in door.acts]

        assert told(journal) == told(virtual)
    assert receipts == door.receipts
    assert again == door.receipts
    assert any(receipt.accepted for receipt in receipts)
    assert not all(receipt.accepted for receipt in receipts)
    assert verify(path).findings == ()


# ------------------------------------------------------------------ the same crew, as a part


@dataclass
class Mishappen:
    """A crew to which something happens after certain of its acts, whatever the machines do."""

    crew: Crew
    world: World
    loads: int = 0
    decisions: int = 0

    def __post_init__(self) -> None:
        self.crew.told = self.after

    def after(self, _: str, deed: Deed, __: Receipt) -> None:
        match deed:
            case Confirm(what="load"):
                self.loads += 1
                if self.loads % 2 == 0:
                    MISHAPS["face_up_card"](self.world)
            case Choose():
                self.decisions += 1

    def step(self) -> float | None:
        if self.decisions == 3:
            self.decisions += 1
            MISHAPS["dealer_card_exposed"](self.world)
        return 0.0 if self.crew.step() else None


def crewed(host: VirtualHost | ServiceHost, fitted: config.Table) -> Mishappen:
    """A crew at this host, with devices that it reaches over wires in memory."""
    settings, profiles = fitted.settings, fitted.profiles
    equipment = equip(settings, host, host.door, wishes(), SEED, profiles)
    hurried(equipment.devices.values())
    wires = {name: MemoryWire(device, host) for name, device in equipment.devices.items()}
    sessions = split(SEED, "sessions")
    connect(host, settings, wires, lambda: sessions.randrange(1, 1 << 32), profiles=profiles)
    crew = equipment.crew
    return Mishappen(crew, World(equipment.felt, crew.shoe, crew, split(SEED, "mishaps")))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    with closing(SqliteJournal(tmp_path / "journal.db")) as opened:
        yield opened


@pytest.mark.parametrize("preset", list(config.Preset), ids=lambda preset: preset.value)
def test_the_same_crew_and_devices_leave_the_same_record_on_both_hosts(
    preset: config.Preset, journal: SqliteJournal
) -> None:
    settings = table(preset)
    virtual = VirtualHost(MemoryJournal(), rules_for, sealer_for(SEED), VirtualTime(EPOCH))
    part = crewed(virtual, fitted(preset))
    virtual.start(settings)
    while part.step() is not None:
        virtual.time.pass_time(1_000_000)

    service = ServiceHost(journal, rules_for, sealer_for(SEED))
    play_out(service, settings, [crewed(service, fitted(preset))])

    assert told(journal) == told(virtual.kernel.journal)
    rulings = [body for _, _, body in told(journal) if body.get("rulings")]
    assert len(rulings) > 1, "nothing went wrong, so less was compared than was meant"
    assert service.kernel.state.round.number == ROUNDS + 1
