"""A console served for a test, by uvicorn on the loopback address, and a page as HTTP has it."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablectl.console.addresses import Address, listening, of_socket
from tablectl.console.app import Console
from tablectl.console.hosts import hosts
from tablectl.console.records import Records, routes
from tablectl.console.screen import screen
from tablectl.console.serving import server
from tablectl.console.watching import Draw

PATIENCE_S = 30
"""Far longer than anything takes; only a test that fails waits so long."""


@dataclass(frozen=True)
class Served:
    """Where a console is, and the console itself for a look from inside."""

    port: int
    console: Console

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def console_for(door: Path, draw: Draw = screen) -> Iterator[Served]:
    """Serve until the block ends."""
    listener = listening(Address("127.0.0.1", 0))
    port = of_socket(listener).port
    console = Console(door, hosts("127.0.0.1", port), draw)
    shelf = Records(None)
    serving = server(console.app(lambda may_not: routes(shelf, may_not)), console.end)
    thread = threading.Thread(target=lambda: asyncio.run(serving.serve([listener])))
    thread.start()
    try:
        yield Served(port, console)
    finally:
        serving.stop()
        thread.join()


@dataclass
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of the error; every error has all three of its words."""
        error = self.said["error"]
        assert {*error} == {"code", "problem", "hint"}
        assert error["problem"]
        return str(error["code"])


@dataclass
class Page:
    """A browser's page, as far as requests go: its cookie, its token, and where it came from."""

    at: Served
    cookie: str = ""
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def ask(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str | None],
        body: bytes | None = None,
    ) -> Answer:
        """One request; a header that is None is left out."""
        given = {"cookie": self.cookie or None, **self.headers, **headers}
        named = {name.replace("_", "-"): value for name, value in given.items() if value}
        line = http.client.HTTPConnection("127.0.0.1", self.at.port, timeout=PATIENCE_S)
        try:
            line.request(method, path, body, named)
            got = line.getresponse()
            answer = Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        finally:
            line.close()
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer

    def get(self, path: str, **headers: str | None) -> Answer:
        return self.ask("GET", path, headers)

    def post(self, path: str, said: Any, **headers: str | None) -> Answer:
        """As the page itself does it."""
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        usual = {
            "content_type": "application/json",
            "origin": self.at.origin,
            "x_tablectl": self.token,
        }
        answer = self.ask("POST", path, {**usual, **headers}, body)
        if answer.status == 200 and "token" in answer.said:
            self.token = answer.said["token"]
        return answer

    def visit(self) -> Any:
        answer = self.get("/api/visit")
        assert answer.status == 200, answer
        self.token = answer.said["token"]
        return answer.said

    def sign_in(self, person: str, proof: str = "", new: str = "") -> Answer:
        proved = {"proof": proof, "new": new} if proof else {}
        return self.post("/api/sign-in", {"person": person, **proved})

    def act(
        self, key: str, deed: Mapping[str, Any], second: Mapping[str, str] | None = None
    ) -> Answer:
        two = {} if second is None else {"second": second}
        return self.post("/api/acts", {"deed": deed, "key": key, **two})


def page_of(served: Served, person: str = "", proof: str = "") -> Page:
    """A page that has been loaded, with somebody signed in if one is named."""
    page = Page(served)
    page.visit()
    if person:
        answer = page.sign_in(person, proof)
        assert answer.status == 200, answer
    return page


class Stream:
    """A page's events, read one by one."""

    def __init__(
        self, page: Page, role: str = "dealer", last: str = "", *, narrow: bool = False
    ) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", page.at.port, timeout=PATIENCE_S)
        if narrow:
            self._line.sock = _narrow(page.at.port)
        headers = {"cookie": page.cookie, **({"last-event-id": last} if last else {})}
        self._line.request("GET", f"/api/events?role={role}", headers=headers)
        self._answer = self._line.getresponse()
        self.status = self._answer.status

    def lines(self) -> Iterator[str]:
        while line := self._answer.readline():
            yield line.decode().rstrip("\n")

    def event(self) -> dict[str, str]:
        """The next event or comment, by the names of its fields; nothing at the end."""
        found: dict[str, str] = {}
        for line in self.lines():
            if not line and found:
                return found
            name, _, value = line.partition(":")
            found[name] = value.strip()
        return found

    def until(self, kind: str) -> dict[str, str]:
        while event := self.event():
            if event.get("event") == kind:
                return event
        raise AssertionError(f"the stream ended before {kind}")

    def screen(self) -> Any:
        return json.loads(self.until("screen")["data"])

    def close(self) -> None:
        self._answer.close()
        self._line.close()


def _narrow(port: int) -> socket.socket:
    """A line that holds little of what nobody has read yet."""
    line = socket.socket()
    line.settimeout(PATIENCE_S)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
    line.connect(("127.0.0.1", port))
    return line


@contextmanager
def stream(
    page: Page, role: str = "dealer", last: str = "", *, narrow: bool = False
) -> Iterator[Stream]:
    opened = Stream(page, role, last, narrow=narrow)
    try:
        yield opened
    finally:
        opened.close()


def raw(served: Served, data: bytes) -> bytes:
    """What comes back for bytes that need be no request, until the console closes the line."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE_S) as line:
        line.sendall(data)
        got = b""
        while piece := line.recv(65_536):
            got += piece
    return got
