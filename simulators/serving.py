"""A simulated device in service: on its line until it is told to end, worked by words from a
console.

Responsible for the loop, the signals and the console. Which device, on which line, and where its
words come from and go to, the caller says.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from drivers.wire import Timekeeper
from simulators.device import SimulatedDevice
from simulators.hands import Hands
from simulators.mounts import AsyncTime, Mount, MountTrouble
from simulators.plain_watch import watching
from simulators.watch import Say

CHUNK = 4096
LONGEST_LINE = 1_000

Bench = Callable[[Timekeeper], tuple[SimulatedDevice, Hands]]
Mounting = Callable[[SimulatedDevice], Mount]


def serve(
    bench: Bench,
    mounting: Mounting,
    *,
    faults: Sequence[str] = (),
    ready: Say,
    say: Say,
    complain: Say,
    answer: Say,
    console: int | None,
    hands_at: Path | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM.

    `ready` is told where; `say` what goes over the line, `complain` what must not. `console` is a
    descriptor to read words from, and `answer` is told what came of each. At `hands_at` any program
    may say the same words and is answered there.
    """

    def equip(time: Timekeeper) -> tuple[SimulatedDevice, Hands]:
        device, hands = bench(time)
        device.fit(
            watching(device, say, complain)
        )  # first, so that it sees what the faults make of it
        for name in faults:
            hands.fit(name)
        return device, hands

    asyncio.run(_serve(equip, mounting, ready, answer, console, hands_at))


async def _serve(
    equip: Bench,
    mounting: Mounting,
    ready: Say,
    answer: Say,
    console: int | None,
    hands_at: Path | None,
) -> None:
    loop = asyncio.get_running_loop()
    over: asyncio.Future[None] = loop.create_future()

    def end() -> None:
        if not over.done():
            over.set_result(None)

    def fail(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What nobody expected ends the service: it is told where everything else is."""
        if not over.done():
            over.set_exception(context.get("exception") or RuntimeError(context["message"]))

    loop.set_exception_handler(fail)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end)
    device, hands = equip(AsyncTime(loop))
    mount = mounting(device)
    with ExitStack() as held:
        held.callback(mount.close)
        if hands_at is not None:
            socket_of_words = WordSocket(hands_at, hands, loop)
            held.callback(socket_of_words.close)
        ready(mount.url)
        if console is not None:
            Console(console, hands, answer).open(loop)
        await over


class Console:
    """Lines of words from a descriptor, each done by hands and answered."""

    def __init__(
        self, fd: int, hands: Hands, answer: Say, over: Callable[[], None] = lambda: None
    ) -> None:
        self._fd = fd
        self._hands = hands
        self._answer = answer
        self._over = over
        self._held = b""

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            loop.add_reader(self._fd, self._read, loop)
        except PermissionError:
            # A file: it never makes a reader wait, and cannot be watched.
            while self._take(os.read(self._fd, CHUNK)):
                pass

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._take(os.read(self._fd, CHUNK)):
            loop.remove_reader(self._fd)
            self._over()

    def _take(self, data: bytes) -> bool:
        """Whether there may be more."""
        for line in self._lines(data):
            if line.strip():
                self._answer(self._hands.do(line))
        return bool(data)

    def _lines(self, data: bytes) -> Iterator[str]:
        """The lines that are complete. What ends without an end of line counts as one."""
        *lines, self._held = (self._held + data).split(b"\n")
        if not data or len(self._held) > LONGEST_LINE:
            lines.append(self._held)
            self._held = b""
        for line in lines:
            yield line.decode("utf-8", "replace")


class WordSocket:
    """A socket of this machine over which other programs say words to the hands, a line each, and
    get a line for each. Whoever may write to the file may do so."""

    def __init__(self, path: Path, hands: Hands, loop: asyncio.AbstractEventLoop) -> None:
        self._path = path
        self._hands = hands
        self._loop = loop
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._listening.bind(str(path))
        except OSError as error:
            self._listening.close()
            raise MountTrouble(
                f"{path} cannot be made: {error.strerror or error}; remove it, or name another"
            ) from error
        self._listening.listen()
        self._listening.setblocking(False)
        loop.add_reader(self._listening.fileno(), self._accept)

    def close(self) -> None:
        self._loop.remove_reader(self._listening.fileno())
        self._listening.close()
        self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        try:
            client, _ = self._listening.accept()
        except (BlockingIOError, ConnectionError):
            return  # gone again before it could be let in

        def answer(text: str) -> None:
            with suppress(ConnectionError):  # whoever asked may not have waited for the answer
                client.sendall(f"{text}\n".encode())

        Console(client.fileno(), self._hands, answer, client.close).open(self._loop)
