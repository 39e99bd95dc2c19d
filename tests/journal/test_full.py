"""A disk that takes no more: nothing half written, nothing forgotten, and on it goes."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablectl.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalFull,
    JournalLocked,
    NotAJournal,
)
from tablectl.journal.faults import explain
from tablectl.journal.sqlite import read_only
from tablectl.journal.verify import verify

ROOT = Path(__file__).parents[2]
PAGES_OF_CACHE = 3_000_000  # more than SQLite holds back, so that append itself meets the limit


def on_a_small_disk(path: Path, room: int, size: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.journal.child_on_a_small_disk"]
    done = subprocess.run(
        [*command, str(path), str(room), str(size)], cwd=ROOT, capture_output=True, check=True
    )
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


@pytest.mark.parametrize(
    ("room", "size"),
    [(0, 10), (1, 10), (4119, 10), (100_000, 500), (100_000, PAGES_OF_CACHE)],
)
def test_a_full_disk_refuses_the_batch_and_nothing_else(
    tmp_path: Path, room: int, size: int
) -> None:
    path = tmp_path / "journal.db"

    seen = on_a_small_disk(path, room, size)

    durable = seen["durable"]
    assert seen["numbers"] == [durable] * 3
    assert seen["again"] == durable
    assert seen["last"] == durable + 2
    verification = verify(path)
    assert verification.findings == ()
    assert verification.last_seq == durable + 2
    with closing(read_only(path)) as reader:
        keys = [record.key for record in reader.records() if record.key]
    assert keys == ["first", *(f"key-{before}" for before in range(2, durable, 3)), "last"]


# ---------------------------------------------------------------- errors, made by SQLite itself


def full(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE t (x)")
        db.execute("PRAGMA max_page_count = 2")
        db.execute("INSERT INTO t VALUES (zeroblob(100000))")


def read_only_file(path: Path) -> None:
    sqlite3.connect(path).close()
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        db.execute("CREATE TABLE t (x)")


def absent(path: Path) -> None:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as db:
        db.execute("CREATE TABLE t (x)")


def busy(path: Path) -> None:
    with closing(sqlite3.connect(path)) as first, closing(sqlite3.connect(path, 0)) as second:
        first.execute("BEGIN IMMEDIATE")
        second.execute("BEGIN IMMEDIATE")


def not_sqlite(path: Path) -> None:
    path.write_bytes(b"x" * 4096)
    with closing(sqlite3.connect(path)) as db:
        db.execute("SELECT * FROM sqlite_master")


def corrupt(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE t (x)")
    content = bytearray(path.read_bytes())
    content[100:] = b"\xff" * (len(content) - 100)
    path.write_bytes(content)
    with closing(sqlite3.connect(path)) as db:
        db.execute("SELECT * FROM t")


def doubled(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE t (x UNIQUE)")
        db.execute("INSERT INTO t VALUES (1), (1)")


def closed(path: Path) -> None:
    db = sqlite3.connect(path)
    db.close()
    db.execute("SELECT 1")


@pytest.mark.parametrize(
    ("cause", "meaning"),
    [
        (full, JournalFull),
        (read_only_file, JournalFull),
        (absent, JournalFull),
        (busy, JournalLocked),
        (not_sqlite, NotAJournal),
        (corrupt, JournalDamaged),
        (doubled, JournalDamaged),
        (closed, JournalError),
    ],
)
def test_an_error_of_sqlite_is_told_in_words_of_the_journal(
    tmp_path: Path, cause: Callable[[Path], None], meaning: type[JournalError]
) -> None:
    with pytest.raises(sqlite3.Error) as raised:
        cause(tmp_path / "cause.db")

    told = explain(raised.value, "table-7.db")

    assert type(told) is meaning
    assert "table-7.db" in str(told)
