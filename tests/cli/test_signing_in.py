"""Signing in, people and authority from the shell, at a table whose people prove who they are."""

from __future__ import annotations

import os
import pty
import select
import socket as sockets
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl.cli.keeping import kept
from tablectl.credentials import PeopleFile
from tablectl.doorwire import session_line
from tablectl.sessions import Signer
from tests.cli.people import PIN, Table, by_hand, enrolled, signed_in
from tests.cli.shell import BLIND, ROOT, command, environment, tablectl

PROVING = f"{BLIND}sign_in: {{idle_minutes: 5}}\npeople: {{}}\n"
PEOPLE = "people: {d1: [dealer], s1: [supervisor], t1: [technician], m1: [administrator]}"
ADMIN = f"passphrase {PIN}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "table.yaml"
    path.write_text(PROVING.replace("people: {}", PEOPLE))
    return path


@pytest.fixture
def people(tmp_path: Path) -> PeopleFile:
    return enrolled(tmp_path / "people", "m1", "s1")


@pytest.fixture
def table(tmp_path: Path, file: Path, people: PeopleFile) -> Iterator[Table]:
    with by_hand(tmp_path / "door.sock", "--table", file, "--people", people.path) as made:
        yield made


def test_a_person_signs_in_acts_and_signs_out(table: Table) -> None:
    done = tablectl("act", "--socket", table.socket, "--by", "s1", "confirm", "what=open_table")
    assert done.exit_code == 1
    assert "unproved" in done.stderr
    assert "tablectl sign-in" in done.stderr
    signed_in("s1", table.socket)
    table.act("s1 confirm what=open_table")
    assert "Signed in: s1" in table.status()
    assert tablectl("sign-out", "--socket", table.socket, "s1").exit_code == 0
    assert kept(table.socket, "s1") == {}
    assert tablectl("sign-out", "--socket", table.socket, "s1").exit_code == 1


def test_a_session_is_kept_for_its_user_alone(table: Table) -> None:
    signed_in("s1", table.socket)
    (signer,) = kept(table.socket, "s1").values()
    folder = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/tmp/tablectl-{os.getuid()}")
    holding = [f for f in folder.glob("tablectl-session-*") if signer.session in f.read_text()]
    assert [file.stat().st_mode & 0o777 for file in holding] == [0o600]


def test_a_wrong_pin_is_told_and_exits_with_1(table: Table) -> None:
    done = tablectl("sign-in", "--socket", table.socket, "s1", typed="000000\n")
    assert done.exit_code == 1
    assert "not_believed" in done.stderr


def test_a_look_at_a_pin_is_waited_for_longer_than_another_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table has opened a session and would have told it: it must not be lost by hurry."""
    monkeypatch.setattr("tablectl.cli.sockets.PATIENCE", 0.05)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    path, signer = tmp_path / "door.sock", Signer("ab" * 16, b"k" * 32)
    with sockets.socket(sockets.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()

        def answer_late() -> None:
            line = listening.accept()[0]
            line.recv(4096)
            time.sleep(0.5)
            line.sendall(session_line(signer, 15))
            line.close()

        answering = threading.Thread(target=answer_late)
        answering.start()
        done = tablectl("sign-in", "--socket", path, "s1", typed=f"{PIN}\n")
        answering.join()
    assert done.exit_code == 0, done.output
    assert kept(path, "s1") == {"s1": signer}


def test_nothing_typed_is_no_pin(table: Table) -> None:
    done = tablectl("sign-in", "--socket", table.socket, "s1", typed="")
    assert done.exit_code == 2
    assert "pipe a line in" in done.stderr


def test_an_administrator_enrols_a_dealer_who_chooses_a_pin(
    table: Table, people: PeopleFile
) -> None:
    at = ("--socket", table.socket)
    signed_in("m1", table.socket, ADMIN)
    told = tablectl("people", "enrol", *at, "--by", "m1", "d1")
    assert told.exit_code == 0, told.output
    first = told.output.split("First PIN: ")[1].split()[0]
    done = tablectl("sign-in", *at, "d1", typed=f"{first}\n")
    assert "choose_proof" in done.stderr
    done = tablectl("people", "pin", *at, "d1", typed=f"{first}\n{PIN}\n")
    assert done.exit_code == 0, done.output
    listed = tablectl("people", "list", people.path).output
    assert f"d1: credential {people.read()['d1'].name}\n" in listed
    assert tablectl("people", "unlock", *at, "--by", "m1", "d1").exit_code == 0
    assert tablectl("people", "dismiss", *at, "--by", "m1", "d1").exit_code == 0
    assert "d1" not in people.read()


def test_nobody_but_an_administrator_enrols(table: Table) -> None:
    signed_in("s1", table.socket)
    done = tablectl("people", "enrol", "--socket", table.socket, "--by", "s1", "d1")
    assert done.exit_code == 1
    assert "Only the administrator may do this" in done.stderr


def test_a_simulated_crew_cannot_prove_who_it_is(file: Path) -> None:
    done = tablectl("run", "--table", file)
    assert done.exit_code == 2
    assert "a simulated crew cannot" in done.stderr


def test_the_first_start_without_a_terminal_says_what_to_do(file: Path, tmp_path: Path) -> None:
    done = tablectl(
        "run", "--by-hand", "--table", file, "--people", tmp_path / "none",
        "--socket", tmp_path / "door.sock",
    )  # fmt: skip
    assert done.exit_code == 3
    assert "tablectl people begin" in done.stderr
    assert not (tmp_path / "none").exists()


def on_a_terminal(*words: str | Path) -> tuple[int, int]:
    """A command on a terminal of its own: the process, and the end at which one types."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        argv = command(*words)
        os.execve(argv[0], argv, environment())
    return child, terminal


