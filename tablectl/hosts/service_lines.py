"""A stream of bytes cut into lines, of which no more than one is ever kept.

It must not know what a line says.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablectl.doorwire import MAX_REQUEST


class TooLong:
    """Stands for a line that was longer than allowed and has been thrown away."""


class Lines:
    """Cuts a stream of bytes into lines, without ever keeping more than one line's worth."""

    def __init__(self, most: int = MAX_REQUEST) -> None:
        self._most = most
        self._kept = b""
        self._skipping = False

    def feed(self, data: bytes) -> Iterator[bytes | TooLong]:
        """The lines that are complete now, in order. Empty ones are left out."""
        *complete, rest = (self._kept + data).split(b"\n")
        self._kept = b""
        for line in complete:
            if self._skipping:
                self._skipping = False
                yield TooLong()
            elif len(line) > self._most:
                yield TooLong()
            elif line.strip():
                yield line
        self._skipping = self._skipping or len(rest) > self._most
        self._kept = b"" if self._skipping else rest

    @property
    def half(self) -> bool:
        """Whether a line has begun and not ended."""
        return bool(self._kept.strip()) or self._skipping
