"""`apply`: one input, one new state. Total, pure, and the only way a table changes.

No clock, no randomness, no I/O. Expected trouble is an outcome (a refusal, a ruling); trouble
nobody expected stops the table in the state it had, on record, until a technician releases it, so
that a durable input which the core cannot digest is not a poison pill at every restart.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.table import ledger
from tablectl.table.acting import take_act
from tablectl.table.attending import leaves_no_mark, take_attendance
from tablectl.table.draft import Draft
from tablectl.table.faces import check_faces, show
from tablectl.table.irregular import raise_
from tablectl.table.meeting import begin_anew
from tablectl.table.ordering import deadlines, give_orders, settle_for, wakes
from tablectl.table.reporting import take_observation
from tablectl.table.rules import DEVICES, REMOVED, TABLES, Rules
from tablectl.table.standing import standing
from tablectl.table.state import DeckState, DeviceState, RoundState, TableState
from tablectl.table.upkeep import upkeep
from tablectl.words.acts import Act
from tablectl.words.attendance import Attendance
from tablectl.words.effects import Acknowledge, Effect, TakeSnapshot, Unseal
from tablectl.words.inputs import ClockStepped, Input, Stamped, Started, Unsealed, Wake
from tablectl.words.irregularities import Kind
from tablectl.words.observations import Observation
from tablectl.words.outcomes import Outcome
from tablectl.words.settings import Changed, Settings
from tablectl.words.values import replace, value

SNAPSHOT_EVERY = 1_000
"""A snapshot is due at least once in so many inputs."""


@value
class Applied:
    """What one input made of the table. `error` is for the host's log and not part of it."""

    state: TableState
    outcome: Outcome
    error: Exception | None = None


def apply(rules: Rules, state: TableState, stamped: Stamped) -> Applied:
    """Apply one input. `rules` are those of the settings: of the new ones for `Started`."""
    if isinstance(stamped.input, Started) and _clashes(state, stamped.input.settings):
        return _passed_over(state, stamped, Outcome(stamped.seq, ignored="settings_clash"))
    if isinstance(stamped.input, Attendance) and leaves_no_mark(stamped.input):
        return _passed_over(state, stamped, Outcome(stamped.seq))
    draft = Draft(rules, state, stamped.seq, stamped.time)
    try:
        _take(draft, stamped)
        if draft.refusal is not None:
            return _passed_over(state, stamped, Outcome(stamped.seq, refusal=draft.refusal))
        upkeep(draft)
        give_orders(draft)
        after = deadlines(draft)
        made = draft.frozen(standing(draft), after)
    except Exception as error:  # the one place where "anything at all" has a defined outcome
        return _stopped(state, stamped, error)
    armed = {} if isinstance(stamped.input, Started) else state.deadlines
    effects = [*draft.effects, *wakes(armed, after)]
    if _snapshot_due(draft, stamped.seq):
        effects.append(TakeSnapshot())
    outcome = Outcome(
        of=stamped.seq,
        facts=tuple(draft.facts),
        rulings=tuple(draft.rulings),
        effects=tuple(effects),
        phases=tuple(draft.phases),
        ignored=draft.ignored,
    )
    return Applied(made, outcome)


def initial(settings: Settings) -> TableState:
    """A table that has never been opened."""
    return TableState(
        seq=0,
        time=0,
        phase=TABLES.initial,
        settings=settings,
        round=RoundState(number=1, step=""),
        decks={},
        ledger={},
        devices={},
        orders={},
        standing_orders={},
        order_count=0,
        cases=(),
        case_count=0,
        unsealing=(),
        turning=(),
        deadlines={},
    )


def _take(draft: Draft, stamped: Stamped) -> None:
    match stamped.input:
        case Act() as act:
            take_act(draft, act)
        case Observation() as seen:
            take_observation(draft, seen)
        case Wake() as wake:
            _woken(draft, wake)
        case Unsealed() as opened:
            _unsealed(draft, opened)
        case Started() as started:
            _started(draft, started)
        case Attendance() as attendance:
            take_attendance(draft, attendance)
        case ClockStepped() as stepped:
            direction = "forth" if stepped.by >= 0 else "back"
            raise_(draft, Kind.CLOCK_STEPPED, direction=direction, detail=str(stepped.by))


def _passed_over(state: TableState, stamped: Stamped, outcome: Outcome) -> Applied:
    """What is refused, or is for the record alone, leaves no mark on the table."""
    if stamped.seq // SNAPSHOT_EVERY != state.seq // SNAPSHOT_EVERY:
        outcome = replace(outcome, effects=(TakeSnapshot(),))
    return Applied(replace(state, seq=stamped.seq, time=stamped.time), outcome)


def _stopped(state: TableState, stamped: Stamped, error: Exception) -> Applied:
    fault = f"{type(error).__name__} at input {stamped.seq}"
    devices, effects = _put_on_record(state, stamped.input)
    stopped = replace(
        state,
        devices=devices,
        seq=stamped.seq,
        time=stamped.time,
        phase=TABLES.after(state.phase, "stop") or state.phase,
        fault=fault,
        stopped_in=state.stopped_in or state.phase,
        memo=None,
    )
    return Applied(stopped, Outcome(of=stamped.seq, effects=effects, fault=fault), error)


