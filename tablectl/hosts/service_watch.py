"""Watching a served table: whoever asks is told the newest as soon as it is news to them.

What was shown is known by its mark, which stands for the number of the record, what keeps it from
being written, and the stage of a simulated table. Everybody who waits sleeps on one future; who
changes something sets it, and nobody looks in between. Nothing is kept for anybody: who comes back
late finds the newest. It must not know what a view holds or how an answer is written.
"""

from __future__ import annotations

import asyncio
import secrets
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from tablectl.kernel import Kernel
from tablectl.words.canonical import dumps

LONGEST = 10.0
"""Seconds after which somebody is answered although nothing has changed."""


class Stage(Protocol):
    """The simulated surroundings of a table, where all of its devices are simulated."""

    def told(self) -> dict[str, Any]:
        """How it is now, as it goes over the line: crew, troubles and what cards show."""

    def obey(self, order: str, name: str) -> None:
        """Do as somebody wants it; TablectlError where that cannot be."""


@dataclass(frozen=True, slots=True)
class News:
    """What a watcher is told besides the view."""

    mark: str
    trouble: str
    stage: Mapping[str, Any] | None


class Watching:
    """Lives in the loop's thread. `stage` gives none at a table that has none."""

    def __init__(
        self, kernel: Kernel, trouble: Callable[[], str], stage: Callable[[], Stage | None]
    ) -> None:
        self._kernel = kernel
        self._trouble = trouble
        self._stage = stage
        # A record in memory begins anew with every start: its numbers alone would be taken for
        # those of the last one.
        self._start = secrets.token_hex(4)
        self._change: asyncio.Future[None] | None = None
        self._over = False

    def changed(self) -> None:
        """Wake everybody who waits; they look whether it is news to them."""
        change, self._change = self._change, None
        if change is not None and not change.done():
            change.set_result(None)

    def end(self) -> None:
        """Nobody waits from here on: they are told how it is, and asked to go."""
        self._over = True
        self.changed()

    def news(self) -> News:
        stage, trouble = self._stage(), self._trouble()
        told = None if stage is None else stage.told()
        besides = zlib.crc32(dumps([trouble, told]).encode())
        mark = f"{self._start}-{self._kernel.state.seq}-{besides:08x}"
        return News(mark, trouble, told)

    async def next(self, since: str, used: Callable[[float], None]) -> News:
        """What is new since that mark, once there is something; how it is, when the time is up.
        The time of the loop that looking takes is told as `used`; waiting takes none."""
        until = asyncio.get_running_loop().time() + LONGEST
        while True:
            began = time.thread_time()
            news = self.news()
            used(time.thread_time() - began)
            if news.mark != since or not await self._wait(until):
                return news

    async def _wait(self, until: float) -> bool:
        """Sleep until something has changed; False where the time is up, or the table ends."""
        if self._over:
            return False
        if self._change is None:
            self._change = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout_at(until):
                await asyncio.shield(self._change)
        except TimeoutError:
            return False
        return not self._over
