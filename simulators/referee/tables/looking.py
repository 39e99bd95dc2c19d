"""One look at a table: nothing moves while it lasts, so what is read off it is worked out once.

A position moves, and nothing that was read off it may be kept. Whoever asks it where the round
stands takes a look, and the look is gone when the question is answered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from simulators.referee.tables.game import Standing

T = TypeVar("T")


class Look:
    """What a step looks at, for as long as one question takes."""

    def __init__(self, at: Standing) -> None:
        self._at = at
        self.round = at.round
        self.deck = at.deck
        self.decks = at.decks
        self.options = at.options
        self.seats = at.seats
        self.relieved = at.relieved
        self.worked_out: dict[object, Any] = {}

    @property
    def stacks(self) -> bool:
        return self._at.stacks

    @property
    def checks(self) -> bool:
        return self._at.checks


def once(work: Callable[[Standing], T]) -> Callable[[Standing], T]:
    """Worked out once in a look, however many steps ask for it."""

    @wraps(work)
    def read(at: Standing) -> T:
        if not isinstance(at, Look):
            return work(at)
        if work not in at.worked_out:
            at.worked_out[work] = work(at)
        found: T = at.worked_out[work]
        return found

    return read
