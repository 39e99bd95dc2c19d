"""What an error of SQLite means for the journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from tablectl.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalFull,
    JournalLocked,
    NotAJournal,
)

# Python decodes SQLite's message before it raises, and a message may quote damaged bytes.
FAULTS = (sqlite3.Error, UnicodeDecodeError)
Fault: TypeAlias = sqlite3.Error | UnicodeDecodeError

_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOLFS,
}


def primary_code(error: Fault) -> int:
    """The result code of SQLite without its details; 0 if Python itself raised the error."""
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def explain(error: Fault, where: object) -> JournalError:
    """The error to raise in place of this one."""
    code = primary_code(error)
    if code == 0:
        return JournalError(f"{where}: {error}")
    if code in _LOCKED:
        return JournalLocked(where)
    if code in _UNWRITABLE:
        return JournalFull(where, str(error))
    if code == sqlite3.SQLITE_NOTADB:
        return NotAJournal(where, str(error))
    who = "somebody else wrote to it: " if code == sqlite3.SQLITE_CONSTRAINT else ""
    return JournalDamaged(0, f"{who}{error}", where)


@contextmanager
def explained(where: object) -> Iterator[None]:
    """Raise errors of the journal in place of those of SQLite."""
    try:
        yield
    except FAULTS as error:
        raise explain(error, where) from error
