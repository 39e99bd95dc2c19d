"""The kernel: inbox, record, state, effects. Synchronous, and without a clock of its own.

One cycle takes everything in the inbox, applies it in order, writes inputs and outcomes in one
transaction, waits until that is durable, and only then shows the new state and hands out the
effects. A commit that fails leaves the state and the inbox as they were: nothing is lost and
nothing has left. On start the state is rebuilt from the last snapshot and the inputs after it,
and every outcome is compared with the one on record.

The three steps of a cycle can be taken one by one: `prepare` and `settle` belong to the thread
that owns the kernel, `commit` touches nothing but the journal and may run on another. At most one
batch is on its way; what is posted meanwhile waits for the next.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from tablectl.journal.records import INPUT_KINDS, Entry, Journal, Record, RecordKind, Snapshot
from tablectl.table.apply import Applied, apply, governing, initial
from tablectl.table.rules import Rules
from tablectl.table.state import TableState
from tablectl.words.acts import Act
from tablectl.words.attendance import Attendance
from tablectl.words.canonical import from_plain, from_tagged, loads, tagged_text, text
from tablectl.words.cards import Secret
from tablectl.words.effects import Effect, TakeSnapshot
from tablectl.words.errors import TablectlError
from tablectl.words.inputs import ClockStepped, Input, Stamped, Started, Unsealed, Wake
from tablectl.words.observations import Observation
from tablectl.words.outcomes import Outcome, Receipt
from tablectl.words.settings import Settings
from tablectl.words.values import value

RulesFor = Callable[[Settings], Rules]
T = TypeVar("T")

# As plain text: an enum's member is hashed in Python wherever the journal looks it up.
KIND_OF: dict[type[object], str] = {
    Act: RecordKind.ACT.value,
    Observation: RecordKind.OBSERVATION.value,
    Wake: RecordKind.WAKE.value,
    Unsealed: RecordKind.UNSEALED.value,
    Started: RecordKind.STARTED.value,
    ClockStepped: RecordKind.CLOCK.value,
    Attendance: RecordKind.ATTENDANCE.value,
}
_OUTCOME = RecordKind.OUTCOME.value


class ReplayError(TablectlError):
    """The record and this version of tablectl do not agree on what an input led to."""

    code = "replay_differs"

    def __init__(self, seq: int) -> None:
        super().__init__(
            f"input {seq} does not lead to the outcome on record; "
            "start with the version that wrote the journal, or close the table with it first"
        )
        self.seq = seq


class SettingsClash(TablectlError):
    """An open table was started with another game, method, seats, decks or house options."""

    code = "settings_clash"

    def __init__(self, table: str) -> None:
        super().__init__(
            f"table {table} is open under other rules; start it with the settings it was opened "
            "with, close it, and then change them"
        )


class KeyReused(TablectlError):
    """The key of an earlier act came with another act."""

    code = "key_reused"

    def __init__(self, key: str) -> None:
        super().__init__(f"key {key!r} belongs to another act; choose a new key for a new act")


@dataclass(frozen=True, slots=True, eq=False)
class Posted:
    """An input in the inbox, with what is sealed in it."""

    input: Input
    secrets: tuple[Secret, ...] = ()


@value
class Batch:
    """Inputs on their way into the record, and what they lead to once they are there."""

    posted: tuple[Posted, ...]
    after: int
    """The last record before those of the batch."""
    entries: tuple[Entry, ...]
    snapshot: Snapshot | None
    state: TableState
    rules: Rules
    effects: tuple[Effect, ...]
    answered: dict[str, tuple[Act, Receipt]]
    errors: tuple[Exception, ...]


class Kernel:
    """One table and its record. Not safe for threads, but for `commit`: its host owns it."""

    def __init__(self, journal: Journal, rules_for: RulesFor) -> None:
        self.journal = journal
        self.errors: list[Exception] = []
        """What the core failed on, for the host's log."""
        self._rules_for = rules_for
        self._inbox: deque[Posted] = deque()
        self._recent: dict[str, tuple[Act, Receipt]] = {}
        self._state: TableState | None = None
        self._rules: Rules | None = None

    # ------------------------------------------------------------ reading

    @property
    def state(self) -> TableState:
        """The state after the last durable input."""
        if self._state is None:
            raise RuntimeError("the kernel has not been started")
        return self._state

    @property
    def rules(self) -> Rules:
        if self._rules is None:
            raise RuntimeError("the kernel has not been started")
        return self._rules

    @property
    def busy(self) -> bool:
        return bool(self._inbox)

    def receipt(self, act: Act) -> Receipt | None:
        """The answer to an act that is on record already, whenever it was done."""
        recent = self._recent.get(act.key)
        if recent is not None:
            return _same(act, *recent)
        found = self.journal.by_key(act.key)
        if found is None:
            return None
        record, outcome = found
        if record.body != tagged_text(act):
            raise KeyReused(act.key)
        return _receipt(act.key, from_plain(Outcome, loads(outcome.body)))

    # ------------------------------------------------------------ running

    def start(self, settings: Settings, now: int) -> tuple[Effect, ...]:
        """Rebuild the state from the record and begin, or go on, under these settings.

        A clock that is behind the last record was set back while nobody ran: that is recorded, and
        time goes on from the last record.
        """
        self._state, self._rules = rebuild(self.journal, self._rules_for, settings)
        if now < self.state.time:
            self.post(ClockStepped(now - self.state.time))
        return self._begin(Started(settings), now)

    def change(self, settings: Settings, now: int) -> tuple[Effect, ...]:
        """Go on under other settings, as far as an open table allows it."""
        return self._begin(Started(settings, fresh=False), now)

    def _begin(self, started: Started, now: int) -> tuple[Effect, ...]:
        self.post(_as_recorded(started))
        effects = self.cycle(now)
        if self.state.settings != governing(self.state, started.settings):
            raise SettingsClash(started.settings.table)
        return effects

    def post(self, input_: Input, secrets: Sequence[Secret] = ()) -> None:
        """Take an input. An act that waits already is not taken twice."""
        if isinstance(input_, Act):
            for waiting in self._inbox:
                if isinstance(waiting.input, Act) and waiting.input.key == input_.key:
                    if waiting.input != input_:
                        raise KeyReused(input_.key)
                    return
        self._inbox.append(Posted(input_, tuple(secrets)))

    def cycle(self, now: int) -> tuple[Effect, ...]:
        """Take the inbox, make it durable, and return what may leave now."""
        batch = self.prepare(now)
        if batch is None:
            return ()
        self.commit(batch)
        return self.settle(batch)

    def prepare(self, now: int) -> Batch | None:
        """Everything in the inbox and what it leads to; the kernel itself stays as it is.

        No record is earlier than the one before it, whatever the clock says.
        """
        if not self._inbox:
            return None
        now = max(now, self.state.time)
        posted = tuple(self._inbox)
        state, rules = self.state, self.rules
        after = self.journal.last_seq
        entries: list[Entry] = []
        effects: list[Effect] = []
        answered: dict[str, tuple[Act, Receipt]] = {}
        errors: list[Exception] = []
        for each in posted:
            input_ = each.input
            if each.secrets:
                entries += self._seals(now, each.secrets, entries)
            if isinstance(input_, Started):
                rules = self._rules_for(input_.settings)
            applied = apply(rules, state, Stamped(after + len(entries) + 1, now, input_))
            entries += _entries(now, input_, applied)
            state = applied.state
            if state.settings is not rules.settings:
                rules = self._rules_for(state.settings)
            effects += applied.outcome.effects
            if isinstance(input_, Act):
                answered[input_.key] = input_, _receipt(input_.key, applied.outcome)
            if applied.error is not None:
                errors.append(applied.error)
        released = tuple([effect for effect in effects if not isinstance(effect, TakeSnapshot)])
        return Batch(
            posted=posted,
            after=after,
            entries=tuple(entries),
            snapshot=_snapshot(state) if len(released) < len(effects) else None,
            state=state,
            rules=rules,
            effects=released,
            answered=answered,
            errors=tuple(errors),
        )

    def commit(self, batch: Batch) -> None:
        """Make the batch durable as a whole, or leave no trace of it."""
        if self.journal.last_seq != batch.after:
            raise RuntimeError(f"a batch after record {batch.after} came out of its turn")
        self.journal.append(batch.entries, batch.snapshot)
        self.journal.sync()

    def settle(self, batch: Batch) -> tuple[Effect, ...]:
        """Go on from a batch that is durable, and return what may leave now."""
        for each in batch.posted:
            if self._inbox.popleft() is not each:
                raise RuntimeError("an input left the inbox while it was being recorded")
        self._state, self._rules = batch.state, batch.rules
        if batch.answered:
            self._recent = batch.answered
        self.errors += batch.errors
        return batch.effects

    def withdraw(self, act: Act) -> None:
        """Take an act out of the inbox, if it is still there, that could not be made durable."""
        for each in self._inbox:
            if each.input == act:
                self._inbox.remove(each)
                return

    def _seals(self, now: int, secrets: Iterable[Secret], before: Iterable[Entry]) -> list[Entry]:
        """The seals that are not on record yet, each once."""
        new = {entry.key for entry in before if entry.kind == RecordKind.SEALED}
        found: list[Entry] = []
        for secret in secrets:
            if secret.token not in new and self.journal.sealed(secret.token) is None:
                new.add(secret.token)
                found.append(Entry.of_seal(now, secret))
        return found


