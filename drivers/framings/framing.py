"""What a framing is, and what all of them share."""

from __future__ import annotations

from typing import Protocol

from drivers.frames import Discarded, Flaw

Heard = bytes | Discarded
"""A payload, or bytes that belong to none."""


class Framing(Protocol):
    """Payloads out of one stream of bytes, and a payload as it goes over the line."""

    @property
    def half(self) -> int:
        """How many bytes of an unfinished frame are waiting for the rest."""

    def feed(self, data: bytes, /) -> list[Heard]:
        """Everything that these bytes complete, in order."""

    def give_up(self, flaw: Flaw, /) -> list[Discarded]:
        """The line fell silent or was lost: what waits for its rest waits no more."""

    def framed(self, payload: bytes, /) -> bytes:
        """The payload as it goes over the line."""
