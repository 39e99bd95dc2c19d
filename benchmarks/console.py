"""`make bench-console`: from a device's byte to the changed pixel, and what pages cost the table.

A table of three card poker is served in this process, with its record on disk; its shoe, its
console, its pages and a browser are processes of their own.

*Byte to pixel*: the shoe (`dealing`) notes when it writes the frame of a card, a page in a real
browser (`pixels`) when the card is on it. Several tables are dealt, one after the other under one
page; the first one is for getting warm, and for the pictures that show that pixels change.

*Observation to order*: in one run the shoe (`shoe`) times its controller in quiet, with one page,
with fifty pages and one that never reads (`pages`), and so on in turns, and in quiet again. The
shoe is loaded as fast as the table takes it, so pages are sent as many screens as there ever can
be. Beside the time stands what an order took of the controller's processor, which a busy machine
changes less. It ends with an error where the middle time with fifty pages is more than twice that
in quiet.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter_ns, process_time
from typing import Any

from benchmarks.besiegers import GIVES_WAY
from benchmarks.children import Child, line_from, python
from benchmarks.measure import Comparison, Peer, Spread
from benchmarks.printing import as_text
from benchmarks.served import Opening
from benchmarks.tables import crew_at, settings
from drivers.serial_link import SerialLink
from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.journal.sqlite import SqliteJournal
from tablectl.lines import connect, new_session
from tablectl.rig import sealer_for

TABLES = 7
"""Deals of 21 cards each; the first one is not counted."""
PAUSE = 0.25
"""Seconds between two cards, or so."""
TURNS, SECONDS, PAGES = 4, 4.0, 50
"""How often pages come and go, how long each part lasts, and how many pages there are."""
USUAL = 2.0
"""The middle time to an order stays below so many times what it is in quiet: an order waits for the
commit of its cause, and for one that is on its way already."""
LEAST = 24
"""Records of a part of the course, however short it is: some orders are among them."""
LOOK, PATIENCE = 0.05, 600.0
"""Seconds between two looks at what is waited for, and until it is given up."""
QUIET, ONE, MANY = "quiet", "one page", "many pages"

MEEKLY = (
    f"import os, runpy; os.nice({GIVES_WAY}); runpy.run_module('tablectl', run_name='__main__')"
)
"""The console gives way to the table, as its unit does (CPUWeight=)."""

Course = Callable[[Child, ServiceHost], Awaitable[None]]


# ---------------------------------------------------------------- a table and its console


def serve(folder: Path, socket: Path, shoe: Child, course: Course) -> None:
    """Serve a table in this folder that is brought to its deal, until the course is over."""
    table = settings("counting")
    url = line_from(shoe)
    with closing(SqliteJournal(folder / f"{shoe.pid}.journal")) as journal:
        host = ServiceHost(journal, rules_for, sealer_for("bench"))

        @contextmanager
        def line() -> Iterator[None]:
            connect(host, table, {"shoe_1": SerialLink(url)}, new_session)
            yield

        async def run() -> None:
            crew, open_ = Opening(crew_at(table, host.door), host), asyncio.Event()
            serving = host.serve(table, [crew], socket, surroundings=line(), ready=open_.set)
            async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
                group.create_task(serving)
                await open_.wait()
                try:
                    while host.kernel.state.round.step != "deal":
                        await asyncio.sleep(LOOK)
                    await course(shoe, host)
                finally:
                    host.stop()

        asyncio.run(run())


def console(socket: Path) -> tuple[str, ...]:
    """How the console of the table at this socket is started."""
    return ("-c", MEEKLY, "console", "--socket", str(socket), "--listen", "127.0.0.1:0")


async def heard(child: Child) -> str:
    """The next line of a child, while everything else goes on."""
    return await asyncio.to_thread(line_from, child)


def say(child: Child, line: str = "") -> None:
    """A line at the input of a child: whatever it waits for may begin."""
    if child.stdin is None:
        raise RuntimeError("nobody can tell this child anything")
    child.stdin.write(f"{line}\n")
    child.stdin.flush()


async def asked(child: Child, line: str = "") -> Any:
    """What a child has to tell when it is asked."""
    say(child, line)
    return json.loads(await heard(child))


async def url_of(child: Child) -> str:
    return (await heard(child)).removeprefix("The console is at ").split()[0]


# ---------------------------------------------------------------- from a byte to a pixel


@dataclass
class Pixels:
    """From writing the frame of a card, in milliseconds, to each of what follows."""

    recorded: list[float] = field(default_factory=list)
    event: list[float] = field(default_factory=list)
    changed: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)
    off_by: float = 0.0
    """How much the two clocks may lie apart from what is thought."""
    seen: bool = False
    """Pictures were equal without a card between them, and not equal with one."""

    def add(self, shoe: Mapping[str, Sequence[int]], page: Mapping[str, Any]) -> None:
        """A deal as the shoe and the page have noted it."""
        self.off_by = max(self.off_by, page["off_by"])
        for number, (dealt, recorded) in enumerate(
            zip(shoe["dealt"], shoe["recorded"], strict=True), 1
        ):
            note = next(each for each in page["notes"] if each["cards"] >= number)
            written = dealt / 1e6
            self.recorded.append(recorded / 1e6 - written)
            for name in ("event", "changed", "drawn"):
                getattr(self, name).append(note[name] + page["offset"] - written)


def byte_to_pixel(folder: Path, tables: int = TABLES, pause: float = PAUSE) -> Pixels:
    """Deal at so many tables under one page."""
    found = Pixels()
    with ExitStack() as undo:
        private = Path(undo.enter_context(TemporaryDirectory()))
        started: dict[str, Child] = {}

        async def course(shoe: Child, _: ServiceHost) -> None:
            page = started.get("page") or await _open_page(undo, private / "door", started)
            while (await asked(page))["cards"]:
                await asyncio.sleep(LOOK)  # it still shows the table before
            say(shoe)
            dealt = json.loads(await heard(shoe))
            shown = await asked(page)
            if started.get("warm") is None:
                started["warm"] = page
                found.seen = shown["still"] and shown["changed"]
            else:
                found.add(dealt, shown)

        for _ in range(tables):
            with python("-m", "benchmarks.dealing", str(pause)) as shoe:
                serve(folder, private / "door", shoe, course)
    return found


async def _open_page(undo: ExitStack, door: Path, started: dict[str, Child]) -> Child:
    served = undo.enter_context(python(*console(door)))
    page = undo.enter_context(python("-m", "benchmarks.pixels", await url_of(served)))
    await heard(page)
    started["page"] = page
    return page


def as_comparison(found: Pixels) -> Comparison:
    return Comparison(
        "byte to pixel",
        "ms",
        Spread.of(found.drawn),
        (
            Peer("byte to changed page", Spread.of(found.changed)),
            Peer("byte to event in the page", Spread.of(found.event)),
            Peer("byte to record, as the shoe is told", Spread.of(found.recorded)),
        ),
        note=f"clocks within {found.off_by:.2f} ms",
    )


# ---------------------------------------------------------------- pages, and the table's time


@dataclass
class Watched:
    """By what went on meanwhile: times to an order, what all of them together took of the
    controller's processor, in microseconds, and how many screens each page was sent."""

    orders: dict[str, list[float]] = field(default_factory=dict)
    processor: dict[str, float] = field(default_factory=dict)
    screens: dict[str, list[int]] = field(default_factory=dict)

    def times(self, phase: str) -> tuple[float, float | None]:
        """The middle time and the one in a hundred, as multiples of those in quiet."""
        return _phase(self, phase).times(Peer(QUIET, Spread.of(self.orders[QUIET])))

    @property
    def slower(self) -> bool:
        return self.times(MANY)[0] > USUAL


