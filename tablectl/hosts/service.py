"""The service host: a table in real time, with its door on a Unix socket.

One event loop, one thread. The kernel is cycled inline: whoever posts an input waits for its
commit. What else goes on at the table (simulated people, for one) is a part: it is stepped, says
how long it wants to wait, and is stepped again.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Protocol

from tablectl.hosts.clock import TableClock
from tablectl.hosts.host import Call, Host
from tablectl.hosts.service_door import DoorServer
from tablectl.journal.records import Journal, JournalError
from tablectl.kernel import RulesFor
from tablectl.sealing import Sealer
from tablectl.words.inputs import ClockStepped, Input
from tablectl.words.settings import Settings

RETRY = 1.0
"""Seconds until an input that could not be made durable is tried again."""
CLOCK_WATCH = 1.0
FAR = 3_600.0
"""No timer of the loop is set further than this many seconds ahead."""


class Part(Protocol):
    """Something that goes on at the table by itself."""

    def step(self) -> float | None:
        """Do one thing; the seconds until the next, or None when there is nothing more to do."""


class ServiceHost(Host):
    def __init__(
        self,
        journal: Journal,
        rules_for: RulesFor,
        sealer: Sealer,
        clock: TableClock | None = None,
    ) -> None:
        super().__init__(journal, rules_for, sealer)
        self.trouble: Callable[[Exception], None] = _ignore
        """Told of what went wrong and is tried again."""
        self._clock = clock or TableClock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: asyncio.Future[None] | None = None
        self._retrying = False

    # ------------------------------------------------------------ running

    def run(
        self,
        settings: Settings,
        parts: Sequence[Part] = (),
        socket: Path | None = None,
        ready: Call | None = None,
    ) -> None:
        """Serve, for a program that has nothing else to do: signals end it in good order."""
        asyncio.run(self.serve(settings, parts, socket, signals=True, ready=ready))

    async def serve(
        self,
        settings: Settings,
        parts: Sequence[Part] = (),
        socket: Path | None = None,
        *,
        signals: bool = False,
        ready: Call | None = None,
    ) -> None:
        """Run the table until it is stopped or a part has nothing more to do."""
        loop = self._loop = asyncio.get_running_loop()
        end = self._end = loop.create_future()
        if signals:
            for name in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(name, self.stop)
        server = None if socket is None else DoorServer(self.door, self.kernel, socket, self.fail)
        tasks: list[asyncio.Task[None]] = []
        try:
            if server is not None:
                server.bind()
            self.start(settings)
            if server is not None:
                await server.listen()
            if ready is not None:
                ready()
            work: list[Coroutine[None, None, None]] = [self._play(part) for part in parts]
            tasks = [loop.create_task(each) for each in (*work, self._watch_clock())]
            await end
        finally:
            await _cancelled(tasks)
            if server is not None:
                await server.close()

    def stop(self) -> None:
        """End the service in good order."""
        if self._end is not None and not self._end.done():
            self._end.set_result(None)

    def fail(self, error: BaseException) -> None:
        """End the service because of something nobody expected."""
        if self._end is not None and not self._end.done():
            self._end.set_exception(error)

    async def _play(self, part: Part) -> None:
        delay: float | None = 0.0
        while delay is not None:
            await asyncio.sleep(delay)
            try:
                delay = part.step()
            except JournalError as error:
                self.trouble(error)
                delay = RETRY
            except Exception as error:  # a bug: it ends the service and is told at the end of it
                self.fail(error)
                return
        self.stop()

    # ------------------------------------------------------------ time

    def clock(self) -> int:
        return self._clock.now()

    def call_at(self, time: int, call: Call) -> None:
        if self._loop is None:
            raise RuntimeError("a timer was set before the service ran")
        ahead = max(0.0, (time - self.clock()) / 1_000_000)
        self._loop.call_later(min(ahead, FAR), self._fire, time, call)

    def _fire(self, time: int, call: Call) -> None:
        if self.clock() < time:
            self.call_at(time, call)
            return
        try:
            call()
        except Exception as error:  # the loop would only log it
            self.fail(error)

    async def _watch_clock(self) -> None:
        try:
            while True:
                if by := self._clock.step():
                    self.post(ClockStepped(by))
                await asyncio.sleep(CLOCK_WATCH)
        except Exception as error:  # nobody awaits this task
            self.fail(error)

    # ------------------------------------------------------------ inputs that nobody waits for

    def post(self, input_: Input) -> None:
        """Take an input. If it cannot be made durable now it stays in the inbox and is retried.

        An act is not posted here but submitted at the door, where its person is told instead.
        """
        self.kernel.post(input_)
        self._pump_or_retry()

    def pump(self) -> None:
        """As every host does; what is left in the inbox by a full disk is tried again later."""
        try:
            super().pump()
        except JournalError:
            if self._loop is not None and not self._retrying:
                self._retrying = True
                self._loop.call_later(RETRY, self._retry)
            raise

    def _pump_or_retry(self) -> None:
        try:
            self.pump()
        except JournalError as error:
            self.trouble(error)

    def _retry(self) -> None:
        self._retrying = False
        try:
            self._pump_or_retry()
        except Exception as error:  # the loop would only log it
            self.fail(error)


def _ignore(_: Exception) -> None:
    pass


async def _cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
