"""Observations: what a device's report means at this table at this moment.

A report that answers something due becomes a fact. Any other report is an irregularity: nothing
a device says is dropped, and nothing it says late advances a deal.
"""

from __future__ import annotations

from tablectl.table import ledger
from tablectl.table.answers import count_for_case, count_for_round
from tablectl.table.cutting import cutting_card_out
from tablectl.table.draft import Draft
from tablectl.table.giving_out import cards_out, cards_returned, late_cards, settled_by_load
from tablectl.table.irregular import raise_
from tablectl.table.ledger import Claim
from tablectl.table.loading import (
    Counting,
    counted_on,
    note_out,
    told_chamber_load,
    told_load,
)
from tablectl.table.meeting import (
    delivery_of,
    identified,
    identified_off_the_table,
    link_lost,
    told_by_stranger,
)
from tablectl.table.offered import first_due
from tablectl.table.ordering import order_done, order_failed
from tablectl.table.rules import OFF
from tablectl.table.showing import take_hand, take_showing
from tablectl.table.shuffled import shuffle_ended
from tablectl.table.standing import answerable, is_trusted
from tablectl.words.canonical import tag_of
from tablectl.words.dues import (
    CheckDue,
    CountDue,
    NumberDue,
    TurnDue,
)
from tablectl.words.effects import Acknowledge
from tablectl.words.facts import Checked, Drew
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardChecked,
    CardShown,
    CardsOut,
    CardsRead,
    CardsReturned,
    ChamberLoaded,
    Counted,
    CuttingCardOut,
    Identified,
    Jammed,
    LinkLost,
    LinkUp,
    Loaded,
    NumberDrawn,
    Observation,
    OrderDone,
    OrderFailed,
    ShuffleEnded,
    Unreadable,
)
from tablectl.words.settings import Delivery
from tablectl.words.values import replace


def take_observation(draft: Draft, seen: Observation) -> None:
    device = draft.devices.get(seen.device)
    if device is None:
        draft.ignored = "unknown_device"
        return
    if device.phase == OFF:
        _from_off_the_table(draft, seen)
        return
    if seen.event > 0 and not device.identified:
        # Not the promised unit: its numbers are not ours to count by, nor is it ours to tell it
        # that it may forget anything.
        told_by_stranger(draft, seen.device, seen.epoch, seen.event)
        _distrust(draft, seen, "a unit that is not the promised one")
        return
    report = seen.report
    cards = report if isinstance(report, CardsOut) and _sound(report) else None
    out = device.out if cards is None else note_out(draft, seen.device, cards)
    device = draft.devices[seen.device]
    if seen.event > 0:
        draft.effects.append(Acknowledge(seen.device, seen.epoch, seen.event))
        if seen.epoch == device.epoch and seen.event <= device.event:
            draft.ignored = "already_on_record"
            return
        draft.note_device(seen.device, device.having_told(seen.epoch, seen.event, out))
        gap = _gap(device.epoch, device.event, seen)
        if gap:
            raise_(draft, Kind.EVIDENCE_GAP, device=seen.device, detail=gap)
            seen = replace(seen, late=True)
    elif out > device.out:
        draft.note_device(seen.device, replace(device, out=out))
    if cards is not None:
        _take_cards(draft, seen, cards)
        return
    if seen.late and isinstance(report, ANSWERS):
        # It may be of an earlier round. Whatever was due then is asked for again.
        draft.forget_orders(seen.device)
        _distrust(draft, seen, "late")
        return
    _take(draft, seen)


def _take_cards(draft: Draft, seen: Observation, report: CardsOut) -> None:
    device, late = seen.device, seen.late
    if delivery_of(draft, device) is Delivery.COUNTER:
        counted = counted_on(draft, device, report)
        if counted is Counting.TOLD_BEFORE:
            draft.ignored = "already_on_record"
            return
        late = late or counted is Counting.AFTER_GAP
    if settled_by_load(draft, device, report):
        return
    if late or not is_trusted(draft, device):
        late_cards(draft, device, report)
    else:
        cards_out(draft, device, report)


def _from_off_the_table(draft: Draft, seen: Observation) -> None:
    """What a device tells that does not stand on the table is kept, and means nothing here."""
    device, report = draft.devices[seen.device], seen.report
    draft.ignored = "off_the_table"
    match report:
        case LinkLost():
            draft.put_device(seen.device, replace(device, identified=False, stranger=None))
        case Identified():
            identified_off_the_table(draft, seen.device, report, seen.epoch)
        case _ if seen.event > 0 and device.identified:
            draft.effects.append(Acknowledge(seen.device, seen.epoch, seen.event))
            told = device.having_told(seen.epoch, seen.event, device.out)
            draft.note_device(seen.device, told)
        case _ if seen.event > 0:
            told_by_stranger(draft, seen.device, seen.epoch, seen.event)


ANSWERS = (CardsRead, CardShown, Counted, CardChecked, NumberDrawn)
"""What answers something that is due, if it comes in time."""


