"""A line for a program that has nothing else to do than to wait on it: written, and read until a
time has come.

It is the same link that a controller has. What happens on it happens while it is waited for, and at
no other time. Knows nothing of what the bytes mean.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from drivers.serial_port import PortTrouble
from drivers.wire import Wire

OPENING_S = 10.0
"""How long a line may take to be opened; a network says sooner that there is nobody."""
SECOND = 1_000_000


class Contact:
    """`wired` makes a wire; another for every time that the line is opened."""

    def __init__(self, wired: Callable[[], Wire]) -> None:
        self._wired = wired
        self._runner = asyncio.Runner()
        self._wire: Wire | None = None
        self._arrived = bytearray()
        self._up = False
        self._why = ""
        self._news = asyncio.Event()

    def clock(self) -> int:
        return time.monotonic_ns() // 1_000

    def open(self) -> None:
        """Open the line, unless it is; PortTrouble if it cannot be had."""
        if self._wire is None:
            self._runner.run(self._open())

    def close(self) -> None:
        self._runner.run(self._close())

    def write(self, data: bytes) -> None:
        self._runner.run(self._write(data))

    def read(self, until: int) -> bytes:
        self._runner.run(self._wait(until))
        data = bytes(self._arrived)
        self._arrived.clear()
        return data

    def end(self) -> None:
        """Let go of the line for good."""
        self.close()
        self._runner.close()

    # ------------------------------------------------------------ the listener

    def opened(self, _: int = 0) -> None:
        self._up = True
        self._news.set()

    def received(self, data: bytes) -> None:
        self._arrived += data
        self._news.set()

    def lost(self, why: str) -> None:
        self._up, self._why = False, why
        self._news.set()

    # ------------------------------------------------------------ on the loop

    async def _open(self) -> None:
        self._why = ""
        self._wire = self._wired()
        self._wire.open(self)
        await self._heard(OPENING_S)
        if not self._up:
            await self._close()
            raise PortTrouble(self._why or "the line does not open: is the address right?")

    async def _close(self) -> None:
        wire, self._wire = self._wire, None
        self._up = False
        self._arrived.clear()
        if wire is not None:
            wire.close()

    async def _write(self, data: bytes) -> None:
        if self._wire is not None:
            self._wire.write(data)

    async def _wait(self, until: int) -> None:
        while not self._arrived and (left := until - self.clock()) > 0:
            await self._heard(left / SECOND)

    async def _heard(self, seconds: float) -> None:
        """Wait until there is news, and no longer than so."""
        self._news.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return
