"""Confirmations: preparing decks, opening and closing the table, clearing faults, rulings.

What a confirmation does depends on whose due it is, never on its wording.
"""

from __future__ import annotations

from tablectl.table import ledger
from tablectl.table.arranging import arrange
from tablectl.table.cutting import CUTTING_CARD, cutting_card_told
from tablectl.table.draft import Draft
from tablectl.table.irregular import raise_
from tablectl.table.loading import early_cards, match_load
from tablectl.table.meeting import accept
from tablectl.table.notices import confirm_notice, drop_all
from tablectl.table.offered import Offered
from tablectl.table.places import OUT, RACK, SHOE, SHUFFLER
from tablectl.table.refilling import part_at, size_of_part, take_rack
from tablectl.table.relieving import take_over
from tablectl.table.rules import DEVICES, LOADED, RECEIVED, REMOVED, TABLES, Preparation
from tablectl.table.state import DeckState, Fate
from tablectl.words.acts import Confirm
from tablectl.words.bases import HOUSE
from tablectl.words.dues import ConfirmDue
from tablectl.words.facts import Confirmed, Refilled
from tablectl.words.irregularities import Kind
from tablectl.words.refusals import Refusal
from tablectl.words.settings import DeviceKind
from tablectl.words.values import replace


def confirm(
    draft: Draft, offered: Offered, due: ConfirmDue, deed: Confirm, by: str
) -> Refusal | None:
    if due.not_by and due.not_by == by:
        return Refusal("same_person", due.basis, {"person": by})
    if due.device:
        return _device_does_it(draft, due)
    refusal = _bad_number(due, deed)
    if refusal is not None:
        return refusal
    if due.told and not deed.note.strip():
        return Refusal("reason_missing", due.basis, {})
    if due.expects is not None and deed.number != due.expects:
        detail = f"{deed.number} in place of {due.expects}"
        raise_(draft, Kind.CHIPS_MISMATCH, detail=detail)
        return None
    match offered.owner:
        case "case":
            _confirm_case(draft, due.what, offered.subject, deed.note)
        case "deck":
            _confirm_deck(draft, offered.subject, due.what, by, deed.number)
        case "device":
            clear_fault(draft, offered.subject)
        case "arrangement":
            arrange(draft, due.what, due.subject)
        case "identity":
            accept(draft, offered.subject)
        case "notice":
            confirm_notice(draft, offered.subject, due.what)
        case "table":
            _confirm_table(draft, due.what)
        case "relief":
            take_over(draft, by)
        case _:
            draft.record(Confirmed(due.what, due.subject, deed.number))
            draft.shift(due.shifts)
            if due.reveals:
                _reveal(draft, due.reveals)
    return None


def _device_does_it(draft: Draft, due: ConfirmDue) -> Refusal:
    """People do it only where no device stands there for it, in working order or not."""
    if due.what not in draft.rules.shuffles:
        return Refusal("device_loads", due.basis, {"device": due.device, "deck": due.subject})
    if draft.devices[due.device].phase == "ready":
        return Refusal("device_shuffles", due.basis, {"device": due.device, "deck": due.subject})
    return Refusal("device_on_table", draft.rules.arrangement.removal, {"device": due.device})


def _bad_number(due: ConfirmDue, deed: Confirm) -> Refusal | None:
    if deed.number is None:
        return Refusal("number_missing", due.basis, {}) if due.expects is not None else None
    if due.least is not None and deed.number < due.least:
        return Refusal("too_few", due.basis, {"number": deed.number, "least": due.least})
    if due.most is not None and deed.number > due.most:
        return Refusal("too_many", due.basis, {"number": deed.number, "most": due.most})
    return None


def _confirm_case(draft: Draft, what: str, case_id: str, note: str) -> None:
    draft.record(Confirmed(what, case_id, None, note))
    draft.put_cases(
        tuple(replace(c, agenda=c.agenda[1:]) if c.id == case_id else c for c in draft.cases)
    )


# ---------------------------------------------------------------- decks


def _reveal(draft: Draft, place: str) -> None:
    """The last card of a place is shown; where a device has it sealed, it is unsealed."""
    tokens = ledger.tokens(draft.view.faces(place)[-1:])
    if tokens:
        draft.await_faces(tokens)


