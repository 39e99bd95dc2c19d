"""Entries and journals for the tests, and the two ways to keep them."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Protocol

from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Entry, Journal, RecordKind, Snapshot
from tablectl.journal.sqlite import SqliteJournal
from tablectl.words.canonical import dumps

NOON = 1_700_000_000_000_000


def act(key: str = "", time: int = NOON, text: str = "deal") -> Entry:
    return Entry(time, RecordKind.ACT, dumps({"text": text}), key)


def observation(text: str = "card", time: int = NOON) -> Entry:
    return Entry(time, RecordKind.OBSERVATION, dumps({"text": text}))


def outcome(of: int, time: int = NOON) -> Entry:
    return Entry(time, RecordKind.OUTCOME, dumps({"of": of, "phases": ["round"]}))


def append_act(journal: Journal, key: str = "", text: str = "deal") -> int:
    """Append an act with its outcome; the number of the act."""
    seq = journal.last_seq + 1
    journal.append([act(key, text=text), outcome(seq)])
    return seq


def append_snapshot(journal: Journal, state: str) -> Snapshot:
    """Append a snapshot of this state as of the last record."""
    snapshot = Snapshot.taken(journal.last_seq, dumps({"state": state}))
    journal.append([], snapshot)
    return snapshot


class Desk(Protocol):
    """A journal, and what is found of it after the process died."""

    journal: Journal

    def crash(self) -> None: ...

    def close(self) -> None: ...


class MemoryDesk:
    journal: Journal

    def __init__(self) -> None:
        self.journal = self._memory = MemoryJournal()

    def crash(self) -> None:
        self.journal = self._memory = self._memory.crash()

    def close(self) -> None:
        self.journal.close()


class SqliteDesk:
    """A crash is a copy of the files as they are on disk, without the process's own memory."""

    journal: Journal

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._crashes = 0
        self.path = folder / "journal.db"
        self.journal = SqliteJournal(self.path)

    def crash(self) -> None:
        self._crashes += 1
        after = self._folder / f"after-crash-{self._crashes}" / "journal.db"
        after.parent.mkdir()
        for name in ("journal.db", "journal.db-wal"):
            shutil.copy(self.path.with_name(name), after.with_name(name))
        self.journal.close()
        self.path = after
        self.journal = SqliteJournal(after)

    def close(self) -> None:
        self.journal.close()


@contextmanager
def tampering(path: Path) -> Iterator[sqlite3.Connection]:
    """Somebody else's connection, with the guards that SQLite itself offers out of the way.

    Whoever tampers well makes the indexes again, where SQLite still lets them be made.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        indexes = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index'").fetchall()
        for name, _ in indexes:
            db.execute(f"DROP INDEX {name}")
        yield db
        for _, sql in indexes:
            with suppress(sqlite3.Error):
                db.execute(sql)
