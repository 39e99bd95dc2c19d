"""The addresses of the console and what answers there. Nothing is decided here: a request has been
looked over before it comes (`guarding`), and what it asks goes to the door (`desk`, `watching`).
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from tablectl.console.desk import Desk
from tablectl.console.guarding import Caller, Guard, Refused
from tablectl.console.hosts import Hosts
from tablectl.console.pages import Pages
from tablectl.console.rates import Rates
from tablectl.console.records import MayNot
from tablectl.console.streaming import Events
from tablectl.console.visits import MOST_STREAMS, Visit, Visits
from tablectl.console.watching import Draw, Watching
from tablectl.doorclient import Seen
from tablectl.texts.console import WORDS
from tablectl.words.bases import Role

MOST_STREAMS_IN_ALL = 256

MoreRoutes = Callable[[MayNot], Sequence[BaseRoute]]
"""Routes that a visit of an auditor may use; they are given what refuses any other."""


class Console:
    """One console: the door that it is a client of, its visits, and who is told what."""

    def __init__(self, door: Path, hosts: Hosts, draw: Draw, pages: Pages | None = None) -> None:
        self._now = time.monotonic
        self._hosts = hosts
        secure = hosts.scheme == "https"
        # Cookies know no ports: two consoles on one machine must not take each other's.
        self.cookie = f"{'__Host-' if secure else ''}tablectl-{hosts.port}"
        self._secure = secure
        self.visits = Visits(self._now)
        self._rates = Rates(self._now)
        self.watching = Watching(door, draw, self._now)
        self._desk = Desk(door, self.visits, self._now, self.watching.tell)
        self._pages = pages or Pages()
        self._streams = 0
        self._ending = False

    def app(self, more: MoreRoutes | None = None) -> Starlette:
        guard = (self._hosts, self.visits, self._rates, self.cookie)
        return Starlette(
            routes=[*self._routes(), *(more(self._refused) if more else ())],
            middleware=[Middleware(Guard, *guard)],
            exception_handlers={Refused: _refused, HTTPException: _no_route, 500: _failed},
            lifespan=self._lifespan,
        )

    def end(self) -> None:
        """Let every stream of events end, so that the server can."""
        self._ending = True
        self.watching.tell()

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        yield
        self._desk.close()

    def _routes(self) -> list[BaseRoute]:
        return [
            Route("/", self._pages.page),
            Route("/static/{path:path}", self._pages.part),
            Route("/api/visit", self._visit),
            Route("/api/words", self._words),
            Route("/api/sign-in", self._sign_in, methods=["POST"]),
            Route("/api/sign-out", self._sign_out, methods=["POST"]),
            Route("/api/events", self._events),
            Route("/api/acts", self._act, methods=["POST"]),
            Route("/api/frames/{device}", self._frames),
            Route("/api/stage", self._stage, methods=["POST"]),
        ]

    # ------------------------------------------------------------ visits

    async def _visit(self, request: Request) -> Response:
        caller = _caller(request)
        seen = await self._desk.look(caller.visit)
        if caller.visit is not None:
            return self._told(seen, caller.visit, caller.cookie)
        visit, cookie = self.visits.begin()
        return self._with_cookie(self._told(seen, visit, cookie), cookie)

    async def _sign_in(self, request: Request) -> Response:
        visit, said = _visit_of(request), _said(request, "person", optional=("proof", "new"))
        await self._desk.sign_in(visit, said["person"], said["proof"], said["new"])
        cookie = self.visits.renew(visit)
        seen = await self._desk.look(visit)
        return self._with_cookie(self._told(seen, visit, cookie), cookie)

    async def _sign_out(self, request: Request) -> Response:
        visit = _visit_of(request)
        _said(request)
        await self._desk.sign_out(visit)
        return self._told(await self._desk.look(visit), visit, _caller(request).cookie)

    async def _words(self, _: Request) -> Response:
        """The words of the page, for one that no table answers yet."""
        return JSONResponse({"words": dict(WORDS)})

    def _told(self, seen: Seen, visit: Visit, cookie: str) -> Response:
        me = {"name": visit.person, "roles": list(visit.roles)} if visit.person else None
        people = [{"name": name, "roles": list(roles)} for name, roles in seen.people.items()]
        return JSONResponse(
            {
                "table": seen.view["table"],
                "sign_in": seen.view["sign_in"],
                "simulated": seen.view["simulated"],
                "people": people,
                "me": me,
                "token": self.visits.token(cookie),
                "words": dict(WORDS),
            }
        )

    def _with_cookie(self, response: Response, cookie: str) -> Response:
        response.set_cookie(
            self.cookie, cookie, httponly=True, samesite="strict", secure=self._secure, path="/"
        )
        return response

    async def _refused(self, request: Request) -> Response | None:
        """What a request is answered that is not an auditor's; None where it is."""
        try:
            await self._desk.check_now(_caller(request).visit, Role.AUDITOR)
        except Refused as error:
            return error.response()
        return None

    # ------------------------------------------------------------ the table

    async def _events(self, request: Request) -> Response:
        visit = _caller(request).visit
        role = _role(request.query_params.getlist("role"))
        self._desk.check(visit, role)
        if visit is None or visit.streams >= MOST_STREAMS or self._streams >= MOST_STREAMS_IN_ALL:
            raise Refused(429, "too_many", "too many pages are open", "close some of them", wait=10)
        last = request.headers.get("last-event-id", "")
        return Events(self.watching, visit, role, last, lambda: self._ending, self._count)

    def _count(self, by: int) -> None:
        self._streams += by

    async def _act(self, request: Request) -> Response:
        visit, said = _visit_of(request), request.scope["said"]
        match said:
            case {"deed": dict(deed), "key": str(key), **rest} if not {*rest} - {"second"}:
                second = _second(rest.get("second"))
                return JSONResponse(await self._desk.act(visit, deed, key, second))
            case _:
                raise _misshapen("deed, key, and second where two people do it")

    async def _frames(self, request: Request) -> Response:
        await self._desk.check_now(_caller(request).visit, Role.TECHNICIAN)
        frames = await self._desk.frames(request.path_params["device"])
        return JSONResponse({"frames": frames})

    async def _stage(self, request: Request) -> Response:
        visit, said = _visit_of(request), _said(request, "order", optional=("name",))
        return JSONResponse({"stage": await self._desk.direct(visit, said["order"], said["name"])})


