"""Where files of one record meet: what a continued file says of the archives before it.

Within one file it can be seen that what it remembers is unchanged and that its beginning is what
its origin says. That it is also what stands in the archive can be seen only with the archive.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tablectl.journal.chain import WAITING, Row, Tip, flaws, named_seq
from tablectl.journal.continuing import hidden_in
from tablectl.journal.findings import Code, Finding
from tablectl.journal.reading import UNVOUCHED, Reader
from tablectl.journal.records import RecordKind


def origin_findings(reader: Reader) -> Iterator[Finding]:
    """What is wrong with the beginning of a continued file and with what it remembers."""
    origin = reader.origin
    if origin is None:
        return
    if reader.origins > 1:
        yield Finding(0, Code.ORIGIN, f"the file says {reader.origins} times where it begins")
    first = next(reader.rows(upto=reader.first_seq), None)
    if first is None or (first[0], first[6]) != (origin.first, origin.prev):
        yield Finding(origin.first, Code.ORIGIN, "the file does not begin as its origin says")
    claims = (row[4] for row in reader.rows() if row[2] == RecordKind.SNAPSHOT)
    if not origin.snapshot.intact or next(claims, "") != origin.snapshot.claim:
        yield Finding(origin.first, Code.ORIGIN, UNVOUCHED)
    for row in reader.remembered():
        for flaw in flaws(row, Tip(row[0] - 1, row[6])):
            yield Finding(row[0], Code.REMEMBERED, f"as it is remembered: {flaw.problem}")
        if row[0] >= origin.first:
            yield Finding(row[0], Code.REMEMBERED, "it is remembered, and the file itself has it")
    yield from _unanswered(reader)
    for seq, key in reader.used_again():
        yield Finding(seq, Code.REMEMBERED, f"its key {key!r} was used again")


def _unanswered(reader: Reader) -> Iterator[Finding]:
    """Acts that are remembered without what came of them: nobody could be told that any more."""
    waiting: deque[int] = deque()
    for row in reader.remembered():
        if _is_keyed_act(row):
            waiting.append(row[0])
        elif row[2] == RecordKind.OUTCOME and (of := named_seq(row[4])) in waiting:
            waiting.remove(of)
        if len(waiting) > WAITING:
            yield _without_outcome(waiting.popleft())
    yield from map(_without_outcome, waiting)


def _without_outcome(seq: int) -> Finding:
    return Finding(seq, Code.REMEMBERED, "it is remembered without its outcome")


def seam_findings(readers: Sequence[Reader]) -> Iterator[Finding]:
    """What does not fit where one file ends and the next one goes on, in the order of records."""
    for before, after in pairwise(readers):
        yield from _seam(before, after)


def _seam(before: Reader, after: Reader) -> Iterator[Finding]:
    origin, last = after.origin, before.last_seq
    if origin is None:
        problem = f"{after.where} begins anew and does not go on from {before.where}"
        yield Finding(after.first_seq, Code.SEAM, problem)
        return
    if origin.first > last + 1:
        problem = f"records {last + 1} to {origin.first - 1} are in none of the files"
        yield Finding(last + 1, Code.SEAM, problem)
        return
    if _hash_of(before, origin.first - 1) != origin.prev:
        problem = f"{after.where} goes on from another record {origin.first - 1}"
        yield Finding(origin.first, Code.SEAM, problem)
    yield from _overlap(before, after)
    yield from _remembering(before, after)


def _overlap(before: Reader, after: Reader) -> Iterator[Finding]:
    for row in after.rows(upto=before.last_seq):
        if _row(before, row[0]) != row:
            problem = f"{after.where} and {before.where} have different records of this number"
            yield Finding(row[0], Code.SEAM, problem)


def _remembering(before: Reader, after: Reader) -> Iterator[Finding]:
    """What is remembered is what was on record, and no act of the archive is forgotten."""
    acts = 0
    for row in after.remembered():
        acts += _is_keyed_act(row)
        if row not in (_row(before, row[0]), _remembered(before, row[0])):
            yield Finding(
                row[0], Code.REMEMBERED, f"{before.where} has it otherwise, or not at all"
            )
    origin = after.origin
    first = origin.first if origin is not None else 0
    known = sum(_is_keyed_act(row) for row in before.rows(upto=first - 1))
    known += sum(_is_keyed_act(row) for row in before.remembered())
    if acts < known:
        problem = f"{known - acts} acts of {before.where} are not remembered in {after.where}"
        yield Finding(first, Code.REMEMBERED, problem)
    if origin is not None:
        for token in hidden_in(origin.snapshot):
            if before.sealed(token) is not None and after.sealed(token) is None:
                problem = f"a card is hidden, and its seal in {before.where} is not remembered"
                yield Finding(first, Code.REMEMBERED, problem)


def _is_keyed_act(row: Row) -> bool:
    return row[2] == RecordKind.ACT and row[5] != ""


def _row(reader: Reader, seq: int) -> Row | None:
    return next(reader.rows(seq - 1, seq), None)


def _remembered(reader: Reader, seq: int) -> Row | None:
    found = next(reader.remembered(seq - 1), None)
    return found if found is not None and found[0] == seq else None


def _hash_of(reader: Reader, seq: int) -> str:
    row = _row(reader, seq)
    if row is not None:
        return row[7]
    return "" if reader.origin is None else reader.origin.prev