def _phase(found: Watched, phase: str) -> Comparison:
    return Comparison(phase, "us", Spread.of(found.orders[phase]), ())


def watched(
    folder: Path, turns: int = TURNS, seconds: float = SECONDS, pages: int = PAGES
) -> Watched:
    """Serve a table through quiet, one page and many pages, in turns, and quiet."""
    found = Watched()
    spans: list[tuple[str, int, int]] = []

    async def span(child: Child, host: ServiceHost, name: str, *numbers: int) -> None:
        sent = await asked(child, " ".join(map(str, numbers)))
        if sent:
            found.screens.setdefault(spans[-1][0], []).extend(sent)
        began, used, known = perf_counter_ns(), process_time(), host.kernel.state.seq
        await asyncio.sleep(seconds)
        while host.kernel.state.seq < known + LEAST:
            await asyncio.sleep(LOOK)
        spans.append((name, began, perf_counter_ns()))
        spent = (process_time() - used) * 1e6
        found.processor[name] = found.processor.get(name, 0.0) + spent

    with TemporaryDirectory() as private, python("-m", "benchmarks.shoe", "0") as shoe:
        door = Path(private) / "door"

        async def course(_shoe: Child, host: ServiceHost) -> None:
            with ExitStack() as undo:
                served = undo.enter_context(python(*console(door)))
                words = ("-m", "benchmarks.pages", await url_of(served))
                child = undo.enter_context(python(*words))
                for _ in range(turns):
                    await span(child, host, QUIET, 0, 0)
                    await span(child, host, ONE, 1, 0)
                    await span(child, host, MANY, pages, 1)
                await span(child, host, QUIET, 0, 0)

        serve(folder, door, shoe, course)
        told = json.loads(line_from(shoe))
    for took, at in zip(told["orders"], told["times"], strict=True):
        for name, began, ended in spans:
            if began <= at < ended:
                found.orders.setdefault(name, []).append(took)
    return found


def watched_lines(found: Watched) -> Iterator[str]:
    yield "observation to order"
    for phase, samples in found.orders.items():
        spread, (middle, high) = Spread.of(samples), found.times(phase)
        sent = found.screens.get(phase, [])
        told = f"; {min(sent)} to {max(sent)} screens a page" if sent else ""
        yield (
            f"  {phase:<11} p50 {spread.p50:>7,.0f} us, p99 {spread.p99 or 0:>8,.0f} us of "
            f"{spread.samples:,}: {middle:.2f} x, p99 {high or 0:.2f} x quiet; "
            f"{found.processor[phase] / spread.samples:,.0f} us of the processor an order{told}"
        )


# ---------------------------------------------------------------- the command


def browser_is_here() -> bool:
    named = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chrome")
    return find_spec("playwright") is not None and bool(named)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench-console", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES, help="deals, the first not counted")
    parser.add_argument("--turns", type=int, default=TURNS, help="how often pages come and go")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each part")
    parser.add_argument("--pages", type=int, default=PAGES, help="that are open in the end")
    wanted = parser.parse_args()
    with suppress(PermissionError):  # root alone may; then it shares as everybody does
        os.nice(-GIVES_WAY)
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as made:
        folder = Path(made)
        found = watched(folder, wanted.turns, wanted.seconds, wanted.pages)
        print("\n".join(watched_lines(found)), flush=True)
        if browser_is_here():
            pixels = byte_to_pixel(folder, wanted.tables)
            print(as_text(as_comparison(pixels)), flush=True)
        else:
            print("byte to pixel: left out, for Playwright or chromium is not here", flush=True)
    if found.slower:
        sys.exit("NOT AS IT HAS TO BE: pages make the table wait")


if __name__ == "__main__":
    main()
