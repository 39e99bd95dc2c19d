"""Asking a record: which entries have to do with a round, a device, a person, a clause, a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tablectl.clauses.registry import covers, family
from tablectl.journal.records import Record, RecordKind
from tablectl.replay.entries import Entry
from tablectl.replay.sentences import record_text
from tablectl.words.canonical import every_word, tag_of
from tablectl.words.errors import TablectlError
from tablectl.words.irregularities import Kind

PEOPLE = ("by", "second", "person")
"""The fields in which a person is named who had to do with something."""
CLAUSES = ("citation", "clause")
RECORD_KINDS = frozenset(kind.value for kind in RecordKind)


class BadQuestion(TablectlError):
    """What is asked for is nothing that a record could have."""

    code = "bad_question"

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def known_kind(value: str) -> str:
    """A kind of record, a word of the record, or an irregularity; BadQuestion for anything else."""
    words = {tag_of(each) for each in every_word()}
    if value not in RECORD_KINDS | words | {kind.value for kind in Kind}:
        kinds = ", ".join(sorted(RECORD_KINDS))
        meant = f"{kinds}, a deed (bet), a report (jammed), a fact (settled) or an irregularity"
        raise BadQuestion(f"{value!r} is no kind; there are {meant}")
    return value


def known_clause(value: str) -> str:
    """A clause, or the part of one that several share; BadQuestion for anything else."""
    if not family(value):
        raise BadQuestion(f"{value!r} is no clause; write 19:47-20.12(f), or 19:47-20.12")
    return value


@dataclass(frozen=True)
class Question:
    """What is asked for; what is left out does not matter. All of it has to be so."""

    round: int | None = None
    device: str = ""
    kind: str = ""
    """A kind of record, of deed, report or fact, or of irregularity."""
    person: str = ""
    clause: str = ""
    """A clause, or the part of one that several share."""
    text: str = ""
    """What is said of the entry, in any case of letters."""
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
            and (not self.clause or any(covers(self.clause, each) for each in _cited(fields)))
            and (not self.text or self._is_said_in(entry))
        )

    def _is_said_in(self, entry: Entry) -> bool:
        wanted = self.text.casefold()
        return any(wanted in record_text(record).casefold() for record in entry.records)

    def _is_of_kind(self, entry: Entry, fields: list[tuple[str, Any]]) -> bool:
        if self.kind in RECORD_KINDS:
            return any(record.kind == self.kind for record in entry.records)
        return any(_is(pair, ("is", "kind"), self.kind) for pair in fields)

    def of(self, entry: Entry) -> Iterator[Record]:
        """The records of an entry that were asked for: all, unless a kind of them was."""
        every = self.kind not in RECORD_KINDS
        return (record for record in entry.records if every or record.kind == self.kind)


def citations(entry: Entry) -> list[str]:
    """Every clause that something in an entry rests on, each once."""
    return list(dict.fromkeys(cite for body in entry.bodies() for cite in _cited(_fields(body))))


def _cited(fields: Iterable[tuple[str, Any]]) -> Iterator[str]:
    return (str(value) for name, value in fields if name in CLAUSES)


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
