"""What only the journal in a file does: its file, its lock, its checks when it is opened."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.journal.errors import JournalDamaged, JournalError, JournalLocked, NotAJournal
from tablectl.journal.records import Snapshot
from tablectl.journal.sqlite import SqliteJournal, read_only
from tablectl.journal.verify import verify
from tests.journal.books import append_act, append_snapshot, observation, outcome, tampering


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    made = SqliteJournal(path)
    yield made
    made.close()


def write_acts(path: Path, number: int, snapshots: bool = False) -> None:
    with closing(SqliteJournal(path)) as journal:
        for _ in range(number):
            append_act(journal)
            if snapshots:
                append_snapshot(journal, f"state {journal.last_seq}")
        journal.sync()


def only(path: Path, question: str) -> object:
    with closing(sqlite3.connect(path)) as db:
        (answer,) = db.execute(question).fetchone()
    return answer


def test_the_files_are_for_their_owner_alone(path: Path, journal: SqliteJournal) -> None:
    append_act(journal)
    journal.sync()

    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}

    assert modes == dict.fromkeys(
        ["journal.db", "journal.db-shm", "journal.db-wal", "journal.db.lock"], 0o600
    )


def test_a_reopened_journal_goes_on(path: Path) -> None:
    write_acts(path, 2)

    with closing(SqliteJournal(path)) as journal:
        assert journal.last_seq == journal.synced_seq == 4
        assert append_act(journal) == 5


def test_a_path_may_hold_any_characters(tmp_path: Path) -> None:
    odd = tmp_path / "Tisch 7?mode=ro#%41.db"

    write_acts(odd, 1)

    assert odd.is_file()
    with closing(read_only(odd)) as reader:
        assert reader.last_seq == 2


def test_a_crash_while_the_file_was_made_is_no_obstacle(path: Path) -> None:
    path.touch()

    write_acts(path, 1)

    assert only(path, "SELECT count(*) FROM record") == 2


# ---------------------------------------------------------------- one writer


def test_a_second_writer_is_refused_and_told_who_the_first_is(
    path: Path, journal: SqliteJournal
) -> None:
    append_act(journal)

    with pytest.raises(JournalLocked, match=r"journal\.db\.lock is held by process") as raised:
        SqliteJournal(path)

    assert raised.value.pid == os.getpid()
    journal.sync()


def test_a_second_writer_is_refused_through_a_link_as_well(
    path: Path, journal: SqliteJournal
) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)

    with pytest.raises(JournalLocked):
        SqliteJournal(link)

    journal.sync()


def test_an_unreadable_lock_file_still_locks(path: Path, journal: SqliteJournal) -> None:
    path.with_name("journal.db.lock").write_text("whose?")

    with pytest.raises(JournalLocked, match="another process") as raised:
        SqliteJournal(path)

    assert raised.value.pid is None
    journal.sync()


def test_a_journal_that_was_refused_or_closed_holds_no_lock(path: Path) -> None:
    write_acts(path, 1)
    with tampering(path) as db:
        db.execute("UPDATE record SET time = 0 WHERE seq = 1")
    with pytest.raises(JournalDamaged):
        SqliteJournal(path)

    path.unlink()

    write_acts(path, 1)
    write_acts(path, 1)


def test_a_writer_that_ignores_the_lock_is_noticed(path: Path, journal: SqliteJournal) -> None:
    append_act(journal)
    journal.sync()
    with tampering(path) as db:
        db.execute("UPDATE record SET seq = 3 WHERE seq = 1")

    with pytest.raises(JournalDamaged, match="somebody else wrote to it"):
        append_act(journal)

    assert journal.last_seq == 2


# ---------------------------------------------------------------- reading beside the writer


def test_reading_goes_on_while_the_writer_writes(path: Path, journal: SqliteJournal) -> None:
    append_act(journal, "key-1")
    journal.sync()
    with closing(read_only(path)) as reader:
        reading = reader.records()
        assert next(reading).seq == 1

        append_act(journal, "key-2")
        assert reader.by_key("key-2") is None
        snapshot = append_snapshot(journal, "state")
        journal.sync()

        assert reader.last_seq == 5
        assert reader.by_key("key-2") == journal.by_key("key-2")
        assert reader.latest_snapshot() == snapshot
        assert list(reader.records()) == list(journal.records())


def test_a_reader_cannot_write(path: Path, journal: SqliteJournal) -> None:
    journal.sync()
    before = path.read_bytes()

    with closing(read_only(path)) as reader:
        assert list(reader.records()) == []

    assert path.read_bytes() == before


def test_a_closed_journal_is_read_where_sqlite_may_not_make_its_side_files(path: Path) -> None:
    write_acts(path, 1)
    path.with_name("journal.db-wal").mkdir()  # stops root as well, whom no permission stops

    with closing(read_only(path)) as reader:
        assert reader.last_seq == 2
    assert verify(path).ok


def test_there_is_nothing_to_read_where_there_is_no_file(path: Path) -> None:
    with pytest.raises(JournalError, match="no such file"):
        read_only(path)

    assert not path.exists()


# ---------------------------------------------------------------- what is no journal


def text_file(path: Path) -> None:
    path.write_text("Dear auditor,\n" * 100)


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE record (seq INTEGER PRIMARY KEY)")


def empty_database_of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA application_id = 7")


@pytest.mark.parametrize(
    "make", [text_file, other_database, empty_database_of_another_program], ids=lambda m: m.__name__
)
def test_a_file_that_is_no_journal_is_refused_and_left_alone(path: Path, make: object) -> None:
    assert callable(make)
    make(path)
    before = path.read_bytes()

    with pytest.raises(NotAJournal, match=r"journal\.db is not a journal"):
        SqliteJournal(path)
    with pytest.raises(NotAJournal, match=r"journal\.db is not a journal"):
        read_only(path)

    assert path.read_bytes() == before


def test_a_journal_of_a_later_layout_is_refused(path: Path) -> None:
    write_acts(path, 1)
    with tampering(path) as db:
        db.execute("PRAGMA user_version = 4")

    with pytest.raises(JournalError, match="layout 4"):
        SqliteJournal(path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no folder"):
        SqliteJournal(tmp_path / "absent" / "journal.db")


def test_a_folder_in_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir()

    with pytest.raises(JournalError, match="unable to open"):
        SqliteJournal(path)
    with pytest.raises(JournalError, match="no such file"):
        read_only(path)


def test_a_journal_without_its_table_is_damaged(path: Path) -> None:
    write_acts(path, 1)
    with tampering(path) as db:
        db.execute("DROP TABLE record")

    with pytest.raises(JournalDamaged, match="no such table"):
        SqliteJournal(path)


# ---------------------------------------------------------------- snapshots


def test_the_newest_three_snapshots_are_kept(path: Path) -> None:
    write_acts(path, 5, snapshots=True)

    assert only(path, "SELECT group_concat(seq) FROM snapshot") == "8,11,14"


@pytest.mark.parametrize(
    "forgery",
    [
        """UPDATE snapshot SET body = '{"chips":1}' WHERE seq = 8""",
        "UPDATE snapshot SET digest = hex(zeroblob(32)) WHERE seq = 8",
        "UPDATE snapshot SET seq = 9 WHERE seq = 8",
        "UPDATE snapshot SET body = CAST(x'ff' AS TEXT) WHERE seq = 8",
        "DELETE FROM snapshot WHERE seq = 8",
    ],
)
def test_a_forged_snapshot_is_skipped(path: Path, forgery: str) -> None:
    write_acts(path, 3, snapshots=True)
    with tampering(path) as db:
        db.execute(forgery)

    with closing(SqliteJournal(path)) as journal:
        found = journal.latest_snapshot()

    assert found == Snapshot.taken(5, '{"state":"state 5"}')


def test_a_forged_snapshot_with_a_matching_digest_is_skipped(path: Path) -> None:
    write_acts(path, 1, snapshots=True)
    forged = Snapshot.taken(2, '{"chips":1000000}')
    with tampering(path) as db:
        db.execute("UPDATE snapshot SET digest = ?, body = ?", (forged.digest, forged.body))

    with closing(SqliteJournal(path)) as journal:
        assert journal.latest_snapshot() is None


def test_a_snapshot_forged_with_its_record_breaks_the_chain(path: Path) -> None:
    write_acts(path, 1, snapshots=True)
    forged = Snapshot.taken(2, '{"chips":1000000}')
    with tampering(path) as db:
        db.execute("UPDATE snapshot SET digest = ?, body = ?", (forged.digest, forged.body))
        db.execute("UPDATE record SET body = ? WHERE seq = 3", (forged.claim,))

    with pytest.raises(JournalDamaged) as raised:
        SqliteJournal(path)

    assert raised.value.seq == 3


def test_snapshots_without_their_types_are_skipped(path: Path) -> None:
    write_acts(path, 2, snapshots=True)
    with tampering(path) as db:
        db.execute("ALTER TABLE snapshot RENAME TO strict_snapshot")
        db.execute("CREATE TABLE snapshot (seq, digest, body)")
        db.execute(
            "INSERT INTO snapshot SELECT seq, digest, CAST(body AS BLOB) FROM strict_snapshot"
        )

    with closing(SqliteJournal(path)) as journal:
        assert journal.latest_snapshot() is None


def test_a_snapshot_of_a_record_that_is_gone_is_damage(path: Path) -> None:
    write_acts(path, 2, snapshots=True)
    with tampering(path) as db:
        db.execute("DELETE FROM record WHERE seq = 5")

    with pytest.raises(JournalDamaged) as raised:
        SqliteJournal(path)

    assert raised.value.seq == 5


def test_an_end_that_was_cut_off_before_its_snapshot_is_not_gone_on_from(path: Path) -> None:
    write_acts(path, 2, snapshots=True)
    with tampering(path) as db:
        db.execute("DELETE FROM record WHERE seq > 4")

    with pytest.raises(JournalDamaged, match="the end was cut") as raised:
        SqliteJournal(path)

    assert raised.value.seq == 5


def test_opening_trusts_what_lies_before_the_latest_snapshot(path: Path) -> None:
    write_acts(path, 2, snapshots=True)
    with tampering(path) as db:
        db.execute("UPDATE record SET time = 0 WHERE seq = 1")

    with closing(SqliteJournal(path)) as journal:
        assert journal.last_seq == 6


def test_an_append_that_breaks_off_is_taken_back_whole(
    path: Path, journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("tablectl.journal.sqlite._INSERT_SNAPSHOT", None)
        with pytest.raises(TypeError):
            journal.append([observation(), outcome(1)], Snapshot.taken(2, "{}"))
    journal.sync()
    assert only(path, "SELECT count(*) FROM record") == 0

    append_act(journal)
    journal.sync()

    assert journal.synced_seq == only(path, "SELECT count(*) FROM record") == 2
