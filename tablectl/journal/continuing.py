"""Making the file that goes on where an archive ends.

It begins with the record that its snapshot was taken after, so that start-up needs nothing else,
and it remembers what is asked for whenever it was: every act that has a key, with its outcome, and
the seals of cards that the state still holds hidden. Remembered records are whole, hash and all, so
that each can be compared with its original in an archive.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from tablectl.journal.errors import JournalDamaged, JournalError
from tablectl.journal.faults import explained
from tablectl.journal.layout import CONTINUED, continued_schema, open_for_writing
from tablectl.journal.reading import Reader
from tablectl.journal.records import Snapshot

_CARRY = """INSERT INTO record (seq, time, kind, version, key, body, prev, hash)
    SELECT seq, time, kind, version, key, body, prev, hash FROM old.record WHERE seq >= ?"""
_REMEMBER = """INSERT INTO remembered (seq, time, kind, version, key, body, prev, hash)
    SELECT seq, time, kind, version, key, body, prev, hash FROM old.record
    WHERE seq < :first AND (kind = 'act' AND key <> '' OR kind = 'outcome' AND
        json_extract(body, '$.of') IN
            (SELECT seq FROM old.record WHERE kind = 'act' AND key <> '' AND seq < :first))"""
_REMEMBER_STILL = """INSERT INTO remembered (seq, time, kind, version, key, body, prev, hash)
    SELECT seq, time, kind, version, key, body, prev, hash FROM old.remembered
    WHERE kind <> 'sealed'"""
_REMEMBER_SEAL = """INSERT INTO remembered (seq, time, kind, version, key, body, prev, hash)
    SELECT seq, time, kind, version, key, body, prev, hash FROM old.record
    WHERE kind = 'sealed' AND key = :token AND seq < :first"""
_REMEMBER_SEAL_STILL = """INSERT INTO remembered (seq, time, kind, version, key, body, prev, hash)
    SELECT seq, time, kind, version, key, body, prev, hash FROM old.remembered
    WHERE kind = 'sealed' AND key = :token"""
_ORIGIN = "INSERT INTO origin (first, prev, archive, seq, digest, body) VALUES (?, ?, ?, ?, ?, ?)"
_SNAPSHOT = "INSERT INTO snapshot (seq, digest, body) VALUES (?, ?, ?)"


def continue_in(old: Reader, new: Path, archive: str) -> None:
    """Make the file `new` that goes on from `old`, whose records will be in `archive`."""
    snapshot = old.latest_snapshot()
    if snapshot is None:
        raise JournalError(
            f"{old.where} holds no snapshot to go on from. Open and close the table once, "
            "and try again."
        )
    with explained(new), closing(open_for_writing(new)) as db:
        db.execute("ATTACH DATABASE ? AS old", (f"{old.where.as_uri()}?mode=ro",))
        db.execute("BEGIN IMMEDIATE")
        for made in continued_schema():
            db.execute(made.sql)
        db.execute(f"PRAGMA user_version = {CONTINUED}")
        _fill(db, old, snapshot, archive)
        db.execute("COMMIT")
        db.execute("DETACH DATABASE old")
    _synced(new)


def _fill(db: sqlite3.Connection, old: Reader, snapshot: Snapshot, archive: str) -> None:
    first = snapshot.seq
    row = next(old.rows(first - 1, first), None)
    if row is None:
        raise JournalDamaged(first, "it is missing, and there is a snapshot of it", old.where)
    kept = (snapshot.seq, snapshot.digest, snapshot.body)
    db.execute(_ORIGIN, (first, row[6], archive, *kept))
    db.execute(_SNAPSHOT, kept)
    db.execute(_CARRY, (first,))
    db.execute(_REMEMBER, {"first": first})
    if old.origin is not None:
        db.execute(_REMEMBER_STILL)
    for token in hidden_in(snapshot):
        db.execute(_REMEMBER_SEAL, {"token": token, "first": first})
        if old.origin is not None:
            db.execute(_REMEMBER_SEAL_STILL, {"token": token})


def hidden_in(snapshot: Snapshot) -> tuple[str, ...]:
    """The tokens of cards that may yet have to be opened, going on from this state."""
    return tuple(dict.fromkeys(_tokens(json.loads(snapshot.body))))


def _tokens(plain: Any) -> Iterator[str]:
    """The tokens of the faces that a state still holds sealed, and of those it has asked for."""
    match plain:
        case {"is": "sealed", "token": str(token)}:
            yield token
        case dict():
            for name, value in plain.items():
                yield from value if name == "unsealing" else _tokens(value)
        case list():
            for value in plain:
                yield from _tokens(value)


def _synced(path: Path) -> None:
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)
