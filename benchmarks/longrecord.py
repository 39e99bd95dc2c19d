"""Journals of any length, made quickly: real rounds repeated, and real play at the end.

The records of some played rounds are written again and again with new numbers and keys, chained
as they must be, without waiting for the disk. Behind them a table is switched on and plays until it
stands in the middle of a round, so that a start finds the same work to do in a file of any length.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, count, islice, repeat
from pathlib import Path

from benchmarks.tables import play, rig, settings
from tablectl.journal.chain import GENESIS, Row, link, named_seq
from tablectl.journal.layout import open_for_writing
from tablectl.journal.records import VERSION, Record, RecordKind, Snapshot
from tablectl.journal.sqlite import SqliteJournal
from tablectl.rig import EPOCH, Rig
from tablectl.table.apply import initial
from tablectl.words.canonical import dumps, loads, text
from tablectl.words.values import replace

PRESET = "recognising"
PLAYED = 1_000
"""Records at the end that are really played; no fewer than may pass between two snapshots."""
PATTERN = 10
"""Rounds of play that are written again and again."""
BYTES = 1_000
"""More than a record takes in the file, with its part of an index."""
_MARK = 987_654_321_987_654_321
_PAGE = 10_000
_INSERT = """INSERT INTO record (seq, time, kind, version, body, key, prev, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""


class DiskTooSmall(RuntimeError):
    """There is no room for a journal of that length."""


def build(path: Path, records: int) -> Path:
    """A journal of about so many records, in the middle of a round; `path`."""
    free = shutil.disk_usage(path.parent).free
    if free < 2 * records * BYTES:
        raise DiskTooSmall(f"{records:,} records want {2 * records * BYTES:,} bytes free in {path}")
    repeated = max(0, records - PLAYED) // PLAYED * PLAYED
    if repeated:
        _repeat(path, repeated)
    with closing(SqliteJournal(path)) as journal:
        # More rounds than there is room for, so that the table is not closed before.
        made = rig(PRESET, PLAYED, journal)
        while not _stands_midway(made, repeated):
            made.step()
    return path


def _stands_midway(made: Rig, after: int) -> bool:
    state = made.host.kernel.state
    return state.seq - after > PLAYED * 9 // 10 and state.round.step == "decisions"


# ---------------------------------------------------------------- records again and again


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A record with what changes in it taken out: a number, a key, or nothing."""

    kind: str
    key: str
    """What the key of each copy ends with; "" for a record without one."""
    before: str
    after: str
    back: int
    """How far before it the record stands that it names; 0 if it names none."""

    def body(self, seq: int, key: str) -> str:
        if self.back:
            return f"{self.before}{seq - self.back}{self.after}"
        return f"{self.before}{key}{self.after}" if self.after else self.before


def _repeat(path: Path, records: int) -> None:
    """A file of so many records, the last of which bind the snapshot of a table before opening."""
    patterns = _patterns()
    whole = _last_outcome(patterns, records)
    state = replace(initial(settings(PRESET)), seq=whole, time=EPOCH - 1)
    snapshot = Snapshot.taken(whole, text(state))
    rows = _rows(patterns, records, snapshot)
    with closing(open_for_writing(path)) as db:
        db.execute("PRAGMA synchronous = OFF")
        while page := list(islice(rows, _PAGE)):
            _write(db, page)
        kept = (snapshot.seq, snapshot.digest, snapshot.body)
        db.execute("INSERT INTO snapshot (seq, digest, body) VALUES (?, ?, ?)", kept)


def _last_outcome(patterns: Sequence[_Pattern], records: int) -> int:
    """The last record before the one of this number that is an outcome, if all are repeated."""
    return next(
        seq
        for seq in range(records - 1, 0, -1)
        if patterns[(seq - 1) % len(patterns)].kind == RecordKind.OUTCOME
    )


def _write(db: sqlite3.Connection, page: Sequence[Row]) -> None:
    db.execute("BEGIN")
    db.executemany(_INSERT, page)
    db.execute("COMMIT")


def _rows(patterns: Sequence[_Pattern], records: int, snapshot: Snapshot) -> Iterator[Row]:
    seq, prev = 0, GENESIS
    claim = _Pattern(RecordKind.SNAPSHOT.value, "", snapshot.claim, "", 0)
    repeated = chain.from_iterable(zip(repeat(copy), patterns) for copy in count())
    while seq < records:
        seq += 1
        copy, pattern = next(repeated)
        if seq > snapshot.seq:
            pattern = claim
        key = f"{copy:08}-{pattern.key}" if pattern.key else ""
        time = EPOCH - records + seq - 1
        fields = (seq, time, pattern.kind, VERSION, pattern.body(seq, key), key, prev)
        prev = link(fields)
        yield (*fields, prev)


def _patterns() -> list[_Pattern]:
    journal = play(rig(PRESET, PATTERN)).host.kernel.journal
    return [_pattern(each) for each in journal.records()]


def _pattern(record: Record) -> _Pattern:
    if record.kind in (RecordKind.OUTCOME, RecordKind.SNAPSHOT):
        marked = dumps({**loads(record.body), "of": _MARK})
        before, _, after = marked.partition(str(_MARK))
        return _Pattern(record.kind, "", before, after, record.seq - named_seq(record.body))
    before, _, after = record.body.partition(record.key) if record.key else (record.body, "", "")
    return _Pattern(record.kind, record.key, before, after, 0)
