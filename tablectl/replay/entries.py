"""Entries of a record: an input with its seals, its outcome and the snapshot after it.

What a person, a device or a clause has to do with is a matter of the whole entry: who acted stands
in the input, what was ruled in the outcome. Which round an entry belongs to is read off the phases
on record, so that it needs no rules and holds whatever version of them wrote the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import dropwhile

from tablectl.journal.records import INPUT_KINDS, Record, RecordKind, Snapshot
from tablectl.words.canonical import Plain, loads

ROUND = "round:"
OVER = "round:over"
AFTER_INPUT = (RecordKind.OUTCOME, RecordKind.SNAPSHOT)


@dataclass
class Rounds:
    """The number of the round, as the phases of outcomes move it on."""

    number: int = 1
    over: bool = False

    @classmethod
    def from_start(cls, snapshot: Snapshot | None) -> Rounds:
        if snapshot is None:
            return cls()
        round_ = loads(snapshot.body)["round"]
        return cls(int(round_.get("number", 1)), round_.get("step") == "over")

    def note(self, phases: Iterable[str]) -> None:
        for phase in phases:
            if phase == OVER:
                self.over = True
            elif self.over and phase.startswith(ROUND):
                self.number += 1
                self.over = False


@dataclass
class Entry:
    """Records that belong together, and the round in which the input came."""

    round: int
    records: list[Record] = field(default_factory=list)

    @property
    def time(self) -> int:
        return self.records[0].time

    def bodies(self) -> Iterator[Plain]:
        return (loads(record.body) for record in self.records)


def entries(records: Iterable[Record], start: Snapshot | None = None) -> Iterator[Entry]:
    """The entries of a record that begins with its first record, or goes on from `start`.

    What is left of the entry that `start` was taken after is passed over.
    """
    rest = records if start is None else dropwhile(lambda each: each.kind in AFTER_INPUT, records)
    yield from entries_on(rest, Rounds.from_start(start))


def entries_on(records: Iterable[Record], rounds: Rounds) -> Iterator[Entry]:
    """The entries of records that begin with a whole one; `rounds` is moved on with them."""
    entry = Entry(rounds.number)
    for record in records:
        if record.kind in (*INPUT_KINDS, RecordKind.SEALED) and _is_complete(entry):
            yield entry
            entry = Entry(rounds.number)
        entry.records.append(record)
        if record.kind == RecordKind.OUTCOME and ROUND in record.body:
            rounds.note(loads(record.body).get("phases", ()))
    if entry.records:
        yield entry


def newest_first(records: Iterable[Record], round_of: Callable[[int], int]) -> Iterator[Entry]:
    """The entries of records that come newest first; `round_of` knows the round of a number.

    What is left of an entry whose beginning is not among them is passed over.
    """
    late: list[Record] = []
    for record in records:
        if record.kind in AFTER_INPUT and _has_begun(late):
            yield _turned_round(late, round_of)
            late = []
        late.append(record)
    if _has_begun(late):
        yield _turned_round(late, round_of)


def _has_begun(late: Iterable[Record]) -> bool:
    return any(record.kind not in AFTER_INPUT for record in late)


def _turned_round(late: list[Record], round_of: Callable[[int], int]) -> Entry:
    return Entry(round_of(late[-1].seq), late[::-1])


def _is_complete(entry: Entry) -> bool:
    return any(record.kind in AFTER_INPUT for record in entry.records)
