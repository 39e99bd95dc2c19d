"""A table served for a test: the service host on a thread of its own, and a line to its door."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tablectl.credentials import PeopleFile
from tablectl.doorclient import DoorClient
from tablectl.hosts.service import Part, ServiceHost
from tablectl.words.settings import Settings


class Line:
    """One connection to a door; every exchange is a line there and a line back."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._socket.settimeout(30)
        self._file = self._socket.makefile("rb")

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def end(self) -> None:
        """Say that nothing more will be sent."""
        self._socket.shutdown(socket.SHUT_WR)

    def read(self) -> bytes:
        return self._file.readline()

    def exchange(self, data: bytes) -> bytes:
        self.send(data)
        return self.read()

    def close(self) -> None:
        self._file.close()
        self._socket.close()


@contextmanager
def client(path: Path) -> Iterator[DoorClient]:
    with line(path) as connected:
        yield DoorClient(connected.exchange)


@contextmanager
def line(path: Path) -> Iterator[Line]:
    connected = Line(path)
    try:
        yield connected
    finally:
        connected.close()


@dataclass
class Served:
    """The service on its thread; `error` is what it ended with."""

    stop: Callable[[], None] = lambda: None
    error: BaseException | None = None


@contextmanager
def served(
    host: ServiceHost,
    settings: Settings,
    path: Path | None,
    parts: Sequence[Part] = (),
    *,
    group: int | None = None,
    people: PeopleFile | None = None,
) -> Iterator[Served]:
    """Serve until the block ends. What the service failed with is raised at its end."""
    service = Served()
    ready = threading.Event()

    def is_ready() -> None:
        loop = asyncio.get_running_loop()

        def stop() -> None:
            with suppress(RuntimeError):  # it has ended already
                loop.call_soon_threadsafe(host.stop)

        service.stop = stop
        ready.set()

    def work() -> None:
        try:
            serving = host.serve(settings, parts, path, group=group, people=people, ready=is_ready)
            asyncio.run(serving)
        except BaseException as error:
            service.error = error
        finally:
            ready.set()

    thread = threading.Thread(target=work)
    thread.start()
    ready.wait()
    try:
        yield service
    finally:
        service.stop()
        thread.join()
    if service.error is not None:
        raise service.error


def play_out(host: ServiceHost, settings: Settings, parts: Sequence[Part]) -> None:
    """Serve without a door until a part has nothing more to do."""
    asyncio.run(host.serve(settings, parts))
