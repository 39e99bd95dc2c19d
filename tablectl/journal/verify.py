"""The check of a whole journal, by command.

It recomputes every hash and looks at every rule that rows keep among themselves. It cannot see
what is not there any more: a journal whose last records were cut off is a shorter but sound one,
and whoever may write the file can also rewrite its end with new hashes. Both show only against a
head (number and hash of the last record) that was kept where the writer of the file cannot reach.
So each verification ends with the head: keep it, and give it to the next one.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tablectl.journal.chain import Finding, Row, Tip, cipher_in, flaws, named_seq, tip_of
from tablectl.journal.errors import JournalDamaged, JournalError
from tablectl.journal.faults import FAULTS, primary_code
from tablectl.journal.layout import check_identity, open_for_reading
from tablectl.journal.reading import Reader, snapshots_in
from tablectl.journal.records import INPUT_KINDS, KEPT_SNAPSHOTS, RecordKind, Snapshot
from tablectl.journal.seams import origin_findings

__all__ = ["Finding", "Verification", "verify"]

_ROWS = "SELECT seq, time, kind, version, body, key, prev, hash FROM record ORDER BY seq"
# Not by the index, which the one who doubled a key had to drop or to damage.
_DOUBLED_KEYS = """SELECT max(seq), min(seq), key FROM record NOT INDEXED
    WHERE key <> '' GROUP BY kind = 'sealed', key HAVING count(*) > 1 ORDER BY 1"""


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found. Notes are no faults: a clock may be set back."""

    path: Path
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    counts: Mapping[str, int]
    first_seq: int
    last_seq: int
    head: str

    @property
    def ok(self) -> bool:
        return not self.findings


def verify(path: Path, expected_head: tuple[int, str] | None = None) -> Verification:
    """Check the whole journal, and that it still has the head that somebody kept.

    JournalError if there is no file to be read; everything else is a finding.
    """
    examination = _Examination(path, expected_head)
    with examination.surviving("unreadable"), closing(open_for_reading(path)) as db:
        examination.examine(db)
    return examination.result()


