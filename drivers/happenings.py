"""What events and orders carry: happenings from a device, demands on it.

Where the word of the core says it all, the word itself is what travels. Cards are the exception:
a device says which cards it saw, and what of that the rest of the controller may know is decided
when they are sealed (`kinds`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drivers.layout import Cards, Layout, Malformed, Part
from tablectl.words.observations import (
    CardChecked,
    CardsReturned,
    ChamberLoaded,
    Counted,
    CuttingCardOut,
    Jammed,
    Loaded,
    NumberDrawn,
    OrderDone,
    OrderFailed,
)
from tablectl.words.orders import Allow, Demand, Draw, Shuffle
from tablectl.words.values import value


@value
class CardsDrawn:
    """Cards left a shoe in one go.

    `load` counts how often the shoe was loaded, `first` is the number of the first of these cards
    since then, from 1. `cards` is empty for a shoe that does not recognise them. `face_up` is 1
    where a sensor saw a card lying the wrong way.
    """

    load: int
    first: int
    count: int
    face_up: int
    cards: Cards = ()


@value
class CardsSeen:
    """Cards that lie face up at a spot of the layout."""

    spot: str
    cards: Cards


@value
class Shuffled:
    """A shuffle ended. `counts` is 1 where the shuffler counted the cards."""

    deck: str
    counts: int
    count: int


@value
class Recognised:
    """A shuffle ended, and these are the cards of the deck: in the order of their bytes, so that
    nothing is told of the order in which they lie."""

    deck: str
    cards: Cards


Happening = (
    CardsDrawn
    | CardsSeen
    | Counted
    | Shuffled
    | CuttingCardOut
    | CardChecked
    | NumberDrawn
    | Jammed
    | OrderDone
    | OrderFailed
    | Loaded
    | Recognised
    | CardsReturned
    | ChamberLoaded
)

_HAPPENINGS = (
    Layout(
        0x01,
        CardsDrawn,
        "IHB?",
        ("load", "first", "count", "face_up"),
        (("cards", Part.CARDS),),
    ),
    Layout(0x02, CardsSeen, parts=(("spot", Part.TEXT), ("cards", Part.CARDS))),
    Layout(0x03, Counted, "H", ("count",), (("place", Part.TEXT),)),
    Layout(0x04, Shuffled, "?H", ("counts", "count"), (("deck", Part.TEXT),)),
    Layout(0x05, CuttingCardOut),
    Layout(0x06, CardChecked, "?", ("yes",), (("check", Part.TEXT),)),
    Layout(0x07, NumberDrawn, "I", ("number",), (("draw", Part.TEXT),)),
    Layout(0x08, Jammed, parts=(("detail", Part.TEXT),)),
    Layout(0x09, OrderDone, "I", ("order",)),
    Layout(0x0A, OrderFailed, "I", ("order",), (("reason", Part.TEXT),)),
    Layout(0x0B, Loaded, "I", ("load",)),
    Layout(0x0C, Recognised, parts=(("deck", Part.TEXT), ("cards", Part.CARDS))),
    Layout(0x0D, CardsReturned, "IH", ("load", "count")),
    Layout(0x0E, ChamberLoaded, "IB", ("load", "chamber")),
)
_DEMANDS = (
    Layout(0x01, Allow, "II", ("load", "total")),
    Layout(0x02, Draw, "II", ("low", "high"), (("draw", Part.TEXT),)),
    Layout(0x03, Shuffle, parts=(("deck", Part.TEXT),)),
)
_BY_CODE: Mapping[int, Layout] = {layout.code: layout for layout in _HAPPENINGS}
_BY_TYPE: Mapping[type[Any], Layout] = {layout.made: layout for layout in _HAPPENINGS}
_DEMAND_BY_CODE: Mapping[int, Layout] = {layout.code: layout for layout in _DEMANDS}
_DEMAND_BY_TYPE: Mapping[type[Any], Layout] = {layout.made: layout for layout in _DEMANDS}
CODES: Mapping[type[Any], int] = {layout.made: layout.code for layout in _HAPPENINGS}
CARDS_DRAWN = _BY_TYPE[CardsDrawn].code


def happening_bytes(happening: Happening) -> tuple[int, bytes]:
    """The code and the body of a happening."""
    layout = _BY_TYPE[type(happening)]
    return layout.code, layout.to_body(happening)


def happening(code: int, body: bytes) -> Happening:
    """The happening in an event; Malformed if it is none."""
    layout = _BY_CODE.get(code)
    if layout is None:
        raise Malformed(f"there is no happening of code 0x{code:02x}")
    found: Happening = layout.from_body(body)
    return found


def demand_bytes(demand: Demand) -> tuple[int, bytes]:
    layout = _DEMAND_BY_TYPE[type(demand)]
    return layout.code, layout.to_body(demand)


def demand(code: int, body: bytes) -> Demand:
    """The demand in an order; Malformed if it is none."""
    layout = _DEMAND_BY_CODE.get(code)
    if layout is None:
        raise Malformed(f"there is no demand of code 0x{code:02x}")
    found: Demand = layout.from_body(body)
    return found
