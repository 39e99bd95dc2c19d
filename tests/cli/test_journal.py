"""`tablectl journal verify`: sound, not sound, and no journal at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl.journal.sqlite import SqliteJournal
from tests.cli.shell import tablectl
from tests.journal.books import tampering


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "table.db"
    assert (
        tablectl("run", "--virtual", "--rounds", "1", "--quiet", "--journal", path).exit_code == 0
    )
    return path


def head_of(output: str) -> str:
    line = next(line for line in output.splitlines() if line.startswith("head: "))
    return line.removeprefix("head: ")


def test_a_sound_record_is_told_so_with_its_head(journal: Path) -> None:
    done = tablectl("journal", "verify", journal)
    assert done.exit_code == 0
    assert "sound" in done.output
    assert "matches" not in done.output


def test_a_head_that_was_kept_is_told_to_match(journal: Path) -> None:
    head = head_of(tablectl("journal", "verify", journal).output)
    done = tablectl("journal", "verify", journal, "--head", head)
    assert done.exit_code == 0
    assert "The head that was kept matches" in done.output


def test_a_record_that_somebody_changed_exits_with_1(journal: Path) -> None:
    with tampering(journal) as db:
        db.execute("UPDATE record SET body = replace(body, 'd1', 'd2') WHERE seq = 20")
        db.execute("UPDATE record SET time = time + 1 WHERE seq = 21")
    done = tablectl("journal", "verify", journal)
    assert done.exit_code == 1
    assert "NOT SOUND" in done.output


def test_nobody_is_told_to_keep_the_head_of_a_journal_that_is_not_sound_or_holds_nothing(
    journal: Path, tmp_path: Path
) -> None:
    SqliteJournal(tmp_path / "empty.db").close()
    with tampering(journal) as db:
        db.execute("UPDATE record SET time = time + 1 WHERE seq = 21")
    for file in (journal, tmp_path / "empty.db"):
        assert "head" not in tablectl("journal", "verify", file).output


def test_a_cut_end_shows_against_the_head_that_was_kept(journal: Path) -> None:
    head = head_of(tablectl("journal", "verify", journal).output)
    with tampering(journal) as db:
        db.execute("DELETE FROM snapshot")
        db.execute("DELETE FROM record WHERE seq > 40")
    assert tablectl("journal", "verify", journal, "--head", head).exit_code == 1


@pytest.mark.parametrize("head", ["", "12", "12:abc", "x:" + "0" * 64])
def test_a_head_that_is_none_is_bad_input(journal: Path, head: str) -> None:
    done = tablectl("journal", "verify", journal, "--head", head)
    assert done.exit_code == 2
    assert "64 hexadecimal digits" in done.stderr


def test_a_file_that_is_not_there_cannot_be_opened(tmp_path: Path) -> None:
    done = tablectl("journal", "verify", tmp_path / "none.db")
    assert done.exit_code == 3
    assert "none.db" in done.stderr


@pytest.mark.parametrize("text", ["", "not a journal " * 100], ids=["empty", "text"])
def test_a_file_that_is_no_journal_is_bad_input(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    done = tablectl("journal", "verify", path)
    assert done.exit_code == 2
    assert "journal_foreign" in done.stderr
    assert "head" not in done.output
