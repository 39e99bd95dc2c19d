"""The door on a Unix socket: bytes in, answers out; what they mean is `doorwire`'s business.

Whoever waits for the receipt of an act holds up nobody else.

The socket file is for its owner alone. One that a dead process left behind is replaced; one that
somebody still serves is not touched.
"""

from __future__ import annotations

import asyncio
import os
import socket
import stat
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from tablectl.door import Door
from tablectl.doorwire import (
    MAX_REQUEST,
    Frames,
    Lines,
    Look,
    Ping,
    Submit,
    TooLong,
    WireError,
    error_line,
    frames_line,
    parse_request,
    pong_line,
    receipt_line,
    refused_line,
    view_line,
)
from tablectl.hosts.host import DevicePort
from tablectl.kernel import Kernel
from tablectl.words.acts import Act
from tablectl.words.errors import TablectlError
from tablectl.words.outcomes import Receipt

CHUNK = 4096
BACKLOG = 128
OWNER_ONLY = 0o177
"""The bits of the file mode that the socket must not have."""

_INTERNAL = "the table failed on this request and is shutting down"


class SocketError(TablectlError):
    """The door cannot be opened at this path."""

    code = "socket"


class DoorServer:
    def __init__(
        self,
        door: Door,
        submit: Callable[[Act], Awaitable[Receipt]],
        kernel: Kernel,
        lines: Mapping[str, DevicePort],
        path: Path,
        fail: Callable[[BaseException], None],
        trouble: Callable[[], str],
    ) -> None:
        self._door = door
        self._submit = submit
        self._kernel = kernel
        self._lines = lines
        self._path = path
        self._fail = fail
        self._trouble = trouble
        self._socket: socket.socket | None = None
        self._inode = 0
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[None]] = set()
        self._answering: set[asyncio.Task[None]] = set()
        self._closing = False

    # ------------------------------------------------------------ the socket

    def bind(self) -> None:
        """Take the path, or SocketError if it cannot be had."""
        try:
            _clear(self._path)
            self._socket = _bound(self._path)
            self._inode = self._path.stat().st_ino
        except OSError as error:
            raise SocketError(f"{self._path}: {error.strerror or error}") from error

    async def listen(self) -> None:
        self._server = await asyncio.start_unix_server(
            self._talk, sock=self._socket, backlog=BACKLOG
        )

    async def close(self) -> None:
        """Answer what was asked, ask for nothing more, and take the socket away."""
        self._closing = True
        if self._server is not None:
            self._server.close()
        for talk in self._talks - self._answering:
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)
        if self._socket is not None:
            self._socket.close()
            _remove(self._path, self._inode)

    # ------------------------------------------------------------ talking

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = asyncio.current_task()
        if talk is None:
            raise RuntimeError("a talk outside of any task")
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)
        try:
            await self._converse(talk, reader, writer)
        except (ConnectionError, asyncio.CancelledError):
            pass  # whoever asked has gone, or the service ends: nobody is left to tell
        finally:
            self._answering.discard(talk)
            writer.close()

    async def _converse(
        self,
        talk: asyncio.Task[None],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        lines = Lines()
        while data := await reader.read(CHUNK):
            for line in lines.feed(data):
                self._answering.add(talk)
                writer.write(await self.answer(line))
                self._answering.discard(talk)
                if self._closing:
                    return
                await writer.drain()
        if lines.half:
            writer.write(error_line("half_request", "the line did not end", "end it with LF"))
            await writer.drain()

    async def answer(self, line: bytes | TooLong) -> bytes:
        """The answer to one line, whatever it holds."""
        if isinstance(line, TooLong):
            problem = f"the request is longer than {MAX_REQUEST} bytes"
            return error_line("too_long", problem, "one small JSON object on one line")
        try:
            return await self._obey(line)
        except TablectlError as error:
            return refused_line(error)
        except Exception as error:  # answered, and then the service ends with it
            self._fail(error)
            return error_line("internal", _INTERNAL, "see its log")

    async def _obey(self, line: bytes) -> bytes:
        match parse_request(line):
            case Submit(act):
                # Others may wait for the same receipt, so nobody who leaves takes it with him.
                return receipt_line(await asyncio.shield(self._submit(act)))
            case Look(role):
                seen = {**self._door.view(role), "trouble": self._trouble()}
                return view_line(seen, self._people())
            case Frames(device):
                return frames_line(self._line(device).recent())
            case Ping():
                state = self._kernel.state
                return pong_line(state.settings.table, state.seq)

    def _line(self, device: str) -> DevicePort:
        line = self._lines.get(device)
        if line is None:
            named = ", ".join(sorted(self._lines)) or "no device"
            raise WireError(f"no line leads to {device!r}", f"lines lead to {named}", "no_line")
        return line

    def _people(self) -> dict[str, tuple[str, ...]]:
        people = self._kernel.state.settings.people
        return {name: tuple(r.value for r in person.roles) for name, person in people.items()}


def _clear(path: Path) -> None:
    """Remove what a dead process left at the path."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise SocketError(f"{path} is there and is no socket; name another path")
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
    raise SocketError(f"{path}: another table is served there; stop it or name another path")


def _bound(path: Path) -> socket.socket:
    made = socket.socket(socket.AF_UNIX)
    before = os.umask(OWNER_ONLY)
    try:
        made.bind(str(path))
    except BaseException:
        made.close()
        raise
    finally:
        os.umask(before)
    made.setblocking(False)
    return made


def _remove(path: Path, inode: int) -> None:
    """Remove the socket file, unless somebody else has put another in its place."""
    try:
        if path.stat().st_ino == inode:
            path.unlink()
    except FileNotFoundError:
        pass
