"""Messages of the reference protocol, one frozen value a kind, there and back.

This file is the whole list of what may be said on the line. Everything that must not happen twice
carries a number that is never used again, so that any message may be repeated or come late without
harm: there is no order among frames that both sides would have to agree on. What the messages mean
to each side is in `session` (controller) and `simulators.firmware` (device); docs/protocol.md tells
both for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, IntFlag
from typing import Any

from drivers.frames import MAX_BODY, Frame, enclosed
from drivers.layout import Layout, Malformed, Part
from tablectl.words.values import value

PROTOCOL = 1


class KindCode(IntEnum):
    """What a device is, in its identity."""

    SHUFFLER = 1
    SHOE = 2
    READER = 3
    GENERATOR = 4


class Marks(IntFlag):
    """Flags of an identity."""

    SIMULATED = 1


class Condition(IntFlag):
    """Flags of a sign of life."""

    JAMMED = 1
    ALLOWED = 2
    """An allowance is in force and not used up."""


class Progress(IntEnum):
    """How far an order has come, as the device answers when it is asked."""

    UNKNOWN = 0
    TAKEN = 1
    DONE = 2
    FAILED = 3


class Reason(IntEnum):
    """Why a device refused a message."""

    UNKNOWN_KIND = 1
    MALFORMED = 2


# ---------------------------------------------------------------- from the controller


@value
class Hello:
    """Begin the session named in the frame; every earlier one, and its allowance, ends."""

    protocol: int = PROTOCOL


@value
class Beat:
    """The controller lives, and its record keeps up."""

    count: int


@value
class Give:
    """An order: a demand under a number that is never used again."""

    order: int
    demand: int
    body: bytes = b""


@value
class Recorded:
    """This event and every earlier one of its epoch are on record: the device may forget them."""

    epoch: int
    event: int


@value
class Ask:
    """How far is this order?"""

    order: int


@value
class Farewell:
    """The session ends in good order; so does its allowance."""


# ---------------------------------------------------------------- from the device


@value
class Identity:
    """Who is here, and the last numbers that it knows. The answer to a hello."""

    protocol: int
    kind: int
    marks: int
    epoch: int
    last_event: int
    last_order: int
    load: int
    lapse_ms: int
    model: str
    serial: str
    firmware: str
    digest: str


@value
class Alive:
    """The answer to a beat."""

    count: int
    condition: int = 0


@value
class Taken:
    """The order has arrived; what comes of it is an event."""

    order: int


@value
class Event:
    """Something happened. Kept, and said again, until it is recorded.

    `oldest` is the first event of the epoch that the device still keeps: nothing before it will
    come any more.
    """

    epoch: int
    number: int
    oldest: int
    happening: int
    body: bytes = b""


@value
class Status:
    """The answer to a question about an order."""

    order: int
    progress: int


@value
class Stranger:
    """The session of your frame is none that I know; say hello."""


@value
class Refused:
    """I cannot read the frame you sent: its kind, and why."""

    kind: int
    reason: int


FromController = Hello | Beat | Give | Recorded | Ask | Farewell
FromDevice = Identity | Alive | Taken | Event | Status | Stranger | Refused
Message = FromController | FromDevice


_LAYOUTS = (
    Layout(0x01, Hello, "B", ("protocol",)),
    Layout(0x02, Beat, "H", ("count",)),
    Layout(0x03, Give, "IB", ("order", "demand"), (("body", Part.REST),)),
    Layout(0x04, Recorded, "II", ("epoch", "event")),
    Layout(0x05, Ask, "I", ("order",)),
    Layout(0x06, Farewell),
    Layout(
        0x81,
        Identity,
        "BBBIIIIH",
        ("protocol", "kind", "marks", "epoch", "last_event", "last_order", "load", "lapse_ms"),
        (
            ("model", Part.TEXT),
            ("serial", Part.TEXT),
            ("firmware", Part.TEXT),
            ("digest", Part.DIGEST),
        ),
    ),
    Layout(0x82, Alive, "HB", ("count", "condition")),
    Layout(0x83, Taken, "I", ("order",)),
    Layout(0x84, Event, "IIIB", ("epoch", "number", "oldest", "happening"), (("body", Part.REST),)),
    Layout(0x85, Status, "IB", ("order", "progress")),
    Layout(0x86, Stranger),
    Layout(0x87, Refused, "BB", ("kind", "reason")),
)
_BY_CODE: Mapping[int, Layout] = {layout.code: layout for layout in _LAYOUTS}
_BY_TYPE: Mapping[type[Any], Layout] = {layout.made: layout for layout in _LAYOUTS}
FROM_DEVICE = 0x80
"""The bit that tells what devices say from what controllers say."""


class UnknownKind(Malformed):
    """A frame of a kind that is not in the list."""

    code = "unknown_kind"


def framed(message: Message, session: int) -> Frame:
    """The message as a frame; Malformed if it is longer than any frame."""
    return Frame(*_written(message, session))


def encoded(message: Message, session: int) -> bytes:
    """The message as it goes over the line; Malformed if it is longer than any frame."""
    return enclosed(*_written(message, session))


def _written(message: Message, session: int) -> tuple[int, int, bytes]:
    """What a frame is made of."""
    layout = _BY_TYPE[type(message)]
    body = layout.to_body(message)
    if len(body) > MAX_BODY:
        name = layout.made.__name__
        raise Malformed(f"{name}: a body of {len(body)} bytes; the most is {MAX_BODY}")
    return layout.code, session, body


def read(frame: Frame) -> Message:
    """The message in a frame; Malformed if it is none."""
    layout = _BY_CODE.get(frame.kind)
    if layout is None:
        raise UnknownKind(f"there is no message of kind 0x{frame.kind:02x}")
    message: Message = layout.from_body(frame.body)
    return message
