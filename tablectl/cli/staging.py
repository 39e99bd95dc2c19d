"""The stage of a simulated table: its cards and devices, laid out as the record has them.

When the process of a simulated table ends, its cards end with it. On the next start they are laid
out again so that they agree with everything on record; what nobody has seen is drawn anew.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from simulators.device import SimulatedDevice
from simulators.felt import Felt, Piece
from simulators.shoe import Shoe
from simulators.shuffler import Shuffler
from simulators.stack_shoe import StackShoe
from tablectl.rig import Equipment
from tablectl.table.ledger import Holding
from tablectl.table.places import MISSING, OUT, SHOE
from tablectl.table.rules import LOADED
from tablectl.table.state import DeviceState, TableState
from tablectl.words.cards import Card, Face, Known, Sealed
from tablectl.words.observations import Loaded

Opened = Callable[[str], Card | None]
"""The card behind a token, or None if it cannot be told."""


def lay_out(stage: Equipment, state: TableState, opened: Opened, chance: Random) -> None:
    """Put cards and devices where the record says they are, before anything is connected."""
    for deck, holding in state.ledger.items():
        _lay_cards(stage.felt, deck, holding, opened, chance)
    for name, device in stage.devices.items():
        known = state.devices.get(name)
        if known is None:
            continue
        _set_device(device, state, known)
        if isinstance(device, Shoe):
            _set_shoe(device, state, known)


def hurry(stage: Equipment, share: float) -> None:
    """Machines take this share of the time that they would take by themselves."""
    for device in stage.devices.values():
        if isinstance(device, Shuffler):
            device.shuffling = round(device.shuffling * share)
        elif isinstance(device, StackShoe):
            device.dispense = round(device.dispense * share)


def redrawn(state: TableState) -> bool:
    """Whether cards lie on the layout that are drawn anew, because no record says what they are."""
    return any(
        not isinstance(face, Known | Sealed)
        for holding in state.ledger.values()
        for place in holding.on_layout()
        for face in holding.at(place).all_faces()
    )


def agrees(felt: Felt, state: TableState) -> bool:
    """Whether every place has as many cards as the record says. Where they are that are off the
    table, or missing, it does not say."""
    return all(
        felt.count(deck, place) == pile.count
        for deck, holding in state.ledger.items()
        for place, pile in holding.piles.items()
        if place not in (OUT, MISSING)
    )


def _lay_cards(felt: Felt, deck: str, holding: Holding, opened: Opened, chance: Random) -> None:
    for place in felt.places(deck):
        felt.pile(deck, place).clear()
    piles = {place: p for place, p in holding.piles.items() if place not in (OUT, MISSING)}
    told = {place: [_card(f, opened) for f in p.all_faces()] for place, p in piles.items()}
    unseen = list(holding.composition.cards())
    for card in (card for cards in told.values() for card in cards if card is not None):
        if card in unseen:
            unseen.remove(card)
    chance.shuffle(unseen)
    for place, cards in told.items():
        felt.pile(deck, place).extend(
            Piece(card or unseen.pop(), up=isinstance(face, Known) and place != SHOE)
            for card, face in zip(cards, piles[place].all_faces(), strict=True)
        )


def _card(face: Face, opened: Opened) -> Card | None:
    match face:
        case Known(card):
            return card
        case Sealed(token):
            return opened(token)
        case _:
            return None


def _set_device(device: SimulatedDevice, state: TableState, known: DeviceState) -> None:
    pending = [o.number for o in state.orders.values() if o.device == device.name]
    device.remember(
        epoch=max(known.epoch, 1),
        event=known.event,
        last_order=min(pending) - 1 if pending else state.order_count,
    )


def _set_shoe(shoe: Shoe, state: TableState, known: DeviceState) -> None:
    """What may leave it is not set here: an allowance is gone with the line it came over."""
    shoe.loads = known.load
    for name, deck in state.decks.items():
        if deck.phase == LOADED:
            shoe.deck, shoe.given = name, deck.given
            if not deck.load:  # somebody loaded it, and its own word for that was never recorded
                shoe.loads += 1
                shoe.happened(Loaded(shoe.loads))
