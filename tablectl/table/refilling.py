"""Part of a deck: the cards of the rack are shuffled and loaded, the others stay where they are.

The round they belong to waits, or is over; what lies on the layout, and what is left in the shoe,
is not touched. Which card is which among those that were shuffled nobody knows any more.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.table import ledger
from tablectl.table.draft import Draft
from tablectl.table.ledger import Holding
from tablectl.table.places import RACK, SHOE, SHUFFLER, STACK
from tablectl.words.values import replace

_SOURCES: Mapping[str, tuple[str, ...]] = {
    SHUFFLER: (RACK, STACK),
    STACK: (RACK, SHUFFLER),
    SHOE: (STACK,),
}
"""By where the part goes, where it may lie before."""


def take_rack(draft: Draft, name: str) -> None:
    """From here on the cards in the rack are prepared as a whole deck would be."""
    deck = draft.decks[name]
    phase = draft.rules.decks.after(deck.phase, "spend") or deck.phase
    draft.put_deck(name, replace(deck, phase=phase, part=RACK))
    draft.phases.append(f"deck:{name}:{phase}")


def part_at(holding: Holding, to: str) -> Holding:
    """The part at one place, and nothing known of its order."""
    for source in _SOURCES[to]:
        holding = ledger.moved(holding, source, to, holding.count(source))
    return ledger.with_faces(holding, to, ()) if holding.count(to) else holding


def size_of_part(holding: Holding) -> int:
    """How many cards are shuffled apart from the rest."""
    return sum(holding.count(place) for place in (RACK, STACK, SHUFFLER))


def refilled_in_round(draft: Draft, name: str) -> bool:
    """Whether the shoe holds only cards that were loaded in the middle of this round, and has given
    none of them."""
    holding = draft.ledger[name]
    return (
        name == draft.round.deck
        and draft.cards_dealt
        and draft.decks[name].given == 0 < (holding.count(SHOE))
    )
