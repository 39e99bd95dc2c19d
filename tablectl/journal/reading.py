"""Reading a journal file, beside its writer or without."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tablectl.journal.chain import Row, cipher_in, first_outcome
from tablectl.journal.errors import JournalDamaged
from tablectl.journal.faults import explained
from tablectl.journal.layout import is_continued
from tablectl.journal.quiet import QuietFile
from tablectl.journal.records import Record, Snapshot, key_fits
from tablectl.words.cards import Secret
from tablectl.words.values import value

_PAGE = 512
_NEVER = 2**63 - 1
UNVOUCHED = "no record vouches for the state that it begins with"

_ROWS = """SELECT seq, time, kind, version, body, key, prev, hash FROM record
    WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"""
_ROWS_BACK = """SELECT seq, time, kind, version, body, key, prev, hash FROM record
    WHERE seq < ? ORDER BY seq DESC LIMIT ?"""
# Each with the conditions of its index, without which SQLite would not use it.
_BY_KEY = """SELECT seq, time, kind, version, body, key, prev, hash FROM record
    WHERE kind = 'act' AND key = ? AND key <> '' AND seq <= ?"""
_SEALED = "SELECT body FROM record WHERE kind = 'sealed' AND key = ? AND seq <= ?"
_REMEMBERED_ROWS = """SELECT seq, time, kind, version, body, key, prev, hash FROM remembered
    WHERE seq > ? ORDER BY seq LIMIT ?"""
_REMEMBERED_BY_KEY = """SELECT seq, time, kind, version, body, key, prev, hash FROM remembered
    WHERE kind = 'act' AND key = ? AND key <> ''"""
_REMEMBERED_SEAL = "SELECT body FROM remembered WHERE kind = 'sealed' AND key = ?"
_USED_AGAIN = """SELECT record.seq, record.key FROM record JOIN remembered
    ON record.kind = remembered.kind AND record.key = remembered.key
    WHERE record.key <> '' ORDER BY record.seq"""
_CLAIM = """SELECT 1 FROM record
    WHERE seq > ? AND seq <= ? AND kind = 'snapshot' AND body = ? LIMIT 1"""
# A table that was made anew without its types may hold anything.
_SNAPSHOTS = """SELECT seq, digest, body FROM snapshot
    WHERE typeof(seq) = 'integer' AND typeof(digest) = 'text' AND typeof(body) = 'text'
    ORDER BY seq DESC"""

# In one question: a writer may go on between two.
_BEYOND = """SELECT max(seq), (SELECT coalesce(max(seq), 0) FROM record) AS last FROM snapshot
    WHERE typeof(seq) = 'integer' AND seq > (SELECT coalesce(max(seq), 0) FROM record)"""


def snapshots_in(db: sqlite3.Connection) -> list[Snapshot]:
    """The snapshots in the file, newest first, good or bad."""
    return [Snapshot(*row) for row in db.execute(_SNAPSHOTS)]


@value
class Origin:
    """Where a file begins that does not begin with record 1.

    `first` is its first record, which is in the archive too, and `prev` the hash of the one before
    it. `snapshot` is the state as of that first record.
    """

    first: int
    prev: str
    archive: str
    """The name of the file that has the records before it."""
    snapshot: Snapshot


def origin_in(db: sqlite3.Connection) -> Origin | None:
    """Where the file begins; None for one that begins with record 1."""
    if not is_continued(db):
        return None
    found = db.execute("SELECT first, prev, archive, seq, digest, body FROM origin").fetchone()
    if found is None:
        return None
    first, prev, archive, *snapshot = found
    return Origin(first, prev, archive, Snapshot(*snapshot))


class Reader:
    """What a journal file holds up to record `upto`. It trusts the rows; `verify` does not."""

    def __init__(self, source: sqlite3.Connection | QuietFile, where: Path) -> None:
        self._source = source
        self._where = where
        with explained(where):
            self.origin = origin_in(self._db)

    @property
    def _db(self) -> sqlite3.Connection:
        return self._source.db if isinstance(self._source, QuietFile) else self._source

    @property
    def where(self) -> Path:
        return self._where

    @property
    def origins(self) -> int:
        """How often the file says where it begins: once, if it goes on from an archive."""
        if self.origin is None:
            return 0
        with explained(self._where):
            (number,) = self._db.execute("SELECT count(*) FROM origin").fetchone()
        return int(number)

    @property
    def first_seq(self) -> int:
        """The first record in the file; 0 if there is none."""
        with explained(self._where):
            (first,) = self._db.execute("SELECT coalesce(min(seq), 0) FROM record").fetchone()
        return int(first)

    @property
    def last_seq(self) -> int:
        with explained(self._where):
            (last,) = self._db.execute("SELECT coalesce(max(seq), 0) FROM record").fetchone()
        return int(last)

    def check_end(self) -> None:
        """JournalDamaged where there is a snapshot of a record that is not there any more."""
        with explained(self._where):
            beyond, last = self._db.execute(_BEYOND).fetchone()
        if beyond is not None:
            problem = f"it is missing, and there is a snapshot of record {beyond}: the end was cut"
            raise JournalDamaged(last + 1, problem, self._where)

    def records(self, after: int = 0, upto: int = _NEVER) -> Iterator[Record]:
        return (Record(*row) for row in self.rows(after, upto))

    def rows(self, after: int = 0, upto: int = _NEVER) -> Iterator[Row]:
        # Page by page: an open statement would hold up the checkpoints of the writer.
        while page := self._page(after, upto):
            yield from page
            after = page[-1][0]

    def _page(self, after: int, upto: int) -> list[Row]:
        with explained(self._where):
            return self._db.execute(_ROWS, (after, upto, _PAGE)).fetchall()

    def rows_back(self, before: int = _NEVER) -> Iterator[Row]:
        """The rows with a lower number, newest first."""
        while page := self._page_back(before):
            yield from page
            before = page[-1][0]

    def _page_back(self, before: int) -> list[Row]:
        with explained(self._where):
            return self._db.execute(_ROWS_BACK, (before, _PAGE)).fetchall()

    def remembered(self, after: int = 0) -> Iterator[Row]:
        """The records of archives that this file keeps."""
        while self.origin is not None and (page := self._remembered_page(after)):
            yield from page
            after = page[-1][0]

    def _remembered_page(self, after: int) -> list[Row]:
        with explained(self._where):
            return self._db.execute(_REMEMBERED_ROWS, (after, _PAGE)).fetchall()

    def used_again(self) -> list[tuple[int, str]]:
        """Records with a key that this file remembers of an archive."""
        with explained(self._where):
            return [] if self.origin is None else self._db.execute(_USED_AGAIN).fetchall()

    def latest_snapshot(self, upto: int = _NEVER) -> Snapshot | None:
        """The newest snapshot that its digest and its record in the chain both vouch for."""
        return next(self.good_snapshots(upto), None)

    def good_snapshots(self, upto: int = _NEVER) -> Iterator[Snapshot]:
        """The snapshots that digest and chain vouch for, newest first."""
        with explained(self._where):
            newest_first = snapshots_in(self._db)
        for snapshot in newest_first:
            if self.vouches_for(snapshot, upto):
                yield snapshot

    def vouches_for(self, snapshot: Snapshot, upto: int = _NEVER) -> bool:
        """Whether digest and chain both do."""
        if not snapshot.intact:
            return False
        wanted = (snapshot.seq, upto, snapshot.claim)
        with explained(self._where):
            return self._db.execute(_CLAIM, wanted).fetchone() is not None

    def by_key(self, key: str, upto: int = _NEVER) -> tuple[Record, Record] | None:
        """The act with this key and its outcome."""
        if not key_fits(key):
            return None
        with explained(self._where):
            act = self._db.execute(_BY_KEY, (key, upto)).fetchone()
            if act is None and self.origin is not None:
                act = self._db.execute(_REMEMBERED_BY_KEY, (key,)).fetchone()
        if act is None:
            return None
        seq = act[0]
        is_here = self.origin is None or seq >= self.origin.first
        outcome = first_outcome(seq, self.rows(seq, upto) if is_here else self.remembered(seq))
        if outcome is None:
            raise JournalDamaged(seq, "the act has no outcome", self._where)
        return Record(*act), Record(*outcome)

    def sealed(self, token: str, upto: int = _NEVER) -> Secret | None:
        """What is sealed under this token; an empty cipher if the record is none."""
        if not key_fits(token):
            return None
        with explained(self._where):
            found = self._db.execute(_SEALED, (token, upto)).fetchone()
            if found is None and self.origin is not None:
                found = self._db.execute(_REMEMBERED_SEAL, (token,)).fetchone()
        return None if found is None else Secret(token, cipher_in(found[0]))

    def close(self) -> None:
        self._source.close()
