"""The journal's SQLite file: its tables, and how it is opened."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TypeVar, overload

from tablectl.journal.errors import JournalDenied, JournalError, JournalFull, NotAJournal
from tablectl.words.values import value

APPLICATION_ID = 0x54424C43  # "TBLC"
LAYOUT = 2
CONTINUED = 3
"""The layout of a file that goes on where an archive ends; see `continuing`."""

_STRICT = sqlite3.sqlite_version_info >= (3, 37)
_RECORD = """CREATE TABLE record (
        seq INTEGER PRIMARY KEY,
        time INTEGER NOT NULL,
        kind TEXT NOT NULL,
        version INTEGER NOT NULL,
        key TEXT NOT NULL,
        body TEXT NOT NULL,
        prev TEXT NOT NULL,
        hash TEXT NOT NULL
    )"""
_SNAPSHOT = """CREATE TABLE snapshot (
        seq INTEGER PRIMARY KEY,
        digest TEXT NOT NULL,
        body TEXT NOT NULL
    )"""
# Two indexes: a client may use for an act what happens to be the token of a seal.
_BY_ACT = "CREATE UNIQUE INDEX record_act ON record (key) WHERE kind = 'act' AND key <> ''"
_BY_SEAL = "CREATE UNIQUE INDEX record_seal ON record (key) WHERE kind = 'sealed'"
_REMEMBERED = _RECORD.replace("TABLE record", "TABLE remembered")
_REMEMBERED_BY_ACT = _BY_ACT.replace("record", "remembered")
_REMEMBERED_BY_SEAL = _BY_SEAL.replace("record", "remembered")
_ORIGIN = """CREATE TABLE origin (
        first INTEGER PRIMARY KEY,
        prev TEXT NOT NULL,
        archive TEXT NOT NULL,
        seq INTEGER NOT NULL,
        digest TEXT NOT NULL,
        body TEXT NOT NULL
    )"""


@value
class Made:
    """A table or an index, as SQLite keeps it in its own table of tables."""

    kind: str
    name: str
    table: str
    sql: str


def schema(strict: bool = _STRICT) -> tuple[Made, ...]:
    """All that a journal is made of; a SQLite before 3.37 knows no strict tables."""
    typed = " STRICT" if strict else ""
    return (
        Made("table", "record", "record", f"{_RECORD}{typed}"),
        Made("index", "record_act", "record", _BY_ACT),
        Made("index", "record_seal", "record", _BY_SEAL),
        Made("table", "snapshot", "snapshot", f"{_SNAPSHOT}{typed}"),
    )


def continued_schema(strict: bool = _STRICT) -> tuple[Made, ...]:
    """What a file that goes on from an archive has besides."""
    typed = " STRICT" if strict else ""
    return (
        Made("table", "remembered", "remembered", f"{_REMEMBERED}{typed}"),
        Made("index", "remembered_act", "remembered", _REMEMBERED_BY_ACT),
        Made("index", "remembered_seal", "remembered", _REMEMBERED_BY_SEAL),
        Made("table", "origin", "origin", f"{_ORIGIN}{typed}"),
    )


def open_for_writing(path: Path) -> sqlite3.Connection:
    """A connection to the journal at `path`, which is made if it is not there."""
    _create_file(path)
    _check_writable(path)
    db = connect(f"{path.as_uri()}?mode=rw")
    try:
        _prepare(db, path)
    except BaseException:
        db.close()
        raise
    return db


def open_beside(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, beside the writer that this process has open already."""
    return connect(f"{path.as_uri()}?mode=ro")


def identity(db: sqlite3.Connection) -> tuple[int, int, int]:
    """What SQLite knows of the file: application, layout, number of tables and indexes."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (layout,) = db.execute("PRAGMA user_version").fetchone()
    (objects,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return application, layout, objects


def check_identity(db: sqlite3.Connection, where: object) -> None:
    """Refuse a file that is not a journal, or one of a layout this program does not know."""
    application, layout, _ = identity(db)
    if application != APPLICATION_ID:
        raise NotAJournal(where, f"its application id is {application}, not {APPLICATION_ID}")
    if layout not in (LAYOUT, CONTINUED):
        raise JournalError(
            f"{where} has layout {layout}, and this program knows {LAYOUT} and {CONTINUED}. "
            "Use the version of tablectl that wrote it."
        )


def is_continued(db: sqlite3.Connection) -> bool:
    """Whether the file goes on where an archive ends."""
    return identity(db)[1] == CONTINUED


_Made = TypeVar("_Made", bound=sqlite3.Connection)


@overload
def connect(uri: str) -> sqlite3.Connection: ...
@overload
def connect(uri: str, factory: type[_Made]) -> _Made: ...
def connect(uri: str, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    # A connection may be opened on one thread and used on another, though never on two at once:
    # the writer belongs to whoever commits, the one beside it to whoever reads.
    db = sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, factory=factory
    )
    # Bytes that are not UTF-8 must arrive, so that the chain can say which record they are in.
    db.text_factory = _lenient_text
    return db


def _lenient_text(raw: bytes) -> str:
    return raw.decode(errors="surrogateescape")


def files_of(path: Path) -> tuple[Path, ...]:
    """The file and those that SQLite keeps beside it while it is open."""
    ends = ("", "-wal", "-shm", "-journal")
    return tuple(path.with_name(f"{path.name}{end}") for end in ends)


def has_log(path: Path) -> bool:
    """Whether there is a write-ahead log with something in it beside the file."""
    log = path.with_name(f"{path.name}-wal")
    return log.is_file() and log.stat().st_size > 0


def _create_file(path: Path) -> None:
    # Never opened once it exists: to close it would drop SQLite's locks in the whole process.
    try:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        sync_folder(path.parent)
    except OSError as error:
        raise JournalFull(path, error.strerror or str(error)) from error


def _check_writable(path: Path) -> None:
    """Name the file that keeps the writer out; SQLite would say that it cannot open the journal."""
    for file in files_of(path):
        if file.exists() and not os.access(file, os.R_OK | os.W_OK, effective_ids=True):
            raise JournalDenied(file)


def sync_folder(folder: Path) -> None:
    """Make the file's name durable: a synced file that has lost its name is lost as well."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    is_empty = identity(db) == (0, 0, 0)
    if not is_empty:
        check_identity(db, path)
    (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise JournalError(
            f"{path}: the file system cannot hold a write-ahead log (SQLite chose {mode}). "
            "Put the journal on a local disk."
        )
    db.execute("PRAGMA synchronous = FULL")
    if is_empty:
        _create_tables(db)


def _create_tables(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")
    for made in schema():
        db.execute(made.sql)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {LAYOUT}")
    db.execute("COMMIT")
