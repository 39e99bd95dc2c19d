"""The check of a whole journal, by command.

It recomputes every hash and looks at every rule that rows keep among themselves. It cannot see
what is not there any more: a journal whose last records were cut off is a shorter but sound one,
and whoever may write the file can also rewrite its end with new hashes. Both show only against
what was kept where the writer of the file cannot reach: a head (number and hash of the last
record), or a checkpoint, which is a head that somebody signed. So each verification ends with the
head: keep it, and give it to the next one.

The memory that it takes does not grow with the journal, nor with how much is wrong with it.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tablectl.journal.chain import (
    GENESIS,
    WAITING,
    Row,
    Tip,
    cipher_in,
    flaws,
    follows,
    named_seq,
    tip_of,
)
from tablectl.journal.checkpoints import Checkpoint, against
from tablectl.journal.errors import JournalDamaged, JournalError
from tablectl.journal.faults import FAULTS, primary_code
from tablectl.journal.findings import Code, Finding
from tablectl.journal.layout import check_identity
from tablectl.journal.quiet import open_for_reading, standing
from tablectl.journal.reading import Reader
from tablectl.journal.records import INPUT_KINDS, KEPT_SNAPSHOTS, RecordKind, Snapshot
from tablectl.journal.seams import origin_findings
from tablectl.journal.structure import disorder, foreign_parts, is_untyped, wrong_size

__all__ = ["MOST_OF_A_CODE", "Finding", "Head", "Verification", "head_in", "verify"]

Head = tuple[int, str]
"""The number and the hash of a last record."""
_HEAD = re.compile(r"(\d+)[: ]([0-9a-f]{64})")

MOST_OF_A_CODE = 1_000
"""Findings and notes of one code that are told one by one; further ones are counted."""
_PAGE = 500

_ROWS = "SELECT seq, time, kind, version, body, key, prev, hash FROM record ORDER BY seq"
# Not by the index, which the one who doubled a key had to drop or to damage.
_DOUBLED_KEYS = """SELECT max(seq), min(seq), key, kind = 'sealed' FROM record NOT INDEXED
    WHERE key <> '' GROUP BY kind = 'sealed', key HAVING count(*) > 1 ORDER BY 1"""
_SNAPSHOTS = "SELECT seq, digest, body FROM snapshot ORDER BY seq DESC"
_SNAPSHOT_TYPES = (int, str, str)


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
    untold: Mapping[str, int]
    """By code, how many more findings and notes there are than are told one by one."""

    @property
    def ok(self) -> bool:
        return not self.findings

    def check(self) -> None:
        """JournalDamaged where anything was found."""
        for finding in self.findings:
            raise JournalDamaged(finding.seq, finding.problem, self.path)


def head_in(written: str) -> Head:
    """A head as `run` and `verify` print it; ValueError for anything else."""
    found = _HEAD.fullmatch(written.strip().lower())
    if found is None:
        wanted = "a number, a colon and 64 hexadecimal digits"
        raise ValueError(f"{written!r} is no head; that is {wanted}")
    return int(found[1]), found[2]


def verify(
    path: Path,
    expected_head: Head | None = None,
    checkpoints: Sequence[Checkpoint] = (),
    passed: Callable[[int], None] = lambda _: None,
) -> Verification:
    """Check the whole journal, and that it still has what somebody kept of it.

    `passed` is told now and then which record was looked at last; where something does not read,
    the records are gone through a second time. JournalError if there is no file to be read;
    everything else is a finding. The signatures of checkpoints are not looked at here.
    """
    before = standing(path)
    made = _examined(path, expected_head, checkpoints, passed)
    if made.ok or before.in_use or standing(path) == before:
        return made
    # A writer came while the file was read as one that does not change.
    return _examined(path, expected_head, checkpoints, passed)


def _examined(
    path: Path,
    expected_head: Head | None,
    checkpoints: Sequence[Checkpoint],
    passed: Callable[[int], None],
) -> Verification:
    try:
        return _Examination(path, expected_head, checkpoints, passed, strict=True).made()
    except _NotText:
        return _Examination(path, expected_head, checkpoints, passed, strict=False).made()


class _NotText(Exception):
    """Something did not read while only UTF-8 was taken for text."""


class _Examination:
    """One pass over a journal and what it brought to light.

    A strict one leaves it to SQLite to make text of bytes, which takes less time, and gives up
    where that fails. The other takes every byte as it is, so that the record can be named.
    """

    def __init__(
        self,
        path: Path,
        expected_head: Head | None,
        checkpoints: Sequence[Checkpoint],
        passed: Callable[[int], None],
        *,
        strict: bool,
    ) -> None:
        self._path = path
        self._passed = passed
        self._strict = strict
        self._expected_head = expected_head
        self._checkpoints = checkpoints
        self._findings: list[Finding] = []
        self._notes: list[Finding] = []
        self._told: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._first = 0
        self._tip = Tip()
        # The hashes of the records that somebody kept something of, as they are met.
        self._watched = {seq for each in checkpoints for seq in (each.first, each.last)}
        if expected_head is not None:
            self._watched.add(expected_head[0])
        self._hashes = {0: GENESIS}
        # In the order of the rows, so that the oldest is the first.
        self._unanswered: dict[int, None] = {}
        # The newest snapshots that records vouch for, oldest first.
        self._claims: dict[int, tuple[int, str]] = {}

    def made(self) -> Verification:
        with self._surviving(), closing(open_for_reading(self._path)) as db:
            if self._strict:
                db.text_factory = str
            self._examine(db)
        return self._result()

    def _result(self) -> Verification:
        return Verification(
            path=self._path,
            findings=tuple(self._findings),
            notes=tuple(self._notes),
            counts=dict(self._counts),
            first_seq=self._first,
            last_seq=self._tip.seq,
            head=self._tip.hash,
            untold={
                code: number - MOST_OF_A_CODE
                for code, number in self._told.items()
                if number > MOST_OF_A_CODE
            },
        )

    @contextmanager
    def _surviving(self) -> Iterator[None]:
        """Take an error of SQLite for a finding and go on with the next step."""
        try:
            yield
        except FAULTS as error:
            if primary_code(error) == sqlite3.SQLITE_CANTOPEN:
                raise JournalError(f"{self._path}: {error}. May it be read from here?") from error
            if self._strict:
                raise _NotText from error
            self._find(0, Code.UNREADABLE, f"SQLite says: {error}")

    def _examine(self, db: sqlite3.Connection) -> None:
        db.execute("BEGIN")  # one view of the file, whatever its writer does meanwhile
        try:
            check_identity(db, self._path)
        except JournalError as error:
            self._find(0, Code.FOREIGN, str(error))
            return
        steps: tuple[Callable[[sqlite3.Connection], None], ...] = (
            self._check_structure,
            self._check_origin,
            self._check_rows,
            self._check_keys,
            self._check_snapshots,
        )
        for step in steps:
            with self._surviving():
                step(db)
        self._check_what_was_kept()

    def _find(self, seq: int, code: str, problem: str) -> None:
        self._tell(Finding(seq, code, problem))

    def _tell(self, finding: Finding) -> None:
        self._told[finding.code] += 1
        if self._told[finding.code] <= MOST_OF_A_CODE:
            (self._notes if finding.code == Code.CLOCK else self._findings).append(finding)

    def _check_structure(self, db: sqlite3.Connection) -> None:
        for found in (foreign_parts(db), wrong_size(db, self._path), disorder(db)):
            for finding in found:
                self._tell(finding)
        if is_untyped(db):
            note = "its tables were made by a SQLite before 3.37, which cannot keep to types"
            self._notes.append(Finding(0, Code.SCHEMA, note))

    def _check_origin(self, db: sqlite3.Connection) -> None:
        """A file that goes on from an archive begins where that ends."""
        try:
            reader = Reader(db, self._path)
            for finding in origin_findings(reader):
                self._tell(finding)
        except JournalDamaged as error:
            self._find(error.seq, Code.ORIGIN, error.problem)
            return
        if reader.origin is None:
            return
        first, archive = reader.origin.first, reader.origin.archive
        self._tip = Tip(first - 1, reader.origin.prev)
        told = f"the records before it are in {archive}; verify both together"
        self._notes.append(Finding(first, Code.ORIGIN, told))

    # ------------------------------------------------------------ rows

    def _check_rows(self, db: sqlite3.Connection) -> None:
        try:
            for row in self._rows(db):
                self._check_row(db, row)
        except FAULTS as error:
            if self._strict:
                raise _NotText from error
            after = self._tip.seq
            problem = f"nothing after record {after} reads: {error}"
            self._find(after + 1, Code.UNREADABLE, problem)
        for seq in self._unanswered:
            self._find(seq, Code.NO_OUTCOME, "the input has no outcome")

    def _rows(self, db: sqlite3.Connection) -> Iterator[Row]:
        """Many at a time take less time. One by one, all that come before a fault are seen."""
        found = db.execute(_ROWS)
        while page := found.fetchmany(_PAGE if self._strict else 1):
            yield from page
            self._passed(self._tip.seq)

    def _check_row(self, db: sqlite3.Connection, row: Row) -> None:
        if not follows(row, self._tip) and not self._is_readable(row):
            self._tip = Tip(self._tip.seq + 1, str(row[7]), self._tip.time)
            return
        seq, time, kind = row[:3]
        if time < self._tip.time and self._first:
            back = self._tip.time - time
            self._find(seq, Code.CLOCK, f"the clock went back by {back} us")
        if seq in self._watched:
            self._hashes[seq] = row[7]
        self._first = self._first or seq
        self._counts[kind] += 1
        self._check_meaning(db, row)
        self._tip = tip_of(row)

    def _is_readable(self, row: Row) -> bool:
        """Tell what is wrong with a row; whether it can be read all the same."""
        readable = True
        for flaw in flaws(row, self._tip):
            self._tell(flaw)
            readable = readable and flaw.code != Code.MALFORMED
        return readable

    def _check_meaning(self, db: sqlite3.Connection, row: Row) -> None:
        seq, kind, body = row[0], row[2], row[4]
        if kind in INPUT_KINDS:
            self._await_outcome(seq)
        elif kind == RecordKind.OUTCOME:
            self._check_outcome(db, seq, named_seq(body))
        elif kind == RecordKind.SEALED:
            self._check_seal(seq, row[5], body)
        elif kind == RecordKind.SNAPSHOT:
            self._check_claim(seq, body)

    def _await_outcome(self, seq: int) -> None:
        self._unanswered[seq] = None
        if len(self._unanswered) > WAITING:
            oldest = next(iter(self._unanswered))
            del self._unanswered[oldest]
            self._find(oldest, Code.NO_OUTCOME, "the input has no outcome")

    def _check_outcome(self, db: sqlite3.Connection, seq: int, of: int) -> None:
        if of in self._unanswered:
            del self._unanswered[of]
        elif not 0 < of < seq:
            self._find(seq, Code.STRAY_OUTCOME, "the outcome names no earlier record")
        elif _is_input(db, of):
            self._find(seq, Code.SECOND_OUTCOME, f"record {of} has an outcome already")
        else:
            self._find(seq, Code.STRAY_OUTCOME, f"record {of}, which it names, is no input")

    def _check_seal(self, seq: int, token: str, body: str) -> None:
        if not token:
            self._find(seq, Code.SEALED, "the seal has no token")
        if not cipher_in(body):
            self._find(seq, Code.SEALED, "the seal holds no cipher")

    def _check_claim(self, seq: int, body: str) -> None:
        of = named_seq(body)
        if not 0 < of < seq:
            self._find(seq, Code.SNAPSHOT, "the record names no earlier record as its snapshot")
            return
        self._claims[of] = (seq, body)
        if len(self._claims) > KEPT_SNAPSHOTS:
            del self._claims[min(self._claims)]

    # ------------------------------------------------------------ what rows share

    def _check_keys(self, db: sqlite3.Connection) -> None:
        for last, first, key, sealed in db.execute(_DOUBLED_KEYS):
            which = "token" if sealed else f"key {key!r}"  # a token is nobody's business
            self._find(last, Code.DOUBLED_KEY, f"record {first} has its {which} already")

    def _check_snapshots(self, db: sqlite3.Connection) -> None:
        missing = dict(self._claims)
        for row in db.execute(_SNAPSHOTS):
            if tuple(map(type, row)) != _SNAPSHOT_TYPES:
                self._find(0, Code.SNAPSHOT, "a field of a snapshot has a wrong type")
                continue
            snapshot = Snapshot(*row)
            self._check_snapshot(snapshot)
            missing.pop(snapshot.seq, None)
        for of, (seq, _) in sorted(missing.items()):
            self._find(seq, Code.SNAPSHOT, f"the snapshot as of record {of} is missing")

    def _check_snapshot(self, snapshot: Snapshot) -> None:
        if not snapshot.intact:
            problem = "the snapshot as of it does not have its digest"
            self._find(snapshot.seq, Code.SNAPSHOT, problem)
        _, claim = self._claims.get(snapshot.seq, (0, ""))
        if claim != snapshot.claim:
            problem = "no record vouches for the snapshot as of it, or not for one so old"
            self._find(snapshot.seq, Code.SNAPSHOT, problem)

    # ------------------------------------------------------------ what was kept elsewhere

    def _check_what_was_kept(self) -> None:
        for checkpoint in self._checkpoints:
            for finding in against(checkpoint, self._hashes, self._first, self._tip.seq):
                self._tell(finding)
        if self._expected_head is None:
            return
        seq, kept = self._expected_head
        last = self._tip.seq
        if seq > last:
            problem = f"the journal ends at record {last}, and the head kept is {seq} {kept}"
            self._find(last + 1, Code.HEAD, problem)
        elif self._hashes.get(seq) != kept:
            there = self._hashes.get(seq, "not there")
            self._find(seq, Code.HEAD, f"its hash is {there}, and the one kept is {kept}")


def _is_input(db: sqlite3.Connection, seq: int) -> bool:
    found = db.execute("SELECT kind FROM record WHERE seq = ?", (seq,)).fetchone()
    return found is not None and found[0] in INPUT_KINDS
