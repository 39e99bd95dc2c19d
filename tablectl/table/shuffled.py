"""What a shuffler says of a deck that it has shuffled: whether it was due, and whole."""

from __future__ import annotations

from tablectl.table.draft import Draft
from tablectl.table.irregular import raise_
from tablectl.table.loading import (
    loads_before_the_shuffle,
)
from tablectl.table.offered import shuffle_dues
from tablectl.table.preparing import prepare
from tablectl.table.refilling import size_of_part
from tablectl.table.rules import REMOVED
from tablectl.table.standing import answerable
from tablectl.words.cards import Card
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    ShuffleEnded,
)
from tablectl.words.orders import Shuffle
from tablectl.words.settings import Can
from tablectl.words.values import replace

MOST_NAMED = 5
"""So many cards of a deck are named where more than that are missing."""


def shuffle_ended(draft: Draft, device: str, report: ShuffleEnded, *, late: bool) -> None:
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
    waiting = shuffle_dues(draft.rules.shuffles, answerable(draft, device), device)
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