def test_the_first_start_makes_an_administrator_on_its_terminal(file: Path, tmp_path: Path) -> None:
    people = PeopleFile(tmp_path / "people")
    child, terminal = on_a_terminal(
        "run", "--by-hand", "--table", file, "--people", people.path,
        "--socket", tmp_path / "door.sock",
    )  # fmt: skip
    try:
        _answer(terminal, "A new PIN or passphrase for m1", "123456")
        assert "in a row" in _answer(terminal, "The same again", "123456", until="\n  do")
    finally:
        os.waitpid(child, 0)
        os.close(terminal)
    assert not people.exists(), "no password comes by default, and no weak one is taken"


def _answer(terminal: int, prompt: str, words: str, until: str = "") -> str:
    """Wait for a prompt, type the words, and what is then told up to some text."""
    told = _told(terminal, prompt)
    os.write(terminal, f"{words}\n".encode())
    return _told(terminal, until) if until else told


def _told(terminal: int, until: str) -> str:
    told, end = "", time.monotonic() + 60
    while until not in told and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            try:
                told += os.read(terminal, 4096).decode()
            except OSError:  # the other end has gone
                return told
    return told


def test_people_begin_makes_the_first_administrator_on_its_terminal(
    file: Path, tmp_path: Path
) -> None:
    path = tmp_path / "people"
    child, terminal = on_a_terminal("people", "begin", "--table", file, path)
    try:
        _answer(terminal, "A new PIN or passphrase for m1", ADMIN)
        _answer(terminal, "The same again", ADMIN, until="is enrolled")
    finally:
        os.waitpid(child, 0)
        os.close(terminal)
    assert list(PeopleFile(path).read()) == ["m1"]
    again = tablectl("people", "begin", "--table", file, path, typed=f"{ADMIN}\n")
    assert again.exit_code == 2
    assert "it is there already" in again.stderr
    other = tablectl("people", "begin", "--table", file, "--name", "d1", tmp_path / "other")
    assert "name one of m1" in other.stderr


def test_no_first_administrator_is_made_by_a_script(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "people"
    done = tablectl("people", "begin", "--table", file, path, typed=f"{ADMIN}\n")
    assert done.exit_code == 3
    assert "nobody sits at a terminal here" in done.stderr
    assert not path.exists()


def test_authority_prints_who_may_do_what() -> None:
    told = tablectl("authority", "--game", "let_it_ride").output
    rows = {line[:28].strip(): line[28:].split() for line in told.splitlines()[1:]}
    assert rows["confirm open_table"][:5] == ["-", "yes", "-", "-", "-"]
    assert rows["enrol"][:5] == ["-", "-", "-", "-", "yes"]
    assert "with a second person, supervisor or dealer" in told
