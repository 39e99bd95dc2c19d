"""A port across the network: `socket://HOST:PORT`, a terminal server or a simulator.

pyserial has such ports too; its own wait five seconds for a connection and another three tenths
when they are closed, and everything on the loop would wait with them.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import struct
from contextlib import suppress
from urllib.parse import urlsplit

from drivers.serial_port import PortTrouble

CONNECT_S = 5.0
_DROP_UNSENT = struct.pack("ii", 1, 0)


class SocketPort:
    """A connected socket."""

    stale = 0

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected

    def fileno(self) -> int:
        return self._socket.fileno()

    def release(self, *, lost: bool) -> None:
        if lost:
            with suppress(OSError):  # it may be gone altogether
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _DROP_UNSENT)
        self._socket.close()


async def open_socket(url: str) -> SocketPort:
    """Connect; PortTrouble if nobody answers there."""
    host, port = _address(url)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    connecting = socket.socket(family, socket.SOCK_STREAM)
    try:
        connecting.setblocking(False)
        # A frame is a few bytes that somebody waits for.
        connecting.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        async with asyncio.timeout(CONNECT_S):
            await asyncio.get_running_loop().sock_connect(connecting, (host, port))
        if connecting.getsockname() == connecting.getpeername():
            # A port of this machine that nobody listens on may be connected to itself.
            raise ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
    except (OSError, TimeoutError) as error:
        connecting.close()
        raise PortTrouble(_why(url, error)) from error
    except UnicodeError as error:
        connecting.close()
        raise PortTrouble(f"{url} names no host: write socket://HOST:PORT") from error
    except BaseException:
        connecting.close()
        raise
    return SocketPort(connecting)


def _address(url: str) -> tuple[str, int]:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or not port:
        raise PortTrouble(f"{url} names no host and port: write socket://HOST:PORT")
    return host, port


def _why(url: str, error: OSError) -> str:
    if isinstance(error, TimeoutError):
        return f"nobody answers at {url}: is the address right, and the network up?"
    if isinstance(error, ConnectionRefusedError):
        return f"nobody listens at {url}: start what serves it, or correct the port"
    return f"{url} cannot be connected to: {error.strerror or error}"
