"""A journal whose controller can be told to die at its next commit.

Before the commit, what was pending is lost; after it, it is on record and nobody was told. Both
are what a power cut does, and neither may lose or double anything that was acknowledged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Entry, Record, Snapshot
from tablectl.words.cards import Secret

Doom = Literal["", "before_commit", "after_commit"]


class ControllerDied(Exception):
    """The process of the controller is gone."""


class MortalJournal:
    """A journal in memory, and the moment at which its controller dies."""

    def __init__(self, journal: MemoryJournal | None = None) -> None:
        self._journal = journal if journal is not None else MemoryJournal()
        self.doom: Doom = ""
        self.dead = False

    def survivor(self) -> MortalJournal:
        """The journal that the next process finds."""
        kept = 1 if self.doom == "after_commit" else 0
        return MortalJournal(self._journal.crash(keep_pending=kept))

    def sync(self) -> None:
        if self.doom:
            self.dead = True
            raise ControllerDied
        self._journal.sync()

    # ------------------------------------------------------------ as it is

    @property
    def last_seq(self) -> int:
        return self._journal.last_seq

    @property
    def synced_seq(self) -> int:
        return self._journal.synced_seq

    def append(self, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> None:
        if self.dead:
            raise ControllerDied
        self._journal.append(entries, snapshot)

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
