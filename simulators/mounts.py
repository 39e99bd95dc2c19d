"""Mounts: a simulated device on a line that any program can open, a pseudo-terminal or TCP.

A mount is the socket that a device's cable is in. It carries bytes as a serial line without flow
control does: what nobody is there to take is gone, and nobody ever waits for anybody. It knows
nothing of what the bytes mean.
"""

from __future__ import annotations

import asyncio
import errno
import os
import pty
import select
import socket
import termios
import time
import tty
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from simulators.device import Socket
from tablectl.words.errors import TablectlError

CHUNK = 4096
LOOK_S = 0.02
"""How often a pseudo-terminal that nobody has open looks whether somebody has."""


class MountTrouble(TablectlError):
    """A device cannot be mounted there: why, and what to do."""

    code = "mount"


class Mounted(Protocol):
    """What is mounted: a simulated device, as far as its cable goes."""

    def attach(self, socket: Socket) -> None: ...

    def receive(self, data: bytes) -> None: ...


class AsyncTime:
    """The time and the wake-ups of simulated devices on an asyncio loop, in microseconds."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._loop = loop or asyncio.get_running_loop()

    def clock(self) -> int:
        return time.monotonic_ns() // 1_000

    def call_at(self, time: int, call: Callable[[], None]) -> None:
        if self.clock() < time:
            # The loop may be early by a rounding; then what is left is waited for as well.
            self._loop.call_later((time - self.clock()) / 1e6, self.call_at, time, call)
        else:
            self._loop.call_soon(call)


class Mount(ABC):
    """A line with a device at one end. `sent` and `lost` count the bytes that the device said, and
    those of them that nobody took."""

    def __init__(self, device: Mounted) -> None:
        self._device = device
        self._loop = asyncio.get_running_loop()
        self.sent = 0
        self.lost = 0
        self.plug()
        device.attach(self)

    @property
    @abstractmethod
    def url(self) -> str:
        """What a program that opens serial ports is to open."""

    @abstractmethod
    def plug(self) -> None:
        """Put the cable in; without effect if it is."""

    @abstractmethod
    def unplug(self) -> None:
        """Pull the cable: whoever has the line open loses it, and nobody can open it."""

    def close(self) -> None:
        """End: as if the cable were pulled for good."""
        self.unplug()

    @abstractmethod
    def _taker(self) -> int | None:
        """The descriptor to write to, if somebody is at the other end."""

    def send(self, data: bytes) -> None:
        self.sent += len(data)
        taker = self._taker()
        taken = 0 if taker is None else _written(taker, data)
        self.lost += len(data) - taken


def _written(fd: int, data: bytes) -> int:
    """Write what is taken at once; the rest overruns, as on a serial line."""
    try:
        return os.write(fd, data)
    except (BlockingIOError, ConnectionError):
        return 0  # full, or the other side has just gone, which reading will find out
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return 0


# ---------------------------------------------------------------- pseudo-terminals


class PtyMount(Mount):
    """A pseudo-terminal, under a link at `path` if one is given.

    No end for programs is kept open here. So the mount can tell when nobody has the line open, and
    what the device says meanwhile is dropped; left alone, a pseudo-terminal would keep it for the
    next program that opens it. A cable that is put in again gives another pseudo-terminal, under
    the same link.
    """

    def __init__(self, device: Mounted, path: Path | None = None) -> None:
        self._path = path
        self._master: int | None = None
        self._name = ""
        self._look: asyncio.TimerHandle | None = None
        super().__init__(device)

    @property
    def url(self) -> str:
        return str(self._path or self._name)

    def plug(self) -> None:
        if self._master is not None:
            return
        # Looked at before there is a new one, which may be given the very name it leads to.
        left_behind = self._path is not None and _leads_nowhere(self._path)
        master, slave = pty.openpty()
        self._name = os.ttyname(slave)
        try:
            tty.setraw(slave)
            os.set_blocking(master, False)
            self._link(replacing=left_behind)
        except BaseException:
            os.close(master)
            raise
        finally:
            os.close(slave)
        self._master = master
        self._wait_for_somebody()

    def unplug(self) -> None:
        master, self._master = self._master, None
        if master is None:
            return
        if self._look is not None:
            self._look.cancel()
        self._loop.remove_reader(master)
        os.close(master)
        if self._path is not None and _leads_to(self._path) == self._name:
            self._path.unlink()

    def _link(self, *, replacing: bool) -> None:
        """`replacing` a link that one left behind which was killed."""
        if self._path is None:
            return
        try:
            if replacing:
                self._path.unlink()
            self._path.symlink_to(self._name)
        except FileExistsError as error:
            there = f"it leads to {_leads_to(self._path)}" if self._path.is_symlink() else "a file"
            raise MountTrouble(
                f"{self._path} is there already ({there}): remove it, or name another"
            ) from error
        except OSError as error:
            raise MountTrouble(
                f"{self._path} cannot be made: {error.strerror}; name another"
            ) from error

    def _taker(self) -> int | None:
        if self._master is None or _state(self._master) & select.POLLHUP:
            return None
        return self._master

    def _wait_for_somebody(self) -> None:
        """A pseudo-terminal that nobody has open claims to be readable all the time, so it is not
        watched but looked at now and then."""
        if self._master is None:
            return
        state = _state(self._master)
        if state & select.POLLIN or not state & select.POLLHUP:
            self._loop.add_reader(self._master, self._read, self._master)
        else:
            self._look = self._loop.call_later(LOOK_S, self._wait_for_somebody)

    def _read(self, master: int) -> None:
        try:
            data = os.read(master, CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            self._nobody(master)
            return
        self._device.receive(data)

    def _nobody(self, master: int) -> None:
        """Whoever had the line open has closed it; what they left unread goes with them."""
        self._loop.remove_reader(master)
        with suppress(OSError):  # a program may have set it so that nobody else can open it
            _drop_unread(self._name)
        self._wait_for_somebody()


def _drop_unread(name: str) -> None:
    """Only the end that programs open lets go of what they left there."""
    slave = os.open(name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        termios.tcflush(slave, termios.TCIFLUSH)
    finally:
        os.close(slave)


def _state(fd: int) -> int:
    look = select.poll()
    look.register(fd, select.POLLIN)
    return next((state for _, state in look.poll(0)), 0)


def _leads_nowhere(link: Path) -> bool:
    return link.is_symlink() and not link.exists()


def _leads_to(link: Path) -> str:
    return str(link.readlink()) if link.is_symlink() else ""


# ---------------------------------------------------------------- TCP


class TcpMount(Mount):
    """A TCP port for one client at a time; any other is shown out at once.

    A cable that is pulled also stops the listening. The port stays the same when it is back.
    """

    def __init__(self, device: Mounted, host: str = "127.0.0.1", port: int = 0) -> None:
        self._host = host
        self._number = port
        self._listening: socket.socket | None = None
        self._client: socket.socket | None = None
        super().__init__(device)

    @property
    def url(self) -> str:
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"socket://{host}:{self._number}"

    def plug(self) -> None:
        if self._listening is not None:
            return
        family = socket.AF_INET6 if ":" in self._host else socket.AF_INET
        try:
            self._listening = socket.create_server((self._host, self._number), family=family)
        except OSError as error:
            why = str(error.strerror).partition(" (")[0]
            raise MountTrouble(
                f"cannot listen at {self.url}: {why}; name another port or address"
            ) from error
        self._listening.setblocking(False)
        self._number = int(self._listening.getsockname()[1])
        self._loop.add_reader(self._listening, self._accept, self._listening)

    def unplug(self) -> None:
        self._part()
        if self._listening is not None:
            self._loop.remove_reader(self._listening)
            self._listening.close()
            self._listening = None

    def _taker(self) -> int | None:
        return None if self._client is None else self._client.fileno()

    def _accept(self, listening: socket.socket) -> None:
        try:
            client, _ = listening.accept()
        except (BlockingIOError, ConnectionError):
            return  # gone again before it could be let in
        if self._client is not None:
            client.close()
            return
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client = client
        self._loop.add_reader(client, self._read, client)

    def _read(self, client: socket.socket) -> None:
        try:
            data = client.recv(CHUNK)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if data:
            self._device.receive(data)
        else:
            self._part()

    def _part(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            self._loop.remove_reader(client)
            client.close()
