"""The figures of a running table as a process: how soon its door answers, and its memory.

The table is `tablectl run` with the demonstration table, all its devices on pseudo-terminals and
its record on disk, as a person would start it; beside it stand Python alone and Python with the
libraries without which there would be no loop, line, record or table file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, sleep

from benchmarks.children import Child, line_from, python
from benchmarks.measure import Comparison, Peer, Result, Spread
from benchmarks.sizes import Sizes
from tablectl.cli.sockets import door_at
from tablectl.cli.trouble import Trouble
from tablectl.doorclient import DoorClient
from tablectl.words.bases import Role

LIBRARIES = "import asyncio, serial, sqlite3, yaml"
WAIT = "import sys; print('ready', flush=True); sys.stdin.read()"
PACE = "0.02"
LOOK = 0.002
"""Seconds between two knocks at a door that nobody opens yet."""
PATIENCE = 120.0
ROLLUP = Path("/proc/self/smaps_rollup")


def process_figures(sizes: Sizes) -> Iterator[Result]:
    yield start_up(sizes)
    yield from memory(sizes)


# ---------------------------------------------------------------- start-up


def start_up(sizes: Sizes) -> Comparison:
    """From the start of the process to the first answer at the table's door."""
    table: list[float] = []
    libraries: list[float] = []
    bare: list[float] = []
    for _ in range(sizes.rounds):
        bare.append(_milliseconds("pass"))
        libraries.append(_milliseconds(LIBRARIES))
        with TemporaryDirectory(prefix=".bench-", dir=sizes.folder) as folder:
            start = perf_counter()
            with _table(Path(folder)):
                table.append((perf_counter() - start) * 1e3)
    return Comparison(
        "start-up of a table",
        "ms",
        Spread.of(table),
        (
            Peer("Python with its libraries imported", Spread.of(libraries)),
            Peer("Python alone", Spread.of(bare)),
        ),
        note="`tablectl run`, until its door answers",
    )


def _milliseconds(program: str) -> float:
    start = perf_counter()
    with python("-c", program) as process:
        process.wait()
        return (perf_counter() - start) * 1e3


# ---------------------------------------------------------------- memory


def memory(sizes: Sizes) -> Iterator[Comparison]:
    """What a table holds in memory after some rounds, where the system tells (Linux)."""
    if not ROLLUP.exists():
        print(f"memory: left out, for this system has no {ROLLUP}", file=sys.stderr)
        return
    with (
        TemporaryDirectory(prefix=".bench-", dir=sizes.folder) as folder,
        _table(Path(folder)) as (pid, door),
    ):
        _wait_for_round(door, sizes.settled)
        table = _held(pid)
    with _libraries_alone() as pid:
        floor = _held(pid)
    for measure, what in (("Rss", "resident"), ("Pss", "its share of it")):
        yield Comparison(
            f"memory, {what}",
            "kB",
            Spread.of([table[measure]]),
            (Peer("Python with its libraries imported", Spread.of([floor[measure]])),),
            note=f"{measure} of `tablectl run` after {sizes.settled} rounds",
        )


def _held(pid: int) -> dict[str, float]:
    """What the system says of a process's memory, in kB."""
    lines = (ROLLUP.parent.parent / str(pid) / ROLLUP.name).read_text().splitlines()[1:]
    words = (line.split() for line in lines)
    return {name.rstrip(":"): float(size) for name, size, _ in words}


@contextmanager
def _libraries_alone() -> Iterator[int]:
    with python("-c", f"{LIBRARIES}\n{WAIT}") as process:
        line_from(process)  # everything is imported
        yield process.pid


# ---------------------------------------------------------------- a table


@contextmanager
def _table(folder: Path) -> Iterator[tuple[int, DoorClient]]:
    """The demonstration table in a process of its own, from its first answer on."""
    with ExitStack() as undo:
        # Among temporary files, since the path of a socket must not be long.
        socket = Path(undo.enter_context(TemporaryDirectory())) / "door"
        options = ("--no-mishaps", "--quiet", "--pace", PACE)
        files = ("--journal", str(folder / "table.journal"), "--socket", str(socket))
        process = undo.enter_context(python("-m", "tablectl", "run", *options, *files, heard=False))
        yield process.pid, undo.enter_context(_answering(process, socket))


@contextmanager
def _answering(process: Child, socket: Path) -> Iterator[DoorClient]:
    """The door at this socket, as soon as somebody answers there."""
    until = monotonic() + PATIENCE
    with ExitStack() as undo:
        door: DoorClient | None = None
        while door is None:
            if process.poll() is not None or monotonic() > until:
                raise RuntimeError("no table was served: run the same by hand to see why")
            try:
                door = undo.enter_context(door_at(socket))
            except Trouble:
                sleep(LOOK)
        door.ping()
        yield door


def _wait_for_round(door: DoorClient, rounds: int) -> None:
    until = monotonic() + PATIENCE
    while door.view(Role.DEALER)["round"]["number"] <= rounds:
        if monotonic() > until:
            raise RuntimeError(f"no {rounds} rounds were played within {PATIENCE:g} seconds")
        sleep(0.1)
