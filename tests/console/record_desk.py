"""The auditor's routes on a real server, for the tests that ask them over the wire."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from tablectl.console.records import Records, routes

HOST = "127.0.0.1"
PATIENCE_S = 120.0
AUDITOR = {"X-Person": "a1"}


async def may_not(request: Request) -> Response | None:
    """Who says so is an auditor; the console's own sign-in is tested with the console."""
    if request.headers.get("X-Person") == "a1":
        return None
    told = {"code": "not_yours", "problem": "the record is for auditors", "hint": ""}
    return JSONResponse({"error": told}, 403)


@dataclass(frozen=True)
class Answer:
    status: int
    text: str

    @property
    def plain(self) -> Any:
        return json.loads(self.text)

    @property
    def error(self) -> str:
        return str(self.plain["error"]["code"])


@dataclass(frozen=True)
class Desk:
    """A server that answers auditors."""

    port: int
    records: Records

    def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return self._asked("GET", path, None, AUDITOR if headers is None else headers)

    def post(self, path: str, body: str = "{}") -> Answer:
        return self._asked("POST", path, body, AUDITOR)

    def whole(self, path: str) -> Any:
        """The answer to a question that a long record makes wait."""
        while (answer := self.get(path)).status == 503 and answer.error == "still_reading":
            pass
        assert answer.status == 200, answer.text
        return answer.plain

    def verified(self) -> Any:
        """What the verification that is under way comes to."""
        while (now := self.get("verify").plain)["state"] == "running":
            sleep(0.02)
        return now

    def _asked(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        with closing(http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE_S)) as line:
            line.request(method, f"/api/record/{path}", body, headers)
            answer = line.getresponse()
            return Answer(answer.status, answer.read().decode())


@contextmanager
def desk(journal: Path | None, more: list[BaseRoute] | None = None) -> Iterator[Desk]:
    """The routes on a port of their own, gone at the end."""
    records = Records(journal)
    app = Starlette(routes=[*routes(records, may_not), *(more or [])])
    config = uvicorn.Config(app, host=HOST, port=0, log_level="warning", lifespan="off")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield Desk(port, records)
    finally:
        records.close()
        server.should_exit = True
        thread.join(PATIENCE_S)
