"""Any change in any stored column of any row, in every table of the file, is found.

The journal is one of real play, with seals and snapshots in it. Whoever tampers takes SQLite's own
guards away first (types, NOT NULL, indexes) and puts all of them back, so nothing but the chain and
what is checked against it can tell.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from benchmarks.tables import play, rig
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify

Stored = int | float | str | bytes | None

RECORD = ("seq", "time", "kind", "version", "key", "body", "prev", "hash")
SNAPSHOT = ("seq", "digest", "body")
SCHEMA = ("type", "name", "tbl_name", "rootpage", "sql")
COLUMNS = {"record": RECORD, "snapshot": SNAPSHOT, "sqlite_master": SCHEMA}
PLACES = [(table, column) for table, columns in COLUMNS.items() for column in columns]
UNGUARDED = {
    "record": "CREATE TABLE record (seq INTEGER PRIMARY KEY, "
    "time, kind, version, key, body, prev, hash)",
    "snapshot": "CREATE TABLE snapshot (seq INTEGER PRIMARY KEY, digest, body)",
}
NUMBERS = st.integers(min_value=-(2**63), max_value=2**63 - 1)
ANYTHING = st.one_of(
    NUMBERS,
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=70),
    st.binary(max_size=20),
    st.none(),
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("columns") / "sound.db"
    with closing(SqliteJournal(path)) as journal:
        play(rig("recognising", 2, journal))
    verification = verify(path)
    assert verification.ok
    assert {"act", "observation", "sealed", "snapshot"} <= set(verification.counts)
    return path


def copied(sound: Path) -> Path:
    path = sound.with_name("tampered.db")
    for suffix in ("-wal", "-shm", "-journal"):
        path.with_name(f"tampered.db{suffix}").unlink(missing_ok=True)
    shutil.copy(sound, path)
    return path


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA writable_schema = ON")
        yield db


def rewritten(path: Path, texts: list[tuple[str, str]]) -> None:
    """Put these texts into the table of tables, without anybody else noticing."""
    with opened(path) as db:
        db.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?", texts)


def change(path: Path, table: str, column: str, rowid: int, value: Stored) -> None:
    with opened(path) as db:
        parts = db.execute("SELECT sql, name FROM sqlite_master").fetchall()
        indexes = [sql for sql, _ in parts if "INDEX" in sql]
    if table == "sqlite_master":
        with opened(path) as db:
            db.execute(f"UPDATE sqlite_master SET {column} = ? WHERE rowid = ?", (value, rowid))
        return
    rewritten(path, [(sql, name) for name, sql in UNGUARDED.items()])
    with opened(path) as db:
        db.execute("DROP INDEX record_act")
        db.execute("DROP INDEX record_seal")
        db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, rowid))
    rewritten(path, [part for part in parts if part[1] in UNGUARDED])
    with opened(path) as db:
        for sql in indexes:
            with suppress(sqlite3.Error):  # two records may have one key by now
                db.execute(sql)


def altered(value: Stored, data: st.DataObject) -> Stored:
    """The value with one character changed, or something else altogether."""
    if isinstance(value, str) and value and data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(value) - 1))
        put = data.draw(st.characters(exclude_categories=["Cs"]))
        return value[:place] + put + value[place + 1 :]
    if isinstance(value, int) and data.draw(st.booleans()):
        return value + data.draw(st.sampled_from([-1, 1]))
    return data.draw(ANYTHING)


@given(place=st.sampled_from(PLACES), data=st.data())
@settings(max_examples=150, deadline=None)
def test_any_change_in_any_column_is_found(
    sound: Path, place: tuple[str, str], data: st.DataObject
) -> None:
    table, column = place
    with opened(sound) as db:
        rows = db.execute(f"SELECT rowid, {column} FROM {table}").fetchall()
    rowid, before = data.draw(st.sampled_from(rows))
    value = altered(before, data)
    assume((type(value), value) != (type(before), before))
    path = copied(sound)
    try:
        change(path, table, column, rowid, value)
    except sqlite3.Error:
        assume(False)  # even without its guards, SQLite does not store this there

    findings = verify(path).findings

    assert findings, f"{table}.{column} of row {rowid}: {before!r} became {value!r}"
    if table == "record" and column != "seq":
        assert rowid in {finding.seq for finding in findings}


@given(first=st.integers(0, 10**6), second=st.integers(0, 10**6), column=st.sampled_from(RECORD))
@settings(max_examples=30, deadline=None)
@example(first=0, second=1, column="body")
def test_two_records_that_exchange_a_column_are_found(
    sound: Path, first: int, second: int, column: str
) -> None:
    with opened(sound) as db:
        rows = db.execute(f"SELECT seq, {column} FROM record").fetchall()
    (one, mine), (other, theirs) = rows[first % len(rows)], rows[second % len(rows)]
    assume(mine != theirs)
    path = copied(sound)
    if column == "seq":
        change(path, "record", "seq", one, -1)
        change(path, "record", "seq", other, one)
        change(path, "record", "seq", -1, other)
    else:
        change(path, "record", column, one, theirs)
        change(path, "record", column, other, mine)

    assert {finding.seq for finding in verify(path).findings} & {one, other}
