"""Group commit: how a served table's inputs become durable without holding up its loop.

At most one batch is on its way to the disk; what is posted meanwhile forms the next one. Effects
are released and acts answered in the loop's thread, after the commit. Everything here runs in that
thread; the disk is waited for in the writer's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from tablectl.door import check_key
from tablectl.hosts.service_writer import Writer, Written
from tablectl.journal.records import JournalError
from tablectl.kernel import Batch, Kernel, KeyReused
from tablectl.words.acts import Act
from tablectl.words.effects import Effect
from tablectl.words.errors import TablectlError
from tablectl.words.outcomes import Receipt

RETRY = 1.0
"""Seconds until an input that could not be made durable is tried again."""
HEALTHY = 1_000_000
"""Microseconds for which a commit may be under way, or fail, before the record is behind."""
LEEWAY = 0.01
"""Seconds after that moment at which it is looked whether it has come."""
SLOW = (
    "the disk takes long over the record; nothing more is accepted, and no card is allowed, until "
    "it is written. If it stays so, look after the disk."
)


class Stopping(TablectlError):
    """An act came, or was still waiting, when the table ended."""

    code = "stopping"

    def __init__(self) -> None:
        super().__init__(
            "the table is shutting down; send the act again with the same key when it is back"
        )


@dataclass(frozen=True, slots=True)
class Waiting:
    """An act on its way, and who waits for its receipt: everybody who sent it."""

    act: Act
    answer: asyncio.Future[Receipt]


@dataclass(frozen=True, slots=True)
class Ears:
    """Who is told what."""

    released: Callable[[tuple[Effect, ...]], None]
    """What may leave, after every commit."""
    trouble: Callable[[Exception], None]
    """Something could not be made durable and is tried again."""
    fail: Callable[[BaseException], None]
    """Something nobody expected."""
    changed: Callable[[], None]
    """The table is another, or what keeps its record from being written."""


class Commits:
    """`begin` starts the writer's thread, `close` ends it."""

    def __init__(self, kernel: Kernel, clock: Callable[[], int], ears: Ears) -> None:
        self._kernel = kernel
        self._clock = clock
        self._ears = ears
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writer: Writer | None = None
        self._flight: Batch | None = None
        self._since: int | None = None
        """When the commit began that has not come to a good end yet, with all its retries."""
        self._refused: JournalError | None = None
        """Why the last commit was refused, if it was."""
        self._releasing = False
        self._retry: asyncio.TimerHandle | None = None
        self._overdue: asyncio.TimerHandle | None = None
        self._waiting: dict[str, Waiting] = {}
        self._landing: asyncio.Future[JournalError | None] | None = None

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._writer = Writer(self._kernel.commit, lambda: loop.call_soon_threadsafe(self._land))

    def close(self) -> None:
        """End the thread; who still waits is told to ask again."""
        if self._writer is not None:
            self._writer.stop()
            self._writer = None
        for timer in (self._retry, self._overdue):
            if timer is not None:
                timer.cancel()
        for waiting in self._waiting.values():
            waiting.answer.set_exception(Stopping())
        self._waiting.clear()

    def healthy(self) -> bool:
        return self._since is None or self._clock() - self._since <= HEALTHY

    def trouble(self) -> str:
        """What keeps the record from being written, in a sentence; nothing if nothing does."""
        if self._refused is not None:
            return str(self._refused)
        return "" if self.healthy() else SLOW

    # ------------------------------------------------------------ going

    def kick(self) -> None:
        """Send the inbox on its way, unless a batch is on its way or effects are leaving."""
        if self._flight is not None or self._releasing:
            return
        try:
            self._send()
        except JournalError as error:
            self._failed(error)
        except Exception as error:  # whoever posted the input could do nothing about it
            self._ears.fail(error)

    def finish(self) -> None:
        """Make the inbox durable before this returns, or raise why it is not.

        The batch on its way is waited for, then the rest is sent and waited for. Nothing else
        happens in the loop meanwhile: this is for a program in the same thread that acts at the
        table with plain calls. Whoever can await uses `submit`.
        """
        if self._releasing:
            return
        while self._flight is not None or self._send_or_fail():
            error = self._landed(self._running().wait())
            if error is not None:
                raise error

    def _send_or_fail(self) -> bool:
        try:
            return self._send()
        except JournalError as error:
            self._failed(error)
            raise

    def _send(self) -> bool:
        """Hand the inbox to the writer; False if it is empty."""
        if self._writer is None:
            return False
        self._flight = self._kernel.prepare(self._clock())
        if self._flight is None:
            self._since = None
            return False
        if self._since is None:
            self._since = self._clock()
            self._time_it()
        self._writer.write(self._flight)
        return True

    def _time_it(self) -> None:
        """See to it that somebody is told when the commit has taken too long. One timer does for
        all commits of a second: it is set for the one that is under way when it comes."""
        if self._overdue is None and self._since is not None and self._loop is not None:
            left = (self._since + HEALTHY - self._clock()) / 1_000_000
            self._overdue = self._loop.call_later(max(left, 0.0) + LEEWAY, self._look_at_time)

    def _look_at_time(self) -> None:
        self._overdue = None
        if self.healthy():
            self._time_it()
        else:
            self._ears.changed()

    # ------------------------------------------------------------ coming back

    def _land(self) -> None:
        """The writer has said that it is done, unless `finish` has heard of it already."""
        written = None if self._writer is None else self._writer.take()
        if written is None:
            return
        try:
            if self._landed(written) is None:
                self.kick()
        except Exception as error:  # the loop would only log it
            self._ears.fail(error)

    def _landed(self, written: Written) -> JournalError | None:
        self._flight = None
        landing, self._landing = self._landing, None
        try:
            refused = self._taken(written)
        except Exception as error:
            if landing is not None:
                landing.set_exception(error)
            raise
        if landing is not None:
            landing.set_result(refused)
        return refused

    def _taken(self, written: Written) -> JournalError | None:
        match written.error:
            case None:
                self._settled(written.batch)
                return None
            case JournalError() as refused:
                self._failed(refused)
                return refused
            case error:
                raise error

    def _settled(self, batch: Batch) -> None:
        effects = self._kernel.settle(batch)
        self._since = self._refused = None
        for key, (_, receipt) in batch.answered.items():
            waiting = self._waiting.pop(key, None)
            if waiting is not None:
                waiting.answer.set_result(receipt)
        self._releasing = True
        try:
            self._ears.released(effects)
        finally:
            self._releasing = False
        self._ears.changed()

    def _failed(self, error: JournalError) -> None:
        """People are told and may try again; what nobody waits for is tried again from here."""
        self._refused = error
        self._ears.changed()
        for waiting in self._waiting.values():
            self._kernel.withdraw(waiting.act)
            waiting.answer.set_exception(error)
        self._waiting.clear()
        if not self._kernel.busy:
            self._since = None
            return
        self._ears.trouble(error)
        if self._retry is None and self._loop is not None:
            self._retry = self._loop.call_later(RETRY, self._try_again)

    def _try_again(self) -> None:
        self._retry = None
        self.kick()

    # ------------------------------------------------------------ waiting

    def submit(self, act: Act) -> asyncio.Future[Receipt]:
        """The receipt, once the act is durable; the same for everybody who sends it."""
        check_key(act.key)
        if self._writer is None:
            raise Stopping
        waiting = self._waiting.get(act.key)
        if waiting is not None:
            if waiting.act != act:
                raise KeyReused(act.key)
            return waiting.answer
        answer: asyncio.Future[Receipt] = asyncio.get_running_loop().create_future()
        known = self._kernel.receipt(act)
        if known is not None:
            answer.set_result(known)
            return answer
        self._kernel.post(act)
        self._waiting[act.key] = Waiting(act, answer)
        self.kick()
        return answer

    async def quiet(self) -> None:
        """Wait until no batch is on its way, or the disk has refused one."""
        while self._flight is not None:
            if await asyncio.shield(self._next_landing()) is not None:
                return

    async def recorded(self) -> None:
        """Wait until what has been posted is durable, or the disk refuses it: it is in the batch
        on its way, or in the one after that."""
        for _ in range(2):
            if self._flight is None or await asyncio.shield(self._next_landing()) is not None:
                return

    async def drained(self) -> None:
        """Wait until the inbox is durable, or the disk refuses it.

        What it refuses then is not lost: devices keep what was not acknowledged, deadlines are in
        the state, and people have been told.
        """
        try:
            while self._flight is not None or self._send_or_fail():
                if await asyncio.shield(self._next_landing()) is not None:
                    return
        except JournalError:
            return  # told where it was met, as every refusal of the disk

    def _next_landing(self) -> asyncio.Future[JournalError | None]:
        if self._landing is None:
            self._landing = asyncio.get_running_loop().create_future()
        return self._landing

    def _running(self) -> Writer:
        if self._writer is None:
            raise RuntimeError("the service is not running")
        return self._writer
