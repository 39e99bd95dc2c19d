"""The stage of a simulated table: its cards and devices, laid out as the record has them.

When the process of a simulated table ends, its cards end with it. On the next start they are laid
out again so that they agree with everything on record; what nobody has seen is drawn anew.
"""

from __future__ import annotations

from random import Random

from simulators.device import SimulatedDevice
from simulators.felt import Felt, Piece
from simulators.shoe import SensingShoe
from tablectl.rig import Equipment
from tablectl.sealing import Sealer
from tablectl.table.ledger import Holding
from tablectl.table.places import OUT, SHOE
from tablectl.table.rules import LOADED
from tablectl.table.state import DeviceState, TableState
from tablectl.words.cards import Card, Face, Known, Sealed
from tablectl.words.orders import Allow


def lay_out(stage: Equipment, state: TableState, sealer: Sealer, chance: Random) -> None:
    """Put cards and devices where the record says they are."""
    for deck, holding in state.ledger.items():
        _lay_cards(stage.felt, deck, holding, sealer, chance)
    for name, device in stage.devices.items():
        if name in state.devices:
            _set_device(device, state, state.devices[name])
        if isinstance(device, SensingShoe):
            _set_shoe(device, state)


def agrees(felt: Felt, state: TableState) -> bool:
    """Whether every place has as many cards as the record says."""
    return all(
        felt.count(deck, place) == pile.count
        for deck, holding in state.ledger.items()
        for place, pile in holding.piles.items()
        if place != OUT
    )


def _lay_cards(felt: Felt, deck: str, holding: Holding, sealer: Sealer, chance: Random) -> None:
    for place in felt.places(deck):
        felt.pile(deck, place).clear()
    piles = {place: pile for place, pile in holding.piles.items() if place != OUT}
    told = {place: [_card(f, sealer) for f in p.all_faces()] for place, p in piles.items()}
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


def _card(face: Face, sealer: Sealer) -> Card | None:
    match face:
        case Known(card):
            return card
        case Sealed(token):
            return sealer.opened(token)
        case _:
            return None


def _set_device(device: SimulatedDevice, state: TableState, known: DeviceState) -> None:
    device.epoch = max(known.epoch, 1)
    device.event = known.event
    pending = [o.number for o in state.orders.values() if o.device == device.name]
    device.last_order = min(pending) - 1 if pending else state.order_count


def _set_shoe(shoe: SensingShoe, state: TableState) -> None:
    held = state.standing_orders.get(f"{shoe.name}:allow")
    if held is not None and isinstance(held.demand, Allow):
        shoe.allowed = held.demand.total
    for deck in state.decks.values():
        if deck.phase == LOADED:
            shoe.given = deck.given
    # A number that no earlier load can have had, so that no seal of another shuffle is repeated.
    shoe.loads = state.seq
