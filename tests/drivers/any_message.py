"""Every message, happening and demand there is: any one of them, and each as a plain dict.

The plain form is that of docs/protocol.md, so that what our codec reads can be laid beside the
page and beside the decoder that was written from it.
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, get_args

from hypothesis import strategies as st

from drivers import happenings, messages
from drivers.frames import MAX_BODY, Frame
from drivers.happenings import CardsDrawn, CardsSeen, Happening, Recognised, Shuffled
from drivers.layout import MAX_CARDS, MAX_TEXT, Malformed
from drivers.messages import Event, Give, Message
from tablectl.words.cards import JOKER, STANDARD_52, Card
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

MESSAGES: tuple[type[Any], ...] = get_args(Message)
HAPPENINGS: tuple[type[Any], ...] = get_args(Happening)
DEMANDS: tuple[type[Any], ...] = get_args(Demand)

u8 = st.integers(0, 0xFF)
u16 = st.integers(0, 0xFFFF)
u32 = st.integers(0, 0xFFFFFFFF)
texts = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=MAX_TEXT)
cards = st.lists(st.sampled_from([None, *STANDARD_52, JOKER]), max_size=MAX_CARDS).map(tuple)
digests = st.just("") | st.binary(min_size=32, max_size=32).filter(any).map(bytes.hex)

demands: st.SearchStrategy[Demand] = st.one_of(
    st.builds(Allow, u32, u32), st.builds(Draw, texts, u32, u32), st.builds(Shuffle, texts)
)
happenings_of_any_kind: st.SearchStrategy[Happening] = st.one_of(
    st.builds(CardsDrawn, u32, u16, u8, st.booleans(), cards),
    st.builds(CardsSeen, texts, cards),
    st.builds(Counted, texts, u16),
    st.builds(Shuffled, texts, st.booleans(), u16),
    st.just(CuttingCardOut()),
    st.builds(CardChecked, texts, st.booleans()),
    st.builds(NumberDrawn, texts, u32),
    st.builds(Jammed, texts),
    st.builds(OrderDone, u32),
    st.builds(OrderFailed, u32, texts),
    st.builds(Loaded, u32),
    st.builds(Recognised, texts, cards),
    st.builds(CardsReturned, u32, u16),
    st.builds(ChamberLoaded, u32, u8),
)


def give(order: int, demand: Demand) -> Give:
    return Give(order, *happenings.demand_bytes(demand))


def event(epoch: int, number: int, oldest: int, happening: Happening) -> Event:
    return Event(epoch, number, oldest, *happenings.happening_bytes(happening))


gives = st.builds(give, u32, demands)
events = st.builds(event, u32, u32, u32, happenings_of_any_kind).filter(
    lambda event: len(event.body) <= MAX_BODY - 13
)
other_messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(messages.Hello, u8),
    st.builds(messages.Beat, u16),
    st.builds(messages.Recorded, u32, u32),
    st.builds(messages.Ask, u32),
    st.just(messages.Farewell()),
    st.builds(messages.Identity, u8, u8, u8, u32, u32, u32, u32, u16, texts, texts, texts, digests),
    st.builds(messages.Alive, u16, u8),
    st.builds(messages.Taken, u32),
    st.builds(messages.Status, u32, u8),
    st.just(messages.Stranger()),
    st.builds(messages.Refused, u8, u8),
)
any_message: st.SearchStrategy[Message] = st.one_of(gives, events, other_messages)


def name_of(made: type[Any]) -> str:
    """`CardsDrawn` as the page calls it: CARDS_DRAWN."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", made.__name__).upper()


def told(frame: Frame) -> dict[str, Any]:
    """What our codec reads in a frame, as plain as the page tells it; Malformed if nothing."""
    message = messages.read(frame)
    said = {"message": name_of(type(message)), "session": frame.session, **_plain(message)}
    match message:
        case Event(happening=code, body=body):
            said |= _inner("happening", code, body)
        case Give(demand=code, body=body):
            said |= _inner("demand", code, body)
    return said


def _inner(what: str, code: int, body: bytes) -> dict[str, Any]:
    read = happenings.happening if what == "happening" else happenings.demand
    try:
        found = read(code, body)
    except Malformed:
        return {what: code, "body": body.hex()}
    return {what: name_of(type(found)), "body": _plain(found)}


def _plain(value: Any) -> dict[str, Any]:
    return {each.name: _plainly(getattr(value, each.name)) for each in fields(value)}


def _plainly(value: Any) -> Any:
    if isinstance(value, tuple):
        return [card.code if isinstance(card, Card) else card for card in value]
    return value


def untold(said: dict[str, Any]) -> Frame:
    """The frame of our codec that says what the page tells."""
    known = {name_of(made): made for made in MESSAGES}
    content = {k: v for k, v in said.items() if k not in ("message", "session")}
    for what, kinds, write in (
        ("happening", HAPPENINGS, happenings.happening_bytes),
        ("demand", DEMANDS, happenings.demand_bytes),
    ):
        if isinstance(content.get(what), str):
            made = {name_of(kind): kind for kind in kinds}[content[what]]
            inside = {name: _unplain(value) for name, value in content["body"].items()}
            content[what], content["body"] = write(made(**inside))
        elif what in content:
            content["body"] = bytes.fromhex(content["body"])
    return messages.framed(known[said["message"]](**content), said["session"])


def _unplain(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(card and Card.of(card) for card in value)
    return value
