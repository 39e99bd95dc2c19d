"""Checkpoints: a small signed statement of what a journal was at a time, to be kept elsewhere.

It is a signed note (C2SP): a text that a person can read, an empty line, and a line with the
signature over the text. docs/checkpoints.md has the format for auditors. This module writes and
reads the text and says how a journal stands to it; it must not know how a journal is read.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tablectl.journal.errors import JournalError
from tablectl.journal.findings import Code, Finding
from tablectl.signing import SIGNATURE_BYTES, PublicKey, Signer
from tablectl.words.values import value

TITLE = "tablectl journal checkpoint v1"
KEY_NAME = "tablectl-journal"
"""The name of every key in a signature line; keys are told apart by what follows it."""
_ED25519 = b"\x01"
_ID_BYTES = 4
_MOST = 65_536
_TIME = "%Y-%m-%dT%H:%M:%SZ"
_TEXT = re.compile(
    rf"{TITLE}\n"
    r"table: (?P<table>[^\n]+)\n"
    r"first: (?P<first>[1-9]\d{0,18}) (?P<first_hash>[0-9a-f]{64})\n"
    r"last: (?P<last>[1-9]\d{0,18}) (?P<head>[0-9a-f]{64})\n"
    r"count: (?P<count>[1-9]\d{0,18})\n"
    r"time: (?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\n"
    r"key: (?P<key>[0-9a-f]{64})\n",
    re.ASCII,
)
_SIGNATURE = re.compile(rf"— {KEY_NAME} (?P<signature>[A-Za-z0-9+/]+={{0,2}})\n")


class NothingToSign(JournalError):
    """A checkpoint was asked for of what nobody should vouch for."""

    code = "checkpoint_refused"


@value
class Checkpoint:
    """What a journal was: its first and its last record by number and hash, and when."""

    table: str
    first: int
    first_hash: str
    last: int
    head: str
    time: str
    key: str
    """The fingerprint of the key that signs it."""
    name: str = "the checkpoint"
    """What people call it: the file that it is in."""

    @property
    def text(self) -> str:
        return (
            f"{TITLE}\n"
            f"table: {self.table}\n"
            f"first: {self.first} {self.first_hash}\n"
            f"last: {self.last} {self.head}\n"
            f"count: {self.last - self.first + 1}\n"
            f"time: {self.time}\n"
            f"key: {self.key}\n"
        )


def told_time(microseconds: int) -> str:
    return datetime.fromtimestamp(microseconds // 1_000_000, UTC).strftime(_TIME)


def signed(checkpoint: Checkpoint, signer: Signer) -> str:
    """The checkpoint as a signed note."""
    if _TEXT.fullmatch(checkpoint.text) is None or not checkpoint.table.isprintable():
        raise NothingToSign(
            f"a checkpoint of table {checkpoint.table!r} up to record {checkpoint.last} cannot be "
            "written down. Give the table a name of visible characters, and let it play."
        )
    signature = signer.sign(checkpoint.text.encode())
    line = base64.b64encode(_key_id(signer.public) + signature).decode()
    return f"{checkpoint.text}\n— {KEY_NAME} {line}\n"


def _key_id(key: PublicKey) -> bytes:
    named = KEY_NAME.encode() + b"\n" + _ED25519 + key.raw
    return hashlib.sha256(named).digest()[:_ID_BYTES]


def read(path: Path, keys: Sequence[PublicKey]) -> Checkpoint | Finding:
    """The checkpoint in a file if one of these keys signed it, or else what is wrong with it."""
    with path.open("rb") as file:
        note = file.read(_MOST)
    try:
        text, _, line = note.decode().rpartition("\n\n")
    except UnicodeDecodeError:
        return _damaged(path, "it is no text")
    text += "\n"
    found, signature = _TEXT.fullmatch(text), _SIGNATURE.fullmatch(line)
    if found is None or signature is None:
        return _damaged(path, "it is not written as a checkpoint is")
    first, last = int(found["first"]), int(found["last"])
    if int(found["count"]) != last - first + 1:
        return _damaged(path, f"its count is not that of records {first} to {last}")
    key = next((key for key in keys if key.fingerprint == found["key"]), None)
    if key is None:
        problem = f"{path} is signed with the key {found['key']}, which was not given"
        return Finding(0, Code.CHECKPOINT_KEY, problem)
    if not _is_signed(text, signature["signature"], key):
        problem = f"the signature in {path} is not one of its key over its text"
        return Finding(0, Code.CHECKPOINT_SIGNATURE, problem)
    return Checkpoint(
        table=found["table"],
        first=first,
        first_hash=found["first_hash"],
        last=last,
        head=found["head"],
        time=found["time"],
        key=found["key"],
        name=str(path),
    )


def _damaged(path: Path, problem: str) -> Finding:
    return Finding(0, Code.CHECKPOINT_DAMAGED, f"{path}: {problem}")


def _is_signed(text: str, signature: str, key: PublicKey) -> bool:
    try:
        raw = base64.b64decode(signature, validate=True)
    except binascii.Error:
        return False
    if base64.b64encode(raw).decode() != signature:  # the last bits of base64 may say nothing
        return False
    if len(raw) != _ID_BYTES + SIGNATURE_BYTES or raw[:_ID_BYTES] != _key_id(key):
        return False
    return key.signed(text.encode(), raw[_ID_BYTES:])


def against(
    kept: Checkpoint, hashes: Mapping[int, str], first: int, last: int
) -> Iterator[Finding]:
    """What is wrong with a journal of records `first` to `last`, seen from a checkpoint of it.

    `hashes` has those of the records that the checkpoint names, as far as they are there.
    """
    begins = hashes.get(kept.first)
    if begins is not None and begins != kept.first_hash:
        yield Finding(
            kept.first,
            Code.CHECKPOINT_FOREIGN,
            f"{kept.name} is of another journal, of table {kept.table!r}: there this record has "
            f"the hash {kept.first_hash}",
        )
    elif kept.last > last:
        yield Finding(
            last + 1,
            Code.CHECKPOINT_BEYOND,
            f"the journal ends at record {last}, and at {kept.time} it went on to record "
            f"{kept.last}, says {kept.name}",
        )
    elif kept.last < first:
        yield Finding(
            0,
            Code.CHECKPOINT_ARCHIVED,
            f"{kept.name} ends at record {kept.last}, and this file begins at record {first}",
        )
    elif hashes.get(kept.last) != kept.head:
        yield Finding(
            kept.last,
            Code.CHECKPOINT_HEAD,
            f"its hash is {hashes.get(kept.last, 'not there')}, and at {kept.time} it was "
            f"{kept.head}, says {kept.name}",
        )
