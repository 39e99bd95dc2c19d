"""A generator that gives random bytes and leaves the drawing of numbers to whoever asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from drivers.stream.profile import StreamProfile
from simulators.device import SimulatedDevice, Socket
from simulators.stream import StreamFirmware


@dataclass(kw_only=True)
class ByteGenerator(SimulatedDevice):
    """Its bytes are of a seed, or of a `source` that gives as many as it is asked for."""

    stations: ClassVar[tuple[str, ...]] = ()

    chance: Random
    giving: StreamProfile
    source: Callable[[int], bytes] | None = None

    def __post_init__(self) -> None:
        self.firmware = StreamFirmware(self, self.timing, self.giving)

    @property
    def sources(self) -> int:
        return self.giving.sources

    def attach(self, socket: Socket) -> None:
        super().attach(socket)
        self._arm()  # its bytes may flow without a word from anybody

    def noise(self, count: int) -> bytes:
        """What its sources give, as far as they are in order."""
        noise = (self.source or self.chance.randbytes)(count)
        for fault in self.faults:
            noise = fault.gives(noise)
        return noise
