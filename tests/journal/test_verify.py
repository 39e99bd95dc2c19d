"""The check of a whole journal: what it reports, and that nothing makes it fail."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.journal.errors import JournalError
from tablectl.journal.records import Entry, Snapshot
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tests.journal.books import (
    NOON,
    act,
    append_act,
    append_snapshot,
    observation,
    outcome,
    tampering,
)

Rows = list[tuple[object, ...]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def write(path: Path, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> None:
    with closing(SqliteJournal(path)) as journal:
        journal.append(entries, snapshot)
        journal.sync()


def write_snapshots(path: Path, number: int) -> None:
    with closing(SqliteJournal(path)) as journal:
        for _ in range(number):
            append_act(journal)
            append_snapshot(journal, f"state {journal.last_seq}")
        journal.sync()


def found(path: Path) -> list[tuple[int, str]]:
    return [(finding.seq, finding.code) for finding in verify(path).findings]


def test_a_sound_journal_is_counted_and_its_head_is_told(path: Path) -> None:
    write_snapshots(path, 5)
    with closing(sqlite3.connect(path)) as db:
        (head,) = db.execute("SELECT hash FROM record ORDER BY seq DESC").fetchone()

    verification = verify(path)

    assert verification.ok
    assert verification.findings == verification.notes == ()
    assert verification.counts == {"act": 5, "outcome": 5, "snapshot": 5}
    assert (verification.first_seq, verification.last_seq) == (1, 15)
    assert verification.head == head


def test_an_empty_journal_is_sound(path: Path) -> None:
    write(path, [])

    verification = verify(path)

    assert verification.ok
    assert (verification.first_seq, verification.last_seq) == (0, 0)
    assert verification.head == "0" * 64


def test_a_clock_that_was_set_back_is_a_note(path: Path) -> None:
    write(path, [act(time=NOON), outcome(1, time=NOON - 3), act(time=NOON), outcome(3)])

    verification = verify(path)

    assert verification.ok
    (note,) = verification.notes
    assert (note.seq, note.code) == (2, "clock")
    assert note.problem == "the clock went back by 3 us"


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([observation()], [(1, "no_outcome")]),
        ([observation(), observation(), outcome(2)], [(1, "no_outcome")]),
        ([observation(), outcome(1), outcome(1)], [(3, "second_outcome")]),
        ([observation(), outcome(1), outcome(2)], [(3, "stray_outcome")]),
        ([outcome(2), observation()], [(1, "stray_outcome"), (2, "no_outcome")]),
        ([outcome(1)], [(1, "stray_outcome")]),
        ([Entry(NOON, "outcome", "{}")], [(1, "stray_outcome")]),
        ([Entry(NOON, "outcome", "not json")], [(1, "stray_outcome")]),
    ],
)
def test_every_input_has_one_outcome_and_every_outcome_an_input(
    path: Path, entries: list[Entry], expected: list[tuple[int, str]]
) -> None:
    write(path, entries)

    assert found(path) == expected


def test_a_doubled_key_is_found_though_the_index_is_gone(path: Path) -> None:
    write(path, [act("key-1"), outcome(1), act("key-2"), outcome(3)])
    with tampering(path) as db:
        db.execute("UPDATE record SET key = 'key-1' WHERE seq = 3")

    assert (3, "doubled_key") in found(path)


@pytest.mark.parametrize(
    ("forgery", "expected"),
    [
        ("UPDATE snapshot SET body = '{}' WHERE seq = 8", [(8, "snapshot")]),
        ("UPDATE snapshot SET digest = 'x' WHERE seq = 8", [(8, "snapshot"), (8, "snapshot")]),
        ("UPDATE snapshot SET seq = 9 WHERE seq = 8", [(9, "snapshot"), (9, "snapshot")]),
        ("DELETE FROM snapshot WHERE seq = 8", [(9, "snapshot")]),
        (
            "INSERT INTO snapshot SELECT 4, digest, body FROM snapshot LIMIT 1",
            [(4, "snapshot")],
        ),
    ],
)
def test_snapshots_and_their_records_agree(
    path: Path, forgery: str, expected: list[tuple[int, str]]
) -> None:
    write_snapshots(path, 4)
    with tampering(path) as db:
        db.execute(forgery)

    assert found(path) == expected


def test_a_snapshot_record_that_names_nothing_is_found(path: Path) -> None:
    write_snapshots(path, 1)
    with tampering(path) as db:
        db.execute("UPDATE record SET body = '{}' WHERE seq = 3")

    assert (3, "snapshot") in found(path)


def test_a_finding_says_what_is_wrong(path: Path) -> None:
    write(path, [observation()])

    (finding,) = verify(path).findings

    assert finding.problem == "the input has no outcome"


def test_a_journal_is_verified_while_it_is_written(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        append_act(journal)
        journal.sync()
        append_act(journal)

        assert verify(path).last_seq == 2
        journal.sync()
        assert verify(path).last_seq == 4


def test_verifying_changes_nothing(path: Path) -> None:
    write_snapshots(path, 2)
    before = path.read_bytes()

    verify(path)

    assert path.read_bytes() == before


# ---------------------------------------------------------------- files in a bad way


def test_a_missing_file_is_an_error(path: Path) -> None:
    with pytest.raises(JournalError, match="no such file"):
        verify(path)

    assert not path.exists()


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", "foreign"), (b"Dear auditor,\n" * 500, "unreadable"), (b"SQLite", "unreadable")],
)
def test_a_file_that_is_no_database_is_a_finding(path: Path, content: bytes, code: str) -> None:
    path.write_bytes(content)

    assert found(path) == [(0, code)]


def test_a_database_of_something_else_is_a_finding(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE record (seq INTEGER PRIMARY KEY)")

    assert found(path) == [(0, "foreign")]


def test_a_layout_from_another_time_is_a_finding(path: Path) -> None:
    write(path, [])
    with tampering(path) as db:
        db.execute("PRAGMA user_version = 4")

    assert found(path) == [(0, "foreign")]


def test_a_missing_table_is_a_finding(path: Path) -> None:
    write(path, [observation(), outcome(1)])
    with tampering(path) as db:
        db.execute("DROP TABLE record")

    assert {code for _, code in found(path)} == {"unreadable", "schema"}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of some fifty pages."""
    path = tmp_path_factory.mktemp("damage") / "large.db"
    with closing(SqliteJournal(path)) as journal:
        for number in range(150):
            append_act(journal, f"key-{number}", text="x" * 1000)
        append_snapshot(journal, "y" * 5000)
        journal.sync()
    return path