def _put_on_record(
    state: TableState, input_: Input
) -> tuple[Mapping[str, DeviceState], tuple[Effect, ...]]:
    """An event the core could not digest is on record all the same: it must not come again."""
    if not isinstance(input_, Observation) or input_.event == 0:
        return state.devices, ()
    device = state.devices.get(input_.device)
    if device is None:
        return state.devices, ()
    noted = replace(device, epoch=input_.epoch, event=input_.event)
    told = Acknowledge(input_.device, input_.epoch, input_.event)
    return {**state.devices, input_.device: noted}, (told,)


def _snapshot_due(draft: Draft, seq: int) -> bool:
    """At the end of a round, when the table opens or closes, and every so many records."""
    if draft.round.number != draft.before.round.number or draft.phase != draft.before.phase:
        return True
    return seq // SNAPSHOT_EVERY != draft.before.seq // SNAPSHOT_EVERY


# ---------------------------------------------------------------- inputs of the host


def _woken(draft: Draft, wake: Wake) -> None:
    at = draft.before.deadlines.get(wake.name)
    if at is None or at > draft.time:
        draft.ignored = "no_such_deadline"
        return
    what, _, which = wake.name.partition(":")
    if what == "cycle":
        _not_shuffled(draft, which)
    if what != "order":
        return  # a card life that has run out is met by upkeep, which looks at the time
    slot = next((s for s, o in draft.orders.items() if str(o.number) == which), None)
    if slot is not None:
        _overdue(draft, slot)


def _not_shuffled(draft: Draft, deck: str) -> None:
    """A cycle that takes too long is one that was not finished."""
    draft.put_deck(deck, replace(draft.decks[deck], put_in_at=0))
    detail = f"deck {deck} was not shuffled in time"
    raise_(draft, Kind.ORDER_OVERDUE, device=draft.shuffler(), detail=detail)


def _overdue(draft: Draft, slot: str) -> None:
    order = draft.orders[slot]
    settle_for(draft, slot)
    if draft.devices[order.device].phase != "faulted":
        raise_(draft, Kind.ORDER_OVERDUE, device=order.device, detail=f"order {order.number}")


def _unsealed(draft: Draft, opened: Unsealed) -> None:
    asked = set(opened.tokens) & set(draft.unsealing)
    if not asked:
        draft.ignored = "nothing_to_unseal"
        return
    cards = {token: card for token, card in opened.cards.items() if token in asked}
    for deck, holding in draft.ledger.items():
        draft.put_holding(deck, ledger.unsealed(holding, asked, cards))
    draft.unsealing = tuple(t for t in draft.unsealing if t not in asked)
    _finish_turning(draft)
    for deck in draft.ledger:
        check_faces(draft, deck)


def _finish_turning(draft: Draft) -> None:
    waiting = set(draft.unsealing)
    for place in draft.turning:
        if not waiting & set(ledger.tokens(draft.view.faces(place))):
            draft.turning = tuple(p for p in draft.turning if p != place)
            show(draft, place)


def governing(state: TableState, settings: Settings) -> Settings:
    """The settings that hold when a table starts under these.

    What was changed while it was open, with notice, holds until it is closed: it may differ from
    what the file says.
    """
    return _lasting(state).over(settings)


def _lasting(state: TableState) -> Changed:
    """What was changed and holds at a start."""
    closed = state.phase == TABLES.initial
    return state.changed.when_closed() if closed else state.changed


def _started(draft: Draft, started: Started) -> None:
    before, after = draft.before, governing(draft.before, started.settings)
    draft.settings = after
    draft.changed = _lasting(before).under(started.settings)
    kept = {n for n, d in after.devices.items() if before.settings.devices.get(n) == d}
    kept -= set(before.settings.off) - set(after.off)  # a closed table is as its file says
    draft.devices = {
        name: _restarted(before.devices.get(name) if name in kept else None, started.fresh)
        for name in after.devices
    }
    for gone in sorted(before.devices.keys() - kept):
        draft.forget_orders(gone)
    draft.present = {
        name: session
        for name, session in before.present.items()
        if not started.fresh and after.sign_in is not None and name in after.people
    }
    draft.renew()
    if before.phase == TABLES.initial:
        _set_up(draft)
    if started.fresh:
        draft.standing_orders = {}  # an allowance holds no longer than the line to its device
        if draft.unsealing:  # asked for before the end of the last run, and perhaps never answered
            draft.effects.append(Unseal(draft.unsealing))
        begin_anew(draft)
        raise_(draft, Kind.RESTART)


def _clashes(state: TableState, after: Settings) -> bool:
    """An open table keeps its game, method and house rules; people and devices may change."""
    before, after = state.settings, governing(state, after)
    same = _ruling(before) == _ruling(after)
    return state.phase != TABLES.initial and not same


def _ruling(settings: Settings) -> tuple[object, ...]:
    return settings.game, settings.method, settings.seats, settings.decks, settings.options


def _restarted(device: DeviceState | None, fresh: bool) -> DeviceState:
    if device is None:
        return DeviceState(DEVICES.initial)
    if not fresh:
        return device
    phase = DEVICES.after(device.phase, "lose") or device.phase
    return replace(device, phase=phase, identified=False, stranger=None)


def _set_up(draft: Draft) -> None:
    """A closed table takes on its settings: its decks are not there yet."""
    composition = draft.rules.composition
    names = draft.settings.decks
    draft.decks = {name: DeckState(REMOVED, 0) for name in names}
    draft.ledger = {name: ledger.off_table(composition) for name in names}
    draft.put_round(RoundState(number=draft.round.number, step=draft.rules.plan.first))
    draft.renew()
