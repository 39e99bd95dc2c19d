"""Processes that a benchmark starts beside itself, each ended with the block it was started in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import DEVNULL, PIPE
from typing import IO

Child = subprocess.Popen[str]


@contextmanager
def python(*arguments: str, heard: bool = True, apart: bool = False) -> Iterator[Child]:
    """The same Python with these arguments; what it says can be read, or goes nowhere. `apart` is
    in a session of its own."""
    command = [sys.executable, *arguments]
    said = PIPE if heard else DEVNULL
    # Its input ends when we do, be it by a signal: a child may wait for that. The command is this
    # interpreter with arguments of our own, so there is nothing in it to check (S603).
    with subprocess.Popen(  # noqa: S603
        command, stdin=PIPE, stdout=said, text=True, start_new_session=apart
    ) as child:
        try:
            yield child
        finally:
            child.terminate()


def words_of(child: Child) -> IO[str]:
    """What it says."""
    if child.stdout is None:
        raise RuntimeError("nobody hears this child")
    return child.stdout


def line_from(child: Child) -> str:
    """The next line that it says."""
    line = words_of(child).readline()
    if not line:
        raise RuntimeError(f"{child.args!r} ended and said nothing")
    return line.strip()
