"""Excerpts: a stretch of a record as one small file that can be replayed anywhere, for ever.

Inputs with the outcomes they led to, the state they began with, and digests of states on the way.
It holds no cipher and no key of a seal, so a face that was hidden to the end stays hidden. A
journal from the field becomes a test this way: a rule that changes makes it fail, and says where.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tablectl import __version__
from tablectl.journal.records import VERSION, Record, RecordKind, Snapshot
from tablectl.kernel import KIND_OF, Retraced, RulesFor
from tablectl.replay.checking import outcome_difference, replay
from tablectl.replay.differences import Difference
from tablectl.replay.pseudonyms import Pseudonyms
from tablectl.replay.walking import walk
from tablectl.table.state import TableState
from tablectl.words.canonical import Plain, digest, dumps, to_plain, to_tagged
from tablectl.words.effects import TakeSnapshot
from tablectl.words.errors import TablectlError
from tablectl.words.values import value

SUFFIX = ".replay"
FORMAT = 1


class NotAnExcerpt(TablectlError):
    """The file is something else."""

    code = "not_an_excerpt"

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path} is no excerpt of a record: {problem}. Make it with --to-test.")


class NameMatters(TablectlError):
    """With other names the table does something else, so the names have to stay."""

    code = "name_matters"

    def __init__(self, difference: Difference) -> None:
        told = "\n".join(difference.lines())
        super().__init__(f"under pseudonyms something else comes out; use --with-names\n{told}")


Step = tuple[int, int, str, Plain, Plain]
"""An input: number, time, kind, what it says, and what it led to."""


@value
class Excerpt:
    """`start` is the state before the first step, None at record 1; `digests` are by input."""

    start: Plain
    steps: tuple[Step, ...]
    digests: Mapping[int, str]

    def text(self) -> str:
        """The file: one step a line, so that a change to it can be read."""
        steps = ",\n".join(dumps(list(step)) for step in self.steps)
        head = {"excerpt": FORMAT, "tablectl": __version__, "start": self.start}
        digests = dumps({str(seq): found for seq, found in self.digests.items()})
        return f'{dumps(head)[:-1]},"digests":{digests},"steps":[\n{steps}\n]}}\n'

    @property
    def snapshot(self) -> Snapshot | None:
        if self.start is None:
            return None
        return Snapshot.taken(self.start["seq"], dumps(self.start))

    def records(self) -> Iterator[Record]:
        """The records that it was made of, as far as a replay needs them."""
        for seq, time, kind, taken, led in self.steps:
            yield _record(seq, time, kind, taken)
            yield _record(seq + 1, time, RecordKind.OUTCOME, led)
            if seq in self.digests:
                claim = {"digest": self.digests[seq], "of": seq}
                yield _record(seq, time, RecordKind.SNAPSHOT, claim)


def _record(seq: int, time: int, kind: str, body: Plain) -> Record:
    return Record(seq, time, kind, VERSION, dumps(body), "", "", "")


def load(path: Path) -> Excerpt:
    """An excerpt from its file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["excerpt"] != FORMAT:
            raise NotAnExcerpt(path, f"its format is {found['excerpt']}, not {FORMAT}")
        steps = tuple((seq, at, kind, said, led) for seq, at, kind, said, led in found["steps"])
        digests = {int(seq): kept for seq, kept in found["digests"].items()}
        return Excerpt(found["start"], steps, digests)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotAnExcerpt(path, f"{type(error).__name__} {error}") from error


def excerpt(steps: Iterable[Retraced], start: TableState | None) -> Excerpt:
    """The excerpt of steps that came out as they are on record."""
    made: list[Step] = []
    digests: dict[int, str] = {}
    last = None
    for step in steps:
        stamped, last = step.stamped, step
        kind = KIND_OF[type(stamped.input)]
        said, led = to_tagged(stamped.input), to_plain(step.outcome)
        made.append((stamped.seq, stamped.time, kind, said, led))
        if TakeSnapshot() in step.outcome.effects:
            digests[stamped.seq] = digest(step.applied.state)
    if last is not None:
        digests[last.stamped.seq] = digest(last.applied.state)
    return Excerpt(None if start is None else to_plain(start), tuple(made), digests)


def renamed(made: Excerpt, rules_for: RulesFor) -> Excerpt:
    """The same excerpt under pseudonyms; NameMatters if then something else comes out."""
    names = Pseudonyms()
    start = names.of(made.start)
    steps = tuple((*step[:3], names.of(step[3]), names.of(step[4])) for step in made.steps)
    other = Excerpt(start, steps, {})
    again = list(walk(other.records(), other.snapshot, rules_for))
    for step in again:
        difference = outcome_difference(step)
        if difference is not None:
            raise NameMatters(difference)
    return Excerpt(start, steps, excerpt(again, None).digests)


def play(made: Excerpt, rules_for: RulesFor) -> Difference | None:
    """The first difference between an excerpt and what comes out now."""
    return replay(made.records(), made.snapshot, rules_for, {}).difference
