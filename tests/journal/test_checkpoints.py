"""Checkpoints: what is signed, who signed it, and what a journal looks like beside one."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.tables import rig
from tablectl.journal.checkpoints import Checkpoint, NothingToSign, read, signed
from tablectl.journal.errors import JournalDamaged
from tablectl.journal.findings import Code, Finding
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.journal.vouching import checkpoint_of
from tablectl.signing import KeyFileSigner, new_key
from tests.journal.books import append_act, tampering

NOW = 1_767_268_800_000_000
WHOLE = """tablectl journal checkpoint v1
table: bench
first: 1 {first_hash}
last: {last} {head}
count: {last}
time: 2026-01-01T12:00:00Z
key: {key}
"""


def played(path: Path, steps: int = 6, seed: int = 1) -> Path:
    with closing(SqliteJournal(path)) as journal:
        made = rig("blind", 1, journal, seed)
        for _ in range(steps):
            made.step()
    return path


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal, a key and a checkpoint."""
    folder = tmp_path_factory.mktemp("desk")
    played(folder / "journal.db")
    new_key(folder / "audit.key")
    (folder / "kept").write_text(vouched(folder / "journal.db", folder / "audit.key"))
    return folder


def vouched(journal: Path, key: Path) -> str:
    signer = KeyFileSigner(key)
    return signed(checkpoint_of(journal, signer.public, NOW), signer)


def kept(desk: Path) -> Checkpoint:
    found = read(desk / "kept", [KeyFileSigner(desk / "audit.key").public])
    assert isinstance(found, Checkpoint)
    return found


@pytest.fixture
def journal(desk: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(desk / "journal.db", tmp_path / "journal.db"))


def against(journal: Path, *checkpoints: Checkpoint) -> list[tuple[int, str]]:
    findings = verify(journal, checkpoints=checkpoints).findings
    return [(finding.seq, finding.code) for finding in findings]


# ---------------------------------------------------------------- the text


def test_a_checkpoint_is_a_text_that_a_person_can_read(desk: Path) -> None:
    verification = verify(desk / "journal.db")
    with closing(sqlite3.connect(desk / "journal.db")) as db:
        (first_hash,) = db.execute("SELECT hash FROM record WHERE seq = 1").fetchone()

    text, _, signature = (desk / "kept").read_text().partition("\n\n")

    assert f"{text}\n" == WHOLE.format(
        first_hash=first_hash,
        last=verification.last_seq,
        head=verification.head,
        key=KeyFileSigner(desk / "audit.key").public.fingerprint,
    )
    assert signature.startswith("— tablectl-journal ")


def test_a_checkpoint_is_read_as_it_was_written(desk: Path) -> None:
    found = kept(desk)

    assert f"{found.text}\n" == (desk / "kept").read_text().partition("— ")[0]


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
@pytest.mark.parametrize("forged", [False, True])
def test_openssl_alone_verifies_a_checkpoint(desk: Path, tmp_path: Path, forged: bool) -> None:
    note = tmp_path / "kept"
    told = (desk / "kept").read_text()
    note.write_text(told.replace("table: bench", "table: other") if forged else told)
    commands = f"""
        sed '/^$/,$d' {note} > {tmp_path}/text
        sed -n 's/^— [^ ]* //p' {note} | base64 -d | tail -c 64 > {tmp_path}/signature
        openssl pkeyutl -verify -pubin -inkey {desk}/audit.key.pub -rawin \\
            -in {tmp_path}/text -sigfile {tmp_path}/signature
    """

    done = subprocess.run(["sh", "-c", commands], capture_output=True, text=True, check=False)

    assert (done.returncode == 0) is not forged, done.stderr


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_openssl_tells_the_fingerprint_that_a_checkpoint_names(desk: Path) -> None:
    commands = f"openssl pkey -pubin -in {desk}/audit.key.pub -outform DER | sha256sum"

    done = subprocess.run(["sh", "-c", commands], capture_output=True, text=True, check=True)

    assert done.stdout.split()[0] == kept(desk).key


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_any_change_to_a_checkpoint_is_found(desk: Path, data: st.DataObject) -> None:
    whole = (desk / "kept").read_bytes()
    place = data.draw(st.integers(0, len(whole)))
    gone = data.draw(st.integers(0, 3))
    put = data.draw(st.binary(max_size=3))
    changed = whole[:place] + put + whole[place + gone :]
    assume(changed != whole)
    (desk / "changed").write_bytes(changed)

    found = read(desk / "changed", [KeyFileSigner(desk / "audit.key").public])

    assert isinstance(found, Finding)


def of_another_key(desk: Path) -> str:
    new_key(desk / "other.key")
    return vouched(desk / "journal.db", desk / "other.key")


def of_another_text(desk: Path) -> str:
    return (desk / "kept").read_text().replace("table: bench", "table: other")


def half_a_checkpoint(desk: Path) -> str:
    return (desk / "kept").read_text()[:100]


def miscounted(desk: Path) -> str:
    return (desk / "kept").read_text().replace("count: ", "count: 1")


