"""`python -m benchmarks.pages URL`: open pages of a console, as far as its server knows.

A line of its input, `PAGES MUTE`, opens so many pages that read their events as fast as they come,
and so many that never read theirs, and closes those that were open. When everybody has a screen it
tells how many screens each of the earlier readers was sent since all of them had one. They have one
visit, as the tabs of one browser have.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
import sys
from dataclasses import dataclass
from urllib.parse import urlsplit

from benchmarks.besiegers import GIVES_WAY

PERSON = ROLE = "dealer"
SCREEN = b"event: screen"
CHUNK = 65_536
NARROW = 4_096
"""Bytes that a page that never reads lets wait on its side."""
PATIENCE = 60.0


@dataclass(frozen=True)
class Visit:
    """Somebody who has sat down at a console."""

    host: str
    port: int
    cookie: str

    def events(self) -> bytes:
        """The request for the events."""
        lines = (
            f"GET /api/events?role={ROLE} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"Cookie: {self.cookie}",
        )
        return "\r\n".join((*lines, "", "")).encode()


def sat_down(url: str) -> Visit:
    """Sign in as a page does."""
    split = urlsplit(url)
    host, port = str(split.hostname), int(split.port or 0)
    line = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    line.request("GET", "/api/visit")
    cookie, said = _answer(line)
    headers = {
        "Content-Type": "application/json",
        "Origin": f"http://{host}:{port}",
        "X-Tablectl": str(said["token"]),
        "Cookie": cookie,
    }
    line.request("POST", "/api/sign-in", json.dumps({"person": PERSON}), headers)
    cookie, _ = _answer(line)
    line.close()
    return Visit(host, port, cookie)


def _answer(line: http.client.HTTPConnection) -> tuple[str, dict[str, object]]:
    answer = line.getresponse()
    said = json.loads(answer.read())
    if answer.status != http.client.OK:
        raise RuntimeError(f"the console refused a page: {said}")
    return str(answer.headers["set-cookie"]).partition(";")[0], said


class Reader:
    """A page that reads, and counts."""

    def __init__(self) -> None:
        self.screens = 0
        self.first = asyncio.Event()

    async def read(self, visit: Visit) -> None:
        reader, writer = await asyncio.open_connection(visit.host, visit.port)
        writer.write(visit.events())
        rest = b""
        try:
            while data := await reader.read(CHUNK):
                heard = rest + data
                self.screens += heard.count(SCREEN)
                rest = heard[1 - len(SCREEN) :]
                if self.screens:
                    self.first.set()
        finally:
            writer.close()
        raise RuntimeError("the console ended the stream of a page that reads")


def mute(visit: Visit) -> socket.socket:
    """A page that asks for its events and never reads them."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
    line.connect((visit.host, visit.port))
    line.sendall(visit.events())
    return line


class Screens:
    """The pages that are open now."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._readers: list[Reader] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._mutes: list[socket.socket] = []
        self._before: list[int] = []

    async def change(self, pages: int, mutes: int) -> list[int]:
        """Have so many; what each of the earlier ones was sent."""
        sent = [now.screens - had for now, had in zip(self._readers, self._before, strict=True)]
        for task in self._tasks:
            if task.done():
                task.result()  # one that was cut off says so
            task.cancel()
        for line in self._mutes:
            line.close()
        self._mutes = [mute(self._visit) for _ in range(mutes)]
        self._readers = [Reader() for _ in range(pages)]
        self._tasks = [asyncio.create_task(each.read(self._visit)) for each in self._readers]
        async with asyncio.timeout(PATIENCE):
            for each in self._readers:
                await each.first.wait()
        self._before = [each.screens for each in self._readers]
        return sent


async def look(url: str) -> None:
    """Until the input ends."""
    screens = Screens(sat_down(url))
    while line := await asyncio.to_thread(sys.stdin.readline):
        pages, mutes = map(int, line.split())
        print(json.dumps(await screens.change(pages, mutes)), flush=True)


def main() -> None:
    os.nice(GIVES_WAY)
    asyncio.run(look(sys.argv[1]))


if __name__ == "__main__":
    main()
