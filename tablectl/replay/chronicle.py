"""The chronicle: a record, or one round of it, told whole from its first line to its last.

What the table looked like between two records is worked out by applying the inputs once more. Where
that leads elsewhere than the record (another version wrote it), the rest is told from the record
alone, and it is said so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tablectl.journal.records import Record, RecordKind, Snapshot
from tablectl.journal.volumes import Volumes
from tablectl.kernel import Retraced, RulesFor, restored
from tablectl.replay.entries import Rounds
from tablectl.replay.page import CONTROLLER, Source, Told, TracedPage
from tablectl.replay.telling import NO_VIEW, Teller, View
from tablectl.replay.walking import walk
from tablectl.table.state import TableState
from tablectl.table.view import view
from tablectl.words.acts import Act
from tablectl.words.attendance import Attendance
from tablectl.words.bases import Role
from tablectl.words.canonical import loads
from tablectl.words.inputs import Input, Stamped, Started
from tablectl.words.observations import Observation
from tablectl.words.outcomes import Outcome
from tablectl.words.settings import Settings

DIFFERS = (
    "this version of tablectl comes to another result here than the record: see `tablectl replay`; "
    "from here on hands and settlement lines are left out"
)


@dataclass
class Chronicle:
    """What was gone over: for the head of a page, and for what is to be said at its end."""

    settings: Settings | None = None
    first: int = 0
    last: int = 0
    rounds: set[int] = field(default_factory=set)
    end: View = field(default_factory=lambda: NO_VIEW)
    """The table as it stood after the last record that was told."""
    differs_at: int = 0


@dataclass(frozen=True)
class Passage:
    """One input of what is told, with the table as it was believed to be after it."""

    stamped: Stamped
    outcome: Outcome
    who: str
    after: View


def tell(
    volumes: Volumes,
    write: Callable[[Told], None],
    rules_for: RulesFor,
    number: int | None = None,
) -> Chronicle:
    """Tell the record, or the round with this number; JournalDamaged where it stops."""
    start = start_before(volumes, number)
    records = volumes.records(start.seq if start else 0)
    return tell_from(records, start, write, rules_for, number)


def tell_from(
    records: Iterable[Record],
    start: Snapshot | None,
    write: Callable[[Told], None],
    rules_for: RulesFor,
    number: int | None = None,
) -> Chronicle:
    """Tell records that go on from a snapshot, or from the beginning."""
    narrator = Narrator(write, rules_for, number)
    deque(narrator.passages(records, start), maxlen=0)
    return narrator.found


def start_before(volumes: Volumes, number: int | None) -> Snapshot | None:
    """The newest state that was kept from before a round, so that nobody waits for the rest.

    Nothing is told from a state behind damage: there it begins with the beginning, and ends there.
    """
    if number is None or volumes.damage is not None:
        return volumes.start
    return start_within(volumes, number, upto=volumes.readers[-1].last_seq)


def start_within(volumes: Volumes, number: int, upto: int) -> Snapshot | None:
    """The newest state from before a round in a record that is known to be sound up to `upto`."""
    for snapshot in volumes.snapshots():
        kept = restored(snapshot).round.number if snapshot.seq < upto else number + 1
        if kept < number or (kept == number and _began_it(volumes, snapshot)):
            return snapshot
    return volumes.start


def _began_it(volumes: Volumes, snapshot: Snapshot) -> bool:
    """Whether the input that a snapshot was taken after is the one that ended the round before."""
    outcome = next(volumes.records(snapshot.seq))
    rounds = Rounds()
    rounds.note(loads(outcome.body).get("phases", ()))
    return rounds != Rounds()


def speakers(input_: Input) -> tuple[str, ...]:
    """Whose word an input is: people or a device; of nobody where it is the controller's own."""
    match input_:
        case Act():
            return (input_.by, input_.second) if input_.second else (input_.by,)
        case Observation():
            return (input_.device,)
        case Attendance() if input_.person:
            return (input_.person,)
        case _:
            return ()


def who_said(input_: Input, settings: Settings) -> str:
    """Whose word an input is, people with their roles."""
    return " and ".join(_named(name, settings) for name in speakers(input_)) or CONTROLLER


