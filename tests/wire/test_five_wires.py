"""One table, five wires: whole, byte by byte, with losses, with delays, on pseudo-terminals.

Four devices, two rounds of three card poker from an automated shoe that jams in the second. People
do the same, every device reports the same, the rulings are the same, whatever carries the bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from drivers.line import Line
from drivers.ring import Counters
from drivers.serial_link import SerialLink
from simulators.chance import split
from simulators.crew import Crew, Wishes
from simulators.faults import Jam
from simulators.mounts import PtyMount
from simulators.wires import ByteByByte, Delayed, Lossy, Manner, MemoryWire, Whole
from tablectl import config
from tablectl.games.catalogue import rules_for
from tablectl.hosts.host import Host
from tablectl.hosts.service import ServiceHost
from tablectl.hosts.virtual import VirtualHost, VirtualTime
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Journal
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.kernel import inputs
from tablectl.lines import connect, new_session
from tablectl.rig import EPOCH, Equipment, equip, sealer_for
from tablectl.words.acts import Act, Confirm, Deed
from tablectl.words.bases import Basis, Clause
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    Identified,
    Jammed,
    LinkUp,
    Observation,
    OrderDone,
    Report,
)
from tablectl.words.orders import Allow
from tablectl.words.outcomes import Receipt
from tests.hurry import hurried

SEED = 5
ROUNDS = 2
TABLE = config.loads(
    "{version: 1, table: wires, game: three_card_poker, method: automated_shoe, seats: 6, "
    "decks: [blue], preset: automated}",
    "wires.yaml",
)
DEVICES = {"shuffler_1", "shoe_1", "reader_1", "generator_1"}
LOSSES = 0.04
LONGEST_DELAY = 200_000
PACE = 0.002
MOMENT = 1_000_000
MOST_STEPS = 2_000

MANNERS: Mapping[str, Callable[[], Manner]] = {
    "whole": Whole,
    "byte by byte": ByteByByte,
    "losses": lambda: Lossy(split(SEED, "wire"), LOSSES),
    "delays": lambda: Delayed(split(SEED, "wire"), LONGEST_DELAY),
}


@dataclass
class Told:
    """What a record tells, by who told it.

    How the devices' words fell between each other's is not in it: two lines have no common order.
    Nor is how many orders it took: a person who is quicker than the line costs one more.
    """

    acts: list[tuple[str, Deed]] = field(default_factory=list)
    reports: dict[str, list[Report]] = field(default_factory=dict)
    lines: list[tuple[str, str]] = field(default_factory=list)
    """What was told of the lines themselves."""
    rulings: list[tuple[Kind, Basis]] = field(default_factory=list)


def numbers(journal: Journal, device: str) -> list[tuple[int, int]]:
    """The events of a device that are on record, in their order."""
    seen = [stamped.input for stamped, _ in inputs(journal.records())]
    events = [o for o in seen if isinstance(o, Observation) and o.event and o.device == device]
    return [(o.epoch, o.event) for o in events]


def told(journal: Journal) -> Told:
    made = Told()
    for stamped, outcome in inputs(journal.records()):
        match stamped.input:
            case Act() as act:
                made.acts.append((act.by, act.deed))
            case Observation(event=0) as seen:
                made.lines.append((seen.device, type(seen.report).__name__))
            case Observation() as seen if not isinstance(seen.report, OrderDone):
                made.reports.setdefault(seen.device, []).append(seen.report)
        made.rulings += [(r.irregularity.kind, r.ruling.basis) for r in outcome.rulings]
    made.lines.sort()
    return made


@dataclass
class Dealing:
    """A crew whose shoe jams when it has given the first stack of its second load."""

    host: Host
    equipment: Equipment
    loads: int = 0

    def __post_init__(self) -> None:
        self.crew.told = self.after

    @property
    def crew(self) -> Crew:
        return self.equipment.crew

    def after(self, _: str, deed: Deed, __: Receipt) -> None:
        if isinstance(deed, Confirm) and deed.what == "load":
            self.loads += 1
            if self.loads == 2:
                self.equipment.devices["shoe_1"].fit(Jam("mouth", at=3))

    @property
    def over(self) -> bool:
        state = self.host.kernel.state
        return state.phase == "closed" and state.round.number > ROUNDS

    def step(self) -> float | None:
        """Begins when every device has said who it is, and ends when the table is closed."""
        if all(device.identified for device in self.host.kernel.state.devices.values()):
            self.crew.step()
        return None if self.over else PACE


def wishes() -> Wishes:
    return Wishes(
        lambda number: {2: {"ante": 1000}, 5: {"ante": 500 * number, "pair_plus": 500}},
        lambda _, due: due["options"][0]["name"],
        close_after=ROUNDS,
    )


def equipped(host: Host) -> Equipment:
    equipment = equip(TABLE.settings, host, host.door, wishes(), SEED, TABLE.profiles)
    hurried(equipment.devices.values())
    return equipment


@dataclass(frozen=True)
class Played:
    told: Told
    events: Mapping[str, list[tuple[int, int]]]
    """The events on record, by device."""
    equipment: Equipment
    counters: list[Counters]
    """Of every line."""


def played(journal: Journal, equipment: Equipment, lines: Mapping[str, Line]) -> Played:
    events = {name: numbers(journal, name) for name in equipment.devices}
    counters = [line.ring.counters for line in lines.values()]
    return Played(told(journal), events, equipment, counters)


def in_memory(manner: Manner) -> Played:
    host = VirtualHost(MemoryJournal(), rules_for, sealer_for(SEED), VirtualTime(EPOCH))
    equipment = equipped(host)
    devices = equipment.devices.items()
    wires = {name: MemoryWire(device, host, manner=manner) for name, device in devices}
    lines = connect(host, TABLE.settings, wires, new_session, profiles=TABLE.profiles)
    dealing = Dealing(host, equipment)
    host.start(TABLE.settings)
    for _ in range(MOST_STEPS):
        if dealing.step() is None:
            break
        host.time.pass_time(MOMENT)
    assert dealing.over
    return played(host.kernel.journal, equipment, lines)


def on_pseudo_terminals(folder: Path) -> Played:
    path = folder / "journal.db"
    lines: dict[str, Line] = {}

    @contextmanager
    def ports() -> Iterator[None]:
        mounts = [PtyMount(d, folder / name) for name, d in equipment.devices.items()]
        wires = {n: SerialLink.of(str(folder / n), TABLE.profiles[n]) for n in equipment.devices}
        lines.update(connect(host, TABLE.settings, wires, new_session, profiles=TABLE.profiles))
        yield
        for mount in mounts:
            mount.close()

    with closing(SqliteJournal(path)) as journal:
        host = ServiceHost(journal, rules_for, sealer_for(SEED))
        equipment = equipped(host)

        dealing = Dealing(host, equipment)
        asyncio.run(host.serve(TABLE.settings, [dealing], surroundings=ports()))
        made = played(journal, equipment, lines)
    assert verify(path).findings == ()
    return made


@pytest.fixture(scope="module")
def plain() -> Played:
    """The table on a wire that does nothing to its bytes."""
    return in_memory(Whole())


def wires(folder: Path) -> Mapping[str, Callable[[], Played]]:
    memory = {name: lambda made=made: in_memory(made()) for name, made in MANNERS.items()}
    return {**memory, "pseudo-terminals": lambda: on_pseudo_terminals(folder)}


@pytest.mark.clause("19:47-20.12(f)")
@pytest.mark.parametrize("wire", [*MANNERS, "pseudo-terminals"])
def test_the_same_is_done_reported_and_ruled_on_every_wire(
    wire: str, plain: Played, tmp_path: Path
) -> None:
    table = wires(tmp_path)[wire]()

    assert table.told == plain.told
    for name, device in table.equipment.devices.items():
        assert device.complaints == []
        assert table.events[name] == [(device.epoch, n) for n in range(1, device.event + 1)]


def test_the_wires_do_to_the_bytes_what_their_names_say() -> None:
    for quiet in in_memory(Whole()).counters:
        assert (quiet.discarded_bytes, quiet.repeats, quiet.duplicates) == (0, 0, 0)
    losing = in_memory(MANNERS["losses"]()).counters
    assert sum(line.discarded_bytes for line in losing) > 0
    assert sum(line.repeats for line in losing) > 0
    late = in_memory(MANNERS["delays"]()).counters
    assert sum(line.duplicates for line in late) > 0


@pytest.mark.clause("19:47-20.12(f)")
def test_the_two_rounds_have_in_them_what_they_are_meant_to_have(plain: Played) -> None:
    table = plain.told
    ruled = [ruling for ruling in table.rulings if ruling[0] is not Kind.RESTART]
    assert ruled == [(Kind.JAM, Clause("19:47-20.12(f)"))]
    assert table.lines == sorted(
        (device, what.__name__) for device in DEVICES for what in (LinkUp, Identified)
    )
    shoe = table.reports["shoe_1"]
    assert [report.count for report in shoe if isinstance(report, CardsOut)] == [3, 3, 3, 3]
    jam = next(at for at, report in enumerate(shoe) if isinstance(report, Jammed))
    assert not [report for report in shoe[jam:] if isinstance(report, CardsOut)]


def test_after_the_jam_the_shoe_is_allowed_nothing() -> None:
    """What the ruling says is enforced at the shoe, not only told."""
    host = VirtualHost(MemoryJournal(), rules_for, sealer_for(SEED), VirtualTime(EPOCH))
    equipment = equipped(host)
    wires = {name: MemoryWire(device, host) for name, device in equipment.devices.items()}
    connect(host, TABLE.settings, wires, new_session, profiles=TABLE.profiles)
    dealing, shoe = Dealing(host, equipment), equipment.crew.shoe
    assert shoe is not None
    host.start(TABLE.settings)
    while not shoe.jammed:
        assert dealing.step() is not None
        host.time.pass_time(MOMENT)
    held = host.kernel.state.standing_orders["shoe_1:allow"].demand
    assert held == Allow(shoe.given, shoe.loads)
    assert (shoe.allowed, shoe.gives()) == (shoe.given, False)
    shoe.jammed = False  # even if a hand frees the cards, the gate stays shut
    assert not shoe.gives()
