"""Passing a place over: a dealer who leaves one out in the deal and goes on with the next.

Every card after it lies elsewhere than the table believes, until somebody notices and says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

View = Mapping[str, Any]


@dataclass
class PassingOver:
    """Which place is left out, with which of its cards, and when that is noticed."""

    round: int
    """The number of the round; in another one nothing is left of it."""
    place: str
    nth: int | None = None
    """The card of that place which is left out, the first being one; all if none is named."""
    notices_after: int = 0
    """So many cards later, or when no more are due, somebody says so."""
    begun: bool = False
    _queue: list[View] = field(default_factory=list)

    def begin(self, targets: Sequence[View], view: View) -> None:
        """Where the cards that are due really go from here on."""
        self.begun = True
        lying = int(view["places"].get(self.place, {"count": 0})["count"])
        for target in targets:
            lying += target["place"] == self.place
            if target["place"] != self.place or self.nth not in (None, lying):
                self._queue.append(target)

    @property
    def dealt(self) -> Sequence[View]:
        """All that is left for this dealer to deal."""
        return tuple(self._queue)

    def next_target(self) -> View | None:
        """Where the next card goes; none when no more are due, as far as this dealer knows."""
        self.notices_after -= 1
        return self._queue.pop(0) if self._queue else None

    def noticed(self, view: View) -> bool:
        """Whether somebody has seen it by now; nobody can before the table believes it dealt."""
        believed = int(view["places"].get(self.place, {"count": 0})["count"])
        return believed >= (self.nth or 1) and (self.notices_after <= 0 or not self._queue)
