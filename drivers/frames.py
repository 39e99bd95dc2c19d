"""Frames of the reference protocol: a zero byte, a stuffed payload, a zero byte.

Responsible for finding frames in a stream of bytes and for nothing else: what a payload means is
`messages`' business. Whatever is not an intact frame comes out as `Discarded`, byte for byte
accounted for; no input raises, and no more than one frame is ever held. The format is told in
docs/protocol.md, section "Frames".
"""

from __future__ import annotations

import struct
import zlib
from enum import Enum

from tablectl.words.values import value

END = b"\x00"
MAX_PAYLOAD = 250
"""Kind, session, body and check: so that stuffing never needs a second block of 254."""
MAX_STUFFED = MAX_PAYLOAD + 1

_HEAD = struct.Struct(">BI")
_CHECK = struct.Struct(">I")
_BODY, _CONTENT = _HEAD.size, -_CHECK.size
"""Where the body of a payload begins, and where all ends that is checked."""
LEAST_PAYLOAD = _HEAD.size + _CHECK.size
MAX_BODY = MAX_PAYLOAD - LEAST_PAYLOAD
_LENGTHS = tuple(bytes((size + 1,)) for size in range(255))
"""The byte that stands before a part of so many bytes."""


@value
class Frame:
    """One intact frame: its kind, the session it belongs to, and its body."""

    kind: int
    session: int
    body: bytes = b""


class Flaw(Enum):
    """Why bytes were discarded."""

    STUFFING = "stuffing"
    """A length byte points beyond the end of the frame: bytes are missing."""
    SHORT = "short"
    """Fewer bytes than the smallest frame has."""
    CHECK = "check"
    """The checksum does not agree."""
    TOO_LONG = "too_long"
    """No frame is that long."""
    SILENCE = "silence"
    """The line fell silent in the middle of a frame."""
    CUT = "cut"
    """The line was lost in the middle of a frame."""


@value
class Discarded:
    """Bytes that belong to no intact frame."""

    count: int
    flaw: Flaw


Found = Frame | Discarded


def to_bytes(frame: Frame) -> bytes:
    """The frame as it goes over the line, zero bytes at both ends."""
    return enclosed(frame.kind, frame.session, frame.body)


def enclosed(kind: int, session: int, body: bytes) -> bytes:
    """The bytes of a frame that nobody needs as a value."""
    if len(body) > MAX_BODY:
        raise ValueError(f"a body has at most {MAX_BODY} bytes, not {len(body)}")
    payload = _HEAD.pack(kind, session) + body
    return END + stuffed(payload + _CHECK.pack(zlib.crc32(payload))) + END


def stuffed(payload: bytes) -> bytes:
    """Consistent overhead byte stuffing of at most 254 bytes: the result holds no zero."""
    return b"".join([_LENGTHS[len(part)] + part for part in payload.split(END)])


def unstuffed(data: bytes) -> bytes | None:
    """What was stuffed into data without a zero, or None if that cannot be."""
    plain = bytearray(data)
    at, end = 0, len(data)
    while at < end:
        length = data[at]
        plain[at] = 0
        at += length
    return bytes(plain[1:]) if at == end else None


class Decoder:
    """Frames out of a stream. In step again at the first frame that follows an intact zero."""

    def __init__(self) -> None:
        self.half = 0
        """How many bytes of an unfinished frame are waiting for the rest."""
        self._held = bytearray()
        """Those bytes, unless the frame is overlong: then they are only counted."""

    def feed(self, data: bytes) -> list[Found]:
        """Everything that these bytes complete, in order."""
        found: list[Found] = []
        ended = data.split(END)
        rest = ended.pop()
        if self.half and ended:
            found.append(self._finished(ended.pop(0)))
        for part in ended:
            if part:  # nothing is between the zeros of two
                found.append(_read(part))
        if rest:
            self._hold(rest)
        return found

    def give_up(self, flaw: Flaw) -> list[Discarded]:
        """The line fell silent or was lost: what waits for its rest waits no more."""
        lost = [Discarded(self.half, flaw)] if self.half else []
        self._let_go()
        return lost

    def _hold(self, part: bytes) -> None:
        self.half += len(part)
        if self.half <= MAX_STUFFED:
            self._held += part
        else:
            self._held.clear()

    def _let_go(self) -> None:
        self.half = 0
        self._held.clear()

    def _finished(self, part: bytes) -> Found:
        """What has become of the half frame, now that its end is here."""
        self._hold(part)
        count, held = self.half, bytes(self._held)
        self._let_go()
        return Discarded(count, Flaw.TOO_LONG) if count > MAX_STUFFED else _read(held)


def _read(data: bytes) -> Found:
    if len(data) > MAX_STUFFED:
        return Discarded(len(data), Flaw.TOO_LONG)
    payload = unstuffed(data)
    if payload is None:
        return Discarded(len(data), Flaw.STUFFING)
    if len(payload) < LEAST_PAYLOAD:
        return Discarded(len(data), Flaw.SHORT)
    content = payload[:_CONTENT]
    if payload[_CONTENT:] != _CHECK.pack(zlib.crc32(content)):
        return Discarded(len(data), Flaw.CHECK)
    kind, session = _HEAD.unpack_from(content)
    return Frame(kind, session, content[_BODY:])
