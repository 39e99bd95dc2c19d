"""The kernel: inbox, record, state, effects. Synchronous, and without a clock of its own.

One cycle takes everything in the inbox, applies it in order, writes inputs and outcomes in one
transaction, waits until that is durable, and only then shows the new state and hands out the
effects. A commit that fails leaves the state and the inbox as they were: nothing is lost and
nothing has left. On start the state is rebuilt from the last snapshot and the inputs after it,
and every outcome is compared with the one on record.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from tablectl.journal.records import INPUT_KINDS, Entry, Journal, Record, RecordKind, Snapshot
from tablectl.table.apply import Applied, apply, initial
from tablectl.table.rules import Rules
from tablectl.table.state import TableState
from tablectl.words.acts import Act
from tablectl.words.canonical import dumps, from_plain, from_tagged, loads, to_plain, to_tagged
from tablectl.words.effects import Effect, TakeSnapshot
from tablectl.words.errors import TablectlError
from tablectl.words.inputs import ClockStepped, Input, Stamped, Started, Unsealed, Wake
from tablectl.words.observations import Observation
from tablectl.words.outcomes import Outcome, Receipt
from tablectl.words.settings import Settings

RulesFor = Callable[[Settings], Rules]

_KINDS: dict[type[object], RecordKind] = {
    Act: RecordKind.ACT,
    Observation: RecordKind.OBSERVATION,
    Wake: RecordKind.WAKE,
    Unsealed: RecordKind.UNSEALED,
    Started: RecordKind.STARTED,
    ClockStepped: RecordKind.CLOCK,
}


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


class Kernel:
    """One table and its record. Not safe for threads: whoever hosts it owns it."""

    def __init__(self, journal: Journal, rules_for: RulesFor) -> None:
        self.journal = journal
        self.errors: list[Exception] = []
        """What the core failed on, for the host's log."""
        self._rules_for = rules_for
        self._inbox: deque[Input] = deque()
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
        if record.body != dumps(to_tagged(act)):
            raise KeyReused(act.key)
        return _receipt(act.key, from_plain(Outcome, loads(outcome.body)))

    # ------------------------------------------------------------ running

    def start(self, settings: Settings, now: int) -> tuple[Effect, ...]:
        """Rebuild the state from the record and begin, or go on, under these settings."""
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
        if self.state.settings != started.settings:
            raise SettingsClash(started.settings.table)
        return effects

    def post(self, input_: Input) -> None:
        self._inbox.append(input_)

    def cycle(self, now: int) -> tuple[Effect, ...]:
        """Take the inbox, make it durable, and return what may leave now."""
        state, rules = self.state, self.rules
        seq = self.journal.last_seq
        entries: list[Entry] = []
        effects: list[Effect] = []
        answered: dict[str, tuple[Act, Receipt]] = {}
        errors: list[Exception] = []
        for input_ in self._inbox:
            rules = self._rules_of(input_, rules)
            applied = apply(rules, state, Stamped(seq + 1, now, input_))
            entries += _entries(now, input_, applied)
            seq += 2
            state = applied.state
            rules = self._rules_in(state, rules)
            effects += applied.outcome.effects
            if isinstance(input_, Act):
                answered[input_.key] = input_, _receipt(input_.key, applied.outcome)
            if applied.error is not None:
                errors.append(applied.error)
        wanted = any(isinstance(effect, TakeSnapshot) for effect in effects)
        snapshot = _snapshot(state) if wanted else None
        self.journal.append(entries, snapshot)
        self.journal.sync()
        self._inbox.clear()
        self._state, self._rules = state, rules
        if answered:
            self._recent = answered
        self.errors += errors
        return tuple(e for e in effects if not isinstance(e, TakeSnapshot))

    def withdraw(self, act: Act) -> None:
        """Take an act out of the inbox again that could not be made durable."""
        self._inbox.remove(act)

    def _rules_of(self, input_: Input, rules: Rules) -> Rules:
        return self._rules_for(input_.settings) if isinstance(input_, Started) else rules

    def _rules_in(self, state: TableState, rules: Rules) -> Rules:
        return rules if state.settings is rules.settings else self._rules_for(state.settings)


def rebuild(journal: Journal, rules_for: RulesFor, settings: Settings) -> tuple[TableState, Rules]:
    """The state that the record leads to; a table without a record has never been opened."""
    snapshot = journal.latest_snapshot()
    state = initial(settings) if snapshot is None else _restored(snapshot)
    rules = rules_for(state.settings)
    for stamped, outcome in inputs(journal.records(snapshot.seq if snapshot else 0)):
        if isinstance(stamped.input, Started):
            rules = rules_for(stamped.input.settings)
        applied = apply(rules, state, stamped)
        if applied.outcome != outcome:
            raise ReplayError(stamped.seq)
        state = applied.state
        if state.settings is not rules.settings:
            rules = rules_for(state.settings)
    return state, rules


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
    return from_plain(Started, loads(dumps(to_plain(started))))


def _restored(snapshot: Snapshot) -> TableState:
    return from_plain(TableState, loads(snapshot.body))


def _snapshot(state: TableState) -> Snapshot:
    return Snapshot.taken(state.seq, dumps(to_plain(state)))


def _entries(now: int, input_: Input, applied: Applied) -> tuple[Entry, Entry]:
    key = input_.key if isinstance(input_, Act) else ""
    return (
        Entry(now, _KINDS[type(input_)], dumps(to_tagged(input_)), key),
        Entry(now, RecordKind.OUTCOME, dumps(to_plain(applied.outcome))),
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
