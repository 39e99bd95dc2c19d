"""A journal in memory that models durability: for simulation, and for tests of the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tablectl.journal.chain import Row, Tip, cipher_in, extend, first_outcome, tip_of
from tablectl.journal.errors import EntryRefused, JournalDamaged, JournalError, JournalFull
from tablectl.journal.records import KEPT_SNAPSHOTS, Entry, Record, RecordKind, Snapshot
from tablectl.words.cards import Secret

_WHERE = "the journal in memory"
# An act and a seal may have the same key.
_Key: TypeAlias = tuple[str, str]
# What one append added; it survives a crash as a whole or not at all.
_Batch: TypeAlias = tuple[list[Row], Snapshot | None]


class MemoryJournal:
    """Records are pending until `sync`. While `full` is set, every sync fails as on a full disk."""

    def __init__(self) -> None:
        self.full = False
        self._rows: list[Row] = []
        self._keys: dict[_Key, int] = {}
        self._snapshots: dict[int, Snapshot] = {}
        self._pending: list[_Batch] = []
        self._pending_keys: set[_Key] = set()
        self._tip = self._durable = Tip()
        self._closed = False

    @property
    def last_seq(self) -> int:
        return self._tip.seq

    @property
    def synced_seq(self) -> int:
        return self._durable.seq

    def append(self, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> None:
        if self._closed:
            raise JournalError(f"{_WHERE} is closed")
        rows = extend(self._tip, entries, snapshot)
        if not rows:
            return
        keys = [(str(entry.kind), entry.key) for entry in entries if entry.key]
        if keys:
            self._reserve(keys)
        self._pending.append((rows, snapshot))
        self._tip = tip_of(rows[-1])

    def _reserve(self, keys: Sequence[_Key]) -> None:
        fresh = set(keys)
        if len(fresh) < len(keys) or fresh & self._pending_keys or fresh & self._keys.keys():
            raise EntryRefused(f"{_WHERE}: one of the keys {sorted(fresh)} is used already")
        self._pending_keys |= fresh

    def sync(self) -> None:
        if not self._pending:
            return
        if self.full:
            self._drop_pending()
            raise JournalFull(_WHERE, "it was told to be full")
        for batch in self._pending:
            self._keep(batch)
        self._durable = self._tip
        self._drop_pending()

    def _keep(self, batch: _Batch) -> None:
        rows, snapshot = batch
        self._rows += rows
        for row in rows:
            if row[5]:
                self._keys[row[2], row[5]] = row[0]
        if snapshot is None:
            return
        self._snapshots[snapshot.seq] = snapshot
        for seq in sorted(self._snapshots)[:-KEPT_SNAPSHOTS]:
            del self._snapshots[seq]

    def _drop_pending(self) -> None:
        self._pending.clear()
        self._pending_keys.clear()
        self._tip = self._durable

    def records(self, after: int = 0) -> Iterator[Record]:
        return (Record(*row) for row in self._durable_rows(after))

    def _durable_rows(self, after: int) -> Iterator[Row]:
        return map(self._rows.__getitem__, range(max(after, 0), len(self._rows)))

    def latest_snapshot(self) -> Snapshot | None:
        for _, snapshot in sorted(self._snapshots.copy().items(), reverse=True):
            if snapshot.intact and self._is_claimed(snapshot):
                return snapshot
        return None

    def _is_claimed(self, snapshot: Snapshot) -> bool:
        claim = (RecordKind.SNAPSHOT, snapshot.claim)
        return any((row[2], row[4]) == claim for row in self._durable_rows(snapshot.seq))

    def by_key(self, key: str) -> tuple[Record, Record] | None:
        seq = self._keys.get((RecordKind.ACT.value, key))
        if seq is None:
            return None
        outcome = first_outcome(seq, self._durable_rows(seq))
        if outcome is None:
            raise JournalDamaged(seq, "the act has no outcome", _WHERE)
        return Record(*self._rows[seq - 1]), Record(*outcome)

    def sealed(self, token: str) -> Secret | None:
        seq = self._keys.get((RecordKind.SEALED.value, token))
        return None if seq is None else Secret(token, cipher_in(self._rows[seq - 1][4]))

    def close(self) -> None:
        self._drop_pending()
        self._closed = True

    def crash(self, keep_pending: int = 0) -> MemoryJournal:
        """The journal that a restarted process would find.

        A crash during sync may come after the disk took something: then the first `keep_pending`
        appends are there, though nobody was told so.
        """
        found = MemoryJournal()
        found._rows = self._rows.copy()
        found._keys = self._keys.copy()
        found._snapshots = self._snapshots.copy()
        for batch in self._pending[:keep_pending]:
            found._keep(batch)
        if found._rows:
            found._tip = found._durable = tip_of(found._rows[-1])
        return found
