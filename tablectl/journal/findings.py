"""What a verification can find, and what whoever finds it does next.

It must not know how anything is found. A finding names a record where one can be named; its code
is for programs, its problem for people, and the way out is the same for all findings of a code.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from tablectl.words.values import value


@value
class Finding:
    """Something wrong with a journal; `seq` is 0 where no record can be named."""

    seq: int
    code: str
    problem: str


class Code(StrEnum):
    """Everything that can be found."""

    # One record, or two that do not follow one another.
    MALFORMED = "malformed"
    MISSING = "missing"
    REPEATED = "repeated"
    LINK = "link"
    HASH = "hash"
    KIND = "kind"
    VERSION = "version"
    KEY = "key"
    # What records keep among themselves.
    NO_OUTCOME = "no_outcome"
    STRAY_OUTCOME = "stray_outcome"
    SECOND_OUTCOME = "second_outcome"
    SEALED = "sealed"
    DOUBLED_KEY = "doubled_key"
    SNAPSHOT = "snapshot"
    # Files that go on from one another.
    ORIGIN = "origin"
    REMEMBERED = "remembered"
    SEAM = "seam"
    # The file.
    UNREADABLE = "unreadable"
    FOREIGN = "foreign"
    INTEGRITY = "integrity"
    SCHEMA = "schema"
    SIZE = "size"
    # What was kept elsewhere.
    HEAD = "head"
    CHECKPOINT_DAMAGED = "checkpoint_damaged"
    CHECKPOINT_KEY = "checkpoint_key"
    CHECKPOINT_SIGNATURE = "checkpoint_signature"
    CHECKPOINT_FOREIGN = "checkpoint_foreign"
    CHECKPOINT_BEYOND = "checkpoint_beyond"
    CHECKPOINT_HEAD = "checkpoint_head"
    CHECKPOINT_ARCHIVED = "checkpoint_archived"
    # A note.
    CLOCK = "clock"


OF_A_CHECKPOINT = frozenset(
    {
        Code.CHECKPOINT_DAMAGED,
        Code.CHECKPOINT_KEY,
        Code.CHECKPOINT_SIGNATURE,
        Code.CHECKPOINT_FOREIGN,
        Code.CHECKPOINT_ARCHIVED,
    }
)
"""With these a checkpoint proves nothing here, and nothing is said against the journal."""

_KEEP = "keep the file as it is for the investigation, and start the table from a good copy"
_REWRITTEN = (
    "somebody changed, removed, added or moved a record here: compare it with a copy or an "
    f"archive; {_KEEP}"
)
_CUT = (
    "the end was cut off or rewritten after the head was kept: look for the records in copies "
    f"and in the write-ahead log (-wal) beside the file; {_KEEP}"
)
_CUT_OR_ANOTHER = (
    f"{_CUT}; or the checkpoint is of another journal that begins with the same record, as those "
    "of simulated tables may: then give it to that one"
)
_WRITER = (
    "the program that wrote the record did not keep its own rules: report it with a copy of the "
    "file; until it is explained, do not rely on this record"
)
_SQLITE = (
    "the disk or somebody damaged the file, or its write-ahead log (-wal) is missing or belongs "
    f"to another file: copy both before anything opens them, and check the disk; {_KEEP}"
)

WAYS_OUT: Mapping[str, str] = {
    Code.MALFORMED: _REWRITTEN,
    Code.MISSING: _REWRITTEN,
    Code.REPEATED: _REWRITTEN,
    Code.LINK: _REWRITTEN,
    Code.HASH: _REWRITTEN,
    Code.KIND: _REWRITTEN,
    Code.VERSION: "verify it with the version of tablectl that wrote it; if that was this one, "
    + _REWRITTEN,
    Code.KEY: _REWRITTEN,
    Code.NO_OUTCOME: _WRITER,
    Code.STRAY_OUTCOME: _WRITER,
    Code.SECOND_OUTCOME: _WRITER,
    Code.SEALED: _WRITER,
    Code.DOUBLED_KEY: _REWRITTEN,
    Code.SNAPSHOT: "a snapshot was changed, removed or added; the records do not depend on it, "
    f"but a start does: {_KEEP}",
    Code.ORIGIN: f"compare the file with the archive that it goes on from; {_KEEP}",
    Code.REMEMBERED: f"compare it with the record in the archive; {_KEEP}",
    Code.SEAM: "give every archive between the files, and none of another table; if none is left "
    f"out, somebody changed or exchanged one: {_KEEP}",
    Code.UNREADABLE: _SQLITE,
    Code.FOREIGN: "name the journal, or use the version of tablectl that wrote this one",
    Code.INTEGRITY: _SQLITE,
    Code.SCHEMA: f"somebody other than tablectl worked on the file's tables: {_KEEP}",
    Code.SIZE: f"the file was cut, or something was added behind its end: {_KEEP}",
    Code.HEAD: _CUT,
    Code.CHECKPOINT_DAMAGED: "take another copy of the checkpoint; one that was changed proves "
    "nothing",
    Code.CHECKPOINT_KEY: "give the public key of the one who signed it with --public-key; if "
    "nobody knows that key, do not trust the checkpoint",
    Code.CHECKPOINT_SIGNATURE: "the checkpoint was changed after it was signed: take another copy, "
    "and ask who could write to this one",
    Code.CHECKPOINT_FOREIGN: "give the checkpoint to the journal that it was made of; if it was "
    f"made of this one, the journal was exchanged: {_KEEP}",
    Code.CHECKPOINT_BEYOND: _CUT_OR_ANOTHER,
    Code.CHECKPOINT_HEAD: _CUT_OR_ANOTHER,
    Code.CHECKPOINT_ARCHIVED: "verify the archive that holds these records with this checkpoint",
}
"""What to do, by the code of a finding."""
