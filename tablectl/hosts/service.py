"""The service host: a table in real time, with its door on a Unix socket.

One event loop in one thread, and a second thread that waits for the disk: nobody in the loop does.
What is posted while a commit is under way forms the next one. What else goes on at the table
(simulated people, for one) is a part: it is stepped, says how long it wants to wait, and is
stepped again.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any, Protocol

from tablectl.credentials import PeopleFile
from tablectl.doorkeeper import Doorkeeper
from tablectl.hosts.clock import TableClock
from tablectl.hosts.host import Call, Host
from tablectl.hosts.notify import Manager
from tablectl.hosts.service_answers import Inside
from tablectl.hosts.service_commits import Commits, Ears
from tablectl.hosts.service_door import DoorServer
from tablectl.hosts.service_proofs import Proofs
from tablectl.hosts.service_socket import DoorPlace
from tablectl.hosts.service_watch import Stage, Watching
from tablectl.journal.records import Journal, JournalError
from tablectl.kernel import RulesFor
from tablectl.sealing import Sealer
from tablectl.words.cards import Secret
from tablectl.words.effects import Effect
from tablectl.words.inputs import ClockStepped, Input
from tablectl.words.settings import Settings

PART_RETRY = 1.0
"""Seconds until a part is stepped again that the disk did not let act."""
CLOCK_WATCH = 1.0
DOOR_WATCH = 1.0
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
        self.nudged: Call | None = None
        """Called at the signal SIGUSR1; the trace of a run hangs here."""
        self.manager = Manager({})
        """The service manager that is told how the table is, if there is one."""
        self.seconds: Callable[[], float] = time.monotonic
        """Tells how long nobody has done anything."""
        self.stage: Stage | None = None
        """What is simulated around the table, where all of its devices are."""
        self._clock = clock or TableClock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: asyncio.Future[None] | None = None
        self._failure: BaseException | None = None
        self._commits = Commits(
            self.kernel,
            self.clock,
            Ears(self._let_go, self._refused, self.fail, self.changed),
        )
        self._watching = Watching(self.kernel, self._commits.trouble, lambda: self.stage)

    # ------------------------------------------------------------ running

    def run(
        self,
        settings: Settings,
        parts: Sequence[Part] = (),
        socket: Path | None = None,
        *,
        group: int | None = None,
        people: PeopleFile | None = None,
        surroundings: AbstractContextManager[object] | None = None,
        ready: Call | None = None,
    ) -> None:
        """Serve, for a program that has nothing else to do: signals end it in good order."""
        asyncio.run(
            self.serve(
                settings,
                parts,
                socket,
                group=group,
                people=people,
                surroundings=surroundings,
                signals=True,
                ready=ready,
            )
        )

    async def serve(
        self,
        settings: Settings,
        parts: Sequence[Part] = (),
        socket: Path | None = None,
        *,
        group: int | None = None,
        people: PeopleFile | None = None,
        surroundings: AbstractContextManager[object] | None = None,
        signals: bool = False,
        ready: Call | None = None,
    ) -> None:
        """Run the table until it is stopped or a part has nothing more to do.

        `surroundings` is entered in the loop before the table starts, and left after its lines
        are closed: it is where devices are given to the host. `people` is what they prove it by,
        where the settings say that they do; a `group` of the system may come to the door besides.
        """
        loop = self._loop = asyncio.get_running_loop()
        end = self._end = loop.create_future()
        loop.set_exception_handler(self._uncaught)
        if signals:
            for name in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(name, self.stop)
            loop.add_signal_handler(signal.SIGUSR1, self._nudge)
        # Entered from here on in the order of the start; left in the reverse one.
        async with AsyncExitStack() as ending:
            keeper = self._keeper(people)
            place = None if socket is None else DoorPlace(socket, group)
            server = None if place is None else self._door_at(place, keeper, ending)
            if server is not None:
                server.bind()
                ending.push_async_callback(server.close)
            if surroundings is not None:
                ending.enter_context(surroundings)
            self._commits.begin(loop)
            ending.callback(self._commits.close)
            ending.callback(self._close_lines)
            self.start(settings)
            keeper.compare()
            if server is not None:
                await server.listen()
            if ready is not None:
                ready()
            self.manager.ready(self._status())
            ending.callback(self.manager.stopping)
            work: list[Coroutine[None, None, None]] = [self._play(part) for part in parts]
            work += [self._watch_clock(), self._watch_door(keeper), self._beat()]
            tasks = [loop.create_task(each) for each in work]
            ending.push_async_callback(_cancelled, tasks)
            await end
            self._raise_failure()
            await _cancelled(tasks)
            keeper.close()
            await self._commits.drained()
            self._raise_failure()

    def _keeper(self, people: PeopleFile | None) -> Doorkeeper:
        return Doorkeeper(people, lambda: self.kernel.state, self.post, self.seconds)

    def _door_at(self, place: DoorPlace, keeper: Doorkeeper, ending: AsyncExitStack) -> DoorServer:
        submit = self._commits.submit
        proofs = Proofs(keeper, submit, self._commits.recorded, self.post)
        ending.callback(proofs.close)
        return DoorServer(
            Inside(
                door=self.door,
                submit=submit,
                kernel=self.kernel,
                lines=self.devices,
                keeper=keeper,
                proofs=proofs,
                recorded=self._commits.recorded,
                fail=self.fail,
                trouble=self._commits.trouble,
                watching=self._watching,
                stage=lambda: self.stage,
            ),
            place,
        )

    def _close_lines(self) -> None:
        with ExitStack() as all_of_them:
            for port in self.devices.values():
                all_of_them.callback(port.close)

    def stop(self) -> None:
        """End the service in good order: what has come in is recorded first."""
        if self._end is not None and not self._end.done():
            self._end.set_result(None)

    def changed(self) -> None:
        """Something of the table or its stage is another: whoever watches is told."""
        self._watching.changed()

    def _nudge(self) -> None:
        if self.nudged is not None:
            self.nudged()

    def fail(self, error: BaseException) -> None:
        """End the service because of something nobody expected."""
        self._failure = self._failure or error
        self.stop()

    def _uncaught(self, _: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """What was raised in a callback of the loop, where nobody could catch it."""
        self.fail(context.get("exception") or RuntimeError(context["message"]))

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    async def _play(self, part: Part) -> None:
        delay: float | None = 0.0
        while delay is not None:
            await asyncio.sleep(delay)
            try:
                await self._commits.quiet()  # a part looks at the table as plain calls left it
                delay = part.step()
            except JournalError as error:
                self.trouble(error)
                delay = PART_RETRY
            except Exception as error:  # a bug: it ends the service and is told at the end of it
                self.fail(error)
                return
        self.stop()

    # ------------------------------------------------------------ time

    def clock(self) -> int:
        return self._clock.now()

    def go_on_from(self, time: int) -> None:
        self._clock.go_on_from(time)

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

    async def _beat(self) -> None:
        """A sign of life for as long as the loop turns. A disk that fails is told and does not end
        it: to start anew would not mend the disk, and people are told what to do."""
        while (seconds := self.manager.beat) is not None:
            self.manager.alive(self._status())
            await asyncio.sleep(seconds)

    def _status(self) -> str:
        state = self.kernel.state
        told = f"table {state.settings.table} is {state.phase}, record {state.seq}"
        trouble = self._commits.trouble()
        return f"{told}; {trouble}" if trouble else told

    async def _watch_door(self, keeper: Doorkeeper) -> None:
        try:
            while True:
                keeper.tick()
                await asyncio.sleep(DOOR_WATCH)
        except Exception as error:  # nobody awaits this task
            self.fail(error)

    # ------------------------------------------------------------ inputs and effects

    def post(self, input_: Input, secrets: Sequence[Secret] = ()) -> None:
        """Take an input and return. If it cannot be made durable it is kept and tried again.

        An act is not posted here but submitted at the door, where its person is told instead.
        """
        self.kernel.post(input_, secrets)
        self._commits.kick()

    def pump(self) -> None:
        """As every host does; the loop stands still until the inbox is durable."""
        self._commits.finish()

    def healthy(self) -> bool:
        return self._commits.healthy()

    def _refused(self, error: Exception) -> None:
        self.trouble(error)  # whoever hangs there by now

    def _let_go(self, effects: tuple[Effect, ...]) -> None:
        # Orders first: a device waits for them, and nobody waits for the account.
        self._release(effects)
        self._tell_committed()


def _ignore(_: Exception) -> None:
    pass


async def _cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
