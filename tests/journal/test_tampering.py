"""Whatever is changed in the file, the first bad record is named."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablectl.journal.chain import Row, Tip, extend, link
from tablectl.journal.errors import JournalDamaged
from tablectl.journal.records import Entry
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import Verification, verify
from tests.journal.books import NOON, act, append_act, append_snapshot, outcome, tampering

LENGTH = 12
SEQS = st.integers(min_value=1, max_value=LENGTH)
NUMBERS = st.integers(min_value=-(2**63), max_value=2**63 - 1)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=70)
UPDATES = {
    "time": "UPDATE record SET time = ? WHERE seq = ?",
    "kind": "UPDATE record SET kind = ? WHERE seq = ?",
    "version": "UPDATE record SET version = ? WHERE seq = ?",
    "key": "UPDATE record SET key = ? WHERE seq = ?",
    "body": "UPDATE record SET body = ? WHERE seq = ?",
    "prev": "UPDATE record SET prev = ? WHERE seq = ?",
    "hash": "UPDATE record SET hash = ? WHERE seq = ?",
}
VALUES = {
    "time": NUMBERS,
    "kind": st.sampled_from(["act", "outcome", "wake", "snapshot", "gossip"]),
    "version": NUMBERS,
    "key": TEXTS,
    "body": TEXTS,
    "prev": TEXTS,
    "hash": TEXTS,
}
INSERT = """INSERT INTO record (seq, time, kind, version, body, key, prev, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
CHAIN = {"missing", "repeated", "link", "hash", "kind", "version", "key", "malformed"}
Tamper = Callable[[sqlite3.Connection], object]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound journal of twelve records without a snapshot, closed."""
    path = tmp_path_factory.mktemp("tampering") / "sound.db"
    with closing(SqliteJournal(path)) as journal:
        for number in range(LENGTH // 2):
            append_act(journal, f"key-{number}", text=f"text {number}")
        journal.sync()
    assert verify(path).ok
    return path


def tampered(sound: Path, tamper: Tamper) -> Path:
    path = sound.with_name("tampered.db")
    for suffix in ("-wal", "-shm"):
        path.with_name(f"tampered.db{suffix}").unlink(missing_ok=True)
    shutil.copy(sound, path)
    with tampering(path) as db:
        tamper(db)
    return path


def first_broken(verification: Verification) -> int:
    """The first record at which the chain is broken."""
    return next(finding.seq for finding in verification.findings if finding.code in CHAIN)


def assert_found_at(seq: int, path: Path) -> None:
    assert first_broken(verify(path)) == seq
    with pytest.raises(JournalDamaged) as raised:
        SqliteJournal(path)
    assert raised.value.seq == seq


@given(seq=SEQS, field=st.sampled_from(sorted(UPDATES)), data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_changed_field_is_found(sound: Path, seq: int, field: str, data: st.DataObject) -> None:
    value = data.draw(VALUES[field])
    with closing(sqlite3.connect(sound)) as db:
        before = db.execute("SELECT * FROM record WHERE seq = ?", (seq,)).fetchone()
    assume(value not in before)

    path = tampered(sound, lambda db: db.execute(UPDATES[field], (value, seq)))

    assert_found_at(seq, path)


@given(seq=SEQS, number=NUMBERS)
@settings(max_examples=30, deadline=None)
def test_a_changed_number_is_found(sound: Path, seq: int, number: int) -> None:
    assume(not 1 <= number <= LENGTH)
    question = "UPDATE record SET seq = ? WHERE seq = ?"

    path = tampered(sound, lambda db: db.execute(question, (number, seq)))

    assert first_broken(verify(path)) in {seq, number}


@given(seq=st.integers(min_value=1, max_value=LENGTH - 1), more=st.integers(0, 3))
@settings(max_examples=25, deadline=None)
def test_removed_records_are_found(sound: Path, seq: int, more: int) -> None:
    last = min(seq + more, LENGTH - 1)
    question = "DELETE FROM record WHERE seq BETWEEN ? AND ?"

    path = tampered(sound, lambda db: db.execute(question, (seq, last)))

    assert_found_at(seq, path)


@given(seq=st.integers(min_value=1, max_value=LENGTH - 1))
@settings(max_examples=15, deadline=None)
def test_a_removed_record_is_found_though_the_rest_closed_up(sound: Path, seq: int) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM record WHERE seq = ?", (seq,))
        for later in range(seq + 1, LENGTH + 1):
            db.execute("UPDATE record SET seq = ? WHERE seq = ?", (later - 1, later))

    assert_found_at(seq, tampered(sound, tamper))


@given(seq=SEQS)
@settings(max_examples=15, deadline=None)
def test_an_inserted_record_is_found_though_its_own_hash_is_right(sound: Path, seq: int) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        for later in range(LENGTH, seq - 1, -1):
            db.execute("UPDATE record SET seq = ? WHERE seq = ?", (later + 1, later))
        (prev,) = db.execute("SELECT prev FROM record WHERE seq = ?", (seq + 1,)).fetchone()
        (row,) = extend(Tip(seq - 1, prev, NOON), [act("forged")])
        db.execute(INSERT, row)

    # The forged record continues the chain; the one after it does not.
    assert_found_at(seq + 1, tampered(sound, tamper))


@given(first=SEQS, second=SEQS)
@settings(max_examples=30, deadline=None)
def test_swapped_records_are_found(sound: Path, first: int, second: int) -> None:
    assume(first < second)

    def tamper(db: sqlite3.Connection) -> None:
        for old, new in ((first, -1), (second, first), (-1, second)):
            db.execute("UPDATE record SET seq = ? WHERE seq = ?", (new, old))

    assert_found_at(first, tampered(sound, tamper))


def test_a_changed_record_with_a_new_hash_is_found_at_the_next(sound: Path) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        *fields, prev = db.execute(
            "SELECT seq, time, kind, version, body, key, prev FROM record WHERE seq = 5"
        ).fetchone()
        fields[4] = '{"text":"forged"}'
        made = link((*fields, prev))
        db.execute("UPDATE record SET body = ?, hash = ? WHERE seq = 5", (fields[4], made))

    assert_found_at(6, tampered(sound, tamper))


def test_text_moved_between_key_and_body_is_found_though_the_hash_is_the_same(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteJournal(path)) as journal:
        journal.append([Entry(NOON, "act", '{"a":"|{}"}', "key"), outcome(1)])
        journal.sync()
    with tampering(path) as db:
        db.execute("""UPDATE record SET key = 'key|{"a":"', body = '{}"}' WHERE seq = 1""")

    assert {finding.code for finding in verify(path).findings} == {"key"}
    assert_found_at(1, path)


def test_bytes_that_are_no_text_are_found(sound: Path) -> None:
    question = "UPDATE record SET body = CAST(x'7bff7d' AS TEXT) WHERE seq = 3"

    assert_found_at(3, tampered(sound, lambda db: db.execute(question)))


def test_a_table_without_its_types_is_found(sound: Path) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE record RENAME TO typed")
        db.execute("CREATE TABLE record (seq, time, kind, version, key, body, prev, hash)")
        db.execute("INSERT INTO record SELECT * FROM typed ORDER BY seq")
        db.execute("UPDATE record SET time = CAST(time AS TEXT) WHERE seq = 7")

    assert_found_at(7, tampered(sound, tamper))


def test_a_doubled_row_is_found(sound: Path) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE record RENAME TO typed")
        db.execute("CREATE TABLE record (seq, time, kind, version, key, body, prev, hash)")
        db.execute("INSERT INTO record SELECT * FROM typed ORDER BY seq")
        db.execute("INSERT INTO record SELECT * FROM typed WHERE seq = 4")

    assert_found_at(4, tampered(sound, tamper))


# ---------------------------------------------------------------- what the chain alone cannot see


def head_of(path: Path) -> tuple[int, str]:
    verification = verify(path)
    return verification.last_seq, verification.head


@given(kept=st.integers(min_value=0, max_value=LENGTH // 2 - 1))
@settings(max_examples=10, deadline=None)
def test_a_cut_tail_is_found_only_with_a_head_that_was_kept(sound: Path, kept: int) -> None:
    head = head_of(sound)
    question = "DELETE FROM record WHERE seq > ?"

    path = tampered(sound, lambda db: db.execute(question, (2 * kept,)))

    assert verify(path).findings == ()
    (finding,) = verify(path, expected_head=head).findings
    assert (finding.seq, finding.code) == (2 * kept + 1, "head")


def test_a_rewritten_tail_is_found_only_with_a_head_that_was_kept(sound: Path) -> None:
    head = head_of(sound)

    def tamper(db: sqlite3.Connection) -> None:
        (seq, kept) = db.execute("SELECT seq, hash FROM record WHERE seq = 8").fetchone()
        forged: list[Row] = extend(
            Tip(seq, kept), [act(text="forged"), outcome(9), act("again"), outcome(11)]
        )
        db.execute("DELETE FROM record WHERE seq > 8")
        db.executemany(INSERT, forged)

    path = tampered(sound, tamper)

    assert verify(path).findings == ()
    (finding,) = verify(path, expected_head=head).findings
    assert (finding.seq, finding.code) == (LENGTH, "head")


def test_a_head_kept_earlier_still_fits_a_journal_that_grew(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteJournal(path)) as journal:
        append_act(journal)
        journal.sync()
        head = head_of(path)
        append_act(journal)
        append_snapshot(journal, "state")
        journal.sync()

    assert verify(path, expected_head=head).findings == ()
    assert verify(path, expected_head=(head[0], "0" * 64)).findings[0].seq == head[0]
