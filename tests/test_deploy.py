"""What is in deploy/ is what the program, its doctor and the system expect."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import click
import pytest

from tablectl.cli.main import cli
from tablectl.doctoring import unit
from tablectl.installation import Installation

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "tablectl@.service").read_text(encoding="utf-8")
CONSOLE = (DEPLOY / "tablectl-console@.service").read_text(encoding="utf-8")
PROGRAM = "/opt/tablectl/current/bin/tablectl"


def started_by(line: str, unit: str = UNIT) -> list[str]:
    """The words of a command that a unit starts, for table T1."""
    (command,) = [each for each in unit.splitlines() if each.startswith(f"{line}={PROGRAM}")]
    return command.replace("%i", "T1").split()[1:]


def test_the_doctor_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    at = Installation("T1", tmp_path)
    at.unit.parent.mkdir(parents=True)
    shutil.copy(DEPLOY / "tablectl@.service", at.unit)
    assert list(unit(at)) == []


@pytest.mark.parametrize("line", ["ExecStartPre", "ExecStart"])
def test_the_program_knows_every_word_that_the_unit_starts_it_with(line: str) -> None:
    name, *words = started_by(line)
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    command.make_context(name, words)


def test_the_console_s_unit_starts_it_at_the_door_of_the_table() -> None:
    name, *words = started_by("ExecStart", CONSOLE)
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    given = [word.replace("${LISTEN}", "127.0.0.1:8080") for word in words if word != "$TLS"]
    asked = command.make_context(name, given).params
    assert asked["socket_path"] == Installation("T1").socket
    assert asked["journal_path"] is None


def test_the_console_s_user_is_made_and_may_come_to_the_door() -> None:
    users = (DEPLOY / "tablectl.sysusers").read_text(encoding="utf-8")
    assert "User=tablectl-console\n" in CONSOLE
    assert f"SupplementaryGroups={Installation('T1').group}\n" in CONSOLE
    assert f"m tablectl-console {Installation('T1').group}\n" in users


def test_the_unit_puts_everything_where_the_doctor_looks() -> None:
    words, at = started_by("ExecStart"), Installation("T1")
    given = dict(pairwise(words))
    assert given["--table"] == str(at.table_file)
    assert given["--journal"] == str(at.journal)
    assert given["--seal-key"] == str(at.seal_key)
    assert given["--people"] == str(at.people_file)
    assert given["--socket"] == str(at.socket)
    assert given["--door-group"] == at.group


def test_the_unit_lets_the_socket_be_given_to_the_group_at_the_door() -> None:
    """A later line of the filter overrules an earlier one, and @privileged has @chown in it."""
    filters = [each for each in UNIT.splitlines() if each.startswith("SystemCallFilter=")]
    denied = max(i for i, each in enumerate(filters) if "~@privileged" in each)
    assert any("@chown" in each.split() for each in filters[denied + 1 :])


@pytest.mark.parametrize(("unit", "name"), [(UNIT, "tablectl"), (CONSOLE, "tablectl-console")])
def test_the_system_itself_finds_nothing_wrong_with_the_unit(
    tmp_path: Path, unit: str, name: str
) -> None:
    """By `systemd-analyze verify`, where there is one: every other word of it is checked above."""
    program = tmp_path / "tablectl"
    program.symlink_to(sys.executable)
    file = tmp_path / f"{name}@T1.service"
    file.write_text(unit.replace(PROGRAM, str(program)))
    analyse = shutil.which("systemd-analyze")
    if analyse is not None:
        done = subprocess.run(
            [analyse, "verify", str(file)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_system_itself_finds_nothing_wrong_with_the_rules_for_ports() -> None:
    """By `udevadm verify`, where there is one that can (systemd 254 and newer). Names of groups are
    not looked up: `systemd-sysusers` makes ours at the installation."""
    udevadm = shutil.which("udevadm")
    if udevadm is None or _runs(udevadm, "verify", "--help").returncode:
        pytest.skip("no udevadm here that verifies rules")
    rules = str(DEPLOY / "60-tablectl.rules")
    done = _runs(udevadm, "verify", "--resolve-names=never", rules)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_group_that_the_rules_give_ports_to_is_one_that_is_made() -> None:
    rules = (DEPLOY / "60-tablectl.rules").read_text(encoding="utf-8")
    users = (DEPLOY / "tablectl.sysusers").read_text(encoding="utf-8")
    (group,) = re.findall(r'GROUP="(\w+)"', rules)
    assert f"\nu {group} " in users
    assert f"\nGroup={group}\n" in UNIT


def _runs(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_scripts_are_sound_shell() -> None:
    for script in (DEPLOY / "install",):
        subprocess.run(["sh", "-n", str(script)], check=True)
        assert script.stat().st_mode & 0o111
