"""What a visit asks of the door: signing in and out, acts of one person or two, frames, the stage.

The console has no right of its own: every act goes through the door with the proof of the person
who does it, and what the door or the table says to it is passed on. Nothing is decided here, and
nothing is known of HTTP but the status that an answer of the door stands for.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tablectl import texts
from tablectl.console.doorline import Away, DoorLine
from tablectl.console.guarding import Refused
from tablectl.console.visits import Visit, Visits
from tablectl.doorclient import Seen, frames_of, seen_of
from tablectl.doorwire import (
    Answered,
    Direct,
    Frames,
    Look,
    People,
    Request,
    SignIn,
    SignOut,
    Submit,
    people_as,
    signer_of,
)
from tablectl.sessions import Signer
from tablectl.words.acts import Act
from tablectl.words.bases import Role, cited
from tablectl.words.canonical import Plain, from_plain
from tablectl.words.errors import WordError
from tablectl.words.outcomes import Receipt
from tablectl.words.rulings import ruled_view

ENDED = ("no_session", "not_theirs", "other_user", "forged", "unproved", "replayed")
"""What the door says to a proof of a session that is none any more."""
_STATUS: Mapping[str, int] = {
    **dict.fromkeys(ENDED, 401),
    **dict.fromkeys(
        ("not_believed", "unknown", "unrecorded", "choose_proof", "locked", "wrong_role"), 403
    ),
    "key_reused": 409,
    **dict.fromkeys(("no_stage", "no_crew"), 409),
    **dict.fromkeys(("no_line", "no_trouble"), 404),
    **dict.fromkeys(("busy", "stranger", "crowded", "internal", "people_file", "stopping"), 503),
}
_SOON = 1
"""Seconds after which it is of use to ask again where nothing else is known."""


def refused(error: Answered) -> Refused:
    """What the door answered, as an answer of ours."""
    status = _STATUS.get(error.code, 503 if error.code.startswith("journal") else 400)
    wait = error.wait or (_SOON if status == 503 else 0)
    if error.code == "locked" and error.wait:
        status = 429
    hint = texts.console_hint(error.code) or error.hint
    return Refused(status, error.code, error.problem, hint, wait)


def away(error: Away) -> Refused:
    return Refused(503, error.code, error.problem, error.hint, _SOON)


class Desk:
    """`now` is a clock that only goes forward, in seconds; `left` is told that somebody left."""

    def __init__(
        self, door: Path, visits: Visits, now: Callable[[], float], left: Callable[[], None]
    ) -> None:
        self._acts = DoorLine(door)
        self._asides = DoorLine(door)
        """For what may take a while, so that no act waits for it: a PIN is looked at for long."""
        self._visits = visits
        self._now = now
        self._left = left
        self._two = asyncio.Lock()
        """One act of two people after the other: a session more would end the one before."""

    def close(self) -> None:
        self._acts.close()
        self._asides.close()

    # ------------------------------------------------------------ looking

    async def look(self, visit: Visit | None) -> Seen:
        """The table and its people; who is signed in no more is shown the door."""
        began = self._now()
        seen = seen_of(await self._asked(self._asides, Look(Role.DEALER)))
        if visit is not None and visit.person and began > visit.since:
            gone = seen.view["sign_in"] and visit.person not in seen.view["present"]
            if gone or visit.person not in seen.people:
                self._end(visit)
            else:
                visit.roles = seen.people[visit.person]
        return seen

    async def frames(self, device: str) -> list[str]:
        return frames_of(await self._asked(self._asides, Frames(device)))

    async def check_now(self, visit: Visit | None, role: Role) -> None:
        """As `check`, for what nobody proves anything for at the door: who is signed in no more is
        refused. Where a page is open, its stream sees to that."""
        if visit is not None and not visit.streams:
            await self.look(visit)
        self.check(visit, role)

    def check(self, visit: Visit | None, role: Role | None = None) -> None:
        """Refused unless somebody is signed in, in this role."""
        if visit is None or not visit.person:
            raise Refused(401, "not_signed_in", "nobody is signed in at this screen", "sign in")
        if role is not None and role.value not in visit.roles:
            problem = f"{visit.person} is not {texts.role_name(role.value)} at this table"
            raise Refused(403, "wrong_role", problem)

    # ------------------------------------------------------------ signing in and out

    async def sign_in(self, visit: Visit, person: str, proof: str, new: str) -> None:
        seen = await self.look(None)
        roles = seen.people.get(person)
        if roles is None:
            raise Refused(403, "unknown", "nobody of this name works at this table")
        signer = None
        if seen.view["sign_in"]:
            signer = await self._session(person, proof, new)
        before = visit.signer
        if before is not None and visit.person != person:
            await self._sign_out(visit.person, before)
        for other in self._visits.of(person):
            if signer is not None and other is not visit:  # one session a person
                self._end(other)
        visit.enter(person, roles, signer, self._now())
        self._left()

    async def sign_out(self, visit: Visit) -> None:
        person, signer = visit.person, visit.signer
        self._end(visit)
        if signer is not None:
            await self._sign_out(person, signer)

    async def _session(self, person: str, proof: str, new: str = "") -> Signer:
        return signer_of(await self._asked(self._asides, SignIn(person, proof, new)))

    async def _sign_out(self, person: str, signer: Signer) -> None:
        try:
            await self._asides.ask(SignOut(person), (signer,))
        except (Answered, Away):
            return  # it has ended already, or ends with the controller

    def _end(self, visit: Visit) -> None:
        visit.leave()
        self._left()

    # ------------------------------------------------------------ acting

    async def act(
        self, visit: Visit, deed: Plain, key: str, second: tuple[str, str] | None
    ) -> dict[str, Any]:
        """One act, by whoever is signed in, and what came of it."""
        self.check(visit)
        named = {"deed": deed, "by": visit.person, "key": key}
        if second is not None:
            named["second"] = second[0]
        act = _act(named)
        if second is None:
            receipt = await self._submit(visit, act, self._signers(visit))
        else:
            receipt = await self._by_two(visit, act, second[1])
        seen = seen_of(await self._asked(self._acts, Look(Role.DEALER)))
        return told(receipt, seen)

    async def _by_two(self, visit: Visit, act: Act, proof: str) -> Receipt:
        """The second person's session is for this one act, unless they sit at a screen of ours:
        then it goes on there."""
        signers = self._signers(visit)
        if not signers:
            return await self._submit(visit, act, ())
        if act.second == act.by:
            raise Refused(403, "same_person", "two people have to do this: name somebody else")
        async with self._two:
            second, theirs = await self._second(act.second, proof)
            try:
                return await self._submit(visit, act, (*signers, second))
            finally:
                if theirs is None:
                    await self._sign_out(act.second, second)

    async def _second(self, person: str, proof: str) -> tuple[Signer, Visit | None]:
        """A session of the second person, and the screen of ours at which it goes on. The one that
        they had there ends first: a look in between must not take them for gone."""
        theirs = next(self._visits.of(person), None)
        if theirs is None:
            return await self._session(person, proof), None
        before, theirs.since = theirs.since, math.inf
        try:
            session = await self._session(person, proof)
        finally:
            if theirs.since == math.inf:
                theirs.since = before
        if theirs.person != person:  # they left meanwhile
            return session, None
        theirs.enter(person, theirs.roles, session, self._now())
        return session, theirs

    async def _submit(self, visit: Visit, act: Act, signers: Sequence[Signer]) -> Receipt:
        try:
            answer = await self._asked(self._acts, Submit(act), signers)
        except Refused as error:
            if error.code in ENDED:
                await self._ended(visit, signers)
            raise
        return from_plain(Receipt, answer["receipt"])

    async def _ended(self, visit: Visit, signers: Sequence[Signer]) -> None:
        """A session is none any more. Of two, the door does not say which: it says who is there."""
        if len(signers) > 1:
            await self.look(visit)
        elif signers == self._signers(visit):  # and nobody has signed in here meanwhile
            self._end(visit)

    def _signers(self, visit: Visit) -> tuple[Signer, ...]:
        return () if visit.signer is None else (visit.signer,)

    async def direct(self, visit: Visit, order: str, name: str) -> Plain:
        """Have the stage of a simulated table do something."""
        signers = self._signers(visit)
        by = visit.person if signers else ""
        return (await self._asked(self._asides, Direct(order, name, by), signers))["stage"]

    async def _asked(
        self, line: DoorLine, request: Request, signers: Sequence[Signer] = ()
    ) -> dict[str, Plain]:
        try:
            return await line.ask(request, signers)
        except Answered as error:
            raise refused(error) from error
        except Away as error:
            raise away(error) from error


def _act(named: Mapping[str, Plain]) -> Act:
    try:
        return from_plain(Act, named)
    except (WordError, RecursionError) as error:
        raise Refused(400, "bad_act", f"this is no act: {error}") from error


def told(receipt: Receipt, seen: Seen) -> dict[str, Any]:
    """What came of an act, in words: refused and why, ruled and what follows, and what is next."""
    prompt = seen.view["prompt"]
    rulings = [texts.told_texts(ruled_view(each)) for each in receipt.rulings]
    return {
        "accepted": receipt.accepted,
        "seq": receipt.seq,
        "refusal": _refusal(receipt, seen.people),
        "rulings": [{"happened": happened, "follows": follows} for happened, follows in rulings],
        "next": texts.prompt_text(prompt) if prompt else "",
    }


def _refusal(receipt: Receipt, people: People) -> dict[str, Any] | None:
    if receipt.accepted:
        return None
    refusal = receipt.refusal
    if refusal is None:
        text = texts.stopped_text(receipt.seq)
        return {"code": "stopped", "text": text, "basis": "", "who": []}
    return {
        "code": refusal.code,
        "text": texts.refused_because(refusal),
        "basis": cited(refusal.basis),
        "who": people_as(refusal.needs, people),
    }
