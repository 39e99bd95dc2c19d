"""What the checks say and hear, whatever the family of the device: one word for each thing.

A tongue turns these into bytes and back. It knows no time but what it is given, and judges nothing.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from drivers.ear import Decoder
from drivers.frames import Flaw
from drivers.plain import wording
from tablectl.words.orders import Demand
from tablectl.words.settings import DeviceKind
from tablectl.words.values import value


@value
class Who:
    """It said who it is. What a family has no words for is None."""

    model: str
    serial: str
    firmware: str
    digest: str
    kind: DeviceKind | None = None
    protocol: int | None = None
    lapse_ms: int | None = None
    load: int | None = None
    last_order: int = 0


@value
class Lives:
    """It answered a sign of life."""


@value
class Took:
    """It has this order, and will say what comes of it."""

    order: int


@value
class Ended:
    """It said how this order ended, and why not if it was not carried out; `event` is its number
    where events have one."""

    order: int
    problem: str | None
    event: tuple[int, int] | None = None


@value
class Happened:
    """It told what happened; `event` is epoch and number where events have them."""

    what: wording.Happened
    event: tuple[int, int] | None = None


@value
class Stands:
    """It said what it has counted; `load` is None where loads have no number."""

    load: int | None
    out: int


@value
class Rejected:
    """It said that it does not know the session, or cannot read what it was told."""

    why: str


@value
class Noise:
    """So many bytes that mean nothing."""

    count: int


Said = Who | Lives | Took | Ended | Happened | Stands | Rejected | Noise


F = TypeVar("F")


class Tongue(Protocol[F]):
    """Where the family, or the profile, has no words for a thing, there are no bytes: None."""

    def hello(self) -> bytes | None:
        """Who are you? In a new session, where there are sessions."""

    def again(self) -> bytes | None:
        """The same, in the session that is open."""

    def beat(self) -> bytes | None: ...

    def order(self, number: int, demand: Demand) -> bytes | None: ...

    def standing(self) -> bytes | None:
        """What have you counted?"""

    def recorded(self, event: tuple[int, int]) -> bytes | None: ...

    def unknown(self) -> bytes:
        """An intact frame that says what no device of this profile knows."""

    def spoilt(self, frame: bytes, flaw: Flaw) -> bytes | None:
        """This frame with that wrong with it: CHECK, SHORT or TOO_LONG."""

    @property
    def decoder(self) -> Decoder[F]:
        """What finds frames in what the device says."""

    def said(self, frame: F, /) -> Said | None:
        """What is meant by an intact frame; None if it is nothing that a check asks for."""
