"""A shoe that no table can tell from a real one: on a serial line, and without a simulator's mark.

What it hears and says comes from the simulators; only the mark is taken off, here and nowhere else.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from drivers.messages import FromDevice, Identity, Marks
from drivers.profiles import find
from simulators.behaviour import Fault
from simulators.chance import split
from simulators.felt import Felt
from simulators.hands import Hands
from simulators.mounts import AsyncTime, PtyMount
from simulators.watch import Watch
from simulators.workshop import build
from tablectl.words.settings import Device
from tests.cli.shell import PATIENCE_S

SERIAL = "TC-004711"
R = TypeVar("R")


class Unmarked(Fault):
    def says(self, message: FromDevice) -> Iterable[FromDevice]:
        if isinstance(message, Identity):
            return (replace(message, marks=message.marks & ~Marks.SIMULATED),)
        return (message,)


@dataclass
class RealShoe:
    """The shoe on its own thread. `said` is what went over its line, a text for each thing."""

    link: Path
    said: list[str] = field(default_factory=list)
    breaches: list[str] = field(default_factory=list)
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    _hands: Hands | None = None

    def do(self, words: str) -> str:
        """What came of it when a hand did this."""
        return self._there(lambda: self._working.do(words))

    def until_done(self, words: str, answer: str) -> None:
        """Try again until it comes to this."""
        self._until(lambda: answer in self.do(words), f"{words}: {answer}")

    def until_said(self, part: str) -> None:
        self._until(lambda: any(part in line for line in self.said), part)

    @property
    def _working(self) -> Hands:
        assert self._hands is not None
        return self._hands

    def _until(self, true: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < end, f"never: {what}; said {self.said}"
            time.sleep(0.005)

    def _there(self, call: Callable[[], R]) -> R:
        async def called() -> R:
            return call()

        return asyncio.run_coroutine_threadsafe(called(), self._loop).result(PATIENCE_S)

    def plug_in(self) -> PtyMount:
        return self._there(self._mounted)

    def _mounted(self) -> PtyMount:
        profile, felt = find("reference_sensing_shoe"), Felt(split(1, "shuffle"))
        promised = Device(profile.kind, profile.can, profile.model, SERIAL, profile.sample_firmware)
        shoe = build(
            "shoe_1",
            promised,
            profile,
            time=AsyncTime(),
            felt=felt,
            chance=split(1, "device"),
            strict=False,
        )
        shoe.fit(Watch(self.said.append, self.breaches.append))
        shoe.fit(Unmarked())
        self._hands = Hands(shoe, felt, 1)
        return PtyMount(shoe, self.link)

    @contextmanager
    def plugged_in(self) -> Iterator[RealShoe]:
        thread = threading.Thread(target=self._loop.run_forever)
        thread.start()
        mount = self.plug_in()
        try:
            yield self
        finally:
            self._there(mount.close)
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()
