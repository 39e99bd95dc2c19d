"""Server-sent events for one page: what time it is, the newest screen, that the controller is lost,
that it is over.

The number of an event is the mark of what it shows. Every event holds a whole screen, so nothing
has to be kept for a page that was away. A page that does not read is waited for here, for a while,
and by nobody else. It must not know what a screen is made of.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tablectl import texts
from tablectl.console.visits import Visit
from tablectl.console.watching import Watcher, Watching
from tablectl.words.bases import Role

HEARTBEAT = 10.0
"""Seconds of silence after which a sign of life is sent: what time it is."""
PATIENCE = 60.0
"""Seconds that a page may leave unread what was sent to it."""
RETRY = 1000
"""Milliseconds after which the browser comes again by itself."""

SIGNED_OUT = "event: signed_out\ndata: {}\n\n"


class Events(Response):
    """The answer that does not end, until the page goes, is signed out, or the console ends."""

    def __init__(
        self,
        watching: Watching,
        visit: Visit,
        role: Role,
        last: str,
        ending: Callable[[], bool],
        count: Callable[[int], None],
    ) -> None:
        super().__init__(media_type="text/event-stream")
        self._watching = watching
        self._visit = visit
        self._person = visit.person
        self._role = role
        self._sent = last
        """The mark of what the page shows, or nothing where it shows that all is lost."""
        self._lost = False
        self._ending = ending
        self._count = count

    async def __call__(self, _: Scope, receive: Receive, send: Send) -> None:
        headers = [each for each in self.raw_headers if each[0] != b"content-length"]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        self._counted(1)
        telling = asyncio.ensure_future(self._tell(send))
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._counted(-1)
            for task in (telling, leaving):
                task.cancel()
            # A page that has not read for too long is no error of ours: its connection ends.
            with suppress(TimeoutError, asyncio.CancelledError):
                await telling

    def _counted(self, by: int) -> None:
        self._visit.streams += by
        self._count(by)

    async def _tell(self, send: Send) -> None:
        await _written(send, f"retry: {RETRY}\n\n{_time()}")
        with self._watching.looking(self._role) as watcher:
            while not self._ending():
                news = watcher.news()
                event = self._next(watcher)
                if event:
                    await _written(send, event)
                if event == SIGNED_OUT:
                    break
                if event:
                    continue  # what was new meanwhile is seen at once
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await news.wait()
                except TimeoutError:
                    await _written(send, _time())
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _next(self, watcher: Watcher) -> str:
        """What the page has not been told yet, or nothing."""
        visit, shown = self._visit, watcher.latest
        if shown is not None and not watcher.lost and shown.misses(visit.person, visit.since):
            visit.leave()
        if visit.person != self._person:
            return SIGNED_OUT
        if watcher.lost:
            return self._told_lost()
        if shown is None or (shown.mark == self._sent and not self._lost):
            return ""
        self._sent, self._lost = shown.mark, False
        return f"id: {shown.mark}\nevent: screen\ndata: {shown.screen}\n\n"

    def _told_lost(self) -> str:
        if self._lost:
            return ""
        self._lost = True
        data = json.dumps({"text": texts.lost_text()}, ensure_ascii=False)
        return f"event: lost\ndata: {data}\n\n"


def _time() -> str:
    """What time it is here: a page counts down by it, whatever its own clock says, and however
    long ago the screen was drawn that it is sent."""
    return f"event: time\ndata: {json.dumps({'now': time.time_ns() // 1_000})}\n\n"


async def _written(send: Send, event: str) -> None:
    """Sent, or TimeoutError where the page has not read for too long."""
    async with asyncio.timeout(PATIENCE):
        await send({"type": "http.response.body", "body": event.encode(), "more_body": True})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
