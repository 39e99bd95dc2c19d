"""The console beside a table that `tablectl run` serves: a process of its own.

The table has the socket that browsers come to, so that its address stays when the console is
started again. A console that dies is started again, a few times; the table goes on in any case, and
takes its console with it when it ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import webbrowser
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import socket

from tablectl.cli.trouble import ENVIRONMENT, Trouble
from tablectl.console.addresses import (
    DEFAULT_ADDRESS,
    DEFAULT_PORT,
    Address,
    ServingError,
    address_of,
    listening,
    of_socket,
)
from tablectl.console.hosts import hosts

ANY = "any"
"""What stands for no address in particular."""
LOOK = 0.5
"""Seconds between two looks whether it lives."""
MOST_STARTS, WITHIN = 5, 60.0
"""A console that was started so often in so many seconds is not started again."""
SEND_OFF = 5.0
"""Seconds that it has for an end in good order."""


@contextmanager
def beside(
    wanted: str, door: Path, say: Callable[[str], None], journal: Path | None = None
) -> Iterator[Beside]:
    """A console for the table at this door, which ends with the block."""
    listener = _listener(wanted)
    at = of_socket(listener)
    url = hosts(at.host, at.port).url
    made = Beside(listener, door, url, say, journal)
    try:
        yield made
    finally:
        made.end()


def _listener(wanted: str) -> socket:
    """The socket that browsers come to; any port if none is named and the usual one is taken."""
    try:
        if wanted == ANY:
            with suppress(ServingError):
                return listening(Address(DEFAULT_ADDRESS, DEFAULT_PORT))
            return listening(Address(DEFAULT_ADDRESS, 0))
        address = address_of(wanted)
        if not address.loopback:
            raise Trouble(
                "no_tls",
                f"{address} can be reached from elsewhere, and that needs TLS",
                "start it by itself: tablectl console --listen … --certificate … --key …",
            )
        return listening(address)
    except ServingError as error:
        raise Trouble(error.code, error.problem, error.hint, exits=ENVIRONMENT) from error


@dataclass
class Beside:
    """The console's process; a part of the table as far as it is looked after."""

    listener: socket
    door: Path
    url: str
    say: Callable[[str], None]
    journal: Path | None = None
    """The record that auditors read there, where it is in a file."""
    now: Callable[[], float] = time.monotonic
    child: subprocess.Popen[bytes] | None = None
    _starts: deque[float] = field(default_factory=deque)

    def step(self) -> float:
        """Look after it."""
        if self.listener.fileno() < 0:  # it was given up
            return LOOK
        try:
            self._look()
        except OSError as error:
            self._give_up(f"The console cannot be started: {error.strerror or error}")
        return LOOK

    def _look(self) -> None:
        if self.child is None:
            self._start()
            self.say(f"Console: {self.url}")
            show(self.url)
        elif self.child.poll() is not None:
            self._start_again(self.child.returncode)

    def end(self) -> None:
        self.listener.close()
        child = self.child
        if child is None:
            return
        if child.stdin is not None:
            child.stdin.close()  # which it takes for the end of the table
        try:
            child.wait(SEND_OFF)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    def _start_again(self, code: int) -> None:
        if self._often():
            self._give_up(f"The console ended with {code}, too often to start it again")
            return
        self.say(f"The console ended with {code} and is started again.")
        self._start()

    def _give_up(self, why: str) -> None:
        self.listener.close()
        self.say(f"{why}; the table goes on. Start one with: tablectl console --socket {self.door}")

    def _often(self) -> bool:
        while self._starts and self.now() - self._starts[0] > WITHIN:
            self._starts.popleft()
        return len(self._starts) >= MOST_STARTS

    def _start(self) -> None:
        self._starts.append(self.now())
        number = str(self.listener.fileno())
        command = [sys.executable, "-m", "tablectl", "console", "--socket", str(self.door)]
        if self.journal is not None:
            command += ["--journal", str(self.journal)]
        if self.child is not None and self.child.stdin is not None:
            self.child.stdin.close()
        # Its own session: Ctrl-C is for the table, which then ends it.
        self.child = subprocess.Popen(
            [*command, "--inherited", number],
            stdin=subprocess.PIPE,
            pass_fds=[self.listener.fileno()],
            start_new_session=True,
        )


def show(url: str) -> threading.Thread | None:
    """Open the page where there is a screen to open it on; nobody waits for that, or for who does
    it."""
    if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & {*os.environ}:
        return None

    def opened() -> None:
        with suppress(Exception):  # whatever it is, people are told the address
            webbrowser.open(url)

    thread = threading.Thread(target=opened, name="browser", daemon=True)
    thread.start()
    return thread
