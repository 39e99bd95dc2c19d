"""What is acknowledged is never lost.

A process killed by force stands for a crash of the controller. A loss of power is something else:
there the disk decides, and a log cut at any byte stands for what it may leave behind.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.journal.errors import JournalLocked
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tests.journal.books import append_act, append_snapshot

ROOT = Path(__file__).parents[2]


@contextmanager
def appender(path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A child that appends; killed at the latest when the test is done with it."""
    command = [sys.executable, "-m", "tests.journal.child_appender", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as child:
        try:
            yield child
        finally:
            child.kill()


def killed_after(path: Path, acknowledgements: int) -> int:
    """Kill a child after so many acknowledgements; the last one it gave."""
    with appender(path) as child:
        assert child.stdout is not None
        heard = [child.stdout.readline() for _ in range(acknowledgements)]
        child.kill()
        heard += child.stdout.readlines()
    return int(heard[-1])


def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    for acknowledgements in (1, 2, 30, 3, 150, 400):
        acknowledged = killed_after(path, acknowledgements)

        with closing(SqliteJournal(path)) as journal:
            assert journal.last_seq >= acknowledged
            assert [record.seq for record in journal.records()] == list(
                range(1, journal.last_seq + 1)
            )
        verification = verify(path)
        assert verification.findings == ()
        assert verification.last_seq >= acknowledged


def test_a_living_process_keeps_other_writers_out_and_a_dead_one_does_not(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with appender(path) as child:
        assert child.stdout is not None
        child.stdout.readline()

        with pytest.raises(JournalLocked) as raised:
            SqliteJournal(path)

        assert raised.value.pid == child.pid
        assert verify(path).findings == ()

    SqliteJournal(path).close()


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[int]]:
    """The files of a running journal, and its length after each sync."""
    folder = tmp_path_factory.mktemp("crashed")
    journal = SqliteJournal(folder / "live.db")
    lengths = [0]
    for number in range(12):
        for _ in range(1 + number % 3):
            append_act(journal, f"key-{journal.last_seq}", text="x" * 300 * number)
        append_snapshot(journal, f"state {number}")
        journal.sync()
        lengths.append(journal.last_seq)
    for suffix in ("", "-wal"):
        shutil.copy(folder / f"live.db{suffix}", folder / f"left.db{suffix}")
    journal.close()
    return folder / "left.db", lengths


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_log_cut_at_any_byte_leaves_whole_batches(
    crashed: tuple[Path, list[int]], data: st.DataObject
) -> None:
    left, lengths = crashed
    log = left.with_name(f"{left.name}-wal").read_bytes()
    cut = data.draw(st.integers(min_value=0, max_value=len(log)))
    path = left.with_name("cut.db")
    shutil.copy(left, path)
    path.with_name("cut.db-wal").write_bytes(log[:cut])
    path.with_name("cut.db-shm").unlink(missing_ok=True)

    with closing(SqliteJournal(path)) as journal:
        found = journal.last_seq

    assert found in lengths
    assert cut < len(log) or found == lengths[-1]
    assert verify(path).findings == ()
