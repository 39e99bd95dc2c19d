"""The journal in an SQLite file: one writer, group commit, checked when it is opened.

A commit is a write-ahead log synced to disk. If that sync itself fails, the disk may or may not
hold the batch. The journal goes on without it; only a crash before the next commit can bring it
back, whole, as a batch that was recorded and not acted on. Any crash between sync and the release
of effects leaves the same.

There are two connections: one that writes, and one beside it that cannot, for whoever reads while
another thread commits. A second one that could write, or move the log into the file, must not be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from tablectl.journal.chain import Row, Tip, extend, flaws, tip_of
from tablectl.journal.errors import EntryRefused, JournalDamaged, JournalError
from tablectl.journal.faults import FAULTS, Fault, explain, explained
from tablectl.journal.layout import (
    check_identity,
    open_beside,
    open_for_writing,
)
from tablectl.journal.lock import WriterLock
from tablectl.journal.quiet import QuietFile
from tablectl.journal.reading import Reader
from tablectl.journal.records import KEPT_SNAPSHOTS, Entry, Record, Snapshot
from tablectl.words.cards import Secret

_INSERT = """INSERT INTO record (seq, time, kind, version, body, key, prev, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
# Each with the conditions of its index, without which SQLite would not use it.
_USED = {
    "act": "SELECT seq FROM record WHERE kind = 'act' AND key = ? AND key <> ''",
    "sealed": "SELECT seq FROM record WHERE kind = 'sealed' AND key = ?",
}
_USED_BEFORE = {
    "act": "SELECT seq FROM remembered WHERE kind = 'act' AND key = ? AND key <> ''",
    "sealed": "SELECT seq FROM remembered WHERE kind = 'sealed' AND key = ?",
}
_INSERT_SNAPSHOT = "INSERT OR REPLACE INTO snapshot (seq, digest, body) VALUES (?, ?, ?)"
_PRUNE = """DELETE FROM snapshot
    WHERE seq NOT IN (SELECT seq FROM snapshot ORDER BY seq DESC LIMIT ?)"""


def read_only(path: Path) -> Reader:
    """Open a journal for reading; its writer may be at work meanwhile."""
    with ExitStack() as undo, explained(path):
        file = QuietFile(path)
        undo.callback(file.close)
        check_identity(file.db, path)
        reader = Reader(file, path)
        undo.pop_all()
        return reader


class SqliteJournal:
    """The journal at `path`, made if it is not there.

    Opening checks the chain from the latest snapshot to the end; `verify` checks all of it.
    """

    def __init__(self, path: Path) -> None:
        # The lock must be the same one whichever symbolic link the path leads through.
        self._path = path.resolve()
        with ExitStack() as undo, explained(self._path):
            undo.callback(WriterLock(self._path).release)
            self._db = open_for_writing(self._path)
            undo.callback(self._db.close)
            # Closed before the writer, which leaves the file without a log when it is the last.
            beside = open_beside(self._path)
            undo.callback(beside.close)
            self._reader = Reader(beside, self._path)
            self._tip = self._durable = self._checked_tip()
            self._held = undo.pop_all()

    def _checked_tip(self) -> Tip:
        self._reader.check_end()
        snapshot = self._reader.latest_snapshot()
        tip = Tip() if snapshot is None else self._before(snapshot.seq)
        for row in self._reader.rows(after=tip.seq):
            for flaw in flaws(row, tip):
                raise JournalDamaged(flaw.seq, flaw.problem, self._path)
            tip = tip_of(row)
        return tip

    def _before(self, seq: int) -> Tip:
        """Where the check starts: the link of this record to the one before is taken as given."""
        row = next(self._reader.rows(after=seq - 1, upto=seq), None)
        if row is None:
            raise JournalDamaged(seq, "it is missing, and there is a snapshot of it", self._path)
        return Tip(seq=seq - 1, hash=row[6])

    @property
    def last_seq(self) -> int:
        return self._tip.seq

    @property
    def synced_seq(self) -> int:
        return self._durable.seq

    def append(self, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> None:
        rows = extend(self._tip, entries, snapshot)
        if not rows:
            return
        keys = [(str(entry.kind), entry.key) for entry in entries if entry.key]
        try:
            if keys:
                self._refuse_used(keys)
            self._insert(rows, snapshot)
        except FAULTS as error:
            raise self._given_up(error) from error
        self._tip = tip_of(rows[-1])

    def _refuse_used(self, keys: Sequence[tuple[str, str]]) -> None:
        if len(set(keys)) < len(keys):
            raise EntryRefused(f"{self._path}: one of the keys {sorted(keys)} comes twice")
        for kind, key in keys:
            used = self._db.execute(_USED[kind], (key,)).fetchone()
            if used is None and self._reader.origin is not None:
                used = self._db.execute(_USED_BEFORE[kind], (key,)).fetchone()
            if used is not None:
                raise EntryRefused(f"{self._path}: record {used[0]} has the key {key!r} already")

    def _insert(self, rows: Sequence[Row], snapshot: Snapshot | None) -> None:
        if self._tip is self._durable:
            self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany(_INSERT, rows)
            if snapshot is not None:
                kept = (snapshot.seq, snapshot.digest, snapshot.body)
                self._db.execute(_INSERT_SNAPSHOT, kept)
        except BaseException:
            # Half a batch may be in the transaction, and nobody must be able to commit that.
            self._take_back()
            raise

    def sync(self) -> None:
        if self._tip is self._durable:
            return
        try:
            self._db.execute(_PRUNE, (KEPT_SNAPSHOTS,))
            self._db.execute("COMMIT")
        except FAULTS as error:
            raise self._given_up(error) from error
        self._durable = self._tip

    def _given_up(self, error: Fault) -> JournalError:
        self._take_back()
        return explain(error, self._path)

    def _take_back(self) -> None:
        self._tip = self._durable
        # Where even this fails the transaction stays open, and the next append says so.
        with suppress(*FAULTS):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def records(self, after: int = 0) -> Iterator[Record]:
        return self._reader.records(after, self._durable.seq)

    def latest_snapshot(self) -> Snapshot | None:
        return self._reader.latest_snapshot(self._durable.seq)

    def by_key(self, key: str) -> tuple[Record, Record] | None:
        return self._reader.by_key(key, self._durable.seq)

    def sealed(self, token: str) -> Secret | None:
        return self._reader.sealed(token, self._durable.seq)

    def close(self) -> None:
        self._tip = self._durable
        self._held.close()
