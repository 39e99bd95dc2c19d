"""A generator of random numbers: every order draws one, and no two orders draw the same one."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from simulators.device import SimulatedDevice
from tablectl.words.observations import NumberDrawn
from tablectl.words.orders import Demand, Draw


@dataclass(kw_only=True)
class Generator(SimulatedDevice):
    """It says that the order is done, and then the number."""

    stations: ClassVar[tuple[str, ...]] = ()

    chance: Random
    _asked: list[Draw] = field(init=False, repr=False, default_factory=list)

    def obey(self, demand: Demand) -> str:
        if not isinstance(demand, Draw):
            return "a generator cannot do that"
        if demand.low > demand.high:
            return "there is no number from low to high"
        if self.full:
            return "the memory is full"
        self._asked.append(demand)
        return ""

    def go_on(self) -> None:
        while self._asked:
            asked = self._asked.pop(0)
            self.moved()
            self.happened(NumberDrawn(asked.draw, drawn(self.chance, asked.low, asked.high)))


def drawn(chance: Random, low: int, high: int) -> int:
    """A number from low to high, both included, each as likely as any other: what falls beyond the
    range is thrown away, never folded back into it."""
    span = high - low + 1
    bits = (span - 1).bit_length()
    while True:
        number = chance.getrandbits(bits) if bits else 0
        if number < span:
            return low + number
