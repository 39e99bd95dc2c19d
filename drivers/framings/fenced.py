"""Frames between a byte that begins them and bytes that end them, as readers of tags send them.

Nothing between the fences may look like the first byte of either; that is so where the content is
text. With `text: hex` two digits stand for each byte of the payload and of its checksum.
"""

from __future__ import annotations

import binascii
from typing import Annotated, Literal

from pydantic import Field

from drivers.checksums import CheckSpec
from drivers.frames import Discarded, Flaw
from drivers.framings.framing import Heard
from tablectl.yamlmodel import Strict

HexBytes = Annotated[str, Field(pattern=r"^[0-9A-Fa-f]{2}( [0-9A-Fa-f]{2})*$")]
"""Bytes as they are written in documents: `0D 0A 03`."""


class FencedSpec(Strict):
    kind: Literal["fenced"]
    start: Annotated[str, Field(pattern=r"^[0-9A-Fa-f]{2}$")]
    end: HexBytes
    text: Literal["plain", "hex"] = "plain"
    longest: int = Field(default=64, ge=2, le=1_000)
    """Between the fences, as it stands on the line."""
    check: CheckSpec | None = None
    """Over the payload; its bytes are the last before the end."""


class Fenced:
    def __init__(self, spec: FencedSpec) -> None:
        self._spec = spec
        self._start = bytes.fromhex(spec.start)
        self._end = bytes.fromhex(spec.end)
        self._most = len(self._start) + spec.longest + len(self._end)
        self._held = bytearray()

    @property
    def half(self) -> int:
        return len(self._held)

    def feed(self, data: bytes) -> list[Heard]:
        self._held += data
        found: list[Heard] = []
        while self._held:
            outside = self._held.find(self._start)
            if outside:
                found.append(self._drop(outside if outside > 0 else len(self._held), Flaw.OUTSIDE))
                continue
            again = self._held.find(self._start, 1)
            end = self._held.find(self._end, 1)
            if end > 0 and not 0 < again < end:
                found.append(self._read(end))
            elif again > 0:
                found.append(self._drop(again, Flaw.SHORT))
            elif len(self._held) > self._most:
                found.append(self._drop(len(self._held), Flaw.TOO_LONG))
            else:
                break
        return found

    def give_up(self, flaw: Flaw) -> list[Discarded]:
        return [self._drop(len(self._held), flaw)] if self._held else []

    def framed(self, payload: bytes) -> bytes:
        whole = payload + (self._spec.check.of(payload) if self._spec.check else b"")
        content = whole.hex().upper().encode() if self._spec.text == "hex" else whole
        return self._start + content + self._end

    def _drop(self, count: int, flaw: Flaw) -> Discarded:
        del self._held[:count]
        return Discarded(count, flaw)

    def _read(self, end: int) -> Heard:
        size = end + len(self._end)
        content = bytes(self._held[1:end])
        del self._held[:size]
        if len(content) > self._spec.longest:
            return Discarded(size, Flaw.TOO_LONG)
        if self._spec.text == "hex":
            try:
                content = binascii.unhexlify(content)
            except binascii.Error:
                return Discarded(size, Flaw.GARBLED)
        check = self._spec.check
        if check is None:
            return content
        if len(content) <= check.size:
            return Discarded(size, Flaw.SHORT)
        payload, sent = content[: -check.size], content[-check.size :]
        return payload if sent == check.of(payload) else Discarded(size, Flaw.CHECK)
