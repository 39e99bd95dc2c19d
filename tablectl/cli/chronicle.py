"""The chronicle: a record, or one round of it, told whole from its first line to its last.

What the table looked like between two records is worked out by applying the inputs once more. Where
that leads elsewhere than the record (another version wrote it), the rest is told from the record
alone, and it is said so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tablectl.cli.page import CONTROLLER, Source, Told, TracedPage
from tablectl.cli.telling import NO_VIEW, Teller, View
from tablectl.games.catalogue import rules_for
from tablectl.journal.records import Record, RecordKind, Snapshot
from tablectl.journal.volumes import Volumes
from tablectl.kernel import Retraced, restored
from tablectl.replay.entries import Rounds
from tablectl.replay.walking import walk
from tablectl.table.view import view
from tablectl.words.acts import Act
from tablectl.words.attendance import Attendance
from tablectl.words.bases import Role
from tablectl.words.canonical import loads
from tablectl.words.inputs import Input, Started
from tablectl.words.observations import Observation
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


def tell(volumes: Volumes, write: Callable[[Told], None], number: int | None = None) -> Chronicle:
    """Tell the record, or the round with this number; JournalDamaged where it stops."""
    start = start_before(volumes, number)
    return tell_from(volumes.records(start.seq if start else 0), start, write, number)


def tell_from(
    records: Iterable[Record],
    start: Snapshot | None,
    write: Callable[[Told], None],
    number: int | None = None,
) -> Chronicle:
    """Tell records that go on from a snapshot, or from the beginning."""
    return _Walk(write, number).over(records, start)


def start_before(volumes: Volumes, number: int | None) -> Snapshot | None:
    """The newest state that was kept from before a round, so that nobody waits for the rest.

    Nothing is told from a state behind damage: there it begins with the beginning, and ends there.
    """
    if number is not None and volumes.damage is None:
        for snapshot in volumes.snapshots():
            kept = restored(snapshot).round.number
            if kept < number or (kept == number and _began_it(volumes, snapshot)):
                return snapshot
    return volumes.start


def _began_it(volumes: Volumes, snapshot: Snapshot) -> bool:
    """Whether the input that a snapshot was taken after is the one that ended the round before."""
    outcome = next(volumes.records(snapshot.seq))
    rounds = Rounds()
    rounds.note(loads(outcome.body).get("phases", ()))
    return rounds != Rounds()


def who_said(input_: Input, settings: Settings) -> str:
    """Whose word an input is: a person with their role, a device, or the controller's own."""
    match input_:
        case Act():
            names = (input_.by, input_.second) if input_.second else (input_.by,)
            return " and ".join(_person(name, settings) for name in names)
        case Observation():
            return input_.device
        case Attendance() if input_.person:
            return _person(input_.person, settings)
        case _:
            return CONTROLLER


def _person(name: str, settings: Settings) -> str:
    person = settings.people.get(name)
    return f"{name}, {'/'.join(role.value for role in person.roles)}" if person else name


class _Walk:
    def __init__(self, write: Callable[[Told], None], number: int | None) -> None:
        self._page = TracedPage(write)
        self._teller = Teller(self._page, whole=True)
        self._number = number
        self._found = Chronicle()
        self._seals: list[Record] = []
        self._mark: Record | None = None
        self._tells = False

    def over(self, records: Iterable[Record], start: Snapshot | None) -> Chronicle:
        rounds = Rounds.from_start(start)
        for step in walk(self._watched(records), start, rules_for):
            if self._number is not None and rounds.number > self._number:
                break
            self._step(step, rounds)
        self._told_mark()
        return self._found

    def _watched(self, records: Iterable[Record]) -> Iterator[Record]:
        """Pass the records on, and put aside those that are no inputs."""
        for record in records:
            match record.kind:
                case RecordKind.SEALED:
                    self._seals.append(record)
                case RecordKind.SNAPSHOT:
                    self._mark = record
            yield record

    def _step(self, step: Retraced, rounds: Rounds) -> None:
        number = rounds.number
        rounds.note(step.outcome.phases)
        self._told_mark()
        self._tells = self._number in (None, number)
        if not self._found.differs_at and step.applied.outcome != step.outcome:
            self._found.differs_at = step.stamped.seq
        if self._tells:
            self._tell(step, number)
        self._seals.clear()

    def _tell(self, step: Retraced, number: int) -> None:
        stamped, settings, found = step.stamped, step.rules.settings, self._found
        found.settings = settings
        found.first = found.first or (self._seals[0].seq if self._seals else stamped.seq)
        found.last = stamped.seq + 1
        found.rounds.add(number)
        before, found.end = self._views(step, number)
        self._told_seals()
        self._page.source = Source(stamped.seq, stamped.time, who_said(stamped.input, settings))
        if found.differs_at == stamped.seq:
            self._page.say("NOTE", DIFFERS)
        self._teller.tell(stamped, step.outcome, before, found.end)

    def _views(self, step: Retraced, number: int) -> tuple[View, View]:
        unknown = {**NO_VIEW, "round": {"number": number}}
        if self._found.differs_at:
            return unknown, unknown
        after = step.applied.state
        changed = after.settings is not step.rules.settings
        shown = view(rules_for(after.settings) if changed else step.rules, after, Role.AUDITOR)
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
        self._found.last = mark.seq
        claim = loads(mark.body)
        self._page.source = Source(mark.seq, mark.time, CONTROLLER)
        self._page.say(
            "snapshot", f"the state as of record {claim['of']} has digest {claim['digest']}"
        )
