"""The doctor: an installation that is as it has to be, and faults that are planted in it."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablectl import __version__, doctoring
from tablectl.credentials import MOST_TRIES
from tablectl.doctoring import Found, examined
from tablectl.games.catalogue import rules_for
from tablectl.installation import Installation
from tablectl.journal.sqlite import SqliteJournal
from tablectl.kernel import Kernel
from tests.cli.people import enrolled
from tests.cli.shell import ROOT, tablectl
from tests.journal.books import tampering
from tests.tables import NOON, settings_for

DEPLOY = ROOT / "deploy"
ME = pwd.getpwuid(os.getuid()).pw_name
FILE = """version: 1
table: T1
game: three_card_poker
method: manual_shoe
seats: 6
decks: [blue]
devices:
  shoe_1: {profile: reference_sensing_shoe, serial: "17", link: LINK}
people: {d1: [dealer], s1: [supervisor], t1: [technician], m1: [administrator]}
"""
Plant = Callable[[Installation, pytest.MonkeyPatch], object]


def install(root: Path) -> Installation:
    """What deploy/README.md makes, below a root, for the user who runs the tests."""
    group = grp.getgrgid(os.getgid()).gr_name
    at = Installation("T1", root, ME, group)
    for path in (at.table_file, at.unit, at.rules, at.socket, at.seal_key):
        path.parent.mkdir(parents=True, exist_ok=True)
    at.data.chmod(0o700)
    at.keys.chmod(0o700)
    shutil.copy(DEPLOY / "tablectl@.service", at.unit)
    shutil.copy(DEPLOY / "60-tablectl.rules", at.rules)
    program = root / "opt" / "tablectl" / __version__ / "bin" / "tablectl"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (root / "opt" / "tablectl" / "current").symlink_to(__version__)
    plug_in(at)
    at.table_file.write_text(FILE.replace("LINK", str(port(at))))
    at.table_file.chmod(0o644)
    at.seal_key.write_bytes(b"k" * 32)
    at.seal_key.chmod(0o600)
    enrolled(at.people_file, "m1", "d1", "s1", "t1")
    record_of(at)
    return at


def port(at: Installation) -> Path:
    return at.at("/dev/tablectl/17")


def plug_in(at: Installation) -> None:
    """A port that nobody but its owner can open: the slave of a pseudo-terminal."""
    master, slave = os.openpty()
    PORTS.append((master, slave))
    os.fchmod(slave, 0o600)
    port(at).parent.mkdir(parents=True)
    port(at).symlink_to(os.ttyname(slave))


PORTS: list[tuple[int, int]] = []


def record_of(at: Installation) -> None:
    journal = SqliteJournal(at.journal)
    Kernel(journal, rules_for).start(settings_for(), NOON)
    journal.close()
    at.journal.chmod(0o600)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Installation]:
    yield install(tmp_path)
    while PORTS:
        for handle in PORTS.pop():
            os.close(handle)


def again(at: Installation) -> Installation:
    """The same installation, nothing of which has been looked at yet."""
    return Installation(at.name, at.root, at.user, at.group)


def codes(found: list[Found]) -> list[str]:
    return [each.code for each in found if not each.note]


def test_an_installation_as_the_page_makes_it_has_no_fault(at: Installation) -> None:
    assert examined(at) == []
    told = tablectl("doctor", "--root", at.root, "--user", at.user, "--group", at.group, "T1")
    assert told.exit_code == 0, told.output
    assert "Nothing has to be mended" in told.output


def with_text(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text().replace(old, new))


def ended_table(at: Installation, _: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        os.chdir(at.socket.parent)  # the path of a socket is a short one
        line.bind(at.socket.name)
    at.socket.chmod(0o660)


def wrong_guesses(at: Installation, _: pytest.MonkeyPatch) -> None:
    people = enrolled(at.people_file.with_name("new"), "m1", "d1", "s1", "t1")
    now = 0
    for _each in range(MOST_TRIES):
        now += 10_000
        people.try_proof("s1", "000000", now)
    people.path.replace(at.people_file)


def linked(at: Installation, _: pytest.MonkeyPatch) -> None:
    at.people_file.symlink_to(at.people_file.rename(at.keys / "elsewhere"))


def cut_record(at: Installation, _: pytest.MonkeyPatch) -> None:
    with tampering(at.journal) as db:
        db.execute("UPDATE record SET time = time + 1 WHERE seq = 1")


def clock_set_back(_: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablectl.doctoring.time.time_ns", lambda: (NOON - 60_000_000) * 1_000)


def full_disk(_: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctoring, "LEAST_FREE", 1 << 60)


PLANTED: dict[str, tuple[str, Plant]] = {
    "the table file is gone": ("no_table_file", lambda at, _: at.table_file.unlink()),
    "the table file is wrong": (
        "bad_table_file",
        lambda at, _: with_text(at.table_file, "seats: 6", "seats: 60"),
    ),
    "anybody can write the table file": (
        "table_file_open",
        lambda at, _: at.table_file.chmod(0o666),
    ),
    "the table file is that of another table": (
        "other_name",
        lambda at, _: with_text(at.table_file, "table: T1", "table: T2"),
    ),
    "the unit is not installed": ("no_unit", lambda at, _: at.unit.unlink()),
    "the unit has no watchdog": (
        "unit_weak",
        lambda at, _: with_text(at.unit, "WatchdogSec=10", "#"),
    ),
    "the unit runs as root": (
        "unit_weak",
        lambda at, _: with_text(at.unit, "User=tablectl", "User=root"),
    ),
    "the unit has capabilities": (
        "unit_weak",
        lambda at, _: with_text(at.unit, "CapabilityBoundingSet=", "CapabilityBoundingSet=~"),
    ),
    "ports have no names that stay": ("no_udev_rules", lambda at, _: at.rules.unlink()),
    "the program is gone": ("no_program", lambda at, _: at.program.unlink()),
    "the program is in somebody's home": (
        "program_in_home",
        lambda at, _: at.program.with_name("python").symlink_to("/home/ann/.pyenv/bin/python3"),
    ),
    "the folder of the data is open": ("folder_open", lambda at, _: at.data.chmod(0o755)),
    "the folder of the keys is gone": ("no_folder", lambda at, _: shutil.rmtree(at.keys)),
    "the seal key can be read by others": ("key_open", lambda at, _: at.seal_key.chmod(0o644)),
    "the seal key is short": ("bad_seal_key", lambda at, _: at.seal_key.write_bytes(b"k")),
    "the seal key is gone": ("no_seal_key", lambda at, _: at.seal_key.unlink()),
    "the people file is gone": ("no_people_file", lambda at, _: at.people_file.unlink()),
    "the people file can be read by others": (
        "people_open",
        lambda at, _: at.people_file.chmod(0o640),
    ),
    "the people file is a link": ("link", linked),
    "the people file is damaged": (
        "bad_people_file",
        lambda at, _: with_text(at.people_file, "{", ""),
    ),
    "no administrator is enrolled": (
        "no_administrator",
        lambda at, _: with_text(at.table_file, "m1: [adm", "m2: [adm"),
    ),
    "somebody guessed": ("locked_out", wrong_guesses),
    "the record can be read by others": ("journal_open", lambda at, _: at.journal.chmod(0o644)),
    "the record was changed": ("journal_damaged", cut_record),
    "the device is not plugged in": ("no_port", lambda at, _: port(at).unlink()),
    "anybody can talk to the port": ("port_open", lambda at, _: port(at).chmod(0o666)),
    "the port has a name that changes": (
        "port_name",
        lambda at, _: with_text(at.table_file, str(port(at)), "/dev/ttyUSB0"),
    ),
    "a table died": ("dead_door", ended_table),
    "something else is at the door": ("no_socket", lambda at, _: at.socket.write_text("")),
    "the clock was set back": ("clock_behind", clock_set_back),
    "the disk is full": ("disk_full", full_disk),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found_with_a_way_to_mend_it(
    fault: str, at: Installation, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code, plant = PLANTED[fault]
    monkeypatch.chdir(tmp_path)
    plant(at, monkeypatch)
    found = examined(again(at))
    assert code in codes(found), found
    assert all(each.mend and each.problem and each.where for each in found)
    told = tablectl("doctor", "--root", at.root, "--user", at.user, "--group", at.group, "T1")
    assert told.exit_code == 1
    assert f"FAULT {code}: " in told.output


def test_a_user_and_a_group_that_the_system_has_not_are_faults(at: Installation) -> None:
    other = Installation("T1", at.root, "nobody-of-this-name", "no-such-group")
    assert {"no_user", "no_group"} <= set(codes(examined(other)))


def test_what_belongs_to_somebody_else_is_a_fault(at: Installation) -> None:
    other = next(each.pw_name for each in pwd.getpwall() if each.pw_uid != os.getuid())
    found = examined(Installation("T1", at.root, other, at.group))
    assert "wrong_owner" in codes(found)


def test_root_finds_what_is_wrong_with_the_people_file_of_another_user(
    at: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As deploy/README.md has it asked: the file is the controller's, and root may read it."""
    wrong_guesses(at, monkeypatch)
    monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    assert "locked_out" in codes(examined(again(at)))
    with_text(at.people_file, "{", "")
    assert "bad_people_file" in codes(examined(again(at)))


def test_what_can_wait_is_a_note_and_no_fault(at: Installation) -> None:
    with_text(at.table_file, "m1: [administrator]", "m1: [administrator], d2: [dealer]")
    (at.keys / "seal.key.until-12").write_bytes(b"k" * 32)
    found = examined(again(at))
    assert codes(found) == []
    assert {each.code for each in found} == {"not_enrolled", "old_seal_key"}


def test_before_a_start_only_what_is_quick_is_looked_at(at: Installation) -> None:
    cut_record(at, pytest.MonkeyPatch())
    words = ("doctor", "--quiet", "--before-start", "--root", at.root, "--user", at.user, "T1")
    assert tablectl(*words).output == ""
    at.people_file.unlink()
    assert tablectl(*words).exit_code == 1
