"""Lines of text with frames among them: what a scanner reads is text, what it answers is framed.

A frame begins with a byte that no text has, so each byte says to which of the two it belongs. A
line that a frame breaks into is no line.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from drivers.checksums import CheckSpec
from drivers.frames import Discarded, Flaw
from drivers.framings.counted import Counted, CountedSpec
from drivers.framings.framing import Heard
from drivers.framings.lines import VISIBLE, Lines, LinesSpec
from tablectl.yamlmodel import Strict

NoText = Annotated[str, Field(pattern=r"^(0[0-8BCEFbcef]|1[0-9A-Fa-f])( [0-9A-Fa-f]{2})*$")]
"""A head whose first byte is a control character, and neither a tabulator nor the end of a line."""


class FramesSpec(CountedSpec):
    kind: Literal["counted"] = "counted"
    head: NoText


class TextSpec(LinesSpec):
    kind: Literal["lines"] = "lines"


class MixedSpec(Strict):
    kind: Literal["mixed"]
    lines: TextSpec = TextSpec()
    frames: FramesSpec

    @property
    def check(self) -> CheckSpec | None:
        return self.frames.check

    @property
    def longest(self) -> int:
        return self.frames.longest


class Mixed:
    def __init__(self, spec: MixedSpec) -> None:
        self._lines = Lines(spec.lines)
        self._frames = Counted(spec.frames)
        self._first = bytes.fromhex(spec.frames.head)[0]
        self._end = spec.lines.end.encode()[-1:]
        self._broken = False
        """A frame broke into the line that is coming in: its rest is no line."""

    @property
    def half(self) -> int:
        return self._lines.half + self._frames.half

    def feed(self, data: bytes) -> list[Heard]:
        found: list[Heard] = []
        for byte in data:
            each = bytes((byte,))
            if self._frames.half or byte == self._first:
                torn = self._lines.give_up(Flaw.GARBLED)
                self._broken = self._broken or bool(torn)
                found += [*torn, *self._frames.feed(each)]
            else:
                found += self._text(each)
        return found

    def _text(self, each: bytes) -> list[Heard]:
        found = self._lines.feed(each)
        if self._broken:
            found = [Discarded(len(f), Flaw.GARBLED) if isinstance(f, bytes) else f for f in found]
            self._broken = each != self._end
        return found

    def give_up(self, flaw: Flaw) -> list[Discarded]:
        self._broken = False
        return [*self._lines.give_up(flaw), *self._frames.give_up(flaw)]

    def framed(self, payload: bytes) -> bytes:
        """What is text goes over the line as text, anything else as a frame."""
        return (self._lines if VISIBLE.issuperset(payload) else self._frames).framed(payload)
