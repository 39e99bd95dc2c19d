"""Telling the system's service manager how a service is: started, alive, ending, in which trouble.

The words are those of sd_notify(3), sent as datagrams to the socket that the manager names in the
environment. Without one nothing is sent. It must not know what it is that is served.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

MICROSECONDS = 1_000_000
MOST = 512
"""Bytes of a status that are told."""


class Manager:
    """The service manager that started this process, if one did."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        named = environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{named[1:]}" if named.startswith("@") else named
        watched = environ.get("WATCHDOG_USEC", "")
        mine = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self._limit = int(watched) if watched.isdecimal() and mine else 0

    @property
    def beat(self) -> float | None:
        """Seconds between two signs of life: half of what the manager waits for one."""
        return self._limit / MICROSECONDS / 2 if self._address and self._limit else None

    def ready(self, status: str) -> None:
        self._tell(f"READY=1\nSTATUS={_line(status)}")

    def alive(self, status: str) -> None:
        self._tell(f"WATCHDOG=1\nSTATUS={_line(status)}")

    def stopping(self) -> None:
        self._tell("STOPPING=1")

    def _tell(self, said: str) -> None:
        """A manager that does not listen is not waited for: the table is what matters."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.connect(self._address)
            line.send(said.encode())


def _line(text: str) -> str:
    return " ".join(text.split())[:MOST]