@value
class Retraced:
    """One input of a record, what is on record of it, and what it leads to now."""

    stamped: Stamped
    outcome: Outcome
    before: TableState
    applied: Applied
    rules: Rules
    """Those that the input was applied under."""


def rebuild(journal: Journal, rules_for: RulesFor, settings: Settings) -> tuple[TableState, Rules]:
    """The state that the record leads to; a table without a record has never been opened."""
    snapshot = journal.latest_snapshot()
    state = initial(settings) if snapshot is None else restored(snapshot)
    return replay(journal.records(snapshot.seq if snapshot else 0), rules_for, state)


def replay(
    records: Iterable[Record], rules_for: RulesFor, state: TableState
) -> tuple[TableState, Rules]:
    """Where the records lead from this state, under the rules that held for each of them."""
    rules: Rules | None = None
    for step in retrace(records, rules_for, state):
        if step.applied.outcome != step.outcome:
            raise ReplayError(step.stamped.seq)
        state, rules = step.applied.state, step.rules
    if rules is None or state.settings is not rules.settings:
        rules = rules_for(state.settings)
    return state, rules


def retrace(
    records: Iterable[Record], rules_for: RulesFor, state: TableState
) -> Iterator[Retraced]:
    """Apply the inputs of a record once more, from a state on, whatever is on record of them."""
    rules: Rules | None = None
    for stamped, outcome in inputs(records):
        if isinstance(stamped.input, Started):
            rules = rules_for(stamped.input.settings)
        elif rules is None or state.settings is not rules.settings:
            rules = rules_for(state.settings)
        applied = apply(rules, state, stamped)
        yield Retraced(stamped, outcome, state, applied, rules)
        state = applied.state


