"""What is answered at the door to each request; its words are `doorwire`'s business.

Every request is charged to its asker: what it took of the loop, and what it costs the table
besides. It must not know a connection.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tablectl.door import Door
from tablectl.doorkeeper import Doorkeeper
from tablectl.doorwire import (
    MAX_REQUEST,
    Direct,
    Frames,
    Look,
    Manage,
    Ping,
    SignIn,
    SignOut,
    Submit,
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
from tablectl.hosts.service_lines import TooLong
from tablectl.hosts.service_peers import PER_ACT, PER_REFUSAL, Peer, Share
from tablectl.hosts.service_proofs import Proofs
from tablectl.hosts.service_watch import Stage, Watching
from tablectl.kernel import Kernel
from tablectl.sessions import Line
from tablectl.words.acts import Act
from tablectl.words.bases import Role
from tablectl.words.errors import TablectlError
from tablectl.words.outcomes import Receipt

_INTERNAL = "the table failed on this request and is shutting down"
_UNSEEN = "what is to be seen could not be worked out; the table goes on"

LOG = logging.getLogger(__name__)


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


@dataclass(slots=True)
class Asker:
    """Who asks over one connection, what they may still use, and their proofs' end of it."""

    peer: Peer
    share: Share
    line: Line = field(default_factory=Line)
    watching: bool = False
    """They wait for something to change, and may take their time over it."""

    @property
    def user(self) -> int:
        return self.peer.user


class Answers:
    def __init__(self, inside: Inside) -> None:
        self._inside = inside

    async def to(self, line: bytes | TooLong, asker: Asker) -> bytes:
        """The answer to one line, whatever it holds."""
        keeper = self._inside.keeper
        if isinstance(line, TooLong):
            keeper.note("", "too_long", asker.user)
            problem = f"the request is longer than {MAX_REQUEST} bytes"
            return error_line("too_long", problem, "one small JSON object on one line")
        began = time.thread_time()
        try:
            try:
                answer = self._obey(line, asker)
            finally:  # what is waited for elsewhere is nobody's use of the loop
                asker.share.use(time.thread_time() - began)
            return answer if isinstance(answer, bytes) else await answer
        except WireError as error:
            if error.code == WireError.code:
                keeper.note("", "malformed", asker.user)
            await self._inside.recorded()  # who was turned away hears of it after the record does
            return refused_line(error)
        except TablectlError as error:
            return refused_line(error)
        except Exception as error:  # answered, and then the service ends with it
            self._inside.fail(error)
            return error_line("internal", _INTERNAL, "see its log")

    def _obey(self, line: bytes, asker: Asker) -> bytes | Coroutine[None, None, bytes]:
        """The answer, or what will be it once others have done their part."""
        inside, user = self._inside, asker.user
        match parse_request(line):
            case Submit(act) as request:
                inside.keeper.check_act(request, user, asker.line)
                asker.share.use(PER_ACT)
                return _receipt(inside.submit(act), asker.share)
            case SignIn() as request:
                return inside.proofs.sign_in(request, user)
            case SignOut() as request:
                inside.keeper.sign_out(request, user, asker.line)
                return inside.proofs.signed_out()
            case Manage() as request:
                return _receipt(inside.proofs.manage(request, user, asker.line), asker.share)
            case Look(role):
                with _only_looking():
                    return view_line(self._seen(role, inside.trouble()), self._people())
            case Watch(role, since):
                return self._watched(role, since, asker)
            case Direct() as request:
                return self._directed(request, asker)
            case Frames(device):
                return frames_line(self._line(device).recent())
            case Ping():
                state = inside.kernel.state
                number = asker.line.number if inside.keeper.proves else ""
                return pong_line(state.settings.table, state.seq, number)

    def _seen(self, role: Role, trouble: str) -> dict[str, Any]:
        return {**self._inside.door.look(role), "trouble": trouble}

    async def _watched(self, role: Role, since: str, asker: Asker) -> bytes:
        with _only_looking():
            asker.watching = True
            try:
                news = await self._inside.watching.next(since, asker.share.use)
            finally:
                asker.watching = False
            began = time.thread_time()
            seen = self._seen(role, news.trouble)
            answer = watch_line(seen, self._people(), news.mark, news.stage)
            asker.share.use(time.thread_time() - began)
            return answer

    def _directed(self, request: Direct, asker: Asker) -> bytes:
        inside = self._inside
        stage = inside.stage()
        if stage is None:
            problem = "this table is not simulated, or not all of it: nothing is staged here"
            raise WireError(problem, "`tablectl run` has one that is", "no_stage")
        inside.keeper.check_direction(request, asker.user, asker.line)
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
