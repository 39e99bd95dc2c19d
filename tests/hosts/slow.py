"""A served table whose disk a test can hold up, and people who wait at its door."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tablectl.doorwire import Submit, request_line
from tablectl.games.catalogue import rules_for
from tablectl.hosts.clock import TableClock
from tablectl.hosts.service import ServiceHost
from tablectl.hosts.service_writer import NAME
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Entry, Journal, Snapshot
from tablectl.sealing import Sealer
from tablectl.words.acts import Act, Confirm
from tablectl.words.inputs import Wake
from tablectl.words.observations import Observation, Report
from tablectl.words.orders import Order
from tests.hosts.serving import line, served
from tests.tables import KEY, SHOE_1, settings_for

OPEN = Act(Confirm("open_table"), "s1", "open")
PATIENCE = 30.0
"""Seconds after which a test has hung."""


class SlowJournal(MemoryJournal):
    """A journal whose disk can be held up, and that tells how many commits there were."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()
        self.free.set()
        self.begun = threading.Semaphore(0)
        self.commits: list[int] = []
        self.threads: set[str] = set()
        self._appended = 0

    def append(self, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> None:
        super().append(entries, snapshot)
        self._appended = len(entries)

    def sync(self) -> None:
        self.begun.release()
        assert self.free.wait(PATIENCE)
        super().sync()
        self.commits.append(self._appended)
        self.threads.add(threading.current_thread().name)

    def stick(self) -> None:
        """The next commit does not come to its end before `go_on`."""
        while self.begun.acquire(blocking=False):
            pass
        self.free.clear()

    def is_stuck(self) -> None:
        """Wait until a commit is under way."""
        assert self.begun.acquire(timeout=PATIENCE)

    def go_on(self) -> None:
        self.free.set()


@dataclass
class Port:
    """A device's line that writes down what reaches it."""

    story: list[str] = field(default_factory=list)

    def order(self, order: Order) -> None:
        self.story.append(f"order {order.number}")

    def acknowledge(self, epoch: int, event: int) -> None:
        self.story.append(f"acknowledge {epoch}:{event}")

    def connect(self) -> None:
        self.story.append("connect")

    def close(self) -> None:
        self.story.append("close")

    def recent(self) -> list[str]:
        return list(self.story)


class Service:
    """A served table, and calls into its loop from the test's thread."""

    def __init__(self, host: ServiceHost, path: Path) -> None:
        self.host = host
        self.path = path

    def call(self, wanted: Callable[[], object]) -> object:
        """Do this in the loop's thread, which must not be waiting for the disk."""
        loop = self.host._loop
        assert loop is not None

        async def done() -> object:
            return wanted()

        return asyncio.run_coroutine_threadsafe(done(), loop).result(PATIENCE)

    def report(self, *reports: Report) -> None:
        for each in reports:
            seen = Observation(SHOE_1, each, 1)
            self.call(partial(self.host.report, seen))

    def waits_for(self, acts: int) -> None:
        """Return when so many acts wait for the disk."""
        hung = time.monotonic() + PATIENCE
        while self.call(lambda: len(self.host._commits._waiting)) != acts:
            assert time.monotonic() < hung

    def wake(self, name: str) -> None:
        self.call(lambda: self.host.post(Wake(name)))


@contextmanager
def serving(
    path: Path, journal: Journal, preset: str = "blind", clock: TableClock | None = None
) -> Iterator[Service]:
    host = ServiceHost(journal, rules_for, Sealer(KEY), clock)
    with served(host, settings_for(preset), path):
        try:
            yield Service(host, path)
        finally:
            if isinstance(journal, SlowJournal):
                journal.go_on()


class Asking(threading.Thread):
    """Somebody who submits an act and waits for the answer."""

    def __init__(self, path: Path, act: Act) -> None:
        super().__init__()
        self._path = path
        self._act = act
        self.answer = b""
        self.start()

    def run(self) -> None:
        with line(self._path) as connection:
            self.answer = connection.exchange(request_line(Submit(self._act)))

    def answered(self) -> dict[str, Any]:
        self.join(PATIENCE)
        answer: dict[str, Any] = json.loads(self.answer)
        return answer


def writers() -> list[threading.Thread]:
    """The threads that wait for a disk."""
    return [thread for thread in threading.enumerate() if thread.name == NAME]
