"""The hash chain: how entries become linked rows, and what is wrong with rows that are not.

The chain shows every change to a row that leaves later rows as they were. It cannot show a cut
tail, nor a tail rewritten with new hashes: both need a head kept elsewhere (see verify).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from tablectl.journal.errors import EntryRefused
from tablectl.journal.findings import Code, Finding
from tablectl.journal.records import (
    KEYED_KINDS,
    VERSION,
    Entry,
    RecordKind,
    Snapshot,
    key_fits,
)
from tablectl.words.values import value

# The fields of a Record in its order. Rows stay bare tuples until somebody reads them.
Row: TypeAlias = tuple[int, int, str, int, str, str, str, str]
Unhashed: TypeAlias = tuple[int, int, str, int, str, str, str]

GENESIS = "0" * 64
WAITING = 1_000
"""Inputs whose outcome is waited for at the same time. Each is appended with its outcome."""
_LAST_TIME = 2**63 - 1  # what SQLite can hold
_TYPES = (int, int, str, int, str, str, str, str)
_KINDS = frozenset(kind.value for kind in RecordKind)
# To plain text, so that what is read back does not depend on what the caller used.
_ENTRY_KINDS = {kind: kind for kind in _KINDS - {RecordKind.SNAPSHOT.value}}
_DECODER = json.JSONDecoder()
_CIPHER = re.compile(r"(?:[0-9a-f]{2})+")


@value
class Tip:
    """The end of a chain: all that the next row needs to know."""

    seq: int = 0
    hash: str = GENESIS
    time: int = 0


def link(fields: Unhashed) -> str:
    """The hash of a row; the format is told at Record."""
    seq, time, kind, version, body, key, prev = fields
    text = f"{prev}\n{seq}|{time}|{kind}|{version}|{key}|{body}"
    return hashlib.sha256(text.encode()).hexdigest()


def tip_of(row: Row) -> Tip:
    return Tip(seq=row[0], hash=row[7], time=row[1])


def extend(tip: Tip, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> list[Row]:
    """The rows that continue the chain at `tip`; EntryRefused if one of them may not exist."""
    rows: list[Row] = []
    seq, prev, time = tip.seq, tip.hash, tip.time
    for entry in entries:
        seq += 1
        time = entry.time
        kind = _ENTRY_KINDS.get(entry.kind)
        if kind is None:
            raise EntryRefused(f"record {seq}: the kernel may not write kind {entry.kind!r}")
        if not -_LAST_TIME <= time <= _LAST_TIME:
            raise EntryRefused(f"record {seq}: the time {time} is out of range")
        if entry.key or kind == RecordKind.SEALED:
            _check_key(seq, kind, entry.key)
        row = _hashed((seq, time, kind, VERSION, entry.body, entry.key, prev))
        prev = row[7]
        rows.append(row)
    if snapshot is not None:
        _check_snapshot(seq, snapshot)
        mark = RecordKind.SNAPSHOT.value
        rows.append(_hashed((seq + 1, time, mark, VERSION, snapshot.claim, "", prev)))
    return rows


def _hashed(fields: Unhashed) -> Row:
    try:
        return (*fields, link(fields))
    except UnicodeEncodeError as error:
        raise EntryRefused(
            f"record {fields[0]}: the body has no UTF-8 form ({error.reason})"
        ) from error


def _check_key(seq: int, kind: str, key: str) -> None:
    if kind not in KEYED_KINDS:
        raise EntryRefused(
            f"record {seq}: only an act or a seal has a key, and this is of kind {kind}"
        )
    if not key_fits(key):
        raise EntryRefused(
            f"record {seq}: the key {key!r} must be 1 to 128 visible ASCII characters without '|'"
        )


def _check_snapshot(last: int, snapshot: Snapshot) -> None:
    if not 1 <= snapshot.seq <= last:
        raise EntryRefused(f"a snapshot as of record {snapshot.seq}, but the last one is {last}")
    if not snapshot.intact:
        raise EntryRefused(f"the snapshot as of record {snapshot.seq} does not have its digest")


def follows(row: Row, before: Tip) -> bool:
    """Whether nothing at all is wrong with a row that was read right after the one at `before`.

    As `flaws` would say it, for the millions of rows that have none.
    """
    key = row[5]
    return (
        tuple(map(type, row)) == _TYPES
        and row[0] == before.seq + 1
        and row[6] == before.hash
        and row[2] in _KINDS
        and row[3] == VERSION
        and (not key or key_fits(key))
        and row[7] == _recomputed(row[:7])
    )


def flaws(row: Row, before: Tip) -> Iterator[Finding]:
    """What is wrong with a row that was read right after the one at `before`."""
    expected = before.seq + 1
    if tuple(map(type, row)) != _TYPES:
        yield Finding(expected, Code.MALFORMED, "a field of the record has a wrong type")
        return
    seq, _, kind, version, _, key, prev, kept = row
    if seq > expected:
        until = "is" if seq == expected + 1 else f"to {seq - 1} are"
        yield Finding(expected, Code.MISSING, f"record {expected} {until} missing")
    elif seq < expected:
        yield Finding(seq, Code.REPEATED, f"record {seq} stands where {expected} should")
    elif prev != before.hash:
        yield Finding(seq, Code.LINK, f"it does not continue record {before.seq}")
    if kept != _recomputed(row[:7]):
        yield Finding(seq, Code.HASH, "its content does not have its hash")
    if kind not in _KINDS:
        yield Finding(seq, Code.KIND, f"{kind!r} is no kind of record")
    if version != VERSION:
        yield Finding(seq, Code.VERSION, f"format {version} is not known here, only {VERSION}")
    if key and not key_fits(key):
        yield Finding(seq, Code.KEY, f"{key!r} is no key")


def _recomputed(fields: Unhashed) -> str:
    try:
        return link(fields)
    except UnicodeEncodeError:
        return ""  # the bytes on disk are not UTF-8, so they were not what was hashed


def _object(body: str) -> dict[str, object] | None:
    """The object that a body is the text of, with nothing around it; None if it is none."""
    try:
        found, end = _DECODER.raw_decode(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and end == len(body) else None


def named_seq(body: str) -> int:
    """The record that a body refers to under "of"; 0 if none."""
    found = _object(body)
    of = None if found is None else found.get("of")
    return of if type(of) is int else 0


def cipher_in(body: str) -> str:
    """The cipher that the body of a seal holds; "" if it holds none."""
    found = _object(body)
    cipher = found.get("cipher") if found is not None and len(found) == 1 else None
    return cipher if isinstance(cipher, str) and _CIPHER.fullmatch(cipher) else ""


def first_outcome(of: int, rows: Iterable[Row]) -> Row | None:
    """The first outcome of record `of`.

    An input and its outcome are appended together, so the search is as short as a batch.
    """
    for row in rows:
        if row[2] == RecordKind.OUTCOME and named_seq(row[4]) == of:
            return row
    return None
