"""Lines of text, each with its end, and where the device writes one, a checksum in digits.

The payload is the text without end and checksum, in visible ASCII. Empty lines are nothing.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from drivers.checksums import CheckSpec
from drivers.frames import Discarded, Flaw
from drivers.framings.framing import Heard
from tablectl.yamlmodel import Strict

VISIBLE = frozenset(range(0x20, 0x7F)) | {0x09}


class LineCheck(Strict):
    """A checksum over the text before `after`, written behind it in hexadecimal digits."""

    after: str = Field(min_length=1, max_length=4, pattern=r"^[!-~]*$")
    sum: CheckSpec


class LinesSpec(Strict):
    kind: Literal["lines"]
    end: Literal["\r\n", "\r", "\n"] = "\r\n"
    longest: int = Field(default=120, ge=2, le=1_000)
    check: LineCheck | None = None


class Lines:
    def __init__(self, spec: LinesSpec) -> None:
        self._spec = spec
        self._end = spec.end.encode()
        self._held = bytearray()
        self._dropped = 0
        """Bytes already let go of the overlong line that is coming in."""

    @property
    def half(self) -> int:
        return len(self._held) + self._dropped

    def feed(self, data: bytes) -> list[Heard]:
        self._held += data
        *ended, rest = self._held.split(self._end)
        found = [self._read(bytes(line)) for line in ended if line or self._dropped]
        self._held = rest
        beyond = len(rest) - len(self._end) + 1  # its last bytes may be the first of an end
        if beyond > self._spec.longest:
            self._dropped += beyond
            del rest[:beyond]
        return found

    def give_up(self, flaw: Flaw) -> list[Discarded]:
        lost = [Discarded(self.half, flaw)] if self.half else []
        self._held.clear()
        self._dropped = 0
        return lost

    def framed(self, payload: bytes) -> bytes:
        check = self._spec.check
        if check is None:
            return payload + self._end
        digits = check.sum.of(payload).hex().upper()
        return payload + f"{check.after}{digits}".encode() + self._end

    def _read(self, line: bytes) -> Heard:
        size, self._dropped = len(line) + self._dropped, 0
        if size > self._spec.longest:
            return Discarded(size, Flaw.TOO_LONG)
        if not VISIBLE.issuperset(line):
            return Discarded(size, Flaw.GARBLED)
        check = self._spec.check
        if check is None:
            return line
        text, mark, digits = line.rpartition(check.after.encode())
        if not mark:
            return Discarded(size, Flaw.SHORT)
        agrees = digits.upper() == check.sum.of(text).hex().upper().encode()
        return text if agrees else Discarded(size, Flaw.CHECK)
