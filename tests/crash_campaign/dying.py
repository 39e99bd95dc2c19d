"""Where a controller dies, and how: the points of a run, and the ports that stand in its way.

A point is a record and how many of the effects that it caused have left. The ports are the
journal, the host's ear for effects and the door; the product knows nothing of any of this.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablectl.door import Door
from tablectl.journal.records import Entry, Journal, Record, Snapshot
from tablectl.scenario.mortal import ControllerDied
from tablectl.words.acts import Act
from tablectl.words.bases import Role
from tablectl.words.cards import Secret
from tablectl.words.effects import Effect
from tablectl.words.outcomes import Receipt

BEFORE = -1
"""In place of a number of effects: the record is written and not yet durable."""


@dataclass(frozen=True, order=True)
class Point:
    """After the commit with this number, and so many of its effects."""

    commit: int
    effects: int

    def __str__(self) -> str:
        return f"{self.commit}.{'before' if self.effects == BEFORE else self.effects}"


@dataclass
class Reaper:
    """Counts the points as they pass, and ends the controller at the one that is wanted."""

    wanted: Point | None = None
    end: Callable[[], None] = lambda: None
    """What becomes of the process; afterwards the controller is dead."""
    commit: int = 0
    effects: int = 0
    dead: bool = False
    seen: list[tuple[Point, int, str]] | None = None
    """Where everything is noted that could be a death: the point, the record, what leaves."""

    def before_commit(self, record: int) -> None:
        self.commit += 1
        self.effects = 0
        self._pass(Point(self.commit, BEFORE), record, "commit")

    def leaving(self, effect: Effect, record: int) -> None:
        """An effect is about to leave; those before it have."""
        self._pass(Point(self.commit, self.effects), record, type(effect).__name__)
        self.effects += 1

    def answering(self, record: int) -> None:
        """Everything has left, and a person is about to be answered."""
        self._pass(Point(self.commit, self.effects), record, "answer")

    def _pass(self, point: Point, record: int, what: str) -> None:
        if self.dead:
            raise ControllerDied
        if self.seen is not None:
            self.seen.append((point, record, what))
        if point == self.wanted:
            self.dead = True
            self.end()
            raise ControllerDied


def killed() -> None:
    """The process of the controller is killed; who returns from here is the world it leaves behind.

    The world is this process's memory, copied: felt, devices and people as they were. Of the files
    it has nothing but what the dead one left on the disk.
    """
    gone, alive = os.pipe()
    if os.fork():
        os.kill(os.getpid(), signal.SIGKILL)
    os.close(alive)
    os.read(gone, 1)  # ends with the process that held the other end
    os.close(gone)


class WatchedJournal:
    """A journal whose commits pass the reaper."""

    def __init__(self, journal: Journal, reaper: Reaper) -> None:
        self._journal = journal
        self._reaper = reaper

    def append(self, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> None:
        if self._reaper.dead:
            raise ControllerDied
        self._journal.append(entries, snapshot)

    def sync(self) -> None:
        self._reaper.before_commit(self._journal.last_seq)
        self._journal.sync()

    @property
    def last_seq(self) -> int:
        return self._journal.last_seq

    @property
    def synced_seq(self) -> int:
        return self._journal.synced_seq

    def records(self, after: int = 0) -> Iterator[Record]:
        return self._journal.records(after)

    def latest_snapshot(self) -> Snapshot | None:
        return self._journal.latest_snapshot()

    def by_key(self, key: str) -> tuple[Record, Record] | None:
        return self._journal.by_key(key)

    def sealed(self, token: str) -> Secret | None:
        return self._journal.sealed(token)

    def close(self) -> None:
        self._journal.close()


class WatchedDoor:
    """The door as the crew uses it: what people were answered is written down."""

    def __init__(
        self, reaper: Reaper, journal: Journal, answered: dict[str, tuple[Act, Receipt]]
    ) -> None:
        self._reaper = reaper
        self._journal = journal
        self._answered = answered
        self._door: Door | None = None
        self.asking: Act | None = None
        """What somebody has asked for and is not answered yet."""

    def opens(self, door: Door) -> None:
        self._door = door

    @property
    def door(self) -> Door:
        if self._door is None:
            raise RuntimeError("nobody has opened the door yet")
        return self._door

    def submit(self, act: Act) -> Receipt:
        self.asking = act
        receipt = self.door.submit(act)
        self._reaper.answering(self._journal.last_seq)
        self._answered[act.key] = act, receipt
        self.asking = None
        return receipt

    def view(self, role: Role) -> Mapping[str, Any]:
        return self.door.view(role)
