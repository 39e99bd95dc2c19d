"""Whoever reads a journal leaves nothing behind, and may be somebody else than its controller."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tablectl.journal.errors import JournalDenied, JournalError, JournalUnreadable
from tablectl.journal.rotating import rotate
from tablectl.journal.sqlite import SqliteJournal, read_only
from tablectl.journal.verify import verify
from tests.journal.books import append_act, append_snapshot

NOBODY = 65534


@pytest.fixture
def path() -> Iterator[Path]:
    """A closed journal of two records in a folder that every user can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    made = folder / "journal.db"
    with closing(SqliteJournal(made)) as journal:
        append_act(journal)
        journal.sync()
    made.chmod(0o644)
    yield made
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def an_ordinary_user() -> Iterator[None]:
    """Root may write everywhere; whoever runs the tests otherwise is ordinary enough."""
    was = os.geteuid()
    if was == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(was)


def names(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()}


def read(path: Path) -> int:
    """Read the journal in both ways that there are; the number of its last record."""
    with closing(read_only(path)) as reader:
        last = reader.last_seq
    assert verify(path).ok
    return last


def test_to_read_a_closed_journal_leaves_no_file_behind(path: Path) -> None:
    before = names(path)

    assert read(path) == 2

    assert names(path) == before


def test_to_read_a_journal_with_the_log_of_a_writer_that_died_leaves_no_file_behind(
    path: Path,
) -> None:
    dead = path.with_name("dead.db")
    with closing(SqliteJournal(path)) as journal:
        append_act(journal)
        journal.sync()
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{dead}{end}")
    before = names(path)

    assert read(dead) == 4

    assert names(path) == before


def test_a_journal_in_a_folder_that_may_not_be_written_is_sound(path: Path) -> None:
    path.parent.chmod(0o555)

    with an_ordinary_user():
        assert read(path) == 2


def test_a_log_that_cannot_be_read_where_it_lies_is_no_damage(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        append_act(journal)
        journal.sync()
        log = Path(f"{path}-wal").read_bytes()
    Path(f"{path}-wal").write_bytes(log)
    path.parent.chmod(0o555)

    with an_ordinary_user():
        with pytest.raises(JournalUnreadable, match="copy it"):
            read_only(path)
        with pytest.raises(JournalUnreadable, match="no damage"):
            verify(path)


def test_a_writer_that_begins_while_somebody_reads_is_read_too(path: Path) -> None:
    with closing(read_only(path)) as reader:
        reading = reader.records()
        assert next(reading).seq == 1
        with closing(SqliteJournal(path)) as journal:
            for number in range(600):
                append_act(journal, text=f"{number} {'x' * 200}")
            journal.sync()

            assert reader.last_seq == 1202
        assert [record.seq for record in reading][-1] == 1202


def test_a_journal_that_is_rotated_while_somebody_reads_is_to_be_read_again(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        append_act(journal)
        append_snapshot(journal, "closed")
        journal.sync()
    with closing(read_only(path)) as reader:
        rotate(path, path.parent, "t-1")

        with pytest.raises(JournalError, match="Read it again"):
            reader.latest_snapshot()


@pytest.mark.parametrize("end", ["-shm", "-wal", ".lock"])
def test_a_start_names_the_file_that_belongs_to_somebody_else(path: Path, end: str) -> None:
    foreign = Path(f"{path}{end}")
    path.parent.chmod(0o777)
    path.chmod(0o666)
    Path(f"{path}.lock").chmod(0o666)
    foreign.touch()
    foreign.chmod(0o400)

    with an_ordinary_user(), pytest.raises(JournalDenied, match=foreign.name) as refused:
        SqliteJournal(path)

    assert refused.value.code == "journal_denied"
    assert "chown" in str(refused.value)
