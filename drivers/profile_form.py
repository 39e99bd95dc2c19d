"""The form of a profile: the keys that every family of devices has.

Responsible for what one file may hold. A family adds keys of its own in a form that extends this
one (`families`). Must not know where files are found, nor any protocol.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field

from drivers.driving import MILLISECOND, Timing
from drivers.layout import MAX_TEXT
from drivers.profile_checks import WILD
from tablectl.words.settings import Can, Delivery, DeviceKind, covers
from tablectl.yamlmodel import Strict

NAME = r"^[a-z][a-z0-9_]{0,39}$"
DIGEST = r"^[0-9a-f]{64}$"
MAX_LAPSE = 65_535
"""A device says its lapse in sixteen bits of milliseconds."""
MADE_UP = "SIMULATED-1"
"""The serial number of a simulated device to which nobody gave one."""

Said = Annotated[str, Field(min_length=1, max_length=MAX_TEXT, pattern=r"^[ -~]*$")]
"""A text that has to fit the field in which a device says it: visible ASCII."""
Baud = Annotated[int, Field(ge=300, le=4_000_000)]
Knock = Annotated[int, Field(ge=50, le=4_000_000)]
Milliseconds = Annotated[int, Field(ge=1, le=MAX_LAPSE)]


class LineSpec(Strict):
    """How the serial line is set."""

    baud: Baud = 115_200
    data_bits: Literal[7, 8] = 8
    parity: Literal["none", "even", "odd"] = "none"
    stop_bits: Literal[1, 2] = 1
    knock: tuple[Knock, ...] = Field(default=(), max_length=8)
    """Speeds at which the line is opened and closed, one after the other, before it is opened to
    stay: so a device is told in which mode to work."""


class TimingSpec(Strict):
    """How long things take on the line, in milliseconds; `drivers.driving.Timing` says what."""

    beat: Milliseconds = Timing().beat // MILLISECOND
    silent: Milliseconds = Timing().silent // MILLISECOND
    repeat: Milliseconds = Timing().repeat // MILLISECOND
    lapse: Milliseconds = Timing().lapse // MILLISECOND
    gap: Milliseconds = Timing().gap // MILLISECOND
    reopen: Milliseconds = Timing().reopen // MILLISECOND


class DeliversSpec(Strict):
    """How a shoe gives its cards: one at a time, or so many together."""

    cards: Literal["single", "stacks"]
    stack_size: int | None = Field(default=None, ge=2, le=20)


class Profile(Strict):
    """One model of device. `version` is that of the format."""

    version: Literal[1]
    profile: Annotated[str, Field(pattern=NAME)]
    title: str = Field(min_length=1)
    maker: str = Field(min_length=1)
    kind: DeviceKind
    model: Said
    firmware: tuple[Said, ...] = Field(min_length=1)
    digest: str = Field(default="", pattern=DIGEST)
    protocol: str
    delivery: Delivery
    line: LineSpec = LineSpec()
    timing: TimingSpec = TimingSpec()
    can: tuple[Can, ...] = Field(min_length=1)
    delivers: DeliversSpec | None = None

    def timing_in_us(self) -> Timing:
        """The timing as drivers take it."""
        ms = self.timing.model_dump()
        return Timing(**{name: value * MILLISECOND for name, value in ms.items()})

    def accepts(self, firmware: str) -> bool:
        """Whether a device that says this firmware is one of this profile."""
        return any(covers(known, firmware) for known in self.firmware)

    @property
    def only_firmware(self) -> str:
        """The one version there is of this device; empty where it may be one of several."""
        if len(self.firmware) != 1 or WILD.fullmatch(self.firmware[0]):
            return ""
        return self.firmware[0]

    @property
    def sample_firmware(self) -> str:
        """A version that the profile accepts, for a device that is made up; none if it has none."""
        return re.sub("x$", "0", self.firmware[0]) if self.firmware else ""

    @property
    def identifies_by(self) -> frozenset[str]:
        """What a device of this profile says about itself, so that it can be compared."""
        return frozenset({"model", "serial", "firmware", "digest"})

    @property
    def sample_serial(self) -> str:
        """A serial number that such a device could say, for one that is made up."""
        return MADE_UP

    @property
    def stack_size(self) -> int:
        """How many cards a shoe of this profile gives together."""
        return (self.delivers.stack_size if self.delivers else None) or 1
