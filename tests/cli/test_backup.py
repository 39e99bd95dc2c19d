"""Back-ups: a copy while the table runs, checked, and put back where nothing is."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.installation import Installation
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.kernel import Kernel
from tablectl.words.acts import Act, Confirm
from tests.cli.people import enrolled
from tests.cli.shell import BLIND, tablectl
from tests.tables import NOON, settings_for


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Installation]:
    """A table that runs: its record is open, and its last records are in the log beside it."""
    at = Installation("T1", tmp_path)
    for path in (at.table_file, at.seal_key):
        path.parent.mkdir(parents=True)
    at.table_file.write_text(BLIND)
    at.seal_key.write_bytes(b"k" * 32)
    at.seal_key.chmod(0o600)
    enrolled(at.people_file, "m1")
    journal = SqliteJournal(at.journal)
    kernel = Kernel(journal, rules_for)
    kernel.start(settings_for(), NOON)
    kernel.post(Act(Confirm("open_table"), "s1", "k1"))
    kernel.cycle(NOON + 1)
    yield at
    journal.close()


def made(at: Installation, *words: str | Path) -> str:
    done = tablectl("backup", "make", "--root", at.root, "T1", at.root / "copy", *words)
    assert done.exit_code == 0, done.output
    return done.output


def restored(at: Installation, *words: str | Path, root: Path | None = None) -> tuple[int, str]:
    folder = root or at.root
    done = tablectl("backup", "restore", "--root", folder, "T1", at.root / "copy", *words)
    return done.exit_code, done.output + done.stderr


def test_a_copy_of_a_running_table_is_whole_and_comes_back(at: Installation) -> None:
    told = made(at, "--keys", at.root / "safe")
    new = Installation("T1", at.root / "new")
    code, said = restored(at, "--keys", at.root / "safe", root=new.root)
    assert code == 0, said
    was, now = verify(at.journal), verify(new.journal)
    assert (now.ok, now.head, now.last_seq) == (True, was.head, was.last_seq)
    assert f"{was.last_seq}:{was.head}" in told
    assert new.table_file.read_text() == BLIND
    assert new.seal_key.read_bytes() == b"k" * 32
    secret = (new.journal, new.seal_key, new.people_file)
    assert {path.stat().st_mode & 0o777 for path in secret} == {0o600}


def test_the_record_and_its_keys_are_not_copied_to_one_place(at: Installation) -> None:
    told = made(at)
    assert "The keys were not copied" in told
    copied = {path.name for path in (at.root / "copy").iterdir()}
    assert copied == {"journal.db", "table.yaml", "SHA256SUMS"}
    assert (at.root / "copy").stat().st_mode & 0o777 == 0o700


def test_nothing_is_written_over(at: Installation) -> None:
    made(at)
    again = tablectl("backup", "make", "--root", at.root, "T1", at.root / "copy")
    assert again.exit_code == 2
    assert "no copy is written over" in again.stderr
    at.table_file.write_text(BLIND.replace("blind", "other", 1))
    code, said = restored(at)
    assert code == 2
    assert "move it away first" in said


def test_nothing_is_put_back_beside_the_log_of_a_record_that_was_there(at: Installation) -> None:
    made(at)
    at.journal.rename(at.data / "elsewhere")  # as a controller that was killed left it: with a log
    code, said = restored(at)
    assert code == 2
    assert "journal.db-wal" in said
    assert "journal.db* FOLDER" in said
    assert not at.journal.exists()
    for left in at.data.glob("journal.db*"):
        left.rename(at.data / f"broken-{left.name}")
    assert restored(at)[0] == 0
    assert verify(at.journal).ok


def test_a_copy_that_was_changed_is_not_put_back(at: Installation) -> None:
    made(at)
    with (at.root / "copy" / "table.yaml").open("a") as file:
        file.write("seats: 7\n")
    new = at.root / "new"
    code, said = restored(at, root=new)
    assert code == 1
    assert "copy_damaged" in said
    assert not new.exists()


def test_a_folder_that_is_no_copy_is_told_as_such(at: Installation) -> None:
    (at.root / "copy").mkdir()
    code, said = restored(at)
    assert code == 3
    assert "no_copy" in said


def test_a_record_that_is_not_sound_is_told_when_it_is_copied(at: Installation) -> None:
    made(at)
    broken = Installation("T1", at.root / "broken")
    broken.journal.parent.mkdir(parents=True)
    broken.table_file.parent.mkdir(parents=True)
    broken.table_file.write_text(BLIND)
    shutil.copy(at.root / "copy" / "journal.db", broken.journal)
    broken.journal.write_bytes(broken.journal.read_bytes().replace(b"open_table", b"shut_table"))
    done = tablectl("backup", "make", "--root", broken.root, "T1", at.root / "second")
    assert done.exit_code == 1
    assert "journal_damaged" in done.stderr
