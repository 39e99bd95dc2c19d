"""A terminal server that speaks RFC 2217, for one client at a time; its serial port echoes."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Any

from serial.rfc2217 import PortManager
from serial.urlhandler.protocol_loop import Serial as LoopPort

LOOK_S = 0.02
_MANAGER: Any = PortManager
"""It takes any port, and whatever has `write`; its types say otherwise."""


class _Connection:
    """What a PortManager writes to."""

    def __init__(self, client: socket.socket) -> None:
        self.write = client.sendall


class Rfc2217Server:
    def __init__(self) -> None:
        self.port = LoopPort(timeout=LOOK_S)
        self.port.port = "loop://"
        self.port.open()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.number = int(self._listening.getsockname()[1])
        self._client: socket.socket | None = None
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._serve)]
        self._threads[0].start()

    @property
    def url(self) -> str:
        return f"rfc2217://127.0.0.1:{self.number}"

    def hang_up(self) -> None:
        """The client loses its line; the next one is let in."""
        if self._client is not None:
            self._client.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._over.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            self.hang_up()
        for thread in self._threads:
            thread.join()
        self._listening.close()
        self.port.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while not self._over.is_set():
                client, _ = self._listening.accept()
                with client:
                    self._client = client
                    self._talk(client)

    def _talk(self, client: socket.socket) -> None:
        negotiating = _MANAGER(self.port, _Connection(client))
        gone = threading.Event()
        answering = threading.Thread(target=self._answer, args=(client, negotiating, gone))
        answering.start()
        with suppress(OSError):
            while data := client.recv(1024):
                self.port.write(b"".join(negotiating.filter(data)))
        gone.set()
        answering.join()

    def _answer(
        self, client: socket.socket, negotiating: PortManager, gone: threading.Event
    ) -> None:
        with suppress(OSError):
            while not gone.is_set():
                data = self.port.read(1) + self.port.read(self.port.in_waiting)
                client.sendall(b"".join(negotiating.escape(data)))