def inputs(records: Iterable[Record]) -> Iterable[tuple[Stamped, Outcome]]:
    """The inputs of a record with their outcomes."""
    pending: Stamped | None = None
    for record in records:
        if record.kind in INPUT_KINDS:
            taken: Input = from_tagged(Input, loads(record.body))
            pending = Stamped(record.seq, record.time, taken)
        elif record.kind == RecordKind.OUTCOME and pending is not None:
            yield pending, from_plain(Outcome, loads(record.body))
            pending = None


def _as_recorded(started: Started) -> Started:
    """Settings as a replay will read them: what order their keys were written in is forgotten."""
    return from_plain(Started, loads(text(started)))


def restored(snapshot: Snapshot) -> TableState:
    """The state that a snapshot holds.

    A mapping is written by its names in alphabetical order, and which deck comes first is the
    house's to say: decks stand in the state as the settings name them.
    """
    state = from_plain(TableState, loads(snapshot.body))
    first = state.settings.decks
    return replace(
        state, decks=_in_order(state.decks, first), ledger=_in_order(state.ledger, first)
    )


def _in_order(named: Mapping[str, T], first: Sequence[str]) -> Mapping[str, T]:
    """These names before all others."""
    names = [name for name in first if name in named]
    return {name: named[name] for name in (*names, *named)}


def _snapshot(state: TableState) -> Snapshot:
    return Snapshot.taken(state.seq, text(state))


def _entries(now: int, input_: Input, applied: Applied) -> tuple[Entry, Entry]:
    key = input_.key if isinstance(input_, Act) else ""
    return (
        Entry(now, KIND_OF[type(input_)], tagged_text(input_), key),
        Entry(now, _OUTCOME, text(applied.outcome)),
    )


def _same(act: Act, earlier: Act, receipt: Receipt) -> Receipt:
    if act != earlier:
        raise KeyReused(act.key)
    return receipt


def _receipt(key: str, outcome: Outcome) -> Receipt:
    return Receipt(
        key=key,
        seq=outcome.of,
        accepted=outcome.accepted,
        refusal=outcome.refusal,
        rulings=outcome.rulings,
    )
