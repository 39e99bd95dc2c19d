"""Observations: what a device's report means at this table at this moment.

A report that answers something due becomes a fact. Any other report is an irregularity: nothing
a device says is dropped, and nothing it says late advances a deal.
"""

from __future__ import annotations

from tablectl.table import ledger
from tablectl.table.answers import check_faces, count_for_case, count_for_round, deal_from
from tablectl.table.consequences import next_targets
from tablectl.table.cutting import cutting_card_out
from tablectl.table.draft import Draft
from tablectl.table.irregular import face_up_card, raise_
from tablectl.table.ledger import Claim
from tablectl.table.loading import (
    Counting,
    counted_on,
    loads_before_the_shuffle,
    note_out,
    of_earlier_load,
    of_former_load,
    of_other_load,
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
from tablectl.table.offered import Standing, first_due, shuffle_dues
from tablectl.table.ordering import order_done, order_failed
from tablectl.table.places import LOOSE, SHOE
from tablectl.table.preparing import prepare
from tablectl.table.refilling import size_of_part
from tablectl.table.rules import OFF, REMOVED
from tablectl.table.showing import take_hand, take_showing
from tablectl.table.standing import standing
from tablectl.words.canonical import tag_of
from tablectl.words.cards import Card
from tablectl.words.dues import (
    CardsDue,
    CheckDue,
    CountDue,
    MoveDue,
    NumberDue,
    TurnDue,
)
from tablectl.words.effects import Acknowledge
from tablectl.words.facts import Checked, Drew, Moved
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
from tablectl.words.orders import Shuffle
from tablectl.words.settings import Can, Delivery
from tablectl.words.values import replace

MOST_NAMED = 5
"""So many cards of a deck are named where more than that are missing."""


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
    if _settled_by_load(draft, device, report):
        return
    if late or not _trusted(draft, device):
        _late_cards(draft, device, report)
    else:
        _cards_out(draft, device, report)


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


def _settled_by_load(draft: Draft, device: str, report: CardsOut) -> bool:
    """Whether the load that cards came from says all there is to say about them."""
    if draft.rules.sides:
        return _settled_by_side(draft, device, report)
    deck = draft.deck_in_shoe
    if not deck or report.load in (0, draft.decks[deck].load):
        return False  # of the load in play, or of a shoe that does not number them
    if of_earlier_load(draft, device, deck, report.load):
        draft.ignored = "of_an_earlier_load"
        return True
    if of_other_load(draft, device, deck, report.load):
        raise_(draft, Kind.NOT_EXPECTED, device=device, detail="cards of a load nobody made")
        return True
    return False


def _settled_by_side(draft: Draft, device: str, report: CardsOut) -> bool:
    """As `_settled_by_load`, where decks lie side by side: a load that is no deck's is of none that
    could be dealt from."""
    if draft.deck_giving(report.load):
        return False
    if of_former_load(draft, device, report.load):
        draft.ignored = "of_an_earlier_load"
    else:
        raise_(draft, Kind.NOT_EXPECTED, device=device, detail="cards of a load nobody made")
    return True


def _trusted(draft: Draft, device: str) -> bool:
    return draft.devices[device].phase == "ready"


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
            take_showing(draft, device, report, first_due(_answerable(draft, device), TurnDue))
        case Counted():
            _counted(draft, device, report)
        case ShuffleEnded():
            _shuffle_ended(draft, device, report, late=seen.late)
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
            _cards_returned(draft, device, report)
        case LinkUp():
            draft.ignored = "not_identified_yet"
        case LinkLost():
            link_lost(draft, device, report)
        case Identified():
            identified(draft, device, report, seen.epoch)
        case OrderDone():
            order_done(draft, device, report.order)
        case OrderFailed():
            if order_failed(draft, device, report.order):
                raise_(draft, Kind.DEVICE_FAILED, device=device, detail=report.reason)
        case Unreadable():
            raise_(draft, Kind.NOT_EXPECTED, device=device, detail=report.detail)


# ---------------------------------------------------------------- cards


def _cards_out(draft: Draft, device: str, report: CardsOut) -> None:
    deck = draft.deck_giving(report.load)
    if not deck or draft.ledger[deck].count(SHOE) < report.count:
        raise_(draft, Kind.NOT_EXPECTED, device=device, detail="cards from an empty shoe")
        return
    due = first_due(standing(draft), CardsDue)
    _given(draft, deck, report)
    if due is None:
        _aside(draft, deck, report)
        early = draft.round.step == draft.rules.plan.first and not draft.cases
        kind = Kind.CARD_BEFORE_CALL if early else Kind.UNSOLICITED_CARD
        raise_(draft, kind, place=LOOSE, device=device, deck=deck)
    elif report.face_up and report.count == due.to[0].count:
        _aside(draft, deck, report)
        face_up_card(draft, device, deck)
    else:
        deal_from(draft, deck, due, device)
        _deliver(draft, device, deck, due, report)
    _look_over(draft, device, deck, report)


def _look_over(draft: Draft, device: str, deck: str, report: CardsOut) -> None:
    """What the shoe can tell of faces that nobody may look at yet."""
    if report.foreign:
        raise_(draft, Kind.FOREIGN_CARD, device=device, deck=deck)
    if report.faces:
        check_faces(draft, deck)


def _given(draft: Draft, deck: str, report: CardsOut) -> None:
    """Allowances count as the shoe does: also the cards that it had no chance to tell of."""
    state = draft.decks[deck]
    before = report.first - 1 if report.first else state.given
    draft.put_deck(deck, state.having_given(before + report.count))


def _aside(draft: Draft, deck: str, report: CardsOut) -> None:
    holding = ledger.dealt(draft.ledger[deck], SHOE, LOOSE, report.count, report.faces)
    draft.put_holding(deck, holding)


def _deliver(draft: Draft, device: str, deck: str, due: CardsDue, report: CardsOut) -> None:
    """Cards to where they are due: a stack whole or not at all, single cards one after another."""
    first = due.to[0]
    if report.count == first.count:
        draft.deal(deck, first, report.faces)
        return
    if first.count > 1:
        _aside(draft, deck, report)
        size = "short" if report.count < first.count else "long"
        raise_(draft, Kind.WRONG_STACK, place=first.place, device=device, deck=deck, size=size)
        return
    _several(draft, device, deck, due, report)


def _several(draft: Draft, device: str, deck: str, due: CardsDue, report: CardsOut) -> None:
    """One card was due and more came: the others were drawn in error.

    With a face among them that somebody saw, nobody can say which card is whose: all wait.
    """
    extra = report
    if not report.face_up:
        draft.deal(deck, due.to[0], report.faces[:1])
        extra = replace(report, count=report.count - 1, faces=report.faces[1:])
    _aside(draft, deck, extra)
    raise_(
        draft,
        Kind.CARD_DRAWN_IN_ERROR,
        place=LOOSE,
        device=device,
        deck=deck,
        face="seen" if report.face_up else "unseen",
        next="yes" if len(due.to) > extra.count else "no",
    )


def _late_cards(draft: Draft, device: str, report: CardsOut) -> None:
    """Cards that came while nobody listened. What was wrong with one is no less so for that."""
    deck = draft.deck_giving(report.load)
    if not deck or draft.ledger[deck].count(SHOE) < report.count:
        raise_(draft, Kind.COUNT_UNCERTAIN, place=LOOSE, device=device, deck=deck)
        return
    _given(draft, deck, report)
    _aside(draft, deck, report)
    if report.face_up and [t.count for t in next_targets(draft)[:1]] == [report.count]:
        face_up_card(draft, device, deck)
    else:
        raise_(draft, Kind.COUNT_UNCERTAIN, place=LOOSE, device=device, deck=deck)
    _look_over(draft, device, deck, report)


def _cards_returned(draft: Draft, device: str, report: CardsReturned) -> None:
    """Cards went back into a shoe that shuffles them in: those that were to go, as far as they did.

    They went in whenever it is told. More than lay there, or of another load, is no such thing.
    """
    deck = draft.deck_giving(report.load)
    due = next(
        (d for d in draft.plan_dues if isinstance(d, MoveDue) and d.to == SHOE and deck), None
    )
    there = 0 if due is None else sum(draft.ledger[deck].count(p) for p in due.sources)
    known = device == draft.shoe and deck and report.load == draft.decks[deck].load
    if due is None or not known or report.count > there:
        detail = f"{report.count} cards went back into it where {there} were to"
        raise_(draft, Kind.NOT_EXPECTED, device=device, deck=deck, detail=detail)
        return
    left = report.count
    for place in due.sources:
        count = min(left, draft.ledger[deck].count(place))
        if count:
            draft.move(deck, place, SHOE, count)
            draft.record(Moved(place, SHOE, count))
        left -= count


def _answerable(draft: Draft, device: str) -> Standing:
    """What this device may answer: nothing while it is not identified, or latched as faulted.

    Cards that came out are out whoever says so; a reading, a count or a number is only as good
    as the device it comes from.
    """
    return standing(draft) if _trusted(draft, device) else ()


def _cards_read(draft: Draft, device: str, report: CardsRead) -> None:
    due = first_due(_answerable(draft, device), TurnDue)
    if due is None or due.places[0] != report.place:
        raise_(draft, Kind.NOT_EXPECTED, place=report.place, device=device, detail="cards read")
        return
    take_hand(draft, device, report.place, report.faces)


# ---------------------------------------------------------------- counts, checks, numbers


def _counted(draft: Draft, device: str, report: Counted) -> None:
    for offered in _answerable(draft, device):
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


def _shuffle_ended(draft: Draft, device: str, report: ShuffleEnded, *, late: bool) -> None:
    """A shuffle that was due is done; one that ended while nobody listened is done again.

    In the meantime hands may have had the deck, or another one may have come under its name: what
    a late report shuffled cannot be told. Either way the order is used up; that for the other deck
    stands, where the shuffler takes two.
    """
    promised = draft.settings.devices[device].can
    if Can.TWO_DECKS in promised:
        draft.forget_order(device, Shuffle(report.deck))
    else:
        draft.forget_orders(device)
    if report.deck in draft.decks and draft.decks[report.deck].phase == REMOVED:
        draft.ignored = "no_deck_to_shuffle"  # it was taken off the table while it was shuffled
        return
    waiting = shuffle_dues(draft.rules.shuffles, _answerable(draft, device), device)
    due = next((d for d in waiting if d.subject == report.deck), None)
    part = report.deck in draft.decks and bool(draft.decks[report.deck].part)
    size = size_of_part(draft.ledger[report.deck]) if part else draft.rules.composition.size
    missing = () if part else report.missing
    believed = report.count if Can.COUNT in promised else None
    right = believed in (None, size) and not report.extra
    if due is None or (late and right):
        why = "while nobody listened" if late else "which was not due"
        detail = f"deck {report.deck} was shuffled, {why}"
        raise_(draft, Kind.NOT_EXPECTED, device=device, detail=detail)
        return
    prep = next(p for p in draft.rules.preparations if p.what == due.what)
    prepare(draft, report.deck, prep, device, device=device)
    loads_before_the_shuffle(draft)
    if believed not in (None, size):
        detail = f"{believed} in place of {size}{_named('missing', missing)}"
        detail += _named("too many", report.extra)
        raise_(draft, Kind.SHUFFLE_COUNT, deck=report.deck, device=device, detail=detail)
    elif report.extra:
        _not_of_this_deck(draft, device, replace(report, missing=missing))
    elif believed is not None:
        if not part:
            draft.counted_right(report.deck)
    elif report.count not in (None, size):
        detail = f"{report.count} counted by a shuffler that is not said to count"
        raise_(draft, Kind.NOT_EXPECTED, deck=report.deck, device=device, detail=detail)


def _not_of_this_deck(draft: Draft, device: str, report: ShuffleEnded) -> None:
    """As many cards as there should be, and not those: each that is too many is ruled on, while no
    card of the deck is out. One that the machine could not read may be one that is missing."""
    for card in report.extra:
        own = draft.rules.composition.copies(card) > 0
        kind = Kind.DUPLICATE_CARD if own else Kind.FOREIGN_CARD
        detail = f"{card.code}{_named('missing', report.missing)}"
        raise_(draft, kind, deck=report.deck, device=device, detail=detail, cards="in")


def _named(what: str, cards: tuple[Card, ...]) -> str:
    """Some cards by name, and of many how many more there are."""
    if not cards:
        return ""
    more = f" and {len(cards) - MOST_NAMED} more" if len(cards) > MOST_NAMED else ""
    return f", {what}: {' '.join(card.code for card in cards[:MOST_NAMED])}{more}"


def _checked(draft: Draft, device: str, report: CardChecked) -> None:
    due = first_due(_answerable(draft, device), CheckDue)
    if due is None or due.check != report.check:
        raise_(draft, Kind.UNSOLICITED_CHECK, device=device, detail=report.check)
        return
    draft.record(Checked(report.check, report.yes))


def _number(draft: Draft, device: str, report: NumberDrawn) -> None:
    due = first_due(_answerable(draft, device), NumberDue)
    if due is None or due.draw != report.draw:
        raise_(draft, Kind.NOT_EXPECTED, device=device, detail=f"draw {report.draw}")
        return
    if not due.low <= report.number <= due.high:
        raise_(draft, Kind.NUMBER_OUT_OF_RANGE, device=device, detail=str(report.number))
        return
    draft.record(Drew(report.draw, report.number))
