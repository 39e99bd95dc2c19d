"""Looking at proofs, away from the table's loop: a thread of its own that gives way to all others.

A look at a PIN takes a good part of a second of a core, and must not hold up a card. One is looked
at after the other; whoever comes while too many wait is asked to come again.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from tablectl.credentials import (
    Credential,
    CredentialError,
    PeopleFile,
    Tried,
    check_strength,
    new_name,
)
from tablectl.doorkeeper import Disbelieved, Doorkeeper, deed_of
from tablectl.doorwire import Manage, SignIn, done_line, session_line
from tablectl.sessions import Line, Signer
from tablectl.words.acts import Act, Dismiss, Enrol, Unlock
from tablectl.words.attendance import Attendance, Found
from tablectl.words.outcomes import Receipt

MOST_WAITING = 4
GIVES_WAY = 3
"""How much less of a core the thread gets than the table's loop; as for `nice`."""
R = TypeVar("R")


def _give_way() -> None:
    with suppress(OSError):  # a sandbox that forbids it leaves the thread as it is
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVES_WAY)


class Proofs:
    """`submit` takes an act to the core; `recorded` waits until what was posted is durable."""

    def __init__(
        self,
        keeper: Doorkeeper,
        submit: Callable[[Act], asyncio.Future[Receipt]],
        recorded: Callable[[], Awaitable[None]],
        post: Callable[[Attendance], None],
    ) -> None:
        self._keeper = keeper
        self._submit = submit
        self._recorded = recorded
        self._post = post
        self._waiting = 0
        self._known: Mapping[str, Credential] | None = None
        self._pool = ThreadPoolExecutor(1, "proofs", _give_way)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    async def sign_in(self, request: SignIn, user: int) -> bytes:
        keeper, person = self._keeper, request.person
        people = keeper.people
        if not keeper.proves:
            raise Disbelieved("nobody_proves_here", "people at this table prove nothing")
        if self._known is None:
            self._known = await self._aside(person, user, people.read)
        keeper.locked(person, user, self._known, _wall_clock())
        if request.new:
            check_strength(person, request.new)
        tried = await self._aside(person, user, lambda: self._tried(people, request))
        keeper.check_tried(person, tried, user, chooses=bool(request.new))
        renewed = ""
        if request.new:
            renewed = await self._aside(person, user, lambda: people.choose(person, request.new))
            self._known = None
        session = keeper.believed(person, tried, user, renewed)
        await self._recorded()
        return session_line(Signer(session.name, session.key), keeper.idle_minutes)

    def _tried(self, people: PeopleFile, request: SignIn) -> Tried:
        tried = people.try_proof(request.person, request.proof, _wall_clock())
        self._known = people.read()
        return tried

    async def manage(self, request: Manage, user: int, line: Line) -> Receipt:
        """The core allows it or refuses it, on record; only then is the people file changed."""
        keeper = self._keeper
        keeper.check_management(request, user, line)
        deed = deed_of(request, new_name())
        if isinstance(deed, Enrol):
            check_strength(request.person, request.first)
        receipt = await asyncio.shield(self._submit(Act(deed, request.by, f"door-{new_name()}")))
        if receipt.accepted:
            await self._carry_out(deed, request, user)
        return receipt

    async def _carry_out(self, deed: Enrol | Unlock | Dismiss, request: Manage, user: int) -> None:
        people, person = self._keeper.people, deed.person

        def change() -> None:
            match deed:
                case Enrol():
                    people.enrol(person, request.first, deed.credential)
                case Unlock():
                    people.unlock(person)
                case Dismiss():
                    people.dismiss(person)

        if not isinstance(deed, Unlock):
            self._keeper.forget(person)
        try:
            await self._aside(person, user, change, must=True)
        except CredentialError:
            held = self._known.get(person) if self._known is not None else None
            self._post(Attendance(person, Found("" if held is None else held.name)))
            raise
        finally:
            self._known = None

    async def signed_out(self) -> bytes:
        await self._recorded()
        return done_line()

    async def _aside(
        self, person: str, user: int, work: Callable[[], R], *, must: bool = False
    ) -> R:
        """Have it done in the thread. What the record says already `must` be done is never put
        off; whoever else comes while many wait is."""
        if self._waiting >= MOST_WAITING and not must:
            raise self._keeper.turned_away(person, "busy", user)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1


def _wall_clock() -> int:
    """Lock-outs outlast the process, so they are told by the clock on the wall."""
    return int(time.time())
