"""What a request must be before anybody looks at it: host, origin, rate, token, type, size.

Everything comes through here first (`Guard`, around the whole application), and what is refused is
refused in one form: {"error":{"code","problem","hint"}}. A body is read here, to its end or to the
limit, so that nothing behind this can be made to wait or to fill up. It must not know what is asked
for.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablectl.console.hosts import Hosts
from tablectl.console.rates import Rate, Rates
from tablectl.console.visits import Visit, Visits

MAX_HEAD = 32 * 1024
"""Of a request: its address and its headers. The server cuts off what is longer and has no end; one
that came whole is measured here."""
MAX_BODY = 16 * 1024
BODY_PATIENCE = 10.0
"""Seconds that the body of a request may take to come."""
PAGE_HEADER = "x-tablectl"
"""Where the page puts its token."""
OF_A_VISIT = Rate(burst=100, second=20)
OF_A_STRANGER = Rate(burst=60, second=10)
"""For an address, all together, that come without a cookie we know."""
OF_PARTS = Rate(burst=4000, second=500)
"""For an address: the page and its parts, of which a page has many."""
SIGN_INS = Rate(burst=6, second=0.5)
"""For a visit and for an address each; the door counts wrong proofs besides."""

HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


class Refused(Exception):
    """A request that is answered with an error, and with which."""

    def __init__(self, status: int, code: str, problem: str, hint: str = "", wait: int = 0) -> None:
        super().__init__(problem)
        self.status = status
        self.code = code
        self.problem = problem
        self.hint = hint
        self.wait = wait
        """Seconds until it may be asked again, where that is known."""

    def response(self, *, ends: bool = False) -> JSONResponse:
        """The answer; it `ends` the connection where some of the request was not read."""
        error = {"code": self.code, "problem": self.problem, "hint": self.hint}
        headers = {"retry-after": str(self.wait)} if self.wait else {}
        if ends:
            headers["connection"] = "close"
        return JSONResponse({"error": error}, self.status, headers)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, as far as the request itself shows it."""

    address: str
    cookie: str
    visit: Visit | None


class Guard:
    def __init__(
        self, app: ASGIApp, hosts: Hosts, visits: Visits, rates: Rates, cookie: str
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._visits = visits
        self._rates = rates
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send, scope["path"])
        try:
            caller = self._caller(scope)
            self._check(scope, caller)
            if scope["method"] == "POST":
                body = await _body(Headers(scope=scope), receive)
                scope["said"] = strict_object(body)
                receive = _again(body, receive)
        except Refused as refused:
            await refused.response(ends=True)(scope, receive, send)
            return
        scope["caller"] = caller
        await self._app(scope, receive, send)

    def _caller(self, scope: Scope) -> Caller:
        client = scope.get("client")
        address = client[0] if client else ""
        # As browsers write them: other programs of this machine have cookies here too, and one of
        # theirs that no standard knows must not hide ours.
        cookie = cookie_parser(Headers(scope=scope).get("cookie", "")).get(self._cookie, "")
        return Caller(address, cookie, self._visits.find(cookie) if cookie else None)

    def _check(self, scope: Scope, caller: Caller) -> None:
        """Refused unless it is a request that the page itself could have made."""
        _check_head(scope)
        headers, path = Headers(scope=scope), scope["path"]
        self._check_host(headers)
        self._check_rate(scope["method"], path, caller)
        if path.startswith("/api/"):
            self._check_origin(headers, must=scope["method"] not in ("GET", "HEAD"))
        if scope["method"] == "POST":
            self._check_token(headers, caller)
            _check_type(headers)
        elif "transfer-encoding" in headers or headers.get("content-length", "0") != "0":
            raise Refused(400, "bad_request", "only a POST has a body", "leave it out")

    def _check_host(self, headers: Headers) -> None:
        named = headers.getlist("host")
        if len(named) != 1 or not self._hosts.includes(named[0]):
            raise Refused(
                421,
                "other_host",
                "this console does not go by the name that was asked for",
                f"ask for {self._hosts.url}",
            )

    def _check_rate(self, method: str, path: str, caller: Caller) -> None:
        if not path.startswith("/api/"):
            wait = self._rates.takes(("parts", caller.address), OF_PARTS)
        elif caller.visit is not None:
            wait = self._rates.takes(("visit", caller.visit), OF_A_VISIT)
        else:
            wait = self._rates.takes(("address", caller.address), OF_A_STRANGER)
        if not wait and method == "POST" and path == "/api/sign-in":
            wait = self._rates.takes(("sign-in", caller.visit or caller.address), SIGN_INS)
        if wait:
            raise Refused(
                429, "too_many", "too many requests", f"wait {wait} seconds and try again", wait
            )

    def _check_origin(self, headers: Headers, *, must: bool) -> None:
        """Browsers say where a request comes from, and no page can make them say otherwise."""
        origins, sites = headers.getlist("origin"), headers.getlist("sec-fetch-site")
        fits = all(self._hosts.is_origin(each, headers["host"]) for each in origins)
        near = all(each == "same-origin" or (each == "none" and not must) for each in sites)
        if not fits or not near or (must and not origins and not sites):
            raise Refused(
                403, "other_origin", "the request does not come from the page of this console"
            )

    def _check_token(self, headers: Headers, caller: Caller) -> None:
        given = headers.get(PAGE_HEADER, "")
        if caller.visit is None:
            raise Refused(
                403, "no_visit", "the cookie of the visit is missing or has ended", "load the page"
            )
        if not self._visits.token_fits(caller.cookie, given):
            raise Refused(
                403, "no_token", "the token of the visit is missing or wrong", "load the page"
            )