# ---------------------------------------------------------------- what was asked


def _caller(request: Request) -> Caller:
    caller = request.scope["caller"]
    if not isinstance(caller, Caller):
        raise TypeError("a request that no guard has seen")
    return caller


def _visit_of(request: Request) -> Visit:
    visit = _caller(request).visit
    if visit is None:
        raise Refused(403, "no_visit", "the cookie of the visit is missing", "load the page")
    return visit


def _said(request: Request, *names: str, optional: Sequence[str] = ()) -> dict[str, str]:
    """The texts that a body has; those that may be left out are empty then."""
    said: Mapping[str, Any] = {**dict.fromkeys(optional, ""), **request.scope["said"]}
    texts = {name: value for name, value in said.items() if isinstance(value, str)}
    if {*said} != {*names, *optional} or len(texts) < len(said):
        raise _misshapen(", ".join((*names, *optional)) or "an empty object")
    return texts


def _second(said: Any) -> tuple[str, str] | None:
    match said:
        case None:
            return None
        case {"person": str(person), "proof": str(proof), **rest} if not rest and person:
            return person, proof
        case {"person": str(person), **rest} if not rest and person:
            return person, ""
        case _:
            raise _misshapen("second has person and proof")


def _misshapen(hint: str) -> Refused:
    # What is in the fields is not told: one may be a PIN.
    return Refused(400, "bad_request", "the fields of this request are not as they must be", hint)


def _role(given: Sequence[str]) -> Role:
    try:
        (name,) = given
        return Role(name)
    except ValueError as error:
        hint = f"one of {', '.join(role.value for role in Role)}"
        raise Refused(400, "bad_request", "this is no role", hint) from error


# ---------------------------------------------------------------- what is refused


async def _refused(_: Request, error: Exception) -> Response:
    if not isinstance(error, Refused):
        raise error
    return error.response()


async def _no_route(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    if error.status_code == 405:
        allowed = dict(error.headers or {})
        hint = f"it takes {allowed.get('Allow', 'another')}"
        answer = Refused(405, "no_such_method", f"{request.method} is not for this", hint)
        response = answer.response(ends=True)
        response.headers.update(allowed)
        return response
    return Refused(error.status_code, "not_found", "there is nothing at this address").response()


async def _failed(_: Request, __: Exception) -> Response:
    problem = "the console failed on this request; the controller goes on"
    return Refused(500, "internal", problem, "see the log of the console").response(ends=True)
