"""The workshop: which simulator stands for a device, decided in this one place.

It follows from what the device is and can do, and from how its profile delivers cards; never from
a model's name, so that anybody's profile has a simulator.
"""

from __future__ import annotations

from random import Random
from typing import Protocol, TypedDict

from drivers.driving import Timing
from drivers.plain.profile import PlainProfile
from drivers.stream.profile import StreamProfile
from drivers.wire import Timekeeper
from simulators.byte_generator import ByteGenerator
from simulators.continuous_shoe import ContinuousShoe
from simulators.device import SimulatedDevice
from simulators.double_shoe import DoubleShoe
from simulators.felt import Felt
from simulators.generator import Generator
from simulators.hole_reader import HoleCardReader
from simulators.loading_shuffler import LoadingShuffler
from simulators.reader import CardReader
from simulators.shoe import SensingShoe
from simulators.shuffler import Shuffler
from simulators.stack_shoe import StackShoe
from simulators.tag_reader import TagReader
from tablectl.words.settings import Can, Device, DeviceKind


class MadeTo(Protocol):
    """What of a profile a simulator is made to."""

    @property
    def stack_size(self) -> int:
        """How many cards a shoe gives together."""

    def timing_in_us(self) -> Timing: ...


class Common(TypedDict):
    """What every simulated device is made with."""

    name: str
    device: Device
    time: Timekeeper
    timing: Timing
    strict: bool
    speaks: PlainProfile | None


def build(
    name: str,
    device: Device,
    profile: MadeTo | None,
    *,
    time: Timekeeper,
    felt: Felt,
    chance: Random,
    strict: bool = True,
) -> SimulatedDevice:
    """A simulated device as promised, made to its profile if it has one."""
    common: Common = {
        "name": name,
        "device": device,
        "time": time,
        "timing": Timing() if profile is None else profile.timing_in_us(),
        "strict": strict,
        "speaks": profile if isinstance(profile, PlainProfile) else None,
    }
    match device.kind:
        case DeviceKind.SHUFFLER if Can.LOAD_SHOE in device.can:
            return LoadingShuffler(**common, felt=felt)
        case DeviceKind.SHUFFLER:
            return Shuffler(**common, felt=felt)
        case DeviceKind.SHOE if profile is not None and profile.stack_size > 1:
            return StackShoe(**common, felt=felt, stack_size=profile.stack_size)
        case DeviceKind.SHOE if Can.CONTINUOUS in device.can:
            return ContinuousShoe(**common, felt=felt, chance=chance)
        case DeviceKind.SHOE if Can.CHAMBERS in device.can:
            return DoubleShoe(**common, felt=felt)
        case DeviceKind.SHOE:
            return SensingShoe(**common, felt=felt)
        case DeviceKind.READER if isinstance(profile, PlainProfile) and profile.tag_form:
            return TagReader(**common, reading=profile)
        case DeviceKind.READER:
            reader = HoleCardReader if Can.CHECK in device.can else CardReader
            return reader(**common)
        case DeviceKind.GENERATOR if isinstance(profile, StreamProfile):
            return ByteGenerator(**common, chance=chance, giving=profile)
        case DeviceKind.GENERATOR:
            return Generator(**common, chance=chance)
