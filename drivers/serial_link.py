"""The wire to a real port, on an asyncio loop: it reads, writes, and opens itself again when lost.

Responsible for the life of one port and for nothing that its bytes mean. It never makes the loop
wait, holds no more than a bounded rest of what the other side does not take, and calls its listener
only from the loop, never from within a call of the listener's own.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace

from drivers.driving import Timing
from drivers.profile_form import Profile
from drivers.serial_port import (
    CHUNK,
    LineSettings,
    Port,
    PortTrouble,
    open_serial,
    readable,
)
from drivers.serial_socket import is_socket, open_socket
from drivers.wire import Listener

MOST_UNSENT = 65_536
"""More than this waiting to be taken means that nobody takes it."""
SECOND = 1_000_000
KNOCK_S = 0.5
"""So long a port stays open at each speed of a knock."""


class SerialLink:
    """A `drivers.wire.Wire` to a device file or a `socket://HOST:PORT`."""

    def __init__(
        self,
        url: str,
        settings: LineSettings | None = None,
        *,
        reopen_us: int = Timing().reopen,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.url = url
        self.settings = settings or LineSettings()
        self._reopen_s = reopen_us / SECOND
        self._given_loop = loop
        self._listener: Listener | None = None
        self._port: Port | None = None
        self._unsent = bytearray()
        self._writing = False
        self._next: asyncio.Handle | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._knocking: Port | None = None
        """Open for a moment, at a speed that tells the device something."""
        self._why = ""
        """Why there is no line, as last told."""

    @classmethod
    def of(cls, url: str, profile: Profile) -> SerialLink:
        """The link to a device of this profile."""
        settings = LineSettings(**profile.line.model_dump())
        return cls(url, settings, reopen_us=profile.timing_in_us().reopen)

    # ------------------------------------------------------------ the wire

    def open(self, listener: Listener) -> None:
        if self._listener is not None:
            raise RuntimeError(f"{self.url} has been opened already")
        self._listener = listener
        self._next = self._loop.call_soon(self._try)

    def write(self, data: bytes) -> None:
        if self._port is None:
            return
        self._unsent += data
        if len(self._unsent) > MOST_UNSENT:
            self._lose(f"{self.url} takes nothing of what it is sent: is the device alive?")
        elif not self._writing:
            self._send(self._port)

    def close(self) -> None:
        self._listener = None
        if self._next is not None:
            self._next.cancel()
        if self._connecting is not None:
            self._connecting.cancel()
        self._knocked()
        self._let_go(lost=False)

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return self._given_loop or asyncio.get_running_loop()

    # ------------------------------------------------------------ opening

    def _try(self) -> None:
        if is_socket(self.url):
            self._connecting = self._loop.create_task(self._connect())
            return
        self._open_at(self.settings.knock)

    def _open_at(self, knock: tuple[int, ...]) -> None:
        """Open and close at each speed of the knock that is left, and then open to stay."""
        self._knocked()
        baud = knock[0] if knock else self.settings.baud
        try:
            port = open_serial(self.url, replace(self.settings, baud=baud))
        except PortTrouble as trouble:
            self._tell_lost(str(trouble))
            return
        if knock:
            self._knocking = port
            self._next = self._loop.call_later(KNOCK_S, self._open_at, knock[1:])
        else:
            self._begin(port)

    def _knocked(self) -> None:
        if self._knocking is not None:
            self._knocking.release(lost=True)
        self._knocking = None

    async def _connect(self) -> None:
        try:
            port = await open_socket(self.url)
        except PortTrouble as trouble:
            self._tell_lost(str(trouble))
        else:
            self._begin(port)

    def _begin(self, port: Port) -> None:
        if self._listener is None:  # closed while it was being opened
            port.release(lost=False)
            return
        self._port = port
        self._why = ""
        self._loop.add_reader(port.fileno(), self._read, port)
        self._listener.opened(port.stale)

    # ------------------------------------------------------------ bytes

    def _read(self, port: Port) -> None:
        """One piece at a time, so that a line that never falls silent leaves room for others."""
        fd = port.fileno()
        try:
            data = os.read(fd, CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self._lose(self._ended(error))
            return
        # A serial port gives nothing both when it has nothing and when it has ended; one that has
        # ended claims to be readable for ever.
        if not data and readable(fd):
            self._lose(self._ended())
        elif data and self._listener is not None:
            self._listener.received(data)

    def _send(self, port: Port) -> None:
        try:
            del self._unsent[: os.write(port.fileno(), self._unsent)]
        except BlockingIOError:
            pass  # nothing was taken; go on when the kernel has room again
        except OSError as error:
            self._lose(self._ended(error))
            return
        if self._unsent and not self._writing:
            self._writing = True
            self._loop.add_writer(port.fileno(), self._send, port)
        elif self._writing and not self._unsent:
            self._writing = False
            self._loop.remove_writer(port.fileno())

    def _ended(self, error: OSError | None = None) -> str:
        detail = f" ({error.strerror})" if error is not None else ""
        return f"{self.url} has ended: is the cable out, or the device switched off?{detail}"

    # ------------------------------------------------------------ losing

    def _lose(self, why: str) -> None:
        """Let the port go at once, and tell it from the loop: we may be within a write."""
        self._let_go(lost=True)
        self._next = self._loop.call_soon(self._tell_lost, why)

    def _let_go(self, *, lost: bool) -> None:
        port, self._port = self._port, None
        if port is None:
            return
        self._loop.remove_reader(port.fileno())
        if self._writing:
            self._loop.remove_writer(port.fileno())
        self._writing = False
        self._unsent.clear()
        port.release(lost=lost)

    def _tell_lost(self, why: str) -> None:
        if self._listener is None:
            return
        new, self._why = why != self._why, why
        self._next = self._loop.call_later(self._reopen_s, self._try)
        if new:
            self._listener.lost(why)
