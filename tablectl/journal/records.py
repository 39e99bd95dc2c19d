"""The words of the journal: what is handed over, what is kept, and what a journal can do."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Protocol

from tablectl.journal.errors import (
    EntryRefused,
    JournalDamaged,
    JournalError,
    JournalFull,
    JournalLocked,
    NotAJournal,
)
from tablectl.words.canonical import dumps
from tablectl.words.cards import Secret
from tablectl.words.values import value

__all__ = [
    "INPUT_KINDS",
    "KEPT_SNAPSHOTS",
    "KEYED_KINDS",
    "VERSION",
    "Entry",
    "EntryRefused",
    "Journal",
    "JournalDamaged",
    "JournalError",
    "JournalFull",
    "JournalLocked",
    "NotAJournal",
    "Record",
    "RecordKind",
    "Snapshot",
    "key_fits",
]

VERSION = 1
KEPT_SNAPSHOTS = 3

# Visible ASCII but the bar: the hash is taken over fields that bars part, so a bar inside a key
# would let two different records have one hash.
_KEY = re.compile(r"[!-{}~]{1,128}")


class RecordKind(StrEnum):
    """Everything a record can be: an input, what an input led to, or what stands beside them.

    A sealed record holds the cipher of a hidden face and stands right before the observation that
    brought it; its key is the token. A snapshot record is the mark of a snapshot.
    """

    STARTED = "started"
    OBSERVATION = "observation"
    ACT = "act"
    WAKE = "wake"
    UNSEALED = "unsealed"
    CLOCK = "clock"
    ATTENDANCE = "attendance"
    OUTCOME = "outcome"
    SEALED = "sealed"
    SNAPSHOT = "snapshot"


INPUT_KINDS = frozenset(RecordKind) - {
    RecordKind.OUTCOME,
    RecordKind.SEALED,
    RecordKind.SNAPSHOT,
}
KEYED_KINDS = frozenset({RecordKind.ACT, RecordKind.SEALED})
"""Kinds whose records have a key. An act and a seal may have the same: they are told apart."""


def key_fits(key: str) -> bool:
    """Whether a client may use this key: 1 to 128 visible ASCII characters, none of them "|"."""
    return _KEY.fullmatch(key) is not None


@value
class Entry:
    """What the kernel hands over.

    `time` is in microseconds UTC, `kind` a RecordKind other than snapshot, `body` canonical JSON,
    `key` the idempotency key of an act or the token of a seal. The body of an outcome says under
    "of" which record it belongs to, that of a seal under "cipher" what is sealed.
    """

    time: int
    kind: str
    body: str
    key: str = ""

    @classmethod
    def of_seal(cls, time: int, secret: Secret) -> Entry:
        kind = RecordKind.SEALED.value
        return cls(time, kind, dumps({"cipher": secret.cipher}), secret.token)


@value
class Record:
    """One row of the journal.

    `seq` starts at 1 and rises by 1 over all rows. `prev` is the hash of the row before, 64 zeros
    for the first. `hash` is sha256 in lowercase hexadecimal over the UTF-8 text

        prev LF seq|time|kind|version|key|body

    with numbers in decimal and no line break at the end. In a shell:

        printf %s "$(sqlite3 FILE "SELECT prev || char(10) || seq || '|' || time || '|' || kind ||
            '|' || version || '|' || key || '|' || body FROM record WHERE seq = 1")" | sha256sum
    """

    seq: int
    time: int
    kind: str
    version: int
    body: str
    key: str
    prev: str
    hash: str


@value
class Snapshot:
    """The state as of record `seq`, in canonical JSON, with the sha256 of that text."""

    seq: int
    digest: str
    body: str

    @classmethod
    def taken(cls, seq: int, body: str) -> Snapshot:
        return cls(seq, _sha256(body), body)

    @property
    def claim(self) -> str:
        """The body of the record that binds this snapshot into the chain."""
        return dumps({"digest": self.digest, "of": self.seq})

    @property
    def intact(self) -> bool:
        """Whether the body is the one the digest was taken of."""
        try:
            return _sha256(self.body) == self.digest
        except UnicodeEncodeError:
            return False


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Journal(Protocol):
    """A journal as its one writer sees it.

    What is appended is pending until `sync`, and gone if the process dies before. Reading shows
    durable records only, so that no answer can run ahead of the disk. One thread may read while
    another appends and syncs.
    """

    @property
    def last_seq(self) -> int:
        """The last record appended, pending or durable; 0 if there is none."""

    @property
    def synced_seq(self) -> int:
        """The last durable record; 0 if there is none."""

    def append(self, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> None:
        """Add records in order, then the snapshot with the record that binds it.

        EntryRefused leaves the journal as it was. JournalFull takes back everything since the
        last sync.
        """

    def sync(self) -> None:
        """Make all pending records durable, or raise JournalFull and take them all back."""

    def records(self, after: int = 0) -> Iterator[Record]:
        """The records with a higher number that are durable now, ascending."""

    def latest_snapshot(self) -> Snapshot | None:
        """The newest snapshot that its digest and its record in the chain both vouch for."""

    def by_key(self, key: str) -> tuple[Record, Record] | None:
        """The act with this key and its outcome."""

    def sealed(self, token: str) -> Secret | None:
        """What is sealed under this token."""

    def close(self) -> None:
        """Let go of the journal; what is pending is dropped."""
