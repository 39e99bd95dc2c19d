"""Walking through a record: every input applied once more, from its beginning or a snapshot on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from tablectl.journal.errors import JournalDamaged
from tablectl.journal.records import Record, RecordKind, Snapshot
from tablectl.kernel import Retraced, RulesFor, restored, retrace
from tablectl.table.apply import initial
from tablectl.words.canonical import from_plain, loads
from tablectl.words.inputs import Started


def walk(
    records: Iterable[Record], start: Snapshot | None, rules_for: RulesFor
) -> Iterator[Retraced]:
    """Each input with what is on record of it and what it leads to now.

    `records` are those after the snapshot, or all of them where there is none.
    """
    if start is not None:
        yield from retrace(records, rules_for, restored(start))
        return
    rest = iter(records)
    first = next(rest, None)
    if first is not None:
        state = initial(_started(first).settings)
        yield from retrace(chain((first,), rest), rules_for, state)


def _started(first: Record) -> Started:
    if first.kind != RecordKind.STARTED:
        raise JournalDamaged(first.seq, "a record begins with a start and its settings")
    return from_plain(Started, loads(first.body))