@pytest.mark.parametrize(
    ("forge", "code"),
    [
        (of_another_key, Code.CHECKPOINT_KEY),
        (of_another_text, Code.CHECKPOINT_SIGNATURE),
        (half_a_checkpoint, Code.CHECKPOINT_DAMAGED),
        (miscounted, Code.CHECKPOINT_DAMAGED),
    ],
)
def test_what_is_wrong_with_a_checkpoint_is_named(
    desk: Path, forge: Callable[[Path], str], code: Code
) -> None:
    (desk / "forged").write_text(forge(desk))

    found = read(desk / "forged", [KeyFileSigner(desk / "audit.key").public])

    assert isinstance(found, Finding)
    assert found.code == code
    assert "forged" in found.problem


# ---------------------------------------------------------------- a journal beside a checkpoint


def test_a_journal_that_did_not_change_has_its_head(desk: Path, journal: Path) -> None:
    assert against(journal, kept(desk)) == []


def test_later_records_are_no_fault(desk: Path, journal: Path) -> None:
    with closing(SqliteJournal(journal)) as writer:
        append_act(writer, "later")
        writer.sync()

    assert against(journal, kept(desk)) == []


def test_a_cut_tail_is_found(desk: Path, journal: Path) -> None:
    last = kept(desk).last
    with tampering(journal) as db:
        db.execute("DELETE FROM record WHERE seq > ?", (last - 2,))

    assert against(journal) == []
    assert against(journal, kept(desk)) == [(last - 1, Code.CHECKPOINT_BEYOND)]


def test_a_tail_written_anew_is_found(desk: Path, journal: Path) -> None:
    last = kept(desk).last
    with tampering(journal) as db:
        db.execute("DELETE FROM record WHERE seq > ?", (last - 2,))
    with closing(SqliteJournal(journal)) as writer:
        append_act(writer, "forged")
        writer.sync()

    assert against(journal) == []
    assert against(journal, kept(desk)) == [(last, Code.CHECKPOINT_HEAD)]


def test_a_checkpoint_of_another_journal_is_named(desk: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(SqliteJournal(other)) as writer:
        append_act(writer, "other")
        writer.sync()

    assert against(other, kept(desk)) == [(1, Code.CHECKPOINT_FOREIGN)]


def test_a_head_that_is_missing_from_the_middle_is_found(desk: Path, journal: Path) -> None:
    last = kept(desk).last
    with closing(SqliteJournal(journal)) as writer:
        append_act(writer, "later")
        writer.sync()
    with tampering(journal) as db:
        db.execute("DELETE FROM record WHERE seq = ?", (last,))

    assert (last, Code.CHECKPOINT_HEAD) in against(journal, kept(desk))


def test_a_checkpoint_of_records_that_are_in_an_archive_is_told_so(
    desk: Path, journal: Path
) -> None:
    last = kept(desk).last
    with closing(SqliteJournal(journal)) as writer:
        append_act(writer, "later")
        writer.sync()
    with tampering(journal) as db:
        db.execute("DELETE FROM record WHERE seq <= ?", (last,))

    assert (0, Code.CHECKPOINT_ARCHIVED) in against(journal, kept(desk))


def test_every_one_of_several_checkpoints_counts(desk: Path, journal: Path) -> None:
    first = kept(desk)
    with closing(SqliteJournal(journal)) as writer:
        append_act(writer, "later")
        writer.sync()
    second = checkpoint_of(journal, KeyFileSigner(desk / "audit.key").public, NOW)
    with tampering(journal) as db:
        db.execute("DELETE FROM record WHERE seq > ?", (first.last,))

    assert against(journal, first, second) == [(first.last + 1, Code.CHECKPOINT_BEYOND)]


# ---------------------------------------------------------------- what nobody vouches for


def test_a_journal_with_a_fault_is_not_signed(desk: Path, journal: Path) -> None:
    with tampering(journal) as db:
        db.execute("UPDATE record SET time = time + 1 WHERE seq = 3")

    with pytest.raises(JournalDamaged, match="record 3"):
        vouched(journal, desk / "audit.key")


def test_an_empty_journal_is_not_signed(desk: Path, tmp_path: Path) -> None:
    SqliteJournal(tmp_path / "empty.db").close()

    with pytest.raises(NothingToSign, match="no record"):
        vouched(tmp_path / "empty.db", desk / "audit.key")


def test_a_journal_of_no_table_is_not_signed(desk: Path, tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "nobody.db")) as writer:
        append_act(writer)
        writer.sync()

    with pytest.raises(NothingToSign, match="no start of a table"):
        vouched(tmp_path / "nobody.db", desk / "audit.key")


@pytest.mark.parametrize("table", ["", "two\nlines", "a\x07bell"])
def test_a_table_whose_name_cannot_be_written_down_is_not_signed(desk: Path, table: str) -> None:
    signer = KeyFileSigner(desk / "audit.key")
    checkpoint = Checkpoint(table, 1, "0" * 64, 2, "0" * 64, "2026-01-01T12:00:00Z", "0" * 64)

    with pytest.raises(NothingToSign, match="visible characters"):
        signed(checkpoint, signer)
