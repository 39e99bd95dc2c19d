"""What is wrong with a journal as a file of SQLite, whatever its records say.

Three questions: does SQLite find the file in order, is it made of the tables and indexes that a
journal is made of and of nothing else, and does it end where its last page does. None of them
knows what a record is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tablectl.journal.findings import Code, Finding
from tablectl.journal.layout import Made, continued_schema, has_log, is_continued, schema

# The columns of `Made`, in its order.
_SCHEMA = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master ORDER BY rowid"


def disorder(db: sqlite3.Connection) -> Iterator[Finding]:
    """What SQLite itself finds: pages, types, and that indexes and tables hold the same."""
    for (line,) in db.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield Finding(0, Code.INTEGRITY, f"SQLite says: {line}")


def foreign_parts(db: sqlite3.Connection) -> Iterator[Finding]:
    """Tables, indexes, triggers and views that are missing, altered or added."""
    found = _parts(db)
    strict = not _holds_untyped(found)
    parts = schema(strict) + (continued_schema(strict) if is_continued(db) else ())
    expected = {made.name: made for made in parts}
    for made in found:
        wanted = expected.pop(made.name, None)
        if wanted is None:
            yield _altered(made, "does not belong in a journal")
        elif made != wanted:
            yield _altered(made, "is not as it was made")
    for made in expected.values():
        yield _altered(made, "is missing")


def is_untyped(db: sqlite3.Connection) -> bool:
    """Whether the tables are as a SQLite made them that cannot keep to types."""
    return _holds_untyped(_parts(db))


def _parts(db: sqlite3.Connection) -> list[Made]:
    return [Made(*map(str, row)) for row in db.execute(_SCHEMA)]


def _holds_untyped(found: list[Made]) -> bool:
    return set(schema(strict=False)) <= set(found)


def _altered(made: Made, problem: str) -> Finding:
    return Finding(0, Code.SCHEMA, f"the {made.kind} {made.name!r} {problem}")


def wrong_size(db: sqlite3.Connection, path: Path) -> Iterator[Finding]:
    """Bytes behind the last page, or pages that are not there."""
    if has_log(path):
        return  # what the file will be is settled when the log is moved into it
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    there = path.stat().st_size
    if there != pages * size:
        problem = f"it has {there} bytes, and its {pages} pages have {pages * size}"
        yield Finding(0, Code.SIZE, problem)
