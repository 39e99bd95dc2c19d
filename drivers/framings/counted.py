"""Frames that say how long they are: a head, some bytes, the length, the rest and a checksum.

The payload is what stands between head and checksum, without the length. A frame whose checksum
does not agree is looked through for the head of another; without a head the line has to fall
silent before the next frame is found.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from drivers.checksums import CheckSpec
from drivers.frames import Discarded, Flaw
from drivers.framings.fenced import HexBytes
from drivers.framings.framing import Heard
from tablectl.yamlmodel import Strict


class CountedSpec(Strict):
    kind: Literal["counted"]
    head: HexBytes | None = None
    lead: int = Field(default=0, ge=0, le=16)
    """Bytes of the payload that stand before the length."""
    plus: int = Field(default=0, ge=-16, le=16)
    """Added to the length, this is how many bytes of the payload follow it."""
    longest: int = Field(default=255, ge=1, le=255)
    """The longest payload."""
    check: CheckSpec | None = None
    covers: Literal["frame", "after_head"] = "frame"
    """What the checksum is taken over: everything before it, or that without the head."""
    unchecked: HexBytes | None = None
    """What stands in place of a checksum that nobody is to check."""


class Counted:
    def __init__(self, spec: CountedSpec) -> None:
        self._spec = spec
        self._head = bytes.fromhex(spec.head or "")
        self._length_at = len(self._head) + spec.lead
        self._covered = 0 if spec.covers == "frame" else len(self._head)
        self._check_size = spec.check.size if spec.check else 0
        self._held = bytearray()

    @property
    def half(self) -> int:
        return len(self._held)

    def feed(self, data: bytes) -> list[Heard]:
        self._held += data
        found: list[Heard] = []
        while self._held:
            outside = self._before_head()
            if outside:
                found.append(self._drop(outside, Flaw.OUTSIDE))
                continue
            if len(self._held) <= self._length_at:
                break
            end = self._length_at + 1 + self._held[self._length_at] + self._spec.plus
            size = end - len(self._head) - 1
            if end <= self._length_at or not 0 < size <= self._spec.longest:
                found.append(self._pass_over(len(self._held), Flaw.TOO_LONG))
            elif len(self._held) < end + self._check_size:
                break
            else:
                found.append(self._read(end))
        return found

    def give_up(self, flaw: Flaw) -> list[Discarded]:
        return [self._drop(len(self._held), flaw)] if self._held else []

    def framed(self, payload: bytes) -> bytes:
        lead, rest = payload[: self._spec.lead], payload[self._spec.lead :]
        frame = self._head + lead + bytes((len(rest) - self._spec.plus,)) + rest
        return frame + (self._spec.check.of(frame[self._covered :]) if self._spec.check else b"")

    def _before_head(self) -> int:
        """How many bytes stand before what is a head, or may become one."""
        for at in range(len(self._held)):
            part = self._held[at : at + len(self._head)]
            if self._head.startswith(part):
                return at
        return len(self._held)

    def _drop(self, count: int, flaw: Flaw) -> Discarded:
        del self._held[:count]
        return Discarded(count, flaw)

    def _pass_over(self, size: int, flaw: Flaw) -> Discarded:
        """Leave what is no frame: all of it, or up to where a head may be inside it."""
        return self._drop(1 if self._head else size, flaw)

    def _read(self, end: int) -> Heard:
        frame, sent = bytes(self._held[:end]), bytes(self._held[end : end + self._check_size])
        if self._spec.check and sent != self._spec.check.of(frame[self._covered :]):
            ignored = bytes.fromhex(self._spec.unchecked or "")
            if not ignored or sent != ignored:
                return self._pass_over(end + self._check_size, Flaw.CHECK)
        del self._held[: end + self._check_size]
        return frame[len(self._head) : self._length_at] + frame[self._length_at + 1 :]
