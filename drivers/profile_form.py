"""The form of a profile: the keys that every family of devices has.

Responsible for what one file may hold. A family adds keys of its own in a form that extends this
one (`families`). Must not know where files are found, nor any protocol.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field

from drivers.driving import MILLISECOND, Timing
from drivers.layout import MAX_TEXT
from drivers.profile_checks import WILD
from tablectl.words.settings import Can, Delivery, DeviceKind, covers
from tablectl.yamlmodel import Strict

NAME = r"^[a-z][a-z0-9_]{0,39}$"
DIGEST = r"^[0-9a-f]{64}$"
USB_ID = r"^[0-9a-f]{4}:[0-9a-f]{4}$"
OF_ALL_VERSIONS = frozenset(
    {"version", "profile", "title", "maker", "kind", "model", "protocol", "usb", "variants"}
)
"""The keys that no variant has: what they say holds for every firmware of a model."""
_KEY_BY_KEY = ("line", "timing")
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


class VariantSpec(Strict):
    """Versions that are otherwise: which they are, and the keys of the profile that differ.

    Which keys those may be is the family's to say, so they are checked with the whole profile that
    they make (`profiles`).
    """

    model_config = ConfigDict(extra="allow")

    firmware: tuple[Said, ...] = Field(min_length=1)


def varied(profile: Mapping[Any, Any], variant: Mapping[Any, Any]) -> dict[Any, Any]:
    """The plain values of a profile with those of a variant over them; `line` and `timing` keep
    what the variant leaves out, every other key is taken whole."""
    both = {**profile, **variant}
    for key in _KEY_BY_KEY:
        parts = profile.get(key), variant.get(key)
        if isinstance(parts[0], Mapping) and isinstance(parts[1], Mapping):
            both[key] = {**parts[0], **parts[1]}
    both.pop("variants", None)
    return both


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
    can: tuple[Can, ...]
    """Nothing of it is what a shuffler can that only shuffles; any other device can something."""
    delivers: DeliversSpec | None = None
    usb: tuple[Annotated[str, Field(pattern=USB_ID)], ...] = ()
    """The USB ids, vendor and product, by which the port of such a device is known."""
    variants: tuple[VariantSpec, ...] = ()

    def timing_in_us(self) -> Timing:
        """The timing as drivers take it."""
        ms = self.timing.model_dump()
        return Timing(**{name: value * MILLISECOND for name, value in ms.items()})

    @property
    def versions(self) -> tuple[str, ...]:
        """Every version and range of versions that is accepted."""
        return (*self.firmware, *(each for variant in self.variants for each in variant.firmware))

    def accepts(self, firmware: str) -> bool:
        """Whether a device that says this firmware is one of this profile."""
        return any(covers(known, firmware) for known in self.versions)

    def at(self, firmware: str) -> Self:
        """The profile as it is for this firmware: of the first variant that has it, if one has."""
        for variant in self.variants:
            if any(covers(known, firmware) for known in variant.firmware):
                return self._varied(variant)
        return self

    def _varied(self, variant: VariantSpec) -> Self:
        written = self.model_dump(mode="json", exclude_unset=True)
        whole = varied(written, variant.model_dump(mode="json"))
        return type(self).model_validate_json(json.dumps(whole))

    @property
    def only_firmware(self) -> str:
        """The one version there is of this device; empty where it may be one of several."""
        if len(self.versions) != 1 or WILD.fullmatch(self.versions[0]):
            return ""
        return self.versions[0]

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
