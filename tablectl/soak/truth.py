"""Truth and belief: where the cards really are, beside where the table believes them to be.

Only a simulation can look at both. A difference is nothing bad in itself: what nobody could have
told, nobody can believe. Whether somebody could have is for `evidence` and `stretch` to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from simulators.stack_shoe import StackShoe
from tablectl.rig import Rig
from tablectl.table.ledger import all_at
from tablectl.table.places import STACK
from tablectl.table.rules import REMOVED
from tablectl.table.state import TableState
from tablectl.words.cards import Card, Composition, Known


def at_rest(rig: Rig) -> bool:
    """Whether nothing is under way that the table cannot know of yet."""
    shoe = rig.shoe
    if isinstance(shoe, StackShoe) and (shoe.running or shoe.tray):
        return False
    return all(device.linked and not device.kept for device in rig.devices.values())


def differences(rig: Rig, state: TableState) -> Iterator[str]:
    """Where the felt is not what the table believes."""
    for name, holding in state.ledger.items():
        if state.decks[name].phase == REMOVED:
            continue
        felt = rig.felt
        for place in sorted({*holding.piles, *felt.places(name)}):
            lie, believed = felt.count(name, place), holding.count(place)
            if lie != believed:
                yield f"{name}: {lie} cards at {place}, {believed} believed"
        for place, pile in holding.piles.items():
            known = Counter([f.card for f in pile.faces if isinstance(f, Known)])
            if known and known - Counter([piece.card for piece in felt.pile(name, place)]):
                yield f"{name}: at {place} other cards than believed"
        cards = Counter([p.card for place in felt.places(name) for p in felt.pile(name, place)])
        if cards and dict(cards) != _whole_deck(holding.composition):
            yield f"{name}: not the cards of a deck"


@cache
def _whole_deck(composition: Composition) -> dict[Card, int]:
    return dict(Counter(composition.cards()))


def whole(state: TableState) -> bool:
    """Whether every deck that is on the table is believed to lie in one stack."""
    return all(
        state.decks[name].phase == REMOVED or all_at(holding, STACK)
        for name, holding in state.ledger.items()
    )
