"""The trace of a table's lines: every frame there and back in a file, on demand.

One JSON object a line (`Traced`). Hidden faces are not in it: it has what drivers give out to be
looked at, bytes only where a driver says that they may be, and of everything else the size. A
thread writes; whoever has something traced never waits for the disk. What the thread does not keep
up with is dropped, and how much that was stands in the trace. A file that has grown to its size is
set aside as FILE.1, that one as FILE.2, and the oldest is let go of.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from drivers.driving import Heard, Noted, Output, Send, SignOfLife
from drivers.line import TraceTo
from drivers.messages import Alive, Beat
from drivers.ring import Way, entry
from tablectl.words.errors import TablectlError
from tablectl.yamlmodel import Strict

MOST_WAITING = 8_192
"""Entries that wait to be written; more are dropped."""
FILE_SIZE = 16 * 1024 * 1024
FILES_KEPT = 4
"""The file itself and those that were set aside."""
OWNER_ONLY = 0o600
DROPPED = "dropped"


class NoTrace(TablectlError):
    """A file that cannot be read."""

    code = "no_trace"


class BadTrace(TablectlError):
    """A line that is none of a trace."""

    code = "bad_trace"


SIGNS_OF_LIFE = tuple(sign.__name__ for sign in (Beat, Alive, SignOfLife))
"""The names under which they stand in a trace, several a second."""


class Traced(Strict):
    """One entry. `time` is in microseconds UTC; `hex` are the bytes of the frame, without those
    that are `hidden`."""

    time: int
    device: str
    way: Literal["<", ">", "*"]
    name: str
    text: str = ""
    hex: str = ""
    hidden: int = 0
    repeated: bool = False


def traced(device: str, output: Output, time: int) -> Traced | None:
    """An output as it stands in a trace; None for what is in the journal instead."""
    match output:
        case Heard():
            told = entry(time, Way.IN, output.message)
            frame = b"" if output.frame is None else output.frame()
            hidden = output.hidden
        case Send():
            told = entry(time, Way.OUT, output.message, repeated=output.repeated)
            frame, hidden = output.data, 0
        case Noted():
            told, frame, hidden = entry(time, Way.NOTE, output), b"", 0
        case _:
            return None
    return Traced(
        time=time,
        device=device,
        way=told.way.value,
        name=told.name,
        text=told.text,
        hex=frame.hex(),
        hidden=hidden,
        repeated=told.repeated,
    )


# ---------------------------------------------------------------- writing


class Trace:
    """A trace that is being written, until it is closed. `trouble` is told, in the writer's thread,
    what kept it from writing; nothing more is written then."""

    def __init__(
        self, path: Path, trouble: Callable[[OSError], None], *, size: int = FILE_SIZE
    ) -> None:
        self.path = path
        self._size = size
        self._trouble = trouble
        self._waiting: queue.SimpleQueue[tuple[str, Output, int] | None] = queue.SimpleQueue()
        self._dropped = 0
        """So many so far; counted by those who trace."""
        self._noted = 0
        """Of those, so many stand in the trace; counted by the writer."""
        self._file = _opened(path)
        self._writer = threading.Thread(target=self._write, name="trace-writer")
        self._writer.start()

    def of(self, device: str) -> TraceTo:
        """What the line of a device tells its outputs to."""

        def keep(output: Output, now: int) -> None:
            if self._waiting.qsize() < MOST_WAITING:
                self._waiting.put((device, output, now))
            else:
                self._dropped += 1

        return keep

    def close(self) -> None:
        """Write what waits, and end."""
        self._waiting.put(None)
        self._writer.join()

    def _write(self) -> None:
        try:
            self._write_all()
        except OSError as error:
            self._trouble(error)
            while self._waiting.get() is not None:
                pass  # nobody who traces is to notice
        finally:
            self._file.close()

    def _write_all(self) -> None:
        now = 0
        while (item := self._waiting.get()) is not None:
            device, output, now = item
            if (made := traced(device, output, now)) is not None:
                self._note_gap(now)
                self._put(made)
        self._note_gap(now)

    def _note_gap(self, now: int) -> None:
        if (dropped := self._dropped) > self._noted:
            text = f"{dropped - self._noted} entries: the disk did not keep up"
            self._put(Traced(time=now, device="", way="*", name=DROPPED, text=text))
            self._noted = dropped

    def _put(self, made: Traced) -> None:
        line = made.model_dump_json(exclude_defaults=True).encode() + b"\n"
        if self._file.tell() + len(line) > self._size:
            self._file.close()
            _set_aside(self.path)
            self._file = _opened(self.path)
        self._file.write(line)


def _opened(path: Path) -> FileIO:
    """Go on behind what is there, on a line of its own."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, OWNER_ONLY)
    file = FileIO(fd, "ab")
    end = file.tell()
    if end and os.pread(fd, 1, end - 1) != b"\n":
        file.write(b"\n")
    return file


def _set_aside(path: Path) -> None:
    for number in range(FILES_KEPT - 1, 0, -1):
        older = aside(path, number - 1)
        if older.exists():
            older.replace(aside(path, number))


def aside(path: Path, number: int) -> Path:
    """The file that was set aside so many files ago."""
    return path.with_name(f"{path.name}.{number}") if number else path


# ---------------------------------------------------------------- reading


def entries(path: Path) -> Iterator[Traced | BadTrace]:
    """What a trace has, the oldest first, with the files that were set aside; a line that cannot be
    read is told in its place."""
    files = [aside(path, number) for number in range(FILES_KEPT - 1, -1, -1)]
    for file in [each for each in files if each == path or each.exists()]:
        try:
            lines = file.open("rb")
        except OSError as error:
            raise NoTrace(f"{file} cannot be read: {error.strerror}") from error
        with lines:
            for number, line in enumerate(lines, 1):
                yield _read(file, number, line)


def _read(file: Path, number: int, line: bytes) -> Traced | BadTrace:
    try:
        return Traced.model_validate_json(line)
    except ValidationError:
        return BadTrace(f"{file}:{number}: no entry of a trace; it may have been cut off")
