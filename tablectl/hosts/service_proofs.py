"""Looking at proofs, away from the table's loop: a thread of its own that gives way to all others.

A look at a PIN takes a good part of a second of a core, and must not hold up a card. One is looked
at after the other; whoever comes while too many wait is asked to come again. What an administrator
does about a person meanwhile comes first: nobody is let in by a proof that was replaced.
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
from tablectl.sessions import Line, Session, Signer
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
        self._turn = asyncio.Lock()
        """Of those who sign in: one is let in, or not, before the next one is looked at."""
        self._undecided: dict[str, set[asyncio.Future[Receipt]]] = {}
        """What administrators ask about each person, on its way to the record."""
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
            self._known = await self._aside(people.read)
        keeper.locked(person, user, self._known, _wall_clock())
        if request.new:
            check_strength(person, request.new)
        if self._waiting >= MOST_WAITING:
            raise keeper.turned_away(person, "busy", user)
        self._waiting += 1
        try:
            async with self._turn:
                session = await self._let_in(request, user)
        finally:
            self._waiting -= 1
        await self._recorded()
        return session_line(Signer(session.name, session.key), keeper.idle_minutes)

    async def _let_in(self, request: SignIn, user: int) -> Session:
        keeper, people, person = self._keeper, self._keeper.people, request.person
        tried = await self._aside(lambda: self._tried(people, request))
        keeper.check_tried(person, tried, user, chooses=bool(request.new))
        await self._decided(person)
        keeper.check_recorded(person, tried, user)
        renewed = ""
        if request.new:
            renewed = await self._aside(lambda: people.choose(person, request.new))
            self._known = None
            await self._decided(person)
            keeper.check_recorded(person, tried, user)
        return keeper.believed(person, tried, user, renewed)

    async def _decided(self, person: str) -> None:
        """Wait until everything that is asked about the person is on record, or refused."""
        while asked := self._undecided.get(person):
            await asyncio.wait(asked)

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
        asked = self._submit(Act(deed, request.by, f"door-{new_name()}"))
        theirs = self._undecided.setdefault(request.person, set())
        theirs.add(asked)
        try:
            receipt = await asyncio.shield(asked)
        finally:
            theirs.discard(asked)
        if receipt.accepted:
            await self._carry_out(deed, request)
        return receipt

    async def _carry_out(self, deed: Enrol | Unlock | Dismiss, request: Manage) -> None:
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
            await self._aside(change)
        except CredentialError:
            held = self._known.get(person) if self._known is not None else None
            self._post(Attendance(person, Found("" if held is None else held.name)))
            raise
        finally:
            self._known = None

    async def signed_out(self) -> bytes:
        await self._recorded()
        return done_line()

    async def _aside(self, work: Callable[[], R]) -> R:
        """Have it done in the thread, after what it was asked to do before."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)


def _wall_clock() -> int:
    """Lock-outs outlast the process, so they are told by the clock on the wall."""
    return int(time.time())
