"""Messages in frames: each comes back as it was, and what is none is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.frames import MAX_BODY, Decoder, Frame, to_bytes
from drivers.layout import MAX_TEXT, Malformed
from drivers.messages import (
    FROM_DEVICE,
    Alive,
    Ask,
    Beat,
    Event,
    Farewell,
    Give,
    Hello,
    Identity,
    Message,
    Recorded,
    Refused,
    Status,
    Stranger,
    Taken,
    UnknownKind,
    encoded,
    framed,
    read,
)
from tests.drivers.any_message import MESSAGES, any_message, u32

LONGEST = "x" * MAX_TEXT
IDENTITY = Identity(1, 2, 0, 7, 12, 40, 3, 2000, "Shoe", "S-1", "1.0", "")
ONE_OF_EACH: tuple[Message, ...] = (
    Hello(),
    Beat(1),
    Give(1, 2, b"\3"),
    Recorded(1, 2),
    Ask(1),
    Farewell(),
    IDENTITY,
    Alive(1, 2),
    Taken(1),
    Event(1, 2, 2, 5, b""),
    Status(1, 2),
    Stranger(),
    Refused(3, 2),
)
OF_EXACT_LENGTH = [each for each in ONE_OF_EACH if not isinstance(each, Give | Event)]


@given(any_message, u32)
def test_any_message_comes_back_over_the_line(message: Message, session: int) -> None:
    frame = framed(message, session)
    assert list(Decoder().feed(to_bytes(frame))) == [frame]
    assert frame.session == session
    assert read(frame) == message


@given(any_message, u32)
def test_a_message_has_the_same_bytes_whether_its_frame_is_made_first_or_not(
    message: Message, session: int
) -> None:
    assert encoded(message, session) == to_bytes(framed(message, session))


def test_there_is_one_of_each_here() -> None:
    assert {type(each) for each in ONE_OF_EACH} == set(MESSAGES)


def test_every_kind_has_a_code_of_its_own() -> None:
    codes = [framed(each, 1).kind for each in ONE_OF_EACH]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("message", ONE_OF_EACH, ids=lambda each: type(each).__name__)
def test_the_top_bit_tells_who_speaks(message: Message) -> None:
    by_device = isinstance(message, Identity | Alive | Taken | Event | Status | Stranger | Refused)
    assert bool(framed(message, 1).kind & FROM_DEVICE) == by_device


@pytest.mark.parametrize("message", ONE_OF_EACH, ids=lambda each: type(each).__name__)
def test_a_body_with_a_byte_too_few_is_malformed(message: Message) -> None:
    frame = framed(message, 1)
    body = frame.body
    if isinstance(message, Give | Event):
        body = body[: len(body) - len(message.body)]
    for end in range(len(body)):
        with pytest.raises(Malformed):
            read(Frame(frame.kind, 1, body[:end]))


@pytest.mark.parametrize("message", OF_EXACT_LENGTH, ids=lambda each: type(each).__name__)
def test_a_body_with_a_byte_too_many_is_malformed(message: Message) -> None:
    frame = framed(message, 1)
    with pytest.raises(Malformed, match="too many"):
        read(Frame(frame.kind, 1, frame.body + b"\0"))


@given(st.integers(0, 255), st.binary(max_size=MAX_BODY))
def test_any_frame_holds_a_message_or_is_malformed(kind: int, body: bytes) -> None:
    frame = Frame(kind, 1, body)
    try:
        message = read(frame)
    except Malformed:
        return
    assert framed(message, 1) == frame


@pytest.mark.parametrize("kind", [0x00, 0x07, 0x7F, 0x80, 0x88, 0xFF])
def test_a_kind_that_is_not_in_the_list_is_unknown(kind: int) -> None:
    with pytest.raises(UnknownKind, match=f"0x{kind:02x}"):
        read(Frame(kind, 1, b""))


def test_an_identity_with_the_longest_texts_fits_a_frame() -> None:
    identity = Identity(255, 255, 255, 1, 2, 3, 4, 5, LONGEST, LONGEST, LONGEST, "ff" * 32)
    (frame,) = Decoder().feed(to_bytes(framed(identity, 0xFFFFFFFF)))
    assert isinstance(frame, Frame)
    assert read(frame) == identity


@pytest.mark.parametrize(
    "message",
    [
        Event(1, 2, 2, 1, bytes(MAX_BODY)),
        Give(1, 1, bytes(MAX_BODY)),
        Beat(65536),
        Beat(-1),
        Taken(2**32),
        Identity(1, 2, 0, 7, 12, 40, 3, 2000, LONGEST + "x", "S-1", "1.0", ""),
        Identity(1, 2, 0, 7, 12, 40, 3, 2000, "Shoe", "S\n1", "1.0", ""),
    ],
)
def test_what_fits_no_frame_is_malformed_before_it_is_sent(message: Any) -> None:
    with pytest.raises(Malformed):
        framed(message, 1)
