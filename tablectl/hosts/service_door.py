"""The door on a Unix socket: bytes in, answers out; what they mean is `doorwire`'s business.

Whoever waits for the receipt of an act holds up nobody else, and whoever asks too much holds up
nobody but themselves (`service_peers`).

The socket file is for its owner alone, or for one group besides. One that a dead process left
behind is replaced; one that somebody still serves is not touched.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import stat
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablectl.door import Door
from tablectl.doorkeeper import Doorkeeper
from tablectl.doorwire import (
    MAX_REQUEST,
    Direct,
    Frames,
    Lines,
    Look,
    Manage,
    Ping,
    SignIn,
    SignOut,
    Submit,
    TooLong,
    Watch,
    WireError,
    error_line,
    frames_line,
    parse_request,
    pong_line,
    receipt_line,
    refused_line,
    stage_line,
    view_line,
    watch_line,
)
from tablectl.hosts.host import DevicePort
from tablectl.hosts.service_peers import (
    BURST,
    BURSTS,
    MOST_TALKS,
    PATIENCE,
    PER_ACT,
    PER_ANSWER,
    PER_READ,
    PER_REFUSAL,
    PER_TALK,
    Leisure,
    Peer,
    Share,
    Welcome,
    peer_of,
)
from tablectl.hosts.service_proofs import Proofs
from tablectl.hosts.service_watch import Stage, Watching
from tablectl.kernel import Kernel
from tablectl.sessions import Line
from tablectl.words.acts import Act
from tablectl.words.bases import Role
from tablectl.words.errors import TablectlError
from tablectl.words.outcomes import Receipt

CHUNK = 4096
BACKLOG = 128
ACCEPT_AGAIN = 0.1
"""Seconds until a newcomer is taken again after one could not be."""
OWNER_ONLY = 0o177
"""The bits of the file mode that the socket must not have."""
GROUP_TOO = 0o117
"""The same, where one group may come to the door."""

_INTERNAL = "the table failed on this request and is shutting down"
_UNSEEN = "what is to be seen could not be worked out; the table goes on"

LOG = logging.getLogger(__name__)


class SocketError(TablectlError):
    """The door cannot be opened at this path."""

    code = "socket"


@dataclass(frozen=True, slots=True)
class DoorPlace:
    """Where the door is, and which group may come to it besides its owner."""

    path: Path
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Inside:
    """What the door leads to."""

    door: Door
    submit: Callable[[Act], asyncio.Future[Receipt]]
    kernel: Kernel
    lines: Mapping[str, DevicePort]
    keeper: Doorkeeper
    proofs: Proofs
    recorded: Callable[[], Awaitable[None]]
    fail: Callable[[BaseException], None]
    trouble: Callable[[], str]
    watching: Watching
    stage: Callable[[], Stage | None]


@dataclass(eq=False, slots=True)
class Talk:
    """One connection: who it is, what it may still use, and when it last said something."""

    task: asyncio.Task[None]
    peer: Peer
    share: Share
    heard_at: float
    line: Line = field(default_factory=Line)
    answering: bool = False
    watching: bool = False
    """It is answering, and may take its time over it."""
    waited: float = 0.0
    """Seconds that it was made to wait since that was last put on record."""


class DoorServer:
    def __init__(self, inside: Inside, place: DoorPlace) -> None:
        self._inside = inside
        self._place = place
        self._welcome = Welcome(os.geteuid(), place.group)
        self._socket: socket.socket | None = None
        self._inode = 0
        self._porter: asyncio.Task[None] | None = None
        self._leisure = Leisure(time.monotonic)
        self._newcomers = Share(time.monotonic, BURSTS, self._leisure.left)
        self._talks: set[Talk] = set()
        self._closing = False

    # ------------------------------------------------------------ the socket

    def bind(self) -> None:
        """Take the path, or SocketError if it cannot be had."""
        path = self._place.path
        try:
            _clear(path)
            self._socket = _bound(self._place)
            self._inode = path.stat().st_ino
        except OSError as error:
            raise SocketError(f"{path}: {error.strerror or error}") from error

    async def listen(self) -> None:
        if self._socket is None:
            raise RuntimeError("the door has no socket yet")
        self._socket.listen(BACKLOG)
        self._porter = asyncio.create_task(self._let_in(self._socket))

    async def _let_in(self, door: socket.socket) -> None:
        """Take one newcomer after the other; asyncio's own server takes all who wait at once."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, _ = await loop.sock_accept(door)
            except OSError:  # no file is left to be opened, or who came has gone
                await asyncio.sleep(ACCEPT_AGAIN)
                continue
            await loop.connect_accepted_socket(self._new_talk, line)
            self._newcomers.use(PER_TALK)
            if owes := self._newcomers.owes():
                await asyncio.sleep(owes)

    def _new_talk(self) -> asyncio.StreamReaderProtocol:
        return asyncio.StreamReaderProtocol(asyncio.StreamReader(), self._met)

    async def close(self) -> None:
        """Answer what was asked, ask for nothing more, and take the socket away."""
        self._closing = True
        self._inside.watching.end()
        if self._porter is not None:
            self._porter.cancel()
        for talk in self._talks:
            if not talk.answering:
                talk.task.cancel()
        await asyncio.gather(*(talk.task for talk in self._talks), return_exceptions=True)
        if self._socket is not None:
            self._socket.close()
            _remove(self._place.path, self._inode)

    # ------------------------------------------------------------ talking

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a talk outside of any task")
        now = time.monotonic
        share = Share(now, self._newcomers.take(BURST), self._leisure.left)
        talk = Talk(task, peer_of(writer.get_extra_info("socket")), share, now())
        try:
            if self._may_come_in(talk, writer):
                self._talks.add(talk)
                await self._converse(talk, reader, writer)
        except (ConnectionError, asyncio.CancelledError):
            pass  # whoever asked has gone, or the service ends: nobody is left to tell
        finally:
            self._talks.discard(talk)
            writer.close()

    def _may_come_in(self, talk: Talk, writer: asyncio.StreamWriter) -> bool:
        user = talk.peer.user
        if not self._welcome.includes(talk.peer):
            self._inside.keeper.note("", "stranger", user)
            problem = f"user {user} may not come to this door"
            hint = "it is for the user who runs the table, and the group that it was given"
            writer.write(error_line("stranger", problem, hint))
            return False
        if len(self._talks) >= MOST_TALKS and not self._made_room():
            self._inside.keeper.note("", "crowded", user)
            writer.write(error_line("crowded", "too many connections are open", "close some"))
            return False
        return True

    def _made_room(self) -> bool:
        """End the talk that has been silent for the longest time and waits for no answer, or only
        for something to change: whoever wants to act finds room, however many watch."""
        silent = [talk for talk in self._talks if not talk.answering]
        silent = silent or [talk for talk in self._talks if talk.watching]
        if not silent:
            return False
        oldest = min(silent, key=lambda talk: talk.heard_at)
        self._inside.keeper.note("", "crowded", oldest.peer.user)
        self._talks.discard(oldest)
        oldest.task.cancel()
        return True

    async def _converse(
        self, talk: Talk, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        lines = Lines()
        while data := await reader.read(CHUNK):
            talk.heard_at = time.monotonic()
            talk.share.use(PER_READ)
            for line in lines.feed(data):
                talk.share.use(PER_ANSWER)
                talk.answering = True
                writer.write(await self.answer(line, talk))
                talk.answering = False
                if self._closing:
                    return
                await writer.drain()
                await self._in_turn(talk)
            await self._in_turn(talk)
        if lines.half:
            writer.write(error_line("half_request", "the line did not end", "end it with LF"))
            await writer.drain()

    async def _in_turn(self, talk: Talk) -> None:
        """Whoever has used more than their share of the loop waits, and is not read meanwhile."""
        owes = talk.share.owes(len(self._talks))
        if not owes:
            return
        talk.waited += owes
        if talk.waited > PATIENCE:
            talk.waited = 0.0
            self._inside.keeper.note("", "hurried", talk.peer.user)
        await asyncio.sleep(owes)

    async def answer(self, line: bytes | TooLong, talk: Talk) -> bytes:
        """The answer to one line, whatever it holds."""
        keeper = self._inside.keeper
        if isinstance(line, TooLong):
            keeper.note("", "too_long", talk.peer.user)
            problem = f"the request is longer than {MAX_REQUEST} bytes"
            return error_line("too_long", problem, "one small JSON object on one line")
        began = time.thread_time()
        try:
            try:
                answer = self._obey(line, talk)
            finally:  # what is waited for elsewhere is nobody's use of the loop
                talk.share.use(time.thread_time() - began)
            return answer if isinstance(answer, bytes) else await answer
        except WireError as error:
            if error.code == WireError.code:
                keeper.note("", "malformed", talk.peer.user)
            await self._inside.recorded()  # who was turned away hears of it after the record does
            return refused_line(error)
        except TablectlError as error:
            return refused_line(error)
        except Exception as error:  # answered, and then the service ends with it
            self._inside.fail(error)
            return error_line("internal", _INTERNAL, "see its log")

    def _obey(self, line: bytes, talk: Talk) -> bytes | Coroutine[None, None, bytes]:
        """The answer, or what will be it once others have done their part."""
        inside, user = self._inside, talk.peer.user
        match parse_request(line):
            case Submit(act) as request:
                inside.keeper.check_act(request, user, talk.line)
                talk.share.use(PER_ACT)
                return _receipt(inside.submit(act), talk.share)
            case SignIn() as request:
                return inside.proofs.sign_in(request, user)
            case SignOut() as request:
                inside.keeper.sign_out(request, user, talk.line)
                return inside.proofs.signed_out()
            case Manage() as request:
                return _receipt(inside.proofs.manage(request, user, talk.line), talk.share)
            case Look(role):
                with _only_looking():
                    return view_line(self._seen(role, inside.trouble()), self._people())
            case Watch(role, since):
                return self._watched(role, since, talk)
            case Direct() as request:
                return self._directed(request, talk)
            case Frames(device):
                return frames_line(self._line(device).recent())
            case Ping():
                state = inside.kernel.state
                number = talk.line.number if inside.keeper.proves else ""
                return pong_line(state.settings.table, state.seq, number)

    def _seen(self, role: Role, trouble: str) -> dict[str, Any]:
        return {**self._inside.door.look(role), "trouble": trouble}

    async def _watched(self, role: Role, since: str, talk: Talk) -> bytes:
        with _only_looking():
            talk.watching = True
            try:
                news = await self._inside.watching.next(since, talk.share.use)
            finally:
                talk.watching = False
            began = time.thread_time()
            seen = self._seen(role, news.trouble)
            answer = watch_line(seen, self._people(), news.mark, news.stage)
            talk.share.use(time.thread_time() - began)
            return answer

    def _directed(self, request: Direct, talk: Talk) -> bytes:
        inside = self._inside
        stage = inside.stage()
        if stage is None:
            problem = "this table is not simulated, or not all of it: nothing is staged here"
            raise WireError(problem, "`tablectl run` has one that is", "no_stage")
        inside.keeper.check_direction(request, talk.peer.user, talk.line)
        stage.obey(request.order, request.name)
        inside.watching.changed()
        with _only_looking():
            return stage_line(stage.told())

    def _line(self, device: str) -> DevicePort:
        line = self._inside.lines.get(device)
        if line is None:
            named = ", ".join(sorted(self._inside.lines)) or "no device"
            raise WireError(f"no line leads to {device!r}", f"lines lead to {named}", "no_line")
        return line

    def _people(self) -> dict[str, tuple[str, ...]]:
        people = self._inside.kernel.state.settings.people
        return {name: tuple(r.value for r in person.roles) for name, person in people.items()}


@contextmanager
def _only_looking() -> Iterator[None]:
    """Looking changes nothing, so a fault in it is its asker's alone: told, logged, and no more."""
    try:
        yield
    except TablectlError:
        raise
    except Exception as error:
        LOG.exception(_UNSEEN)
        raise WireError(_UNSEEN, "report it; its log says more", "view_failed") from error


async def _receipt(waiting: Awaitable[Receipt], share: Share) -> bytes:
    # Others may wait for the same receipt, so nobody who leaves takes it with him.
    receipt = await asyncio.shield(waiting)
    if not receipt.accepted:
        share.use(PER_REFUSAL)
    return receipt_line(receipt)


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


def _bound(place: DoorPlace) -> socket.socket:
    made = socket.socket(socket.AF_UNIX)
    before = os.umask(OWNER_ONLY)
    try:
        made.bind(str(place.path))
        if place.group is not None:  # the group first: nobody else's group gets in meanwhile
            os.chown(place.path, -1, place.group)
            place.path.chmod(0o777 & ~GROUP_TOO)
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
