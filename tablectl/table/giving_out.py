"""Cards that come out of a shoe, and those that go back into one.

A card goes where one is due, if it came in time and from the load in play. Any other is put where
it belongs to nobody, and ruled on.
"""

from __future__ import annotations

from tablectl.table import ledger
from tablectl.table.answers import deal_from
from tablectl.table.consequences import next_targets
from tablectl.table.draft import Draft
from tablectl.table.faces import check_faces
from tablectl.table.irregular import face_up_card, raise_
from tablectl.table.loading import (
    of_earlier_load,
    of_former_load,
    of_other_load,
)
from tablectl.table.offered import first_due
from tablectl.table.places import LOOSE, SHOE
from tablectl.table.standing import standing
from tablectl.words.dues import (
    CardsDue,
    MoveDue,
)
from tablectl.words.facts import Moved
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    CardsReturned,
)
from tablectl.words.values import replace


def cards_out(draft: Draft, device: str, report: CardsOut) -> None:
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


def late_cards(draft: Draft, device: str, report: CardsOut) -> None:
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


def cards_returned(draft: Draft, device: str, report: CardsReturned) -> None:
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


def settled_by_load(draft: Draft, device: str, report: CardsOut) -> bool:
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
    """As `settled_by_load`, where decks lie side by side: a load that is no deck's is of none that
    could be dealt from."""
    if draft.deck_giving(report.load):
        return False
    if of_former_load(draft, device, report.load):
        draft.ignored = "of_an_earlier_load"
    else:
        raise_(draft, Kind.NOT_EXPECTED, device=device, detail="cards of a load nobody made")
    return True
