"""What a process has of the processor where others want it too, as a unit's CPUWeight= gives it.

A nice value is that weight. Where the system gives every session an equal part, though, it counts
among the processes of one session alone, and the session has a weight of its own: who is to have
another weight than the rest of a benchmark needs a session of its own.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_SESSION = "autogroup"
"""`/autogroup-7 nice 0`, in the folder of a process, where sessions have weights."""


@contextmanager
def going_first(by: int) -> Iterator[None]:
    """This process and its session go before others meanwhile, where they may: root alone can."""
    before = _session_of("self")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # by way of the end of this block
    try:
        with suppress(PermissionError):
            os.nice(-by)
            _let_session_be(before - by)
        yield
    finally:
        with suppress(PermissionError):
            _let_session_be(before)


def give_way(by: int) -> None:
    """This process and its session, which is its own, go after whoever started it."""
    os.nice(by)
    _let_session_be(_session_of(str(os.getppid())) + by)


def _session_of(process: str) -> int:
    try:
        return int(Path("/proc", process, _SESSION).read_text(encoding="ascii").split()[-1])
    except (OSError, IndexError):
        return 0


def _let_session_be(nice: int) -> None:
    with suppress(FileNotFoundError):  # a system whose sessions have no weights
        Path("/proc/self", _SESSION).write_text(str(nice), encoding="ascii")
