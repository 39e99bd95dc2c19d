"""However a command ends, it ends in one of a few ways, and never with a traceback."""

from __future__ import annotations

import signal
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.cli import run as run_module
from tablectl.journal.sqlite import SqliteJournal
from tests.cli.shell import ROOT, answering, command, environment, process, running, tablectl


def test_trouble_is_told_by_code_place_problem_and_remedy(tmp_path: Path) -> None:
    done = tablectl("status", "--socket", tmp_path / "none.sock")
    labels = [line.split()[0] for line in done.stderr.splitlines()]
    assert labels == ["tablectl:", "where", "what", "do"]


def test_the_terminal_obeys_nothing_that_trouble_names(tmp_path: Path) -> None:
    done = tablectl("journal", "show", tmp_path / "\x1b[2Jall is well")
    assert done.exit_code == 3
    assert "\\x1b[2Jall is well" in done.stderr
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("fly",),
        ("run", "--rounds", "0"),
        ("run", "--rounds", "many"),
        ("run", "--unknown"),
        ("run", "--virtual", "--socket", "x.sock"),
        ("run", "--virtual", "--pace", "1"),
        ("run", "--virtual", "--by-hand"),
        ("run", "--by-hand", "--mishaps"),
        ("run", "--real-time"),
        ("diagram",),
        ("journal",),
        ("status", "--role", "king"),
        ("act", "deal"),
    ],
    ids=" ".join,
)
def test_bad_usage_exits_with_2_and_points_to_the_help(args: tuple[str, ...]) -> None:
    done = tablectl(*args)
    assert done.exit_code == 2
    assert "bad_usage" in done.stderr
    assert "--help`" in done.stderr


def test_a_misspelt_command_is_told_with_the_one_that_was_meant() -> None:
    assert "there is no command 'statsu': did you mean status?" in tablectl("statsu").stderr
    assert "there is no command 'zzz'\n" in tablectl("zzz").stderr


def test_a_misspelt_option_before_the_command_is_trouble_like_any_other() -> None:
    done = tablectl("--versoin")
    assert done.exit_code == 2
    assert done.stderr.startswith("tablectl: bad_usage\n")


def test_a_problem_of_several_lines_is_told_in_one() -> None:
    done = tablectl("diagram")
    assert "Choose from: blackjack, holdem, let_it_ride, three_card_poker\n" in done.stderr


def test_everything_wrong_with_a_table_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(
        "version: 1\ntable: x\ngame: chess\nmethod: m\nseats: 99\ndecks: [a]\ncolour: 1\n"
    )
    done = tablectl("run", "--table", file)
    assert done.exit_code == 2
    assert f"{file}:3:" in done.stderr
    assert f"{file}:7:" in done.stderr


def test_a_journal_that_is_held_exits_with_3(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with closing(SqliteJournal(path)):
        done = tablectl("run", "--virtual", "--journal", path)
    assert done.exit_code == 3
    assert "journal_locked" in done.stderr
    assert str(path) in done.stderr


def test_a_journal_in_a_folder_that_is_not_there_exits_with_3(tmp_path: Path) -> None:
    done = tablectl("run", "--virtual", "--journal", tmp_path / "no" / "table.db")
    assert done.exit_code == 3


def test_a_file_that_is_no_journal_is_bad_input_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine " * 1000)
    done = tablectl("run", "--virtual", "--journal", path)
    assert done.exit_code == 2
    assert path.read_text() == "mine " * 1000


def test_a_socket_that_is_served_exits_with_3(tmp_path: Path) -> None:
    socket = tmp_path / "door.sock"
    with running("run", "--by-hand", "--quiet", "--socket", socket) as child:
        answering(child, socket).close()
        journal = tmp_path / "table.db"
        done = process("run", "--by-hand", "--socket", socket, "--journal", journal)
    assert done.returncode == 3
    assert "--socket PATH" in done.stderr
    assert not journal.exists()
    assert "another table is served there" in done.stderr


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (PermissionError(13, "Permission denied", "/srv/table.db"), "permission"),
        (OSError(28, "No space left on device", "/srv/table.db"), "system"),
    ],
)
def test_what_the_system_does_not_allow_exits_with_3_and_names_the_file(
    error: OSError, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(run_module, "by_itself", fail)
    done = tablectl("run", "--virtual")
    assert done.exit_code == 3
    assert f"tablectl: {code}" in done.stderr
    assert "/srv/table.db" in done.stderr


def test_what_nobody_expected_says_where_the_details_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret of the house")

    monkeypatch.setattr(run_module, "by_itself", fail)
    done = tablectl("run", "--virtual")
    assert done.exit_code == 70
    assert "Traceback" not in done.stderr
    (path,) = (word.strip(",") for word in done.stderr.split() if "tablectl-fault-" in word)
    details = Path(path).read_text()
    Path(path).unlink()
    assert "ZeroDivisionError" in details


def test_a_reader_that_has_seen_enough_ends_a_run_quietly(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with (
        errors.open("w") as stderr,
        subprocess.Popen(
            command("run", "--virtual", "--rounds", "400", "--no-mishaps"),
            env=environment(),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        ) as child,
    ):
        assert child.stdout is not None
        assert child.stdout.readline().startswith("tablectl")
        child.stdout.close()
        child.wait()
    assert child.returncode == 141
    assert errors.read_text() == ""


def test_ctrl_c_ends_a_run_in_virtual_time_quietly(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with (
        errors.open("w") as stderr,
        subprocess.Popen(
            command("run", "--virtual", "--rounds", "100000", "--no-mishaps"),
            env=environment(),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        ) as child,
    ):
        assert child.stdout is not None
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        child.stdout.read()
        child.wait()
    assert child.returncode == 130
    assert errors.read_text() == ""


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("run", "--virtual", "--rounds", "1", "--quiet"), 0),
        (("journal", "verify", "pyproject.toml"), 2),
        (("diagram", "chess"), 2),
        (("status", "--socket", "nobody.sock"), 3),
    ],
    ids=str,
)
def test_a_process_exits_with_the_code_of_what_happened(args: tuple[str, ...], code: int) -> None:
    done = process(*args)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
