"""What comes in on a line, as frames; a frame that stops halfway is not waited for for ever.

Adds the time to `frames.Decoder`: bytes of one frame lie close together, so a half frame that has
been quiet for `gap` will not be finished and is discarded, and said to be.
"""

from __future__ import annotations

from drivers.frames import Decoder, Discarded, Flaw, Found


class Ear:
    def __init__(self, gap: int) -> None:
        self._gap = gap
        self._decoder = Decoder()
        self._byte_at = 0

    @property
    def due(self) -> int | None:
        """When the half frame that is held, if any, has been quiet for too long."""
        return self._byte_at + self._gap if self._decoder.half else None

    def hear(self, data: bytes, now: int) -> list[Found]:
        given_up = self.wake(now) if self._decoder.half else None
        self._byte_at = now
        found = self._decoder.feed(data)
        return [*given_up, *found] if given_up else found

    def wake(self, now: int) -> list[Discarded]:
        if self._decoder.half and now - self._byte_at >= self._gap:
            return self._decoder.give_up(Flaw.SILENCE)
        return []

    def cut(self) -> list[Discarded]:
        """The line is gone."""
        return self._decoder.give_up(Flaw.CUT)
