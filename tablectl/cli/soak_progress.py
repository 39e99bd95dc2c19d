"""How far a soak has got, told on standard error while it plays, and Ctrl-C.

On a terminal one line is written over and over; anywhere else there is a line now and then.
"""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType
from typing import TextIO

from tablectl.soak.result import Result

OFTEN, SELDOM = 0.5, 30.0
"""Seconds from one time to the next, on a terminal and elsewhere."""
CLEAR = "\r\x1b[2K"


class Progress:
    """Told of the result after every stretch; tells people at its own pace."""

    def __init__(
        self,
        rounds: int,
        stream: TextIO,
        *,
        done_before: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rounds = rounds
        self._stream = stream
        self._terminal = stream.isatty()
        self._before = done_before
        self._clock = clock
        self._began = self._told = clock()

    def __call__(self, result: Result) -> None:
        now = self._clock()
        if now - self._told < (OFTEN if self._terminal else SELDOM):
            return
        self._told = now
        line = self._line(result, now - self._began)
        if self._terminal:
            width = shutil.get_terminal_size().columns
            self._stream.write(CLEAR + line[: width - 1])
        else:
            self._stream.write(line + "\n")
        self._stream.flush()

    def end(self) -> None:
        """Leave the terminal to the result."""
        if self._terminal:
            self._stream.write(CLEAR)
            self._stream.flush()

    def _line(self, result: Result, seconds: float) -> str:
        whole = result.whole
        pace = (whole.rounds - self._before) / seconds
        left = max(self._rounds - whole.rounds, 0)
        return (
            f"{whole.rounds:,} of {self._rounds:,} rounds, {pace:.0f} a second, "
            f"{len(whole.violations):,} violations, {len(whole.disagreements):,} disagreements, "
            f"{_span(left / pace) if pace else 'no telling how long'} left"
        )


def _span(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


@contextmanager
def interruptible() -> Iterator[Event]:
    """The first Ctrl-C is noted and what is played comes to its end; the second ends everything."""
    asked = Event()

    def note(_number: int, _frame: FrameType | None) -> None:
        asked.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)
