"""Reading a journal so that nothing is left behind: no file that was not there, no file changed.

SQLite makes its side files even for whoever only reads, and leaves them with the reader as their
owner; a controller of another user could not start any more. So a file that nobody has open is
read as one that does not change, and one with a writer beside that writer's own side files.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from tablectl.journal.errors import JournalError, JournalUnreadable
from tablectl.journal.faults import FAULTS, primary_code
from tablectl.journal.layout import connect, has_log, identity
from tablectl.journal.lock import lock_of
from tablectl.words.values import value

_DENIED = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


@value
class Standing:
    """How a file stands, by which it shows whether somebody wrote to it or is about to."""

    inode: int
    size: int
    changed: int
    in_use: bool
    """Whether what is beside it belongs to it: a writer is at work, or died."""


def standing(path: Path) -> Standing:
    if not path.is_file():
        raise JournalError(f"{path}: there is no such file. Name the journal to read.")
    found = path.stat()
    log, index, undone = beside(path)
    in_use = (
        has_log(path)
        or (log.is_file() and index.is_file())
        or (undone.is_file() and undone.stat().st_size > 0)
    )
    return Standing(found.st_ino, found.st_size, found.st_mtime_ns, in_use)


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing; what the file holds is not looked at yet.

    JournalUnreadable where this process may not read it, or not without writing beside it.
    """
    now = standing(path)
    uri = path.resolve().as_uri()
    db = _tidy(uri, path) if now.in_use else connect(f"{uri}?mode=ro&immutable=1")
    try:
        identity(db)
    except FAULTS as error:
        db.close()
        if primary_code(error) in _DENIED:
            raise JournalUnreadable(path, str(error)) from error
        raise
    return db


class QuietFile:
    """A journal that is read for a while, in which a writer may begin its work."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._standing = standing(path)
        self._db = open_for_reading(path)

    @property
    def db(self) -> sqlite3.Connection:
        """The connection for the next question.

        What was taken for unchanging is opened anew once a writer came: from then on SQLite's
        own locks keep the two apart.
        """
        if not self._standing.in_use:
            now = standing(self._path)
            if now.inode != self._standing.inode:
                raise JournalError(f"{self._path} was rotated while it was read. Read it again.")
            if now != self._standing:
                self._db.close()
                self._standing, self._db = now, open_for_reading(self._path)
        return self._db

    def close(self) -> None:
        self._db.close()


class _Tidy(sqlite3.Connection):
    """Takes the index of the log away again if it was not there before."""

    made: Path | None = None
    lock: Path | None = None

    def close(self) -> None:
        super().close()
        if self.made is not None and self.lock is not None:
            _remove(self.made, self.lock)
            self.made = None


def _tidy(uri: str, path: Path) -> sqlite3.Connection:
    _, index, _ = beside(path)
    was_there = index.exists()
    db = connect(f"{uri}?mode=ro", _Tidy)
    if not was_there:
        db.made, db.lock = index, lock_of(path.resolve())
    return db


def _remove(made: Path, lock: Path) -> None:
    """Not under a writer that came meanwhile: from then on the file is its own."""
    if not lock.exists():
        made.unlink(missing_ok=True)
        return
    with suppress(PermissionError, BlockingIOError):
        file = os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            made.unlink(missing_ok=True)
        finally:
            os.close(file)


def beside(path: Path) -> tuple[Path, Path, Path]:
    """Where SQLite keeps the log of a journal, the index of that log, and what is to be undone."""
    real = path.resolve()
    ends = ("-wal", "-shm", "-journal")
    log, index, undone = (real.with_name(f"{real.name}{end}") for end in ends)
    return log, index, undone
