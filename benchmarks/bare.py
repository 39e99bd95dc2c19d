"""Bare floors: bytes there and back over a pseudo-terminal, a commit of SQLite, and both in one.

Nothing of tablectl is in them. The last, a program that does nothing but commit a row before it
echoes, is as fast as any controller in Python with a durable record can answer on this machine.
"""

from __future__ import annotations

import os
import pty
import sqlite3
import tty
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter_ns

from benchmarks.children import line_from, python

WARM_UP = 20


class BareRecord:
    """A table of texts in SQLite: write-ahead log, synced in full, a transaction a row."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("CREATE TABLE IF NOT EXISTS record (seq INTEGER PRIMARY KEY, body TEXT)")

    def commit(self, text: str) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("INSERT INTO record (body) VALUES (?)", (text,))
        self._db.execute("COMMIT")

    def close(self) -> None:
        self._db.close()


def commits(path: Path, text: str, samples: int) -> list[float]:
    """Microseconds of one commit of a row of this text."""
    found: list[float] = []
    with closing(BareRecord(path)) as record:
        for _ in range(WARM_UP + samples):
            start = perf_counter_ns()
            record.commit(text)
            found.append((perf_counter_ns() - start) / 1_000)
    return found[WARM_UP:]


def echoes(data: bytes, samples: int, *keeping: str) -> list[float]:
    """Microseconds until as many bytes came back from a process that echoes with pyserial.

    `keeping` are a file and a text: then the text is committed there before each echo.
    """
    found: list[float] = []
    with _echoing(len(data), *keeping) as master:
        for _ in range(WARM_UP + samples):
            start = perf_counter_ns()
            os.write(master, data)
            back = 0
            while back < len(data):
                back += len(os.read(master, len(data) - back))
            found.append((perf_counter_ns() - start) / 1_000)
    return found[WARM_UP:]


@contextmanager
def _echoing(size: int, *keeping: str) -> Iterator[int]:
    master, slave = pty.openpty()
    tty.setraw(slave)
    try:
        with python("-m", "benchmarks.echo", os.ttyname(slave), str(size), *keeping) as peer:
            line_from(peer)  # it is ready
            yield master
    finally:
        os.close(slave)
        os.close(master)
