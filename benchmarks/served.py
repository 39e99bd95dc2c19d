"""A table as it is served: real time, a record on disk, and a shoe at the end of a serial line.

The service host with its writer, the journal in SQLite and the link over pyserial are those of the
product; the shoe is `benchmarks.shoe` in a process of its own, and tells how long it waited. The
game is three card poker, which stands in its deal while the shoe is loaded again and again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.children import Child, line_from, python, words_of
from benchmarks.tables import crew_at, settings
from drivers.serial_link import SerialLink
from simulators.crew import Crew
from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.journal.records import Journal
from tablectl.journal.sqlite import SqliteJournal
from tablectl.lines import connect, new_session
from tablectl.rig import sealer_for

PATIENCE = 120.0
"""Seconds until a measurement that does not come to its end is given up."""
REST = 3_600.0
LAST_RECORDS = 2


@dataclass(frozen=True)
class Waits:
    """How long a device waited, in microseconds, and what its last event left on record."""

    orders: list[float]
    records: list[float]
    row: str


def waits(folder: Path, samples: int) -> Waits:
    """Serve a table in this folder until its shoe has so many samples of each kind."""
    with (
        python("-m", "benchmarks.shoe", str(samples)) as shoe,
        closing(SqliteJournal(folder / "table.journal")) as journal,
    ):
        _serve(journal, shoe)
        found = json.loads(line_from(shoe))
        return Waits(found["orders"], found["records"], _row(journal))


def _serve(journal: Journal, shoe: Child) -> None:
    """Until the shoe has something to tell, or is gone."""
    url = line_from(shoe)
    host = ServiceHost(journal, rules_for, sealer_for("bench"))
    table = settings("counting")

    @contextmanager
    def line() -> Iterator[None]:
        connect(host, table, {"shoe_1": SerialLink(url)}, new_session)
        asyncio.get_running_loop().add_reader(words_of(shoe), host.stop)
        yield
        asyncio.get_running_loop().remove_reader(words_of(shoe))

    async def serve() -> None:
        async with asyncio.timeout(PATIENCE):
            crew = Opening(crew_at(table, host.door), host)
            await host.serve(table, [crew], surroundings=line())

    asyncio.run(serve())


def _row(journal: Journal) -> str:
    """Everything that the last input and its outcome hold, as one text."""
    last = list(journal.records(journal.last_seq - LAST_RECORDS))
    return "".join(record.body + record.hash for record in last)


@dataclass(frozen=True)
class Opening:
    """The crew opens the table and brings the round to its deal; from there on it rests."""

    crew: Crew
    host: ServiceHost

    def step(self) -> float:
        if self.host.kernel.state.round.step == "deal":
            return REST
        return 0.0 if self.crew.step() else 0.01
