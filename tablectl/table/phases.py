"""Phase tables on `transitions`: which phase may follow which, and nothing else.

A table is generated once and holds no state: a cell is set to a phase, triggered, and read back.
Where no guard has a say, that is done once for a phase and a trigger, and remembered.
Guards are pure functions; there are no callbacks, so nothing can run half. What `transitions`
accepts silently (unknown phases, unreachable ones, two rows of which the first wins) is refused
here when the table is built.

`transitions` keeps every model it is given for ever, so none is ever added: the event is fired on
the cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from transitions import Event, EventData, Machine, MachineError

from tablectl.words.errors import TablectlError

Guard = Callable[[Any], bool]


class PhasesError(TablectlError):
    """A phase table that cannot be right."""

    code = "bad_phase_table"


@dataclass(frozen=True)
class Change:
    """From `source` to `dest` on `trigger`, if the guard allows."""

    trigger: str
    source: str
    dest: str
    guard: Guard | None = None
    says: str = ""


class _LeanEvent(Event):
    """An event that tries its transitions and nothing more.

    `transitions` wraps every trigger in a queue, a logger and finalising callbacks, none of which
    a table without callbacks can use; this is its own extension point (`event_cls`) for that.
    """

    def trigger(self, model: object, *args: object, **kwargs: object) -> bool:
        data = EventData(None, self, self.machine, model, args=args, kwargs=kwargs)
        state = self.machine.get_model_state(model)
        data.state = state
        if state.name not in self.transitions:
            raise MachineError(f"{self.name} from {state.name}")
        return any(each.execute(data) for each in self.transitions[state.name])


class _LeanMachine(Machine):
    event_cls = _LeanEvent


class _Cell:
    __slots__ = ("state",)

    def __init__(self) -> None:
        self.state = ""


class PhaseTable:
    """The phases of one kind of thing. `after` is a pure function of its arguments."""

    def __init__(self, name: str, initial: str, changes: Iterable[Change]) -> None:
        self.name = name
        self.initial = initial
        self.changes = tuple(changes)
        self.phases = _phases(initial, self.changes)
        _lint(self)
        self._cell = _Cell()
        self._guarded = {(c.source, c.trigger) for c in self.changes if c.guard is not None}
        self._known: dict[tuple[str, str], str | None] = {}
        """What follows where no guard has a say; at most every phase with every trigger."""

    @cached_property
    def _machine(self) -> _LeanMachine:
        """Made when it is first asked: rules are made often only to be looked at."""
        return _LeanMachine(
            model=None,
            states=list(self.phases),
            initial=self.initial,
            transitions=[_as_transition(change) for change in self.changes],
            auto_transitions=False,
            send_event=True,
        )

    def after(self, phase: str, trigger: str, subject: object = None) -> str | None:
        """The phase that follows, or None where the table does not allow it."""
        asked = (phase, trigger)
        if asked in self._guarded:
            return self._fire(phase, trigger, subject)
        if asked not in self._known:
            self._known[asked] = self._fire(phase, trigger)
        return self._known[asked]

    def _fire(self, phase: str, trigger: str, subject: object = None) -> str | None:
        cell = self._cell
        cell.state = phase
        try:
            moved = self._machine.events[trigger].trigger(cell, subject=subject)
        except MachineError:
            return None
        return cell.state if moved else None


def _as_transition(change: Change) -> dict[str, object]:
    made: dict[str, object] = {
        "trigger": change.trigger,
        "source": change.source,
        "dest": change.dest,
    }
    if change.guard is not None:
        made["conditions"] = _condition(change.guard)
    return made


def _condition(guard: Guard) -> Callable[[EventData], bool]:
    return lambda event: guard(event.kwargs["subject"])


def _phases(initial: str, changes: Iterable[Change]) -> tuple[str, ...]:
    named = [initial]
    for change in changes:
        named += [change.source, change.dest]
    return tuple(dict.fromkeys(named))


def _lint(table: PhaseTable) -> None:
    reached = {table.initial}
    grew = True
    while grew:
        new = {c.dest for c in table.changes if c.source in reached} - reached
        reached |= new
        grew = bool(new)
    stranded = [phase for phase in table.phases if phase not in reached]
    if stranded:
        raise PhasesError(f"{table.name}: nothing leads to {', '.join(stranded)}")
    unguarded: set[tuple[str, str]] = set()
    seen: set[tuple[str, str]] = set()
    for change in table.changes:
        pair = (change.trigger, change.source)
        if pair in unguarded or (pair in seen and change.guard is None):
            raise PhasesError(
                f"{table.name}: {change.trigger} from {change.source} has two rows of which "
                "one is unguarded, so the other would never count"
            )
        seen.add(pair)
        if change.guard is None:
            unguarded.add(pair)
