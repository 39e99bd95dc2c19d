"""The console as a server: its socket, its certificate, and an end in good order.

uvicorn speaks HTTP. What it lacks is here: a connection that says nothing, or little by little, is
ended; there are so many of them at most; and streams of events end before the server waits for
them. It must not know what is served.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import ssl
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h11
import uvicorn
from cryptography import x509
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablectl.console.addresses import ServingError
from tablectl.console.guarding import MAX_HEAD

HEAD_PATIENCE = 10.0
"""Seconds in which the head of a request must have come."""
MOST_CONNECTIONS = 512
GRACE = 3
"""Seconds for what is under way when the console ends."""


# ---------------------------------------------------------------- TLS


@dataclass(frozen=True, slots=True)
class Secured:
    """A certificate with its key, ready for use, and the names that it is for."""

    context: ssl.SSLContext
    names: tuple[str, ...]


def secured(certificate: Path, key: Path) -> Secured:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key)
        names = _names(x509.load_pem_x509_certificate(certificate.read_bytes()))
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        hint = "give a certificate and its key in PEM, which this user may read"
        problem = f"{certificate}, {key}: {getattr(error, 'strerror', None) or error}"
        raise ServingError("bad_certificate", problem, hint) from error
    return Secured(context, names)


def _names(certificate: x509.Certificate) -> tuple[str, ...]:
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return ()
    named = found.get_values_for_type(x509.DNSName)
    return (*named, *map(str, found.get_values_for_type(x509.IPAddress)))


# ---------------------------------------------------------------- connections


class Connection(H11Protocol):
    """One connection: what has no head in time is ended, and so is the idlest of too many."""

    _head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.Transport):
            raise TypeError(f"{transport!r} is no stream")
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self._make_room()
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._had_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._await_head()
        else:
            self._had_head()

    def send_400_response(self, msg: str) -> None:
        """What is no request is refused as everything else is."""
        error = {"code": "bad_request", "problem": msg, "hint": "this console speaks HTTP/1.1"}
        body = json.dumps({"error": error}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        with suppress(h11.LocalProtocolError):  # an answer is under way already
            self.transport.write(
                (self.conn.send(h11.Response(status_code=400, headers=headers)) or b"")
                + (self.conn.send(h11.Data(data=body)) or b"")
            )
        self.transport.close()

    def _await_head(self) -> None:
        if self._head is None:
            self._head = self.loop.call_later(HEAD_PATIENCE, self._too_late)

    def _had_head(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _too_late(self) -> None:
        self._head = None
        self.transport.abort()

    def _make_room(self) -> None:
        idle = (each for each in self.connections if isinstance(each, Connection) and each.idle)
        for each in idle:
            if each is not self:
                each.transport.abort()
                return
        self.transport.abort()

    @property
    def idle(self) -> bool:
        """Whether nothing is asked over it at this moment."""
        return self.cycle is None or bool(self.cycle.response_complete)


class Server(uvicorn.Server):
    """`end` is called when it is to end, before it waits for what is under way."""

    def __init__(self, config: uvicorn.Config, end: Callable[[], None]) -> None:
        super().__init__(config)
        self._end = end

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Signals are the business of whoever serves: uvicorn would raise them once more."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end()
        await super().shutdown(sockets)

    def stop(self) -> None:
        self.should_exit = True


def server(app: ASGIApp, end: Callable[[], None], secured: Secured | None = None) -> Server:
    given: dict[str, Any] = {}
    if secured is not None:
        given["ssl_context_factory"] = lambda *_: secured.context
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MAX_HEAD,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE,
        **given,
    )
    return Server(config, end)


def serve(server: Server, listener: socket.socket, *, parent: int | None = None) -> None:
    """Serve until a signal comes, or until `parent`, the end of a pipe, is closed."""
    asyncio.run(_serve(server, listener, parent))


async def _serve(server: Server, listener: socket.socket, parent: int | None) -> None:
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, server.stop)
    if parent is not None:
        loop.add_reader(parent, _parent_said, loop, parent, server)
    await server.serve([listener])


def _parent_said(loop: asyncio.AbstractEventLoop, parent: int, server: Server) -> None:
    if not os.read(parent, 1024):
        loop.remove_reader(parent)
        server.stop()
