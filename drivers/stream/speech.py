"""What one model of byte generator is told and answers, compiled from its profile.

Both ends of a line use it: the driver says what a simulator hears, and the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass

from drivers.plain.profile import AskSpec
from drivers.plain.speech import Question
from drivers.plain.template import Template, Values
from drivers.stream.profile import (
    ERRORS,
    HEALTH,
    REQUEST,
    WHO,
    CheckSpec,
    StreamProfile,
)

PIECE = 256
"""So many bytes of each source are asked for at a time, though a draw needs fewer: a source that
gives none by itself is tested by what it gives then, before any of it is used."""


@dataclass(frozen=True)
class Check(Question):
    """A question about its health."""

    most: int

    def fault(self, answered: Values) -> str:
        """What the answer says is wrong, in words, or nothing."""
        if answered.get("passed") == 0:
            return "its own test of its source failed"
        errors = sum(int(answered.get(name, 0)) for name in ERRORS)
        return f"its own tests found {errors} errors" if errors > self.most else ""


@dataclass(frozen=True)
class Request:
    """How it is asked for so many bytes of each source, and what it says before them."""

    ask: Template
    answer: Template
    sources: int

    @property
    def piece(self) -> int:
        """How many are asked for: as many as can be said in the place for it."""
        size = self.ask.size_of("count")
        return min(PIECE, (1 << 8 * size) - 1) if size else PIECE

    def head(self, count: int, request: int) -> bytes:
        return self.answer.write({"count": count, "request": request})


class StreamSpeech:
    def __init__(self, profile: StreamProfile) -> None:
        self._profile = profile
        self.stop = self._words(profile.stop)
        self.again = self._words(profile.again)
        self.start = self._words(profile.start)
        self.identity = tuple(self._question(each) for each in profile.identity)
        self.checks = tuple(self._check(each) for each in profile.checks)
        self.alive = None if profile.alive is None else self._check(profile.alive)
        self.request: Request | None = None
        if profile.request is not None:
            ask, answer = profile.request.ask, profile.request.answer
            self.request = Request(
                Template(ask, profile.written, REQUEST),
                Template(answer, profile.written, REQUEST),
                profile.sources,
            )

    def _words(self, said: tuple[str, ...]) -> tuple[bytes, ...]:
        return tuple(Template(each, self._profile.written, {}).write({}) for each in said)

    def _question(self, spec: AskSpec) -> Question:
        (ask,) = self._words((spec.ask,))
        return Question(ask, Template(spec.answer, self._profile.written, WHO))

    def _check(self, spec: CheckSpec) -> Check:
        (ask,) = self._words((spec.ask,))
        return Check(ask, Template(spec.answer, self._profile.written, HEALTH), spec.most)
