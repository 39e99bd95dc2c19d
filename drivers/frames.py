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
    OUTSIDE = "outside"
    """They stand before the beginning of a frame."""
    GARBLED = "garbled"
    """No device writes these characters."""


@value
class Discarded:
    """Bytes that belong to no intact frame."""

    count: int
    flaw: Flaw


Found = Frame | Discarded


def to_bytes(frame: Frame) -> bytes:
    """The frame as it goes over the line, zero bytes at both ends."""
    if len(frame.body) > MAX_BODY:
        raise ValueError(f"a body has at most {MAX_BODY} bytes, not {len(frame.body)}")
    payload = _HEAD.pack(frame.kind, frame.session) + frame.body
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
        self._held = bytearray()
        self._dropped = 0
        """Bytes already let go of the overlong frame that is coming in."""

    @property
    def half(self) -> int:
        """How many bytes of an unfinished frame are waiting for the rest."""
        return len(self._held) + self._dropped

    def feed(self, data: bytes) -> list[Found]:
        """Everything that these bytes complete, in order."""
        found: list[Found] = []
        *ended, rest = data.split(END)
        if ended and self.half:
            found.append(self._finished(ended.pop(0)))
        found += [_read(part) for part in ended if part]  # nothing is between the zeros of two
        if rest:
            self._hold(rest)
        return found

    def give_up(self, flaw: Flaw) -> list[Discarded]:
        """The line fell silent or was lost: what waits for its rest waits no more."""
        lost = [Discarded(self.half, flaw)] if self.half else []
        self._held.clear()
        self._dropped = 0
        return lost

    def _hold(self, part: bytes) -> None:
        if self._dropped or len(self._held) + len(part) > MAX_STUFFED:
            self._dropped += len(self._held) + len(part)
            self._held.clear()
        else:
            self._held += part

    def _finished(self, part: bytes) -> Found:
        """What has become of the half frame, now that its end is here."""
        self._hold(part)
        count, held = self.half, bytes(self._held)
        too_long = self._dropped > 0
        self._held.clear()
        self._dropped = 0
        return Discarded(count, Flaw.TOO_LONG) if too_long else _read(held)


def _read(data: bytes) -> Found:
    if len(data) > MAX_STUFFED:
        return Discarded(len(data), Flaw.TOO_LONG)
    payload = unstuffed(data)
    if payload is None:
        return Discarded(len(data), Flaw.STUFFING)
    if len(payload) < LEAST_PAYLOAD:
        return Discarded(len(data), Flaw.SHORT)
    content = payload[: -_CHECK.size]
    if zlib.crc32(content) != _CHECK.unpack_from(payload, len(content))[0]:
        return Discarded(len(data), Flaw.CHECK)
    kind, session = _HEAD.unpack_from(content)
    return Frame(kind, session, content[_HEAD.size :])