def _distrust(draft: Draft, seen: Observation, why: str) -> None:
    """Put a report on record that nothing may follow from."""
    detail = f"{tag_of(type(seen.report)).replace('_', ' ')}, {why}"
    raise_(draft, Kind.NOT_EXPECTED, device=seen.device, detail=detail)


def _sound(report: CardsOut) -> bool:
    """Whether a report of cards can be true at all."""
    known = len(report.faces) in (0, report.count)
    return report.count >= 1 and known and 0 <= report.foreign <= report.count


def _gap(epoch: int, event: int, seen: Observation) -> str:
    """What is missing between the last event on record and this one, in words, or nothing."""
    if epoch == 0 or (seen.epoch == epoch and seen.event == event + 1):
        return ""
    if seen.epoch != epoch:
        return f"restarted after event {event} of epoch {epoch}"
    return f"events {event + 1} to {seen.event - 1} of epoch {epoch} are missing"


def _take(draft: Draft, seen: Observation) -> None:
    device, report = seen.device, seen.report
    match report:
        case CardsOut():
            raise_(draft, Kind.NOT_EXPECTED, device=device, detail="cards out that cannot be")
        case CardsRead():
            _cards_read(draft, device, report)
        case CardShown():
            take_showing(draft, device, report, first_due(answerable(draft, device), TurnDue))
        case Counted():
            _counted(draft, device, report)
        case ShuffleEnded():
            shuffle_ended(draft, device, report, late=seen.late)
        case CardChecked():
            _checked(draft, device, report)
        case NumberDrawn():
            _number(draft, device, report)
        case CuttingCardOut():
            cutting_card_out(draft, late=seen.late)
        case Jammed():
            raise_(draft, Kind.JAM, device=device, detail=report.detail)
        case Loaded():
            if device == draft.shoe and not draft.rules.sides:
                told_load(draft, device, report.load)
            else:
                raise_(draft, Kind.NOT_EXPECTED, device=device, detail="loaded")
        case ChamberLoaded():
            known = device == draft.shoe
            if not known or not told_chamber_load(draft, device, report.load, report.chamber):
                raise_(draft, Kind.NOT_EXPECTED, device=device, detail="chamber loaded")
        case CardsReturned():
            cards_returned(draft, device, report)
        case LinkUp():
            draft.ignored = "not_identified_yet"
        case LinkLost():
            link_lost(draft, device, report)
        case Identified():
            identified(draft, device, report, seen.epoch)
        case OrderDone():
            order_done(draft, device, report.order, late=seen.late)
        case OrderFailed():
            if order_failed(draft, device, report.order):
                raise_(draft, Kind.DEVICE_FAILED, device=device, detail=report.reason)
        case Unreadable():
            raise_(draft, Kind.NOT_EXPECTED, device=device, detail=report.detail)


# ---------------------------------------------------------------- cards


def _cards_read(draft: Draft, device: str, report: CardsRead) -> None:
    due = first_due(answerable(draft, device), TurnDue)
    if due is None or due.places[0] != report.place:
        raise_(draft, Kind.NOT_EXPECTED, place=report.place, device=device, detail="cards read")
        return
    take_hand(draft, device, report.place, report.faces)


# ---------------------------------------------------------------- counts, checks, numbers


def _counted(draft: Draft, device: str, report: Counted) -> None:
    for offered in answerable(draft, device):
        due = offered.due
        if isinstance(due, CountDue) and due.place == report.place:
            if offered.owner == "case":
                count_for_case(draft, offered.subject, due, report.count)
            else:
                count_for_round(draft, due, report.count, device)
            return
    deck = draft.deck_in_play
    if not deck:
        draft.ignored = "no_deck_to_count"
        return
    holding = draft.ledger[deck]
    if holding.count(report.place) == report.count:
        draft.ignored = "count_agrees"
        return
    claim = Claim(report.count, device, draft.seq)
    draft.put_holding(deck, ledger.claimed(holding, report.place, claim))
    raise_(draft, Kind.COUNT_DISPUTED, place=report.place, device=device)


def _checked(draft: Draft, device: str, report: CardChecked) -> None:
    due = first_due(answerable(draft, device), CheckDue)
    if due is None or due.check != report.check:
        raise_(draft, Kind.UNSOLICITED_CHECK, device=device, detail=report.check)
        return
    draft.record(Checked(report.check, report.yes))


def _number(draft: Draft, device: str, report: NumberDrawn) -> None:
    due = first_due(answerable(draft, device), NumberDue)
    if due is None or due.draw != report.draw:
        raise_(draft, Kind.NOT_EXPECTED, device=device, detail=f"draw {report.draw}")
        return
    if not due.low <= report.number <= due.high:
        raise_(draft, Kind.NUMBER_OUT_OF_RANGE, device=device, detail=str(report.number))
        return
    draft.record(Drew(report.draw, report.number))
