"""Asking a record: which entries have to do with a round, a device, a person, a clause, a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tablectl.journal.records import Record, RecordKind
from tablectl.replay.entries import Entry

PEOPLE = ("by", "second", "person")
"""The fields in which a person is named who had to do with something."""
CLAUSES = ("citation", "clause")
RECORD_KINDS = frozenset(kind.value for kind in RecordKind)


@dataclass(frozen=True)
class Question:
    """What is asked for; what is left out does not matter. All of it has to be so."""

    round: int | None = None
    device: str = ""
    kind: str = ""
    """A kind of record, of deed, report or fact, or of irregularity."""
    person: str = ""
    clause: Callable[[str], bool] | None = None
    """Whether a citation is meant."""
    since: int | None = None
    until: int | None = None

    def meets(self, entry: Entry) -> bool:
        if self.round is not None and entry.round != self.round:
            return False
        if self.since is not None and entry.time < self.since:
            return False
        if self.until is not None and entry.time > self.until:
            return False
        return self._named_in(entry)

    def _named_in(self, entry: Entry) -> bool:
        fields = [pair for body in entry.bodies() for pair in _fields(body)]
        return (
            (not self.device or _names_device(fields, self.device))
            and (not self.kind or self._is_of_kind(entry, fields))
            and (not self.person or any(_is(pair, PEOPLE, self.person) for pair in fields))
            and (self.clause is None or any(self._cites(pair) for pair in fields))
        )

    def _is_of_kind(self, entry: Entry, fields: list[tuple[str, Any]]) -> bool:
        if self.kind in RECORD_KINDS:
            return any(record.kind == self.kind for record in entry.records)
        return any(_is(pair, ("is", "kind"), self.kind) for pair in fields)

    def _cites(self, pair: tuple[str, Any]) -> bool:
        name, value = pair
        return name in CLAUSES and self.clause is not None and self.clause(str(value))

    def of(self, entry: Entry) -> Iterator[Record]:
        """The records of an entry that were asked for: all, unless a kind of them was."""
        every = self.kind not in RECORD_KINDS
        return (record for record in entry.records if every or record.kind == self.kind)


def _is(pair: tuple[str, Any], names: tuple[str, ...], value: str) -> bool:
    return pair[0] in names and pair[1] == value


def _names_device(fields: list[tuple[str, Any]], device: str) -> bool:
    phase = f"device:{device}:"
    return any(
        _is(pair, ("device",), device) or (pair[0] == "phases" and str(pair[1]).startswith(phase))
        for pair in fields
    )


def _fields(body: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every value in a body that is no list and no mapping, under the name of its field."""
    match body:
        case dict():
            for key, value in body.items():
                yield from _fields(value, key)
        case list():
            for value in body:
                yield from _fields(value, name)
        case _:
            yield name, body