def _confirm_deck(draft: Draft, name: str, what: str, by: str, number: int | None) -> None:
    if what == CUTTING_CARD:
        cutting_card_told(draft, name, number)
    elif what == "remove_deck":
        remove_deck(draft, name)
    elif what == "receive_deck":
        receive_deck(draft, name)
    elif what == "take_out" and name == draft.round.deck:
        draft.move(name, SHOE, RACK)
        take_rack(draft, name)
    elif what == "take_out":
        taken_out = replace(draft.decks[name], fate=Fate.RESHUFFLE, fate_basis=HOUSE)
        draft.put_deck(name, taken_out)
    else:
        prep = next(p for p in draft.rules.preparations if p.what == what)
        prepare(draft, name, prep, by)


def prepare(draft: Draft, name: str, prep: Preparation, by: str, *, device: str = "") -> None:
    """A deck is one step nearer to being dealt from, by a person's hands or by a device."""
    deck = draft.decks[name]
    trigger = prep.trigger_by_device if device else prep.what
    phase = draft.rules.decks.after(deck.phase, trigger)
    if phase is None:
        raise ValueError(f"{trigger} was due for a deck that is {deck.phase}")
    back = size_of_part(draft.ledger[name])
    if prep.gathers:
        together = part_at if deck.part else ledger.gathered
        draft.put_holding(name, together(draft.ledger[name], prep.gathers))
    if phase == LOADED:
        _forget_allowances(draft, name)
    done = replace(
        deck,
        phase=phase,
        opened_at=draft.time if prep.opens else deck.opened_at,
        given=0 if phase == LOADED else deck.given,
        load=match_load(draft, name) if phase == LOADED else deck.load,
        done_by={**deck.done_by, prep.what: by} if _is_asked_for(draft, prep) else deck.done_by,
        uncut=phase != prep.dest if prep.by_device else deck.uncut,
        put_in_at=draft.time if prep.gathers == SHUFFLER else 0,
        part="" if phase == LOADED else deck.part,
        cutting="" if phase == LOADED and not deck.part else deck.cutting,
    )
    _put_deck(draft, name, done)
    if phase == LOADED:
        if deck.part and name == draft.round.deck:
            draft.record(Refilled(name, back))
        early_cards(draft, name)


def _forget_allowances(draft: Draft, deck: str) -> None:
    """Allowances count from the load, so a shoe that is loaded anew has none; where decks lie side
    by side those of the others hold."""
    for name, device in draft.settings.devices_in_use.items():
        if device.kind is DeviceKind.SHOE:
            draft.forget_orders(name, draft.allow_slot(name, deck))


def _is_asked_for(draft: Draft, prep: Preparation) -> bool:
    """Who did a thing is kept only as long as somebody else must not do a later one."""
    return any(later.not_by == prep.what for later in draft.rules.preparations)


def receive_deck(draft: Draft, name: str) -> None:
    """Fresh cards arrive under the name of a deck that left."""
    draft.put_holding(name, ledger.fresh(draft.rules.composition))
    _put_deck(draft, name, DeckState(RECEIVED, 0))


def remove_deck(draft: Draft, name: str) -> None:
    draft.put_holding(name, ledger.gathered(draft.ledger[name], OUT))
    _put_deck(draft, name, DeckState(REMOVED, 0))


def _put_deck(draft: Draft, name: str, deck: DeckState) -> None:
    draft.put_deck(name, deck)
    draft.phases.append(f"deck:{name}:{deck.phase}")


# ---------------------------------------------------------------- devices and the table


def clear_fault(draft: Draft, name: str) -> None:
    """A named person says that the device is in order; it is used again once it is identified."""
    device = draft.devices[name]
    phase = DEVICES.after(device.phase, "clear") or device.phase
    if device.identified:
        phase = DEVICES.after(phase, "identify") or phase
    draft.put_device(name, replace(device, phase=phase))
    draft.phases.append(f"device:{name}:{phase}")
    draft.forget_orders(name)
    draft.begin_cycle(name)


def _confirm_table(draft: Draft, what: str) -> None:
    match what:
        case "open_table":
            draft.put_phase(TABLES.after(draft.phase, "open") or draft.phase)
            for name in draft.settings.decks_in_use:
                receive_deck(draft, name)
        case "close_table":
            draft.put_round(replace(draft.round, again={}, seconds={}))
            drop_all(draft)
            draft.put_phase(TABLES.after(draft.phase, "close") or draft.phase)
            for name in draft.decks:
                remove_deck(draft, name)
        case "release":
            _release(draft)


def _release(draft: Draft) -> None:
    """Go on from before the input that was not understood; with cards out, somebody decides."""
    draft.put_phase(TABLES.after(draft.phase, "release", draft.stopped_in) or draft.phase)
    draft.fault, draft.stopped_in = "", ""
    raise_(draft, Kind.RESTART)
