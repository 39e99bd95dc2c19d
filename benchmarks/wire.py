"""The figures of the wire: from an observation to an order over a real line, and a frame read.

Waiting is timed at the device, in a process of its own. Neither the order nor the word that an
event is on record leaves the controller before its commit, so the floors are a bare commit and a
bare echo, taken in turns with the table, on the same disk and over the same kind of line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from pymodbus.framer import FramerRTU
from pymodbus.pdu import DecodePDU
from pymodbus.pdu.register_message import ReadHoldingRegistersResponse

from benchmarks.bare import commits, echoes
from benchmarks.measure import Aim, Comparison, Figure, Peer, Result, Spread, beside
from benchmarks.served import waits
from benchmarks.shoe import a_loaded_event
from benchmarks.sizes import Sizes
from drivers.frames import Decoder, Frame, to_bytes
from drivers.happenings import CardsDrawn, happening, happening_bytes
from drivers.messages import Event, framed, read

COMMITS_AIMED, ECHOES_AIMED = 1, 3
EVENT = a_loaded_event()


def wire_figures(sizes: Sizes) -> Iterator[Result]:
    yield from waiting_times(sizes)
    yield decoding_cost(sizes)


@dataclass
class Taken:
    """Samples of several rounds, in microseconds."""

    orders: list[float] = field(default_factory=list)
    records: list[float] = field(default_factory=list)
    commits: list[float] = field(default_factory=list)
    echoes: list[float] = field(default_factory=list)
    committed_echoes: list[float] = field(default_factory=list)

    def take(self, folder: Path, samples: int) -> None:
        """One round: the table, and then everything that it is compared with."""
        found = waits(folder, samples)
        self.orders += found.orders
        self.records += found.records
        self.commits += commits(folder / "bare.db", found.row, samples)
        self.echoes += echoes(EVENT, samples)
        self.committed_echoes += echoes(EVENT, samples, str(folder / "echo.db"), found.row)


def waiting_times(sizes: Sizes) -> Iterator[Comparison]:
    """How long a device waits: for the order its event leads to, and to hear it is on record."""
    taken = Taken()
    for _ in range(sizes.rounds):
        with TemporaryDirectory(prefix=".bench-", dir=sizes.folder) as folder:
            taken.take(Path(folder), sizes.samples)
    commit, echo = Spread.of(taken.commits), Spread.of(taken.echoes)
    peers = (
        Peer("a bare commit", commit),
        Peer(f"a bare echo of {len(EVENT)} bytes", echo),
        Peer("a bare commit before an echo", Spread.of(taken.committed_echoes)),
    )
    aim = Aim(
        f"{COMMITS_AIMED} commit and {ECHOES_AIMED} echoes",
        COMMITS_AIMED * commit.p50 + ECHOES_AIMED * echo.p50,
    )
    note = "LOADED to its ALLOW, at the device"
    yield Comparison("observation to order", "us", Spread.of(taken.orders), peers, aim, note)
    note = "ORDER_DONE to RECORDED, at the device"
    yield Comparison("observation to record", "us", Spread.of(taken.records), peers, note=note)


# ---------------------------------------------------------------- frames


def decoding_cost(sizes: Sizes) -> Figure:
    """A frame to what it says, beside Modbus RTU to its registers, the same bytes on the line."""
    drawn = happening_bytes(CardsDrawn(load=3, first=4, count=1, face_up=0))
    ours = to_bytes(framed(Event(7, 21, 21, *drawn), 0x1A2B3C4D))
    theirs = _rtu_frame(len(ours))
    decoder, framer = Decoder(), FramerRTU(DecodePDU(is_server=False))

    def subject() -> None:
        for _ in range(sizes.frames):
            for found in decoder.feed(ours):
                event = read(found) if isinstance(found, Frame) else None
                if not isinstance(event, Event):
                    raise RuntimeError("our own frame was not read")
                happening(event.happening, event.body)

    def peer() -> None:
        for _ in range(sizes.frames):
            _, message = framer.handleFrame(theirs, 0, 0)
            if message is None:
                raise RuntimeError("the frame of Modbus was not read")

    return beside(
        "decode of a frame",
        "frame",
        (subject, sizes.frames),
        (f"pymodbus' RTU framer, {len(theirs)} bytes", peer, sizes.frames),
        rounds=sizes.rounds,
        note=f"{len(ours)} bytes, to the happening",
    )


def _rtu_frame(size: int) -> bytes:
    """An answer with so many registers that it is about this long."""
    around = len(FramerRTU(DecodePDU(is_server=False)).buildFrame(_registers(0)))
    return FramerRTU(DecodePDU(is_server=False)).buildFrame(_registers((size - around + 1) // 2))


def _registers(count: int) -> ReadHoldingRegistersResponse:
    return ReadHoldingRegistersResponse(dev_id=1, registers=[0x1234] * count)