class _Examination:
    """One pass over a journal and what it brought to light."""

    def __init__(self, path: Path, expected_head: tuple[int, str] | None) -> None:
        self._path = path
        self._expected_head = expected_head
        self._findings: list[Finding] = []
        self._notes: list[Finding] = []
        self._counts: Counter[str] = Counter()
        self._first = 0
        self._tip = Tip()
        self._unanswered: set[int] = set()
        self._claims: dict[int, tuple[int, str]] = {}

    def result(self) -> Verification:
        return Verification(
            path=self._path,
            findings=tuple(self._findings),
            notes=tuple(self._notes),
            counts=dict(self._counts),
            first_seq=self._first,
            last_seq=self._tip.seq,
            head=self._tip.hash,
        )

    @contextmanager
    def surviving(self, code: str) -> Iterator[None]:
        """Take an error of SQLite for a finding and go on with the next step."""
        try:
            yield
        except FAULTS as error:
            if primary_code(error) == sqlite3.SQLITE_CANTOPEN:
                raise JournalError(f"{self._path}: {error}. May it be read from here?") from error
            self._find(0, code, f"SQLite says: {error}")

    def examine(self, db: sqlite3.Connection) -> None:
        db.execute("BEGIN")  # one view of the file, whatever its writer does meanwhile
        try:
            check_identity(db, self._path)
        except JournalError as error:
            self._find(0, "foreign", str(error))
            return
        steps: tuple[Callable[[sqlite3.Connection], None], ...] = (
            self._check_integrity,
            self._check_origin,
            self._check_rows,
            self._check_keys,
            self._check_snapshots,
        )
        for step in steps:
            with self.surviving("unreadable"):
                step(db)
        self._check_kept_head()

    def _find(self, seq: int, code: str, problem: str) -> None:
        self._findings.append(Finding(seq, code, problem))

    def _check_integrity(self, db: sqlite3.Connection) -> None:
        for (line,) in db.execute("PRAGMA integrity_check"):
            if line != "ok":
                self._find(0, "integrity", f"SQLite says: {line}")

    def _check_origin(self, db: sqlite3.Connection) -> None:
        """A file that goes on from an archive begins where that ends."""
        try:
            reader = Reader(db, self._path)
            self._findings += origin_findings(reader)
        except JournalDamaged as error:
            self._find(error.seq, "origin", error.problem)
            return
        if reader.origin is None:
            return
        first, archive = reader.origin.first, reader.origin.archive
        self._tip = Tip(first - 1, reader.origin.prev)
        told = f"the records before it are in {archive}; verify both together"
        self._notes.append(Finding(first, "origin", told))

    # ------------------------------------------------------------ rows

    def _check_rows(self, db: sqlite3.Connection) -> None:
        try:
            for row in db.execute(_ROWS):
                self._check_row(db, row)
        except FAULTS as error:
            after = self._tip.seq
            self._find(after + 1, "unreadable", f"nothing after record {after} reads: {error}")
        for seq in sorted(self._unanswered):
            self._find(seq, "no_outcome", "the input has no outcome")

    def _check_row(self, db: sqlite3.Connection, row: Row) -> None:
        found = tuple(flaws(row, self._tip))
        self._findings += found
        if any(flaw.code == "malformed" for flaw in found):
            self._tip = Tip(self._tip.seq + 1, str(row[7]), self._tip.time)
            return
        self._note_clock(row)
        self._check_head_at(row)
        self._count(row)
        self._check_meaning(db, row)
        self._tip = tip_of(row)

    def _note_clock(self, row: Row) -> None:
        back = self._tip.time - row[1]
        if self._first and back > 0:
            self._notes.append(Finding(row[0], "clock", f"the clock went back by {back} us"))

    def _check_head_at(self, row: Row) -> None:
        if self._expected_head is None or row[0] != self._expected_head[0]:
            return
        kept = self._expected_head[1]
        if row[7] != kept:
            self._find(row[0], "head", f"its hash is {row[7]}, and the one kept is {kept}")

    def _count(self, row: Row) -> None:
        self._first = self._first or row[0]
        self._counts[row[2]] += 1

    def _check_meaning(self, db: sqlite3.Connection, row: Row) -> None:
        seq, kind, body = row[0], row[2], row[4]
        if kind in INPUT_KINDS:
            self._unanswered.add(seq)
        elif kind == RecordKind.OUTCOME:
            self._check_outcome(db, seq, named_seq(body))
        elif kind == RecordKind.SEALED:
            self._check_seal(seq, row[5], body)
        elif kind == RecordKind.SNAPSHOT:
            self._check_claim(seq, body)

    def _check_outcome(self, db: sqlite3.Connection, seq: int, of: int) -> None:
        if of in self._unanswered:
            self._unanswered.remove(of)
        elif not 0 < of < seq:
            self._find(seq, "stray_outcome", "the outcome names no earlier record")
        elif _is_input(db, of):
            self._find(seq, "second_outcome", f"record {of} has an outcome already")
        else:
            self._find(seq, "stray_outcome", f"record {of}, which it names, is no input")

    def _check_seal(self, seq: int, token: str, body: str) -> None:
        if not token:
            self._find(seq, "sealed", "the seal has no token")
        if not cipher_in(body):
            self._find(seq, "sealed", "the seal holds no cipher")

    def _check_claim(self, seq: int, body: str) -> None:
        of = named_seq(body)
        if not 0 < of < seq:
            self._find(seq, "snapshot", "the record names no earlier record as its snapshot")
            return
        self._claims[of] = (seq, body)

    # ------------------------------------------------------------ what rows share

    def _check_keys(self, db: sqlite3.Connection) -> None:
        for last, first, key in db.execute(_DOUBLED_KEYS):
            self._find(last, "doubled_key", f"record {first} has its key {key!r} already")

    def _check_snapshots(self, db: sqlite3.Connection) -> None:
        kept = snapshots_in(db)
        for snapshot in kept:
            self._check_snapshot(snapshot)
        newest = islice(sorted(self._claims, reverse=True), KEPT_SNAPSHOTS)
        for of in sorted(set(newest) - {snapshot.seq for snapshot in kept}):
            seq, _ = self._claims[of]
            self._find(seq, "snapshot", f"the snapshot as of record {of} is missing")

    def _check_snapshot(self, snapshot: Snapshot) -> None:
        if not snapshot.intact:
            self._find(snapshot.seq, "snapshot", "the snapshot as of it does not have its digest")
        _, claim = self._claims.get(snapshot.seq, (0, ""))
        if claim != snapshot.claim:
            self._find(snapshot.seq, "snapshot", "no record vouches for the snapshot as of it")

    def _check_kept_head(self) -> None:
        if self._expected_head is None:
            return
        seq, kept = self._expected_head
        if seq > self._tip.seq:
            self._find(
                self._tip.seq + 1,
                "head",
                f"the journal ends at record {self._tip.seq}, and the head kept is {seq} {kept}",
            )


def _is_input(db: sqlite3.Connection, seq: int) -> bool:
    found = db.execute("SELECT kind FROM record WHERE seq = ?", (seq,)).fetchone()
    return found is not None and found[0] in INPUT_KINDS
