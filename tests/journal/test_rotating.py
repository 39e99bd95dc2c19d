"""Rotation: the chain goes on, nothing is forgotten, and a crash anywhere loses nothing."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.journal.errors import EntryRefused, JournalError, JournalLocked
from tablectl.journal.records import Entry, RecordKind, Snapshot
from tablectl.journal.rotating import rotate
from tablectl.journal.seams import seam_findings
from tablectl.journal.sqlite import SqliteJournal, read_only
from tablectl.journal.verify import verify
from tablectl.journal.volumes import Volumes
from tablectl.journal.vouching import checkpoint_of
from tablectl.kernel import Kernel, KeyReused, rebuild, restored
from tablectl.signing import PublicKey
from tablectl.words.acts import Act
from tablectl.words.canonical import dumps, from_tagged, loads, text
from tablectl.words.cards import Secret
from tablectl.words.inputs import Input
from tests.cli.records import go_on, let_it_ride, three_card_poker
from tests.cli.shell import ROOT, environment, tablectl
from tests.hosts.test_disk_trouble import OWN_MOUNTS, may_mount
from tests.journal.books import act, append_act, append_snapshot, tampering

CHILD = "tests.journal.child_rotating"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "archives"
    made.mkdir()
    return made


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return three_card_poker(tmp_path_factory.mktemp("original")).read_bytes()


@pytest.fixture
def played(tmp_path: Path, original: bytes) -> Path:
    path = tmp_path / "poker.db"
    path.write_bytes(original)
    return path


def state_of(path: Path) -> str:
    with closing(SqliteJournal(path)) as journal:
        kept = journal.latest_snapshot()
        assert kept is not None
        return text(rebuild(journal, rules_for, restored(kept).settings)[0])


def hashes(*paths: Path) -> list[str]:
    with Volumes(paths) as volumes:
        return [record.hash for record in volumes.records()]


def acts(path: Path) -> Iterator[Act]:
    with closing(read_only(path)) as reader:
        for record in reader.records():
            if record.kind == RecordKind.ACT:
                found: Input = from_tagged(Input, loads(record.body))
                assert isinstance(found, Act)
                yield found


# ---------------------------------------------------------------- what stays


def test_the_chain_and_the_state_are_what_they_were(played: Path, folder: Path) -> None:
    before, state = hashes(played), state_of(played)
    done = rotate(played, folder, "demo")
    assert done.archive.name == f"demo-0000000001-{len(before):010d}.journal"
    assert stat.S_IMODE(done.archive.stat().st_mode) == 0o400
    assert hashes(folder, played) == before
    assert state_of(played) == state


def test_the_table_goes_on_and_the_files_verify_together(played: Path, folder: Path) -> None:
    for seed in ("8", "9"):
        assert tablectl("journal", "rotate", played, "--archive", folder).exit_code == 0
        go_on(played, seed)
    done = tablectl("journal", "verify", played, folder)
    assert done.exit_code == 0, done.output
    assert "The files go on from one another" in done.output
    assert tablectl("replay", folder, played).exit_code == 0
    assert tablectl("replay", played).exit_code == 0
    assert "Round 9" in tablectl("journal", "show", folder, played).output


def test_a_head_kept_before_a_rotation_is_found_in_the_archive(played: Path, folder: Path) -> None:
    seq, head = 100, hashes(played)[99]
    rotate(played, folder, "demo")
    sound = tablectl("journal", "verify", folder, played, "--head", f"{seq}:{head}")
    other = tablectl("journal", "verify", folder, played, "--head", f"{seq}:{'0' * 64}")
    assert (sound.exit_code, other.exit_code) == (0, 1)
    assert "The head that was kept matches" in sound.output


def test_who_could_use_the_journal_can_use_the_new_file(played: Path, folder: Path) -> None:
    played.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(played, 1234, 5678)
    before = played.stat()

    rotate(played, folder, "demo")

    after = played.stat()
    assert after.st_mode == before.st_mode
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)


def test_a_new_file_can_be_signed_at_once(played: Path, folder: Path) -> None:
    key = PublicKey(bytes(32))
    table = checkpoint_of(played, key, 0).table
    rotate(played, folder, "demo")

    signed = checkpoint_of(played, key, 0)

    assert (signed.table, signed.last) == (table, verify(played).last_seq)


def test_a_key_of_an_archive_has_the_same_answer_for_ever(played: Path, folder: Path) -> None:
    known = list(acts(played))
    with closing(SqliteJournal(played)) as journal:
        receipts = [Kernel(journal, rules_for).receipt(each) for each in known]
    rotate(played, folder, "demo")
    go_on(played)
    tablectl("journal", "rotate", played, "--archive", folder)
    with closing(SqliteJournal(played)) as journal:
        kernel = Kernel(journal, rules_for)
        assert [kernel.receipt(each) for each in known] == receipts
        with pytest.raises(KeyReused):
            kernel.receipt(Act(known[0].deed, "somebody else", known[0].key))
        with pytest.raises(EntryRefused, match="already"):
            journal.append([act(known[0].key)])


def test_a_card_that_is_still_hidden_can_still_be_opened(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "sealed.db"
    with closing(SqliteJournal(path)) as journal:
        append_act(journal, "one")
        for token in ("shown", "hidden", "asked"):
            journal.append([entry_of(token)])
        append_act(journal, "two")
        append_state(journal, ["hidden"], ["asked"])
        journal.sync()
    for _ in range(2):
        rotate(path, folder, "T")
        with closing(SqliteJournal(path)) as journal:
            assert journal.sealed("hidden") == Secret("hidden", "aa")
            assert journal.sealed("asked") == Secret("asked", "aa")
            assert journal.sealed("shown") is None
            append_act(journal, f"more-{journal.last_seq}")
            append_state(journal, ["hidden"], ["asked"])
            journal.sync()


def entry_of(token: str) -> Entry:
    return Entry.of_seal(1, Secret(token, "aa"))


def append_state(journal: SqliteJournal, hidden: list[str], asked: list[str]) -> None:
    faces = [{"is": "sealed", "token": token} for token in hidden]
    body = dumps({"ledger": {"blue": faces}, "unsealing": asked})
    journal.append([], Snapshot.taken(journal.last_seq - 1, body))


def test_every_hidden_card_of_a_real_round_can_still_be_opened(
    tmp_path: Path, folder: Path
) -> None:
    path = let_it_ride(tmp_path)
    with closing(read_only(path)) as reader:
        kept = next(each for each in reader.good_snapshots() if '"token"' in each.body)
    with tampering(path) as db:  # as if the controller had stopped there
        db.execute("DELETE FROM record WHERE seq > ?", (kept.seq + 2,))
        db.execute("DELETE FROM snapshot WHERE seq > ?", (kept.seq,))
    tokens = re.findall(r'"token":"([^"]+)"', kept.body)
    with closing(read_only(path)) as reader:
        secrets = [reader.sealed(token) for token in tokens]
    rotate(path, folder, "ride-1")
    with closing(read_only(path)) as reader:
        assert [reader.sealed(token) for token in tokens] == secrets
    assert None not in secrets


# ---------------------------------------------------------------- when it is refused


def test_a_journal_that_a_controller_has_open_is_not_rotated(played: Path, folder: Path) -> None:
    with closing(SqliteJournal(played)), pytest.raises(JournalLocked):
        rotate(played, folder, "demo")
    assert not list(folder.iterdir())


def test_an_open_table_is_not_rotated(played: Path, folder: Path) -> None:
    with tampering(played) as db:
        db.execute("DELETE FROM record WHERE seq > 119")
        db.execute("DELETE FROM snapshot WHERE seq > 117")
    done = tablectl("journal", "rotate", played, "--archive", folder)
    assert done.exit_code == 1
    assert "table_open" in done.stderr
    assert not list(folder.iterdir())


def test_nothing_is_archived_twice(played: Path, folder: Path) -> None:
    rotate(played, folder, "demo")
    with pytest.raises(JournalError, match="holds nothing"):
        rotate(played, folder, "demo")


def test_a_rotation_with_nothing_to_do_says_so_and_is_no_failure(
    played: Path, folder: Path
) -> None:
    first = tablectl("journal", "rotate", played, "--archive", folder)
    with closing(read_only(next(folder.iterdir()))) as archive:
        assert f"goes on after record {archive.last_seq}\n" in first.output
    done = tablectl("journal", "rotate", played, "--archive", folder)
    assert done.exit_code == 0
    assert "holds nothing" in done.output
    assert len(list(folder.iterdir())) == 1


def test_a_rotation_that_is_refused_leaves_no_folder_behind(played: Path, tmp_path: Path) -> None:
    deep = tmp_path / "year" / "month"
    with closing(SqliteJournal(played)):
        done = tablectl("journal", "rotate", played, "--archive", deep)
    assert done.exit_code == 3
    assert "tablectl journal show" in done.stderr
    assert not (tmp_path / "year").exists()


def test_without_a_snapshot_there_is_nothing_to_go_on_from(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "new.db"
    with closing(SqliteJournal(path)) as journal:
        append_act(journal, "one")
        journal.sync()
    with pytest.raises(JournalError, match="no snapshot"):
        rotate(path, folder, "T")
    assert len(hashes(path)) == 2


# ---------------------------------------------------------------- tampering across files


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE remembered SET body = replace(body, 'd1', 'd2') WHERE kind = 'act'",
        "UPDATE origin SET prev = hash FROM (SELECT hash FROM record LIMIT 1)",
        "UPDATE origin SET body = body || ' '",
        "UPDATE remembered SET seq = seq + 100000 WHERE seq = (SELECT max(seq) FROM remembered)",
        "DROP TABLE origin",
        "INSERT INTO origin SELECT first + 9, prev, archive, seq, digest, body FROM origin",
        "DELETE FROM remembered WHERE kind = 'outcome' AND seq = 47",
    ],
)
def test_a_change_to_what_a_file_goes_on_from_is_found_in_the_file(
    change: str, played: Path, folder: Path
) -> None:
    rotate(played, folder, "demo")
    assert verify(played).ok
    with tampering(played) as db:
        db.execute(change)
    assert not verify(played).ok


def test_nothing_is_told_from_a_state_that_no_record_vouches_for(
    played: Path, folder: Path
) -> None:
    rotate(played, folder, "demo")
    go_on(played)
    with closing(read_only(played)) as reader:
        assert reader.origin is not None
        forged = reader.origin.snapshot.body.replace('"number":4', '"number":77')
    assert '"number":77' in forged
    with tampering(played) as db:
        digest = Snapshot.taken(0, forged).digest
        db.execute("UPDATE origin SET body = ?, digest = ?", (forged, digest))

    for command in (("journal", "show"), ("journal", "query"), ("replay",)):
        done = tablectl(*command, played)
        assert done.exit_code == 1
        assert "no record vouches" in done.output


def test_nothing_that_somebody_wrote_into_a_file_is_obeyed_by_the_terminal(
    played: Path, folder: Path
) -> None:
    rotate(played, folder, "demo")
    with tampering(played) as db:
        db.execute("UPDATE origin SET archive = char(27) || '[2J' || char(10) || 'sound'")

    said = tablectl("journal", "verify", played).output

    assert "\\x1b[2J\\nsound; verify both together" in said


def test_an_act_that_is_forgotten_is_found_with_the_archive(played: Path, folder: Path) -> None:
    rotate(played, folder, "demo")
    with tampering(played) as db:
        db.execute("DELETE FROM remembered WHERE kind = 'act' AND seq = 46")
    with Volumes([folder, played]) as volumes:
        assert [finding.code for finding in seam_findings(volumes.readers)] == ["remembered"]
    assert tablectl("journal", "verify", folder, played).exit_code == 1


def test_an_act_without_a_key_does_not_stand_for_one_that_is_forgotten(
    tmp_path: Path, folder: Path
) -> None:
    path = tmp_path / "acts.db"
    with closing(SqliteJournal(path)) as journal:
        for key in ("one", "", "two"):
            append_act(journal, key)
        append_state(journal, [], [])
        journal.sync()
    archive = rotate(path, folder, "T").archive
    with tampering(path) as db:
        db.execute("DELETE FROM remembered WHERE seq IN (1, 2)")
        db.execute("ATTACH DATABASE ? AS old", (str(archive),))
        db.execute("INSERT INTO remembered SELECT * FROM old.record WHERE seq IN (3, 4)")

    assert verify(path).ok
    with Volumes([folder, path]) as volumes:
        assert [finding.code for finding in seam_findings(volumes.readers)] == ["remembered"]


def test_a_seal_that_is_forgotten_is_found_with_the_archive(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "sealed.db"
    with closing(SqliteJournal(path)) as journal:
        journal.append([entry_of("hidden")])
        append_act(journal, "one")
        append_state(journal, ["hidden"], [])
        journal.sync()
    rotate(path, folder, "T")
    with Volumes([folder, path]) as volumes:
        assert not list(seam_findings(volumes.readers))
    with tampering(path) as db:
        db.execute("DELETE FROM remembered WHERE kind = 'sealed'")
    with Volumes([folder, path]) as volumes:
        assert [finding.code for finding in seam_findings(volumes.readers)] == ["remembered"]


def test_an_archive_that_is_missing_is_found(played: Path, folder: Path) -> None:
    rotate(played, folder, "demo")
    go_on(played)
    middle = rotate(played, folder, "demo").archive
    go_on(played)
    middle.unlink()
    done = tablectl("journal", "verify", folder, played)
    assert done.exit_code == 1
    assert "are in none of the files" in done.output


# ---------------------------------------------------------------- killed in between


def killed_at(step: int, path: Path, folder: Path) -> bool:
    """Rotate in a process that is killed before a step; whether it came to that step."""
    done = subprocess.run(
        [sys.executable, "-m", CHILD, str(step), str(path), str(folder)],
        cwd=ROOT,
        env=environment(),
        check=False,
    )
    assert done.returncode in (0, -signal.SIGKILL)
    return done.returncode != 0


def check_rotated(path: Path, folder: Path, before: list[str]) -> None:
    """Rotate once more: everything is there, and nothing is left lying about."""
    rotate(path, folder, "demo")
    assert hashes(folder, path)[: len(before)] == before
    assert [each.suffix for each in folder.iterdir()] == [".journal"]
    left = {each.suffix for each in path.parent.iterdir()}
    assert not left & {".next", ".rotating"}


def test_a_kill_at_any_step_loses_nothing_and_the_next_rotation_ends_it(
    tmp_path: Path, original: bytes
) -> None:
    step = 0
    while True:
        place = tmp_path / f"step-{step}"
        (place / "archives").mkdir(parents=True)
        path = place / "table.db"
        path.write_bytes(original)
        before = hashes(path)
        if not killed_at(step, path, place / "archives"):
            break
        again = tmp_path / f"again-{step}"
        shutil.copytree(place, again)
        redirect(again / "table.db.rotating", place, again)
        check_rotated(again / "table.db", again / "archives", before)
        with closing(SqliteJournal(path)) as journal:
            append_act(journal, "later")
            append_snapshot(journal, "later")
            journal.sync()
        check_rotated(path, place / "archives", before)
        step += 1
    assert step > 5


def redirect(note: Path, old: Path, new: Path) -> None:
    """A copy of everything has its archive in the copy."""
    if note.exists():
        note.write_text(note.read_text().replace(str(old), str(new)))


def test_a_disk_without_room_for_the_new_file_leaves_the_journal_as_it_was(
    played: Path, tmp_path: Path
) -> None:
    if not may_mount():
        pytest.skip("nobody here may mount a disk of their own")
    disk = tmp_path / "disk"
    disk.mkdir()
    child = [sys.executable, "-m", "tests.journal.child_rotating_without_room"]
    last = verify(played).last_seq

    done = subprocess.run(
        [*OWN_MOUNTS, *child, str(played), str(disk)], cwd=ROOT, capture_output=True, check=True
    )

    *without_room, with_room = json.loads(done.stdout)
    whole = {"last": last, "sound": True, "left": []}
    assert len(without_room) > 2
    assert without_room == [{"refused": "journal_full", **whole}] * len(without_room)
    assert with_room == {"refused": "", **whole}
