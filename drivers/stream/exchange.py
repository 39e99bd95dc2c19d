"""One question to a byte generator and how its answer is found in what comes back.

There are no frames: what stands before an answer is left over from something else, and its end is
where the answer itself says. Knows no time and no state.
"""

from __future__ import annotations

from dataclasses import dataclass

from drivers.plain.speech import Question
from drivers.plain.template import Values
from drivers.stream.speech import Check, Request
from tablectl.words.values import value

MOST_HELD = 4_096
"""More than this is never the beginning of an answer."""


@value
class Found:
    """An answer: from here to there, what stands in its places, and the random bytes in it."""

    start: int
    end: int
    values: Values
    payload: bytes = b""


@dataclass(frozen=True)
class Asked:
    question: Question

    @property
    def about(self) -> str:
        return "how it is" if isinstance(self.question, Check) else "who it is"

    def find(self, data: bytes) -> Found | None:
        found = self.question.answer.find(data)
        return None if found is None else Found(*found)


@dataclass(frozen=True)
class Requested:
    """Asked for `count` bytes of each source, under a number that the answer says again."""

    request: Request
    count: int
    number: int

    def find(self, data: bytes) -> Found | None:
        head = self.request.head(self.count, self.number)
        start = data.find(head)
        body = start + len(head)
        end = body + self.count * self.request.sources
        if start < 0 or len(data) < end:
            return None
        return Found(start, end, {}, data[body:end])
