"""A second decoder of the reference protocol, written from docs/protocol.md alone.

It exists to disagree: driver and simulators share one codec, so a mistake in that codec would
never show between the two of them. It must not import any of our code; a test reads its imports.
It is as slow and as literal as the page.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

Told = dict[str, Any]
Field = tuple[str, str]

MOST_PAYLOAD = 250
MOST_STUFFED = 251
LEAST_PAYLOAD = 9
MOST_TEXT = 60
MOST_CARDS = 200
DIGEST = 32

MESSAGES: Mapping[int, tuple[str, tuple[Field, ...]]] = {
    0x01: ("HELLO", (("protocol", "u8"),)),
    0x02: ("BEAT", (("count", "u16"),)),
    0x03: ("GIVE", (("order", "u32"), ("demand", "u8"))),
    0x04: ("RECORDED", (("epoch", "u32"), ("event", "u32"))),
    0x05: ("ASK", (("order", "u32"),)),
    0x06: ("FAREWELL", ()),
    0x81: (
        "IDENTITY",
        (
            ("protocol", "u8"),
            ("kind", "u8"),
            ("marks", "u8"),
            ("epoch", "u32"),
            ("last_event", "u32"),
            ("last_order", "u32"),
            ("load", "u32"),
            ("lapse_ms", "u16"),
            ("model", "text"),
            ("serial", "text"),
            ("firmware", "text"),
            ("digest", "digest"),
        ),
    ),
    0x82: ("ALIVE", (("count", "u16"), ("condition", "u8"))),
    0x83: ("TAKEN", (("order", "u32"),)),
    0x84: (
        "EVENT",
        (("epoch", "u32"), ("number", "u32"), ("oldest", "u32"), ("happening", "u8")),
    ),
    0x85: ("STATUS", (("order", "u32"), ("progress", "u8"))),
    0x86: ("STRANGER", ()),
    0x87: ("REFUSED", (("kind", "u8"), ("reason", "u8"))),
}
HAPPENINGS: Mapping[int, tuple[str, tuple[Field, ...]]] = {
    0x01: (
        "CARDS_DRAWN",
        (
            ("load", "u32"),
            ("first", "u16"),
            ("count", "u8"),
            ("face_up", "bool"),
            ("cards", "cards"),
        ),
    ),
    0x02: ("CARDS_SEEN", (("spot", "text"), ("cards", "cards"))),
    0x03: ("COUNTED", (("count", "u16"), ("place", "text"))),
    0x04: ("SHUFFLED", (("counts", "bool"), ("count", "u16"), ("deck", "text"))),
    0x05: ("CUTTING_CARD_OUT", ()),
    0x06: ("CARD_CHECKED", (("yes", "bool"), ("check", "text"))),
    0x07: ("NUMBER_DRAWN", (("number", "u32"), ("draw", "text"))),
    0x08: ("JAMMED", (("detail", "text"),)),
    0x09: ("ORDER_DONE", (("order", "u32"),)),
    0x0A: ("ORDER_FAILED", (("order", "u32"), ("reason", "text"))),
    0x0B: ("LOADED", (("load", "u32"),)),
    0x0C: ("RECOGNISED", (("deck", "text"), ("cards", "cards"))),
    0x0D: ("CARDS_RETURNED", (("load", "u32"), ("count", "u16"))),
    0x0E: ("CHAMBER_LOADED", (("load", "u32"), ("chamber", "u8"))),
}
DEMANDS: Mapping[int, tuple[str, tuple[Field, ...]]] = {
    0x01: ("ALLOW", (("load", "u32"), ("total", "u32"))),
    0x02: ("DRAW", (("low", "u32"), ("high", "u32"), ("draw", "text"))),
    0x03: ("SHUFFLE", (("deck", "text"),)),
}


class Wrong(Exception):
    """Bytes that the page does not allow."""


def payloads(line: bytes) -> list[bytes]:
    """The payloads of all intact frames among these bytes; the last zero must have come."""
    found = []
    held = b""
    for byte in line:
        if byte:
            held += bytes([byte])
            continue
        with contextlib.suppress(Wrong):
            found.append(intact(held))
        held = b""
    return found


def intact(between: bytes) -> bytes:
    """The payload of what stood between two zeros, without its check."""
    if len(between) > MOST_STUFFED:
        raise Wrong("longer than any frame")
    payload = unstuffed(between)
    if not LEAST_PAYLOAD <= len(payload) <= MOST_PAYLOAD:
        raise Wrong("not the length of a payload")
    if crc32(payload[:-4]) != number(payload[-4:]):
        raise Wrong("the check does not agree")
    return payload[:-4]


def unstuffed(between: bytes) -> bytes:
    payload: list[int] = []
    left = list(between)
    while left:
        length = left.pop(0)
        if length - 1 > len(left):
            raise Wrong("a length byte points beyond the end")
        payload += left[: length - 1]
        left = left[length - 1 :]
        if left:
            payload.append(0)
    return bytes(payload)


def crc32(data: bytes) -> int:
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            carried = register & 1
            register >>= 1
            if carried:
                register ^= 0xEDB88320
    return register ^ 0xFFFFFFFF


def number(data: bytes) -> int:
    total = 0
    for byte in data:
        total = total * 256 + byte
    return total


def told(payload: bytes) -> Told:
    """What a payload without its check says; Wrong if the page has no such message.

    What an event or an order holds is told as its body. Where the page has no such happening or
    demand the body stays bytes: the message is intact all the same.
    """
    if payload[0] not in MESSAGES:
        raise Wrong("no message of this kind")
    name, layout = MESSAGES[payload[0]]
    fields, rest = _fields(layout, payload[5:])
    if name == "EVENT":
        fields |= _inner("happening", HAPPENINGS, fields["happening"], rest)
    elif name == "GIVE":
        fields |= _inner("demand", DEMANDS, fields["demand"], rest)
    elif rest:
        raise Wrong("bytes left over")
    return {"message": name, "session": number(payload[1:5]), **fields}


def _inner(
    what: str, known: Mapping[int, tuple[str, tuple[Field, ...]]], code: int, body: bytes
) -> Told:
    try:
        if code not in known:
            raise Wrong(f"no {what} of this code")
        name, layout = known[code]
        fields, rest = _fields(layout, body)
        if rest:
            raise Wrong("bytes left over")
    except Wrong:
        return {what: code, "body": body.hex()}
    return {what: name, "body": fields}


def _fields(layout: tuple[Field, ...], body: bytes) -> tuple[Told, bytes]:
    fields: Told = {}
    for name, kind in layout:
        fields[name], body = _READERS[kind](body)
    return fields, body


def _cut(body: bytes, size: int) -> tuple[bytes, bytes]:
    if size > len(body):
        raise Wrong("bytes are missing")
    return body[:size], body[size:]


def _whole(size: int) -> Callable[[bytes], tuple[int, bytes]]:
    def read(body: bytes) -> tuple[int, bytes]:
        raw, rest = _cut(body, size)
        return number(raw), rest

    return read


def _truth(body: bytes) -> tuple[bool, bytes]:
    raw, rest = _cut(body, 1)
    if raw[0] > 1:
        raise Wrong("neither 00 nor 01")
    return raw[0] == 1, rest


def _sized(body: bytes, most: int) -> tuple[bytes, bytes]:
    raw, rest = _cut(body, 1)
    if raw[0] > most:
        raise Wrong("longer than allowed")
    return _cut(rest, raw[0])


def _text(body: bytes) -> tuple[str, bytes]:
    raw, rest = _sized(body, MOST_TEXT)
    if any(not 0x20 <= byte <= 0x7E for byte in raw):
        raise Wrong("not a text")
    return "".join(chr(byte) for byte in raw), rest


def _cards(body: bytes) -> tuple[list[str | None], bytes]:
    raw, rest = _sized(body, MOST_CARDS)
    return [_card(byte) for byte in raw], rest


def _card(byte: int) -> str | None:
    if byte == 0:
        return None
    if byte == 53:
        return "JK"
    if byte > 53:
        raise Wrong("no card")
    suit, rank = divmod(byte - 1, 13)
    return "23456789TJQKA"[rank] + "CDHS"[suit]


def _digest(body: bytes) -> tuple[str, bytes]:
    raw, rest = _cut(body, DIGEST)
    return ("" if not any(raw) else "".join(f"{byte:02x}" for byte in raw)), rest


_READERS: Mapping[str, Callable[[bytes], tuple[Any, bytes]]] = {
    "u8": _whole(1),
    "u16": _whole(2),
    "u32": _whole(4),
    "bool": _truth,
    "text": _text,
    "cards": _cards,
    "digest": _digest,
}