def contents(path: Path) -> tuple[Rows, Rows, Rows]:
    """Everything that the file holds, as whoever reads it gets it."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        return (
            db.execute("SELECT * FROM record ORDER BY seq").fetchall(),
            db.execute("SELECT * FROM snapshot ORDER BY seq").fetchall(),
            db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall(),
        )


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_damage_to_the_file_is_found_or_changes_nothing_that_is_read(
    large: Path, data: st.DataObject
) -> None:
    content = bytearray(large.read_bytes())
    start = data.draw(st.integers(min_value=0, max_value=len(content) - 1))
    noise = data.draw(st.binary(min_size=1, max_size=400))
    cut = data.draw(st.sampled_from([len(content), start + len(noise)]))
    content[start : start + len(noise)] = noise
    path = large.with_name("damaged.db")
    for suffix in ("-wal", "-shm"):
        path.with_name(f"damaged.db{suffix}").unlink(missing_ok=True)
    path.write_bytes(content[:cut])

    if verify(path).ok:  # some bytes of a database mean nothing
        assert contents(path) == contents(large)
    with suppress(JournalError):
        SqliteJournal(path).close()


@pytest.mark.parametrize("page", range(1, 12))
def test_an_overwritten_page_is_found(large: Path, tmp_path: Path, page: int) -> None:
    content = bytearray(large.read_bytes())
    content[page * 4096 : page * 4096 + 4096] = bytes(4096)
    path = tmp_path / "damaged.db"
    path.write_bytes(content)

    assert found(path)
