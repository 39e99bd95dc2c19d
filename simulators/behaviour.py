"""What a fault can get hold of in a simulated device.

A fault stands in front of the normal behaviour, the newest first. Every method here is the normal
behaviour; a fault replaces the one or two that it breaks. It never touches the controller.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from drivers.happenings import Happening
from drivers.messages import FromDevice
from tablectl.words.cards import Rank

if TYPE_CHECKING:
    from simulators.device import SimulatedDevice

Onward = Callable[[bytes], None]


class Fault:
    """Something that is wrong with a device; this one is nothing."""

    device: SimulatedDevice
    """Which it is fitted to."""

    def fit_to(self, device: SimulatedDevice) -> None:
        self.device = device

    # ------------------------------------------------------------ bytes

    def hears(self, data: bytes, onward: Onward) -> None:
        """Bytes from the controller."""
        onward(data)

    def speaks(self, data: bytes, onward: Onward) -> None:
        """Bytes for the controller."""
        onward(data)

    # ------------------------------------------------------------ messages

    def says(self, message: FromDevice) -> Iterable[FromDevice]:
        """What is said in place of this message."""
        return (message,)

    def utters(self, words: bytes) -> Iterable[bytes]:
        """The same, of a device that speaks in words of its own."""
        return (words,)

    # ------------------------------------------------------------ mechanics

    def lets_out(self, count: int) -> int:
        """How many cards really come when so many are meant to."""
        return count

    def moves(self) -> None:
        """The machine has moved: a card has passed, a run is half done, something is read."""

    def looked_for(self, ranks: Collection[Rank]) -> Collection[Rank]:
        """What a reader of hole cards is set to look for in place of these."""
        return ranks

    def shows(self, tag: str) -> Iterable[str]:
        """What a reader of tags sees in place of this tag."""
        return (tag,)

    def gives(self, noise: bytes) -> bytes:
        """What comes out of a random source in place of these bytes."""
        return noise

    def prevents(self) -> str:
        """Why an order is not carried out; nothing if it is."""
        return ""

    def senses(self, happening: Happening) -> Happening:
        """What the sensors make of what happened."""
        return happening
