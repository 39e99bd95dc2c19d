"""What stands on the table and how it is dealt, changed while it is open.

Between two rounds a supervisor confirms that a device was taken off or put back, or that the cards
are dealt by another method. A device whose line is up stands on the table, whatever anybody says,
and as long as one does, no other way of shuffling or dealing is used. What goes with a device goes
with it: a method or a second deck that the game does not allow without it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablectl.table import ledger
from tablectl.table.authority import who
from tablectl.table.draft import Draft
from tablectl.table.offered import Offered
from tablectl.table.places import SHOE, SHUFFLER, STACK
from tablectl.table.rules import DEVICES, FAULTED, OFF, REMOVED
from tablectl.table.state import Fate
from tablectl.words.acts import Confirm
from tablectl.words.bases import HOUSE, Basis, HousePolicy
from tablectl.words.dues import ConfirmDue
from tablectl.words.facts import Confirmed
from tablectl.words.refusals import Refusal
from tablectl.words.rulings import Scope
from tablectl.words.settings import DeviceKind, Settings
from tablectl.words.values import replace

TAKE_OFF, PUT_BACK, DEAL_BY = "take_off", "put_back", "deal_by"
OFF_STEPS = ("cards_out_of_device", "device_off_table")
NO_DEVICE = HousePolicy("one device more or less is the house's to decide")


def between_rounds(draft: Draft) -> bool:
    """Nothing is dealt and nothing is in dispute; wagers may be down."""
    return (
        draft.phase == "open"
        and draft.round.step == draft.rules.plan.first
        and (not draft.cases or all(case.scope is Scope.NOTHING for case in draft.cases))
    )


# ---------------------------------------------------------------- what may be confirmed


def arrangement_dues(draft: Draft) -> Iterator[Offered]:
    """What may be changed about the arrangement, between two rounds."""
    for name, device in draft.devices.items():
        if device.phase == OFF:
            due = ConfirmDue(PUT_BACK, NO_DEVICE, name, who(PUT_BACK), idle=True)
            yield Offered("arrangement", name, due)
        elif not device.identified:
            basis = _removal(draft, name)
            who_may = who(TAKE_OFF)
            due = ConfirmDue(TAKE_OFF, basis, name, who_may, checklist=OFF_STEPS, idle=True)
            yield Offered("arrangement", name, due)
    needed = draft.rules.unfit
    for method in draft.rules.other_methods:
        steps = draft.rules.arrangement.set_up.get(method, ())
        due = ConfirmDue(DEAL_BY, needed or HOUSE, method, who(DEAL_BY), checklist=steps)
        yield Offered("arrangement", method, replace(due, idle=needed is None))


def _removal(draft: Draft, name: str) -> Basis:
    """The clause speaks of shufflers and of shoes; any other device is the house's own affair."""
    kind = draft.settings.devices[name].kind
    ruled = kind in (DeviceKind.SHUFFLER, DeviceKind.SHOE)
    return draft.rules.arrangement.removal if ruled else NO_DEVICE


def _objection(draft: Draft, method: str) -> Basis | None:
    return draft.rules.arrangement.to_method(replace(draft.settings, method=method))


def not_arranged(draft: Draft, deed: Confirm) -> Refusal | None:
    """Why a device or a method cannot be changed now."""
    if deed.what not in (TAKE_OFF, PUT_BACK, DEAL_BY) or draft.phase != "open":
        return None
    if deed.what == DEAL_BY and deed.subject not in draft.rules.arrangement.methods:
        return Refusal("no_such_method", HOUSE, {"method": deed.subject or "?"})
    if deed.what != DEAL_BY and deed.subject not in draft.devices:
        return Refusal("unknown_device", HOUSE, {"device": deed.subject or "?"})
    if not between_rounds(draft):
        return Refusal("round_in_play", HOUSE, {})
    if deed.what == DEAL_BY and (basis := _objection(draft, deed.subject)) is not None:
        return Refusal("method_not_possible", basis, {"method": deed.subject})
    if deed.what == TAKE_OFF and draft.devices[deed.subject].identified:
        return Refusal("device_on_line", _removal(draft, deed.subject), {"device": deed.subject})
    return None


# ---------------------------------------------------------------- what comes of it


def arrange(draft: Draft, what: str, subject: str) -> None:
    settings = draft.settings
    match what:
        case "take_off":
            _move_device(draft, subject, TAKE_OFF)
            settings = replace(settings, off=tuple(sorted({*settings.off, subject})))
        case "put_back":
            _move_device(draft, subject, PUT_BACK)
            settings = replace(settings, off=tuple(n for n in settings.off if n != subject))
        case _:
            settings = replace(settings, method=subject)
            draft.changed = replace(draft.changed, method=subject)
    kind = settings.devices[subject].kind if subject in settings.devices else DeviceKind.SHOE
    _empty(draft, SHUFFLER if kind is DeviceKind.SHUFFLER else SHOE)
    settings = replace(settings, resting=_rested(draft, settings))
    changed = replace(draft.changed, off=settings.off, resting=settings.resting)
    draft.record(Confirmed(what, subject, None))
    draft.put_settings(settings, changed)


def _move_device(draft: Draft, name: str, trigger: str) -> None:
    """A fault goes off with its device and comes back with it: only a technician clears it."""
    device = draft.devices[name]
    phase = DEVICES.after(device.phase, trigger) or device.phase
    if trigger == PUT_BACK and device.out_of_order:
        phase = DEVICES.after(phase, "fail") or phase
    if trigger == PUT_BACK and device.identified:
        phase = DEVICES.after(phase, "identify") or phase
    faulted = trigger == TAKE_OFF and device.phase == FAULTED
    draft.put_device(name, replace(device, phase=phase, out_of_order=faulted))
    draft.phases.append(f"device:{name}:{phase}")
    draft.forget_orders(name)


def _empty(draft: Draft, place: str) -> None:
    """Cards that were in a device, or meant for another way of dealing, are shuffled again."""
    for name, deck in draft.decks.items():
        phase = draft.rules.decks.after(deck.phase, "spend")
        if phase is not None and draft.ledger[name].count(place):
            draft.put_holding(name, ledger.gathered(draft.ledger[name], STACK))
            draft.put_deck(name, replace(deck, phase=phase, put_in_at=0, part=""))
            draft.phases.append(f"deck:{name}:{phase}")


def _rested(draft: Draft, settings: Settings) -> tuple[str, ...]:
    """The decks that may not be used any more; they leave the table."""
    basis = draft.rules.arrangement.to_decks(replace(settings, resting=()))
    if basis is None:
        return ()
    kept = _kept(draft)
    resting = tuple(name for name in settings.decks if name != kept)
    for name in resting:
        deck = draft.decks[name]
        if deck.phase != REMOVED:
            draft.put_deck(name, replace(deck, fate=Fate.REMOVE, fate_basis=basis))
    return resting


def _kept(draft: Draft) -> str:
    """The deck that was dealt last stays, since the other one was in the device; if it is there."""
    names = (draft.round.last_deck, *draft.settings.decks_in_use)
    there = [n for n in names if n and draft.decks[n].phase != REMOVED]
    staying = [n for n in there if draft.decks[n].fate is not Fate.REMOVE]
    return next(iter((*staying, *there, *draft.settings.decks)))
