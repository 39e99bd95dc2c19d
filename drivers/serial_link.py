"""The wire to a real port, on an asyncio loop: it reads, writes, and opens itself again when lost.

Responsible for the life of one port and for nothing that its bytes mean. It never makes the loop
wait, holds no more than a bounded rest of what the other side does not take, and calls its listener
only from the loop, never from within a call of the listener's own.

A port that cannot be had is tried again after `reopen`, then after twice that, and so on up to
`LONGEST_WAIT_US`; once it was open, from the first again. Where the port is a device file, the file
is looked at meanwhile, and one that has appeared is opened at once.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path

from drivers.driving import Timing
from drivers.profile_form import Profile
from drivers.serial_port import (
    CHUNK,
    KNOCK_S,
    LineSettings,
    Port,
    PortTrouble,
    open_serial,
    readable,
)
from drivers.serial_pumped import PUMPED, let_go, open_pumped
from drivers.serial_socket import open_socket
from drivers.serial_url import Way, file_of, way_of
from drivers.wire import Listener

MOST_UNSENT = 65_536
"""More than this waiting to be taken means that nobody takes it."""
LONGEST_WAIT_US = 8_000_000
"""A port that could not be had is tried again after this at the latest."""
LOOK_US = 200_000
"""How often the file of a lost port is looked at."""
SECOND = 1_000_000

Seen = tuple[int, ...] | None
"""Which file stands at a path, and since when; None where none does."""


class SerialLink:
    """A `drivers.wire.Wire` to a device file or to what a URL leads to (`serial_url`)."""

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
        self._reopen_us = reopen_us
        self._wait_us = reopen_us
        """How long to wait before the next try."""
        self._file = file_of(url)
        self._seen: Seen = None
        """The file as it was when it could not be had."""
        self._given_loop = loop
        self._listener: Listener | None = None
        self._port: Port | None = None
        self._unsent = bytearray()
        self._writing = False
        self._next: asyncio.Handle | None = None
        self._look: asyncio.Handle | None = None
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
        self._wait_no_longer()
        if self._connecting is not None:
            self._connecting.cancel()
        self._knocked()
        self._let_go(lost=False)

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return self._given_loop or asyncio.get_running_loop()

    # ------------------------------------------------------------ opening

    def _try(self) -> None:
        self._wait_no_longer()
        self._seen = _standing_at(self._file)
        way = way_of(self.url)
        if way is Way.SOCKET or way in PUMPED:
            self._connecting = self._loop.create_task(self._connect(way))
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

    async def _connect(self, way: Way) -> None:
        try:
            port = await (open_socket(self.url) if way is Way.SOCKET else self._pumped())
        except PortTrouble as trouble:
            self._tell_lost(str(trouble))
        else:
            self._begin(port)

    async def _pumped(self) -> Port:
        opening = open_pumped(self.url, self.settings)
        try:
            return await asyncio.wrap_future(opening)
        except asyncio.CancelledError:
            let_go(opening)
            raise

    def _begin(self, port: Port) -> None:
        if self._listener is None:  # closed while it was being opened
            port.release(lost=False)
            return
        self._port = port
        self._why = ""
        self._wait_us = self._reopen_us
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
        self._seen = _standing_at(self._file)
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
        self._next = self._loop.call_later(self._wait_us / SECOND, self._try)
        self._wait_us = max(self._reopen_us, min(2 * self._wait_us, LONGEST_WAIT_US))
        self._look_later()
        if new:
            self._listener.lost(why)

    # ------------------------------------------------------------ waiting

    def _look_later(self) -> None:
        if self._file:
            every = min(LOOK_US, self._reopen_us)
            self._look = self._loop.call_later(every / SECOND, self._look_at_file)

    def _look_at_file(self) -> None:
        """Try at once if a file has appeared, or has become another, since the last try."""
        now = _standing_at(self._file)
        if now is not None and now != self._seen:
            self._try()
        else:
            self._seen = now
            self._look_later()

    def _wait_no_longer(self) -> None:
        for handle in (self._next, self._look):
            if handle is not None:
                handle.cancel()


def _standing_at(path: str) -> Seen:
    """The file at the end of all links; who owns it and what it may be used for count too."""
    try:
        found = Path(path).stat() if path else None
    except OSError:
        found = None
    if found is None:
        return None
    return found.st_dev, found.st_ino, found.st_rdev, found.st_ctime_ns
