"""The door of a running table from outside: where its socket is, and a line there and back."""

from __future__ import annotations

import os
import socket
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click
from click.core import ParameterSource

from tablectl.cli.trouble import ENVIRONMENT, Trouble
from tablectl.doorclient import DoorClient
from tablectl.doorwire import MAX_ANSWER

VARIABLE = "TABLECTL_SOCKET"
PATIENCE = 10.0
"""Seconds to wait for an answer: a commit on a slow disk takes its time."""
WHILE_PROVING = 60.0
"""The same for a proof: others are looked at before it, by a thread that gives way to the table."""

socket_option = click.option(
    "--socket",
    "socket_path",
    type=click.Path(path_type=Path, readable=False),  # the door says who may come
    envvar=VARIABLE,
    help=f"The socket of the table's door; also from {VARIABLE}.",
)


def typed(path: Path | None) -> Path | None:
    """The socket that the command names itself, and none that only stands in the environment."""
    source = click.get_current_context().get_parameter_source("socket_path")
    return None if source is ParameterSource.ENVIRONMENT else path


def default_socket() -> Path:
    """One path a user: below the user's runtime folder, or a private one among temporary files."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(runtime) if runtime else Path(tempfile.gettempdir()) / f"tablectl-{os.getuid()}"
    return folder / "tablectl.sock"


def prepared(path: Path | None) -> Path:
    """The path to serve at. The private folder of the default path is made here."""
    if path is not None:
        return path
    chosen = default_socket()
    chosen.parent.mkdir(mode=0o700, exist_ok=True)
    found = chosen.parent.lstat()
    if found.st_uid != os.getuid() or not stat.S_ISDIR(found.st_mode):
        raise Trouble(
            "socket",
            "the folder belongs to somebody else, or is a link",
            "name another socket with --socket",
            str(chosen.parent),
            ENVIRONMENT,
        )
    return chosen


def served_at(path: Path) -> bool:
    """Whether somebody answers at this socket."""
    with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
        line.settimeout(PATIENCE)
        line.connect(str(path))
        return True
    return False


def check_free(path: Path) -> Path:
    """The same path, unless somebody answers there: Trouble before anything else is touched."""
    if served_at(path):
        raise Trouble(
            "socket",
            "another table is served there",
            "stop it, or name another socket with --socket PATH",
            str(path),
            ENVIRONMENT,
        )
    return path


@contextmanager
def door_at(path: Path | None, patience: float | None = None) -> Iterator[DoorClient]:
    """The door at this socket; Trouble where nobody answers, for so many seconds."""
    chosen = path or default_socket()
    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(str(chosen))  # waits for its turn where many come at once
        except OSError as error:
            raise _nobody(chosen, error) from error
        line.settimeout(patience or PATIENCE)
        yield DoorClient(lambda request: _exchange(line, request, chosen))


def _nobody(path: Path, error: OSError) -> Trouble:
    denied = isinstance(error, PermissionError)
    return Trouble(
        "permission" if denied else "no_table",
        error.strerror or str(error),
        "ask its owner" if denied else "start a table with `tablectl run --by-hand`",
        str(path),
        ENVIRONMENT,
    )


class NoAnswer(Trouble):
    """The line broke between a request and its answer: nobody knows whether it was done."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__("no_answer", problem, "look at the table's own output", str(path), 3)


def _exchange(line: socket.socket, request: bytes, path: Path) -> bytes:
    answer = b""
    try:
        line.sendall(request)
        while not answer.endswith(b"\n"):
            piece = line.recv(65_536)
            if not piece:
                raise NoAnswer(path, "the table closed the line without an answer")
            answer += piece
            if len(answer) > MAX_ANSWER:
                raise NoAnswer(path, "the answer has no end")
    except OSError as error:
        raise NoAnswer(path, error.strerror or str(error)) from error
    return answer
