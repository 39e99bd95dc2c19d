"""`python -m benchmarks.dealing PAUSE`: a shoe that deals a card every PAUSE seconds or so.

It speaks on a pseudo-terminal as `shoe` does, and begins to deal when a line comes in at its
standard input. It says first where it is, and when every card that it was allowed to deal is on
record and has been for a moment, when it wrote the frame of each card and when it read that the
card is on record: two lists of nanoseconds, by the clock that all processes of a machine share.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from random import Random
from select import select
from time import monotonic

from benchmarks.shoe import TimingShoe, line
from drivers.frames import Decoder
from drivers.happenings import CardsDrawn, demand
from drivers.messages import Give, Taken
from tablectl.words.observations import Loaded, OrderDone
from tablectl.words.orders import Allow

AFTERWARDS = 2.0
"""Seconds after the last card, in which a slow page draws it."""


@dataclass
class DealingShoe(TimingShoe):
    """It deals what it is allowed to, one card at a time; the pauses are uneven, so that they fall
    in with nothing else that goes by the clock."""

    pause: float = 0.2
    dealt: list[int] = field(default_factory=list)
    recorded: list[int] = field(default_factory=list)
    _events: list[int] = field(default_factory=list)
    _allowed: int = 0
    _next: float = 0.0
    _begun: bool = False
    _chance: Random = field(default_factory=lambda: Random(1))

    def serve(self) -> None:
        decoder = Decoder()
        while not self.over:
            ready, _, _ = select([self.fd, sys.stdin], [], [], self.pause / 10)
            if self.fd in ready:
                self._read(decoder)
            if sys.stdin in ready:
                self._begun = bool(sys.stdin.readline())
            if self._begun and monotonic() >= self._next:
                self._go_on()

    def _go_on(self) -> None:
        if len(self.dealt) < self._allowed:
            self._next = monotonic() + self.pause * self._chance.uniform(0.75, 1.25)
            card = len(self.dealt) + 1
            self.dealt.append(self._tell(CardsDrawn(self._load, card, 1, 0)))
            self._events.append(self._event)
        elif self.dealt and len(self.recorded) == len(self.dealt) and not self._told:
            self._told = True
            print(json.dumps({"dealt": self.dealt, "recorded": self.recorded}), flush=True)

    def _take(self, give: Give, _: int) -> None:
        self._last_order = give.order
        self._say(Taken(give.order))
        self._tell(OrderDone(give.order))
        allowed = demand(give.demand, give.body)
        if not isinstance(allowed, Allow) or not allowed.total:
            return
        if not self._load:  # as a shoe that numbers its loads: the allowance comes for this one
            self._load = 1
            self._tell(Loaded(self._load))
        elif allowed.load == self._load:
            self._allowed = allowed.total

    def _on_record(self, event: int, now: int) -> None:
        self._recorded = event
        known = len(self.recorded)
        self.recorded += [now for each in self._events[known:] if each <= event]
        if len(self.recorded) == self._allowed:
            self._next = monotonic() + AFTERWARDS


def main() -> None:
    DealingShoe(line(), 0, pause=float(sys.argv[1])).serve()


if __name__ == "__main__":
    main()
