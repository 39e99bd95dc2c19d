"""What is wrong with the file, though every record in it may be as it was."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.journal.findings import WAYS_OUT, Code
from tablectl.journal.layout import APPLICATION_ID, LAYOUT, schema
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import MOST_OF_A_CODE, verify
from tests.journal.books import append_act, append_snapshot, observation

PAGE = 4096


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed journal of some thirty pages with a snapshot."""
    path = tmp_path_factory.mktemp("structure") / "sound.db"
    with closing(SqliteJournal(path)) as journal:
        for number in range(60):
            append_act(journal, f"key-{number}", text="x" * 1000)
        append_snapshot(journal, "y" * 5000)
        journal.sync()
    assert verify(path).ok
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "journal.db"))


def problems(path: Path) -> list[tuple[str, str]]:
    return [(finding.code, finding.problem) for finding in verify(path).findings]


def worked_on(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (["DROP INDEX record_act"], "the index 'record_act' is missing"),
        (
            ["DROP INDEX record_act", "CREATE INDEX record_act ON record (key)"],
            "the index 'record_act' is not as it was made",
        ),
        (["CREATE TABLE notes (text)"], "the table 'notes' does not belong in a journal"),
        (["CREATE VIEW short AS SELECT seq FROM record"], "the view 'short' does not belong"),
        (["CREATE INDEX record_time ON record (time)"], "the index 'record_time' does not belong"),
        (
            ["CREATE TRIGGER late AFTER INSERT ON record BEGIN SELECT 1; END"],
            "the trigger 'late' does not belong in a journal",
        ),
        (["ALTER TABLE record ADD COLUMN extra TEXT"], "the table 'record' is not as it was made"),
        (["ALTER TABLE snapshot RENAME COLUMN digest TO sum"], "the table 'snapshot' is not as"),
        (["DROP TABLE snapshot"], "the table 'snapshot' is missing"),
        (["ANALYZE"], "the table 'sqlite_stat1' does not belong in a journal"),
    ],
)
def test_every_part_that_is_missing_altered_or_added_is_named(
    path: Path, statements: list[str], expected: str
) -> None:
    worked_on(path, *statements)

    assert any(code == Code.SCHEMA and expected in problem for code, problem in problems(path))


def made_without_types(path: Path) -> Path:
    """An empty journal as a SQLite before 3.37 makes it."""
    identity = (f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {LAYOUT}")
    worked_on(path, *(made.sql for made in schema(strict=False)), *identity)
    return path


def test_tables_of_a_sqlite_without_types_are_a_note(path: Path, tmp_path: Path) -> None:
    old = made_without_types(tmp_path / "old.db")
    worked_on(
        old,
        f"ATTACH '{path}' AS new",
        "INSERT INTO record SELECT * FROM new.record",
        "INSERT INTO snapshot SELECT * FROM new.snapshot",
    )

    verification = verify(old)

    assert verification.ok
    assert [note.code for note in verification.notes] == [Code.SCHEMA]


def test_a_snapshot_of_a_wrong_type_is_found(tmp_path: Path) -> None:
    old = made_without_types(tmp_path / "old.db")
    worked_on(old, "INSERT INTO snapshot VALUES (1, x'00', x'00')")

    assert problems(old) == [(Code.SNAPSHOT, "a field of a snapshot has a wrong type")]


# ---------------------------------------------------------------- bytes


@pytest.mark.parametrize("pages", [1, 2, 5, 20])
def test_a_file_that_was_cut_is_found(path: Path, pages: int) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: -pages * PAGE])

    assert problems(path)


def test_bytes_behind_the_end_are_found(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"hidden" * 1000)

    (found,) = problems(path)
    assert found[0] == Code.SIZE


# ---------------------------------------------------------------- the write-ahead log


def died(folder: Path, acts: int) -> Path:
    """The files of a controller that died, with everything still in the log."""
    folder.mkdir()
    path = folder / "journal.db"
    with closing(SqliteJournal(path)) as journal:
        for number in range(acts):
            append_act(journal, f"key-{number}", text=f"{folder.name} {number}")
            journal.sync()
        left = folder / "left.db"
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{left}{suffix}")
    return left


def test_a_log_that_is_missing_shows_only_against_what_was_kept(tmp_path: Path) -> None:
    path = died(tmp_path / "one", acts=5)
    verification = verify(path)
    head = (verification.last_seq, verification.head)
    assert verification.ok
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)

    with_nothing_kept, with_head = verify(path), verify(path, head)

    assert with_nothing_kept.last_seq < head[0]
    assert not with_head.ok


def test_a_log_of_another_journal_is_found(tmp_path: Path, sound: Path) -> None:
    other = died(tmp_path / "other", acts=3)
    path = Path(shutil.copy(sound, tmp_path / "mine.db"))
    shutil.copy(f"{other}-wal", f"{path}-wal")
    verification = verify(sound)

    assert not verify(path, (verification.last_seq, verification.head)).ok


def test_a_log_whose_bytes_were_changed_shows_only_against_what_was_kept(tmp_path: Path) -> None:
    path = died(tmp_path / "one", acts=5)
    verification = verify(path)
    log = Path(f"{path}-wal")
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 0xFF
    log.write_bytes(content)
    Path(f"{path}-shm").unlink(missing_ok=True)

    assert not verify(path, (verification.last_seq, verification.head)).ok


# ---------------------------------------------------------------- many findings


def test_findings_of_one_code_are_told_up_to_a_number_and_then_counted(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteJournal(path)) as journal:
        for _ in range(MOST_OF_A_CODE):
            append_act(journal)
        journal.sync()
    worked_on(path, "UPDATE record SET time = time + 1")

    verification = verify(path)

    assert len(verification.findings) == MOST_OF_A_CODE
    assert verification.untold == {Code.HASH: MOST_OF_A_CODE}


def test_every_input_without_an_outcome_is_counted(tmp_path: Path) -> None:
    path, number = tmp_path / "journal.db", 2 * MOST_OF_A_CODE + 1
    with closing(SqliteJournal(path)) as journal:
        journal.append([observation()] * number)
        journal.sync()

    verification = verify(path)

    assert {finding.code for finding in verification.findings} == {Code.NO_OUTCOME}
    assert len(verification.findings) + verification.untold[Code.NO_OUTCOME] == number


def test_every_finding_has_a_way_out() -> None:
    assert set(WAYS_OUT) == set(Code) - {Code.CLOCK}
