"""A disk that is full, read-only or slow: the table says so, loses nothing, and goes on."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablectl.cli.main import cli
from tablectl.doorwire import Answered
from tablectl.hosts import service_commits
from tablectl.hosts.service_commits import HEALTHY, SLOW
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.words.bases import Role
from tests.hosts.serving import client
from tests.hosts.slow import OPEN, Asking, SlowJournal, serving
from tests.hosts.test_service_commits import Clock

ROOT = Path(__file__).parents[2]
OWN_MOUNTS = ["unshare", "--map-root-user", "--mount"]


def may_mount() -> bool:
    if shutil.which(OWN_MOUNTS[0]) is None:
        return False
    return subprocess.run([*OWN_MOUNTS, "true"], capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    if not may_mount():
        pytest.skip("nobody here may mount a disk of their own")
    child = [sys.executable, "-m", "tests.hosts.child_on_a_small_disk"]
    done = subprocess.run(
        [*OWN_MOUNTS, *child, str(tmp_path_factory.mktemp("disks"))],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_a_table_on_a_full_disk_refuses_says_why_and_goes_on_when_there_is_room(
    seen: dict[str, Any],
) -> None:
    full = seen["full"]

    code, why = full["refused"]
    assert code == "journal_full"
    assert "Free the disk or make it writable, then try again." in why
    assert why.startswith(full["status"])
    assert full["phase"] == "open"
    assert full["again"] is True, "the same act, once there is room, without a restart"
    assert full["after"] == ""


def test_what_was_taken_on_a_disk_that_filled_up_is_on_record(seen: dict[str, Any]) -> None:
    assert seen["full"]["missing"] == 0
    assert seen["full"]["findings"] == []


def test_a_table_is_not_switched_on_where_its_record_cannot_be_written(
    seen: dict[str, Any],
) -> None:
    assert seen["read_only"]["code"] == "journal_full"
    assert "Read-only file system" in seen["read_only"]["says"]
    assert "make it writable" in seen["read_only"]["says"]


@contextmanager
def only_read(journal: SqliteJournal) -> Iterator[None]:
    """SQLite itself refuses to write, as it does on a disk that turned read-only."""
    journal._db.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        journal._db.execute("PRAGMA query_only = OFF")


def test_a_file_that_turns_read_only_stops_the_table_until_it_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_commits, "RETRY", 0.01)
    path, socket = tmp_path / "table.journal", tmp_path / "door.sock"
    with closing(SqliteJournal(path)) as journal:
        with serving(socket, journal) as service, client(socket) as door:
            with only_read(journal):
                with pytest.raises(Answered) as refused:
                    door.submit(OPEN)
                service.wake("nobody waits for this one")
                before = journal.last_seq
                told = door.view(Role.DEALER)["trouble"]
            accepted = door.submit(OPEN).accepted
            after = door.view(Role.DEALER)["trouble"]
        kinds = [record.kind for record in journal.records(before)]

    assert refused.value.code == "journal_full"
    assert told.endswith("Free the disk or make it writable, then try again.")
    assert accepted
    assert after == ""
    assert sorted(kind for kind in kinds if kind in ("act", "wake")) == ["act", "wake"]
    assert verify(path).findings == ()


def test_status_says_that_the_disk_is_slow_and_an_act_waits_for_it(
    tmp_path: Path,
) -> None:
    path, journal, clock = tmp_path / "door.sock", SlowJournal(), Clock()
    with serving(path, journal, clock=clock.table_clock()) as service:
        journal.stick()
        asking = Asking(path, OPEN)
        journal.is_stuck()
        clock.at += HEALTHY + 1
        slow = status(path)
        answered_meanwhile = asking.answer
        journal.go_on()
        asking.answered()
        quick = status(path)
        assert service.host.healthy()

    assert f"Record: {SLOW}" in slow
    assert answered_meanwhile == b""
    assert "Record:" not in quick


def status(path: Path) -> str:
    return CliRunner().invoke(cli, ["status", "--socket", str(path)]).output