def _named(name: str, settings: Settings) -> str:
    person = settings.people.get(name)
    return f"{name}, {'/'.join(role.value for role in person.roles)}" if person else name


class Narrator:
    """Goes over a record and tells it, or one round of it, line by line.

    `began` is told the number of each round that is passed, with the state that it began in.
    """

    def __init__(
        self,
        write: Callable[[Told], None],
        rules_for: RulesFor,
        number: int | None = None,
        began: Callable[[int, TableState], None] = lambda _number, _state: None,
    ) -> None:
        self.found = Chronicle()
        self._page = TracedPage(write)
        self._teller = Teller(self._page, whole=True)
        self._rules_for = rules_for
        self._number = number
        self._began = began
        self._seals: list[Record] = []
        self._mark: Record | None = None
        self._tells = False

    def passages(self, records: Iterable[Record], start: Snapshot | None) -> Iterator[Passage]:
        """Each input that is told, right after its lines were.

        The line of a snapshot comes with what follows it, or at the end.
        """
        rounds = Rounds.from_start(start)
        passed = rounds.number
        for step in walk(self._watched(records), start, self._rules_for):
            if self._number is not None and rounds.number > self._number:
                break
            if rounds.number != passed:
                passed = rounds.number
                self._began(passed, step.before)
            passage = self._step(step, rounds)
            if passage is not None:
                yield passage
        self._told_mark()

    def _watched(self, records: Iterable[Record]) -> Iterator[Record]:
        """Pass the records on, and put aside those that are no inputs."""
        for record in records:
            match record.kind:
                case RecordKind.SEALED:
                    self._seals.append(record)
                case RecordKind.SNAPSHOT:
                    self._mark = record
            yield record

    def _step(self, step: Retraced, rounds: Rounds) -> Passage | None:
        number = rounds.number
        rounds.note(step.outcome.phases)
        self._told_mark()
        self._tells = self._number in (None, number)
        if not self.found.differs_at and step.applied.outcome != step.outcome:
            self.found.differs_at = step.stamped.seq
        passage = self._tell(step, number) if self._tells else None
        self._seals.clear()
        return passage

    def _tell(self, step: Retraced, number: int) -> Passage:
        stamped, settings, found = step.stamped, step.rules.settings, self.found
        found.settings = settings
        found.first = found.first or (self._seals[0].seq if self._seals else stamped.seq)
        found.last = stamped.seq + 1
        found.rounds.add(number)
        before, found.end = self._views(step, number)
        self._told_seals()
        who = who_said(stamped.input, settings)
        self._page.source = Source(stamped.seq, stamped.time, who)
        if found.differs_at == stamped.seq:
            self._page.say("NOTE", DIFFERS)
        self._teller.tell(stamped, step.outcome, before, found.end)
        return Passage(stamped, step.outcome, who, found.end)

    def _views(self, step: Retraced, number: int) -> tuple[View, View]:
        unknown = {**NO_VIEW, "round": {"number": number}}
        if self.found.differs_at:
            return unknown, unknown
        after = step.applied.state
        changed = after.settings is not step.rules.settings
        shown = view(
            self._rules_for(after.settings) if changed else step.rules, after, Role.AUDITOR
        )
        if isinstance(step.stamped.input, Started):  # before it there were other settings, or none
            return unknown, shown
        return view(step.rules, step.before, Role.AUDITOR), shown

    def _told_seals(self) -> None:
        if not self._seals:
            return
        first, last = self._seals[0], self._seals[-1]
        self._page.source = Source(first.seq, first.time, CONTROLLER)
        until = f", records {first.seq} to {last.seq}" if last is not first else ""
        cards = "1 card" if last is first else f"{len(self._seals)} cards"
        self._page.say("sealed", f"the face of {cards}, enciphered until its reveal{until}")

    def _told_mark(self) -> None:
        """The snapshot after the last input; it belongs to the round of that input."""
        mark, self._mark = self._mark, None
        if mark is None or not self._tells:
            return
        self.found.last = mark.seq
        claim = loads(mark.body)
        self._page.source = Source(mark.seq, mark.time, CONTROLLER)
        self._page.say(
            "snapshot", f"the state as of record {claim['of']} has digest {claim['digest']}"
        )
