"""The cutting card: a round in which it comes out is the last of its shoe.

It is no card and is counted by nobody. Before whose card it came is kept, since the house may go by
that; where a person says that it is out, the person says before whose.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablectl.table.consequences import next_targets
from tablectl.table.draft import Draft
from tablectl.table.offered import Offered
from tablectl.table.places import DEALER, SHOE, seat_place
from tablectl.words.dues import ConfirmDue
from tablectl.words.facts import CuttingCard
from tablectl.words.values import replace

CUTTING_CARD = "cutting_card"


def cutting_card_dues(draft: Draft) -> Iterator[Offered]:
    """Whoever sees it may say so, as long as no device has: for a seat its number, 0 the dealer."""
    basis, deck = draft.rules.cutting_card, draft.deck_in_play
    if basis is None or not deck or draft.decks[deck].cutting:
        return
    if draft.ledger[deck].count(SHOE) < draft.rules.composition.size:
        most = draft.settings.seats
        due = ConfirmDue(CUTTING_CARD, basis, subject=deck, least=0, most=most, idle=True)
        yield Offered("deck", deck, due)


def cutting_card_told(draft: Draft, number: int | None) -> None:
    """A person says that it is out, and before whose card."""
    if number is None:
        cutting_card_out(draft)
    else:
        _came_before(draft, seat_place(number) if number else DEALER)


def cutting_card_out(draft: Draft, *, late: bool = False) -> None:
    """It came out just now, before the next card that is due; of one told late nobody knows."""
    targets = () if late else next_targets(draft)
    _came_before(draft, targets[0].place if targets else SHOE)


def _came_before(draft: Draft, place: str) -> None:
    deck = draft.deck_in_play
    if draft.rules.cutting_card is None or not deck or draft.decks[deck].cutting:
        draft.ignored = "cutting_card"
        return
    draft.put_deck(deck, replace(draft.decks[deck], cutting=place))
    draft.record(CuttingCard(place))
