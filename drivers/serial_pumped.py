"""A port that pyserial reaches by code of its own (`rfc2217://`, `spy://`, `loop://`).

Such a port has no descriptor to wait for, and opening, writing and closing it may take seconds. So
it lives in two threads, and the loop has one end of a pair of sockets, which is a descriptor like
any other: it never blocks, and holds no more than the kernel gives it.

    pump    opens the port, writes to it what comes from the loop, and closes it
    reader  hands on to the loop what the port gives; begun and joined by the pump

Both end when the loop lets go of its end, or when the port fails; then the loop's end ends, as that
of a pulled cable does. They are no daemons: a process ends after the port is closed. Nothing here
knows what the bytes mean.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from typing import TextIO
from urllib.parse import parse_qs, urlsplit

from serial.rfc2217 import Serial as PyserialRfc2217
from serial.urlhandler.protocol_loop import Serial as LoopPort
from serial.urlhandler.protocol_spy import Serial as PyserialSpy

from drivers.serial_port import (
    CHUNK,
    KNOCK_S,
    MOST_STALE,
    PORT_ERRORS,
    LineSettings,
    PortTrouble,
    SerialPort,
    check_serial,
    set_to,
    why_not,
)
from drivers.serial_url import SPELLINGS, Way, file_of, way_of, well_written

LOOK_S = 0.1
"""How often a reader that hears nothing looks whether it is still wanted."""
STUCK_S = 2.0
"""A port of this machine that takes nothing for so long has ended."""


class SpyPort(SerialPort, PyserialSpy):
    """A port of this machine, locked as any other, and pyserial writes out all its bytes."""

    log: TextIO | None = None
    """The file that it writes to, if it is not the error stream."""

    def from_url(self, url: str) -> str:
        path = super().from_url(url)
        if "file" in parse_qs(urlsplit(url).query) and self.formatter is not None:
            self.log = self.formatter.output
        return path

    def close(self) -> None:
        super().close()
        if self.log is not None:
            self.log.close()


class Rfc2217Port(PyserialRfc2217):
    """pyserial leaves the socket open where the other side has closed it first."""

    def close(self) -> None:
        connected: socket.socket | None = getattr(self, "_socket", None)
        super().close()
        if connected is not None:
            connected.close()


_Pumped = Rfc2217Port | LoopPort | SpyPort


class PumpedPort:
    """The loop's end of a port that lives in threads."""

    def __init__(self, end: socket.socket, stale: int) -> None:
        self.stale = stale
        self.lost = threading.Event()
        """What was written and is not out yet is not written any more."""
        self._end = end

    def fileno(self) -> int:
        return self._end.fileno()

    def release(self, *, lost: bool) -> None:
        if lost:
            self.lost.set()
        self._end.close()


def open_pumped(url: str, settings: LineSettings) -> Future[PumpedPort]:
    """Open it in a thread: the port, or PortTrouble."""
    answer: Future[PumpedPort] = Future()
    name = f"serial-pump {url}"
    threading.Thread(target=_pump, args=(url, settings, answer), name=name).start()
    return answer


def let_go(answer: Future[PumpedPort]) -> None:
    """Nobody waits for this port any more."""
    answer.add_done_callback(_release_unwanted)


def _release_unwanted(answer: Future[PumpedPort]) -> None:
    if not answer.cancelled() and answer.exception() is None:
        answer.result().release(lost=False)


# ---------------------------------------------------------------- the threads


def _pump(url: str, settings: LineSettings, answer: Future[PumpedPort]) -> None:
    if not answer.set_running_or_notify_cancel():
        return
    try:
        for baud in settings.knock:
            knocking = _opened(url, replace(settings, baud=baud))
            time.sleep(KNOCK_S)
            knocking.close()
        port = _opened(url, settings)
    except Exception as error:  # raised again where the answer is waited for
        answer.set_exception(error)
        return
    ours, theirs = _pair()
    over = threading.Event()
    reader = threading.Thread(target=_hand_on, args=(port, ours, over), name=f"serial-reader {url}")
    reader.start()
    pumped = PumpedPort(theirs, port.stale if isinstance(port, SerialPort) else 0)
    answer.set_result(pumped)
    with ours:
        with suppress(*PORT_ERRORS):  # the loop sees that its end has ended, whatever it was
            while (data := ours.recv(CHUNK)) and not pumped.lost.is_set():
                port.write(data)
        over.set()
        _end(ours, socket.SHUT_RDWR)
        reader.join()
    with suppress(*PORT_ERRORS):
        port.close()


def _pair() -> tuple[socket.socket, socket.socket]:
    """Sockets that keep little, so that who cannot be written to is noticed; the second is for the
    loop."""
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, CHUNK)
    theirs.setblocking(False)
    return ours, theirs


def _hand_on(port: _Pumped, ours: socket.socket, over: threading.Event) -> None:
    """Read until it is over, also when nobody takes it any more: a pump that waits for room in
    pyserial's own loop would wait for ever."""
    wanted = True
    with suppress(*PORT_ERRORS):
        while not over.is_set():
            data = port.read(1)
            if waiting := port.in_waiting:
                data += port.read(min(waiting, CHUNK))
            if waiting > MOST_STALE:
                break  # it gives more than anybody can take
            wanted = wanted and _taken(ours, data)
    _end(ours, socket.SHUT_WR)


def _taken(ours: socket.socket, data: bytes) -> bool:
    try:
        ours.sendall(data)
    except OSError:
        return False
    return True


def _end(ours: socket.socket, how: int) -> None:
    with suppress(OSError):  # the other end may be gone
        ours.shutdown(how)


# ---------------------------------------------------------------- opening


_PORTS: Mapping[Way, Callable[[], _Pumped]] = {
    Way.RFC2217: Rfc2217Port,
    Way.LOOP: LoopPort,
    Way.SPY: lambda: SpyPort(write_timeout=STUCK_S, exclusive=True),
}
PUMPED = frozenset(_PORTS)
"""The ways that need threads."""


def _opened(url: str, settings: LineSettings) -> _Pumped:
    way = way_of(url)
    if way is None or way not in _PORTS or not well_written(url):
        raise PortTrouble(f"{url} leads to no port: write {SPELLINGS}")
    path = file_of(url)
    if path:
        check_serial(path)
    port = _PORTS[way]()
    try:
        port.timeout = LOOK_S
        set_to(port, settings)
        port.port = url
        port.open()
    except PORT_ERRORS as error:
        with suppress(*PORT_ERRORS):
            port.close()
        raise PortTrouble(why_not(path, settings, error) if path else _why(url, error)) from error
    return port


def _why(url: str, error: Exception) -> str:
    if isinstance(error.__context__, ConnectionRefusedError):
        return f"nobody listens at {url}: start what serves it, or correct the port"
    if "support RFC2217" in str(error):
        return f"what answers at {url} does not speak RFC 2217: write socket:// if it is raw TCP"
    if "parameter change" in str(error):
        return f"{url} does not take the line's settings: correct the line in the profile"
    return f"{url} cannot be opened: {error}"
