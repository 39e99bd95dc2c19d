"""What a driver is: bytes and the time go in, outputs come out. No I/O, no clock, no thread.

A link opens the line, feeds what it reads to the driver and carries out what the driver returns; a
driver never calls anybody. Times are microseconds on any clock that does not run back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Protocol

from tablectl.words.cards import Card, Secret
from tablectl.words.observations import Observation
from tablectl.words.orders import Order
from tablectl.words.values import value

MILLISECOND = 1_000


@value
class Timing:
    """How long things take on this device's line, in microseconds."""

    beat: int = 500 * MILLISECOND
    """The controller says that it lives this often."""
    silent: int = 1_600 * MILLISECOND
    """A device that says nothing for so long is lost."""
    repeat: int = 250 * MILLISECOND
    """A frame that is not answered is sent again after this."""
    lapse: int = 2_000 * MILLISECOND
    """A device that hears nothing for so long ends the session, and with it the allowance."""
    gap: int = 200 * MILLISECOND
    """Bytes of one frame do not lie further apart than this."""
    reopen: int = 500 * MILLISECOND
    """A line that could not be opened is tried again after this."""


@value
class Send:
    """Bytes for the line: one whole frame. `repeated` if it was sent before.

    `message` is what the frame says, for whoever looks at the line.
    """

    data: bytes
    repeated: bool = False
    message: object = None


@value
class Heard:
    """What an intact frame from the device said, fit to be looked at: no hidden face is in it.

    `frame` writes the bytes that say just this; a driver that does not give it shows no bytes. They
    are those that came, unless something is `hidden`: so many bytes of what came are left out.
    """

    message: object
    frame: Callable[[], bytes] | None = field(default=None, compare=False, repr=False)
    hidden: int = field(default=0, compare=False)


@value
class SignOfLife:
    """A message that says no more than that somebody is there."""


@value
class Seen:
    """An observation for the core, with what is sealed in it."""

    observation: Observation
    secrets: tuple[Secret, ...] = ()


@value
class Noted:
    """Something about the line itself that somebody may want to look at: a discarded byte, a
    duplicate, an answer nobody asked for. `what` is one of `notes`; `bytes` counts what was
    discarded."""

    what: str
    detail: str = ""
    bytes: int = 0


Output = Send | Heard | Seen | Noted


class Seals(Protocol):
    """How faces that the rules keep hidden are hidden before anybody sees them."""

    @property
    def in_parts(self) -> bool:
        """Whether part of the set may be shuffled while the rest lies on the table, hidden cards
        among it: then nobody is told which cards the part has, nor which it has not."""

    def seal(self, card: Card, shuffle: str, number: int) -> Secret:
        """Seal the card that was the `number`th out of this shuffle."""

    def belongs(self, card: Card) -> bool:
        """Whether the card is one of the set that is in play here."""

    def differences(self, seen: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Of a whole set that was seen: the cards that are missing, and those that are too many."""


class Driver(Protocol):
    """One device's side of the controller. `due` is when it wants to be woken, if at all."""

    @property
    def due(self) -> int | None: ...

    def opened(self, now: int, /) -> list[Output]:
        """The line is open."""

    def received(self, data: bytes, now: int, /) -> list[Output]: ...

    def lost(self, why: str, now: int, /) -> list[Output]:
        """The line is gone, or cannot be opened; once, and again if the reason becomes another."""

    def order(self, order: Order, now: int, /) -> list[Output]: ...

    def acknowledge(self, epoch: int, event: int, now: int, /) -> list[Output]:
        """This event is on record."""

    def wake(self, now: int, /, *, healthy: bool = True) -> list[Output]:
        """Do what is due, which may be nothing. `healthy` is false while the record does not keep
        up: then the controller shows no sign of life, and allowances lapse by themselves."""

    def farewell(self, now: int, /) -> list[Output]:
        """The controller ends in good order."""
