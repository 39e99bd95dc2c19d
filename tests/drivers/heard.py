"""Both ends of a wire for the tests: a listener that writes down, and a device that answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from simulators.device import Socket
from tests.loops import until


@dataclass
class Heard:
    """A listener that keeps what it was told."""

    told: list[str] = field(default_factory=list)
    data: bytearray = field(default_factory=bytearray)
    received_count: int = 0
    keep: bool = True
    stale: int = 0

    def opened(self, stale: int = 0) -> None:
        self.told.append("opened")
        self.stale += stale

    def received(self, data: bytes) -> None:
        self.received_count += len(data)
        if self.keep:
            self.data += data

    def lost(self, why: str) -> None:
        self.told.append(why)

    @property
    def openings(self) -> int:
        return self.told.count("opened")

    async def opened_times(self, count: int) -> None:
        await until(lambda: self.openings == count, f"opened {count} times")

    async def lost_times(self, count: int) -> None:
        await until(lambda: len(self.losses) == count, f"{count} reasons")

    @property
    def losses(self) -> list[str]:
        return [told for told in self.told if told != "opened"]


@dataclass
class Parrot:
    """A device that says whatever it hears."""

    heard: bytearray = field(default_factory=bytearray)
    socket: Socket | None = None

    def attach(self, socket: Socket) -> None:
        self.socket = socket

    def receive(self, data: bytes) -> None:
        self.heard += data
        if self.socket is not None:
            self.socket.send(data)
