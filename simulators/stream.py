"""The device's side of a line on which random bytes are given: by themselves, or when asked for.

It answers what its profile has words for. What it hears and does not know it drops, as such devices
do. One that tests its own sources does so here: a byte four times in a row is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import Protocol

from drivers.driving import MILLISECOND, Timing
from drivers.happenings import Happening
from drivers.plain.speech import Question
from drivers.plain.template import Values
from drivers.stream.profile import ERRORS, VERSION, StreamProfile
from drivers.stream.speech import StreamSpeech
from simulators.firmware import Memory
from tablectl.words.settings import Device

PIECE = 256
TICK = 100 * MILLISECOND
"""A source that flows gives a piece this often; a real one is faster."""
OWN_TEST = 512
"""So many bytes of each source it tests itself when its power comes."""
REPEATED = 4
MOST_ERRORS = 65_535
NOTHING: Values = {"count": 0, "request": 0}


class NoisyMachine(Protocol):
    """What the firmware runs in."""

    device: Device
    deaf: bool

    def speak(self, data: bytes) -> None: ...

    def uttered(self, words: bytes) -> Iterable[bytes]: ...

    def noise(self, count: int) -> bytes:
        """So many bytes of its sources, by turns."""


class StreamFirmware:
    def __init__(self, machine: NoisyMachine, timing: Timing, profile: StreamProfile) -> None:
        self.memory = Memory()
        self.session = 0
        """Not 0 while its cable is in a socket: it has no other session."""
        self.discarded = 0
        """Bytes from the line that it has no words for."""
        self._machine = machine
        self._timing = timing
        self._speech = StreamSpeech(profile)
        self._sources = profile.sources
        self._flows = self._speech.request is None
        self._next_at = 0
        self._held = b""
        self._last_byte = 0
        self._passed: bool | None = None
        self._errors = dict.fromkeys(ERRORS, 0)

    # ------------------------------------------------------------ time

    @property
    def due(self) -> int | None:
        return self._next_at if self._flows and self.session else None

    def wake(self, now: int) -> None:
        if self._flows and self.session and now >= self._next_at:
            self._next_at = now + TICK
            self._machine.speak(self._noise(PIECE))

    def power_up(self) -> None:
        self.cut()
        self._flows = self._speech.request is None
        self._passed = None

    def cut(self) -> None:
        """The line is another from now on."""
        self.session = 1
        self.discarded += len(self._held)
        self._held = b""

    def report(self, _happening: Happening, _now: int) -> None:
        """It has no words for anything that happens."""

    def repeat_last(self) -> None:
        """Nor for what it said before."""

    # ------------------------------------------------------------ what it is told

    def receive(self, data: bytes, now: int) -> None:
        if self._held and now - self._last_byte > self._timing.gap:
            self.cut()
        self._last_byte = now
        self._held += data
        while self._held and not self._machine.deaf:
            taken = self._obey(now)
            if not taken and len(self._held) < self._longest:
                return  # the rest may come
            self.discarded += not taken
            self._held = self._held[taken or 1 :]

    def _obey(self, now: int) -> int:
        """Do what it was told first; how many bytes that took, if it knows them."""
        for words, act in self._words(now):
            if self._held.startswith(words):
                act()
                return len(words)
        return self._asked_for_bytes()

    def _asked_for_bytes(self) -> int:
        request = self._speech.request
        if request is None:
            return 0
        size = len(request.ask.write(NOTHING))
        values = request.ask.read(self._held[:size])
        if values is None:
            return 0
        count, number = int(values["count"]), int(values.get("request", 0))
        head = request.answer.write({"count": count, "request": number})
        self._say(head + self._noise(count * self._sources))
        return size

    @property
    def _longest(self) -> int:
        request = self._speech.request
        asked = b"" if request is None else request.ask.write(NOTHING)
        return max((len(asked), *(len(words) for words, _ in self._words(0))))

    def _words(self, now: int) -> Iterator[tuple[bytes, Callable[[], None]]]:
        speech = self._speech
        yield from ((words, self._stop) for words in speech.stop)
        starts = len(speech.start)
        for at, words in enumerate(speech.start, 1):  # it flows once all of them are said
            yield words, partial(self._start, now) if at == starts else _nothing
        yield from ((words, self._test_itself) for words in speech.again)
        asked = [*speech.identity, *speech.checks]
        if speech.alive is not None:
            asked.append(speech.alive)
        yield from ((each.ask, partial(self._answer, each)) for each in asked)

    def _stop(self) -> None:
        self._flows = False

    def _start(self, now: int) -> None:
        self._flows, self._next_at = True, now + TICK

    # ------------------------------------------------------------ what it says

    def _answer(self, question: Question) -> None:
        answer = question.answer
        values: dict[str, int | str] = {**self._who(), **self._health(answer.names)}
        for name in answer.names:
            size = answer.size_of(name)
            if name == "rest":
                values[name] = "00" * size
            elif size and isinstance(values[name], str):
                values[name] = str(values[name]).ljust(size)[:size]
        self._say(answer.write(values))

    def _who(self) -> Values:
        device = self._machine.device
        parts = [int(part) if part.isdecimal() else 0 for part in device.firmware.split(".")]
        return {
            "model": device.model,
            "serial": device.serial,
            "firmware": device.firmware,
            "digest": device.digest,
            **dict(zip(VERSION, [*parts, 0, 0, 0], strict=False)),
        }

    def _health(self, asked: tuple[str, ...]) -> Values:
        if "passed" in asked and self._passed is None:
            self._test_itself()
        told = {"passed": int(bool(self._passed)), **self._errors}
        self._errors |= {name: 0 for name in asked if name in ERRORS}
        return told

    def _say(self, words: bytes) -> None:
        for each in self._machine.uttered(words):
            self._machine.speak(each)

    # ------------------------------------------------------------ its own tests

    def _noise(self, count: int) -> bytes:
        noise = self._machine.noise(count)
        for source, name in enumerate(ERRORS[1 : 1 + self._sources]):
            errors = self._errors[name] + _repetitions(noise[source :: self._sources])
            self._errors[name] = min(errors, MOST_ERRORS)
        return noise

    def _test_itself(self) -> None:
        noise = self._machine.noise(OWN_TEST * self._sources)
        self._passed = not any(
            _repetitions(noise[source :: self._sources]) for source in range(self._sources)
        )


def _nothing() -> None:
    """What it was told changes nothing here."""


def _repetitions(noise: bytes) -> int:
    """How often a byte is the last of four or more that are the same."""
    found = run = 0
    for before, byte in pairwise(noise):
        run = run + 1 if byte == before else 0
        found += run >= REPEATED - 1
    return found