# ---------------------------------------------------------------- the parts of a request


def _check_head(scope: Scope) -> None:
    address = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    if address + sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEAD:
        raise Refused(431, "too_long", f"the head is longer than {MAX_HEAD} bytes")


def _check_type(headers: Headers) -> None:
    kind, _, rest = headers.get("content-type", "").partition(";")
    charset = rest.strip().lower().replace('"', "")
    if kind.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        raise Refused(
            415,
            "other_type",
            "the body is not said to be JSON",
            "Content-Type: application/json",
        )
    if headers.get("content-encoding"):
        raise Refused(415, "other_type", "the body is encoded", "send it as it is")


async def _body(headers: Headers, receive: Receive) -> bytes:
    """The whole body; Refused as soon as it is too long, or takes too long."""
    declared = headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:9]) > MAX_BODY:
        raise _too_long()
    read = bytearray()
    try:
        async with asyncio.timeout(BODY_PATIENCE):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Refused(400, "half_request", "the request ended in its midst")
                read += message.get("body", b"")
                if len(read) > MAX_BODY:
                    raise _too_long()
                if not message.get("more_body", False):
                    return bytes(read)
    except TimeoutError as error:
        raise Refused(
            408, "slow", f"the body did not come within {BODY_PATIENCE:g} seconds"
        ) from error


def _too_long() -> Refused:
    return Refused(413, "too_long", f"the body is longer than {MAX_BODY} bytes")


def strict_object(body: bytes) -> dict[str, Any]:
    """The JSON object that a body is: no name twice, no number that JSON does not have."""
    try:
        said = json.loads(
            body.decode(),
            object_pairs_hook=_once_each,
            parse_constant=_no_number,
            parse_float=_no_number,
        )
        json.dumps(said, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:  # UnicodeError is a ValueError
        told = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise Refused(400, "not_json", f"not JSON: {told}", "one JSON object") from error
    if not isinstance(said, dict):
        raise Refused(400, "not_json", "the body is no JSON object", "one JSON object")
    return said


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return made


def _no_number(text: str) -> Any:
    raise ValueError(f"{text[:20]} is no number here")


def _again(body: bytes, receive: Receive) -> Receive:
    """What was read, for whoever reads the request once more."""
    told = False

    async def receiving() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving


def _with_headers(send: Send, path: str) -> Send:
    kept = "no-store" if path.startswith("/api/") else "no-cache"
    fixed = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            headers = [each for each in headers if each[0] != b"cache-control"]
            message["headers"] = [*headers, *fixed, (b"cache-control", kept.encode())]
        await send(message)

    return sending
