"""Replay: a record gone through again, compared at every outcome and at every snapshot.

It ends at the first difference: what comes after that follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tablectl.journal.records import Record, RecordKind, Snapshot
from tablectl.kernel import Retraced, RulesFor, restored
from tablectl.replay.differences import Difference, Field, fields
from tablectl.replay.walking import walk
from tablectl.table.state import TableState
from tablectl.words.canonical import digest, loads, to_plain

OUTCOME = "the input leads to another outcome"
STATE = "the state has another digest than its snapshot"


@dataclass
class Replayed:
    """What a replay came to."""

    inputs: int = 0
    snapshots: int = 0
    first: int = 0
    last: int = 0
    state: TableState | None = None
    difference: Difference | None = None


def replay(
    records: Iterable[Record],
    start: Snapshot | None,
    rules_for: RulesFor,
    kept: Mapping[int, Snapshot],
) -> Replayed:
    """Go through the records after `start`; `kept` are the snapshots that can be looked into."""
    return _Replay(kept).over(records, start, rules_for)


def outcome_difference(step: Retraced) -> Difference | None:
    """How an outcome differs from the one on record."""
    if step.applied.outcome == step.outcome:
        return None
    found = fields(to_plain(step.outcome), to_plain(step.applied.outcome))
    return Difference(step.stamped.seq, OUTCOME, tuple(found))


class _Replay:
    def __init__(self, kept: Mapping[int, Snapshot]) -> None:
        self._kept = kept
        self._done = Replayed()

    def over(
        self, records: Iterable[Record], start: Snapshot | None, rules_for: RulesFor
    ) -> Replayed:
        done = self._done
        done.state = None if start is None else restored(start)
        for step in walk(self._compared(records), start, rules_for):
            done.inputs += 1
            done.difference = outcome_difference(step)
            if done.difference is not None:
                break
            done.state = step.applied.state
        return done

    def _compared(self, records: Iterable[Record]) -> Iterator[Record]:
        """Pass the records on up to a snapshot that is not the state it should be."""
        done = self._done
        for record in records:
            done.first, done.last = done.first or record.seq, record.seq
            if record.kind == RecordKind.SNAPSHOT and done.state is not None:
                done.snapshots += 1
                done.difference = self._state_difference(record, done.state)
                if done.difference is not None:
                    return
            yield record

    def _state_difference(self, record: Record, state: TableState) -> Difference | None:
        claim = loads(record.body)
        now = digest(state)
        if claim == {"digest": now, "of": state.seq}:
            return None
        kept = self._kept.get(claim["of"])
        found = [
            Field("digest", claim["digest"], now),
            Field("of", str(claim["of"]), str(state.seq)),
        ]
        if kept is not None and kept.digest == claim["digest"]:
            found += fields(loads(kept.body), to_plain(state))
        differing = tuple(field for field in found if field.recorded != field.now)
        return Difference(record.seq, STATE, differing)
