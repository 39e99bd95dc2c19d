"""The cutting card: a round in which it comes out is the last of its shoe.

It is no card and is counted by nobody. Before whose card it came is kept, since the house may go by
that; where a person says that it is out, the person says before whose.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablectl.table.authority import who
from tablectl.table.consequences import next_targets
from tablectl.table.draft import Draft
from tablectl.table.offered import Offered
from tablectl.table.places import DEALER, SHOE, seat_place
from tablectl.table.rules import LOADED
from tablectl.words.dues import CardsDue, ConfirmDue
from tablectl.words.facts import CuttingCard
from tablectl.words.values import replace

CUTTING_CARD = "cutting_card"


def cutting_card_dues(draft: Draft) -> Iterator[Offered]:
    """Whoever sees it may say so, as long as no device has: for a seat its number, 0 the dealer."""
    basis, most = draft.rules.cutting_card, draft.settings.seats
    for deck in draft.settings.decks if draft.rules.sides else (draft.deck_in_play,):
        if basis is None or not deck or draft.decks[deck].cutting:
            continue
        loaded = draft.decks[deck].phase == LOADED
        if loaded and draft.ledger[deck].count(SHOE) < draft.rules.composition.size:
            roles = who(CUTTING_CARD)
            due = ConfirmDue(CUTTING_CARD, basis, deck, roles, least=0, most=most, idle=True)
            yield Offered("deck", deck, due)


def cutting_card_told(draft: Draft, deck: str, number: int | None) -> None:
    """A person says that it is out, and before whose card."""
    targets = next_targets(draft)
    place = targets[0].place if targets else SHOE
    if number is not None:
        place = seat_place(number) if number else DEALER
    _came_before(draft, deck, place)


def cutting_card_out(draft: Draft, *, late: bool = False) -> None:
    """It came out just now, before the next card that is due; of one told late nobody knows."""
    targets = () if late else next_targets(draft)
    place = targets[0].place if targets else SHOE
    if any(isinstance(due, CardsDue) and due.decks for due in draft.plan_dues) and targets:
        draft.record(CuttingCard(place))  # of which side, the card that comes next will show
        return
    _came_before(draft, draft.deck_in_play, place)


def _came_before(draft: Draft, deck: str, place: str) -> None:
    if draft.rules.cutting_card is None or not deck or draft.decks[deck].cutting:
        draft.ignored = "cutting_card"
        return
    draft.put_deck(deck, replace(draft.decks[deck], cutting=place))
    draft.record(CuttingCard(place))
