"""Families of devices: by the protocol that a profile names, its form and who drives it.

The one place where the name of a protocol leads to code. A family is a plug-in: a form of profile
and a driver; what a model says, and how, is data in its profile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from drivers.driving import Driver, Seals, Timing
from drivers.plain.profile import PlainProfile
from drivers.plain.profile import misfits as plain_misfits
from drivers.plain.session import PlainDriver
from drivers.profile_checks import Found
from drivers.profile_form import Profile
from drivers.session import ReferenceDriver
from drivers.stream.profile import StreamProfile
from drivers.stream.profile import misfits as stream_misfits
from drivers.stream.session import StreamDriver
from tablectl.words.settings import Can, Delivery, Device
from tablectl.yamlfile import Value
from tablectl.yamlmodel import near


@dataclass(frozen=True)
class Charge:
    """What a driver is put in charge of. `sessions` gives a number that is not zero and hard to
    guess."""

    name: str
    device: Device
    seals: Seals
    sessions: Callable[[], int]


@dataclass(frozen=True)
class Family:
    """`misfits` tells what does not go together in a profile of this family and is nobody else's
    to tell, read off its plain values."""

    form: type[Profile]
    drive: Callable[[Charge, Profile | None], Driver]
    misfits: Callable[[Mapping[Any, Value]], Iterator[Found]]


def _reference(charge: Charge, profile: Profile | None) -> Driver:
    timing = Timing() if profile is None else profile.timing_in_us()
    device = charge.device
    return ReferenceDriver(
        charge.name,
        device.kind,
        charge.seals,
        timing,
        charge.sessions,
        faces=Can.FACES in device.can,
    )


def _reference_misfits(given: Mapping[Any, Value]) -> Iterator[Found]:
    if given.get("delivery") in (Delivery.COUNTER.value, Delivery.AT_MOST_ONCE.value):
        problem = f"{REFERENCE} delivers every event once"
        yield ("delivery",), problem, "write delivery: exactly_once"
    line = given.get("line")
    if isinstance(line, dict) and line.get("data_bits") == 7:
        problem = f"{REFERENCE} sends bytes of 8 bits, and this line carries 7"
        yield ("line", "data_bits"), problem, "write data_bits: 8"


def _plain(charge: Charge, profile: Profile | None) -> Driver:
    if not isinstance(profile, PlainProfile):
        raise TypeError("a plain device is driven by what its profile says")
    return PlainDriver(charge.name, charge.device, charge.seals, profile.timing_in_us(), profile)


def _stream(charge: Charge, profile: Profile | None) -> Driver:
    if not isinstance(profile, StreamProfile):
        raise TypeError("a byte generator is driven by what its profile says")
    return StreamDriver(charge.name, charge.device, profile.timing_in_us(), profile)


REFERENCE = "reference/1"
PLAIN = "plain/1"
STREAM = "stream/1"
FAMILIES: Mapping[str, Family] = {
    REFERENCE: Family(Profile, _reference, _reference_misfits),
    PLAIN: Family(PlainProfile, _plain, plain_misfits),
    STREAM: Family(StreamProfile, _stream, stream_misfits),
}


# ---------------------------------------------------------------- by the name of the protocol


def misfits(value: Value) -> Iterator[Found]:
    """What is wrong with a profile as one of its family: a protocol nobody speaks, too."""
    given: Mapping[Any, Value] = value if isinstance(value, dict) else {}
    named = given.get("protocol")
    if not isinstance(named, str):
        return
    if named in FAMILIES:
        yield from FAMILIES[named].misfits(given)
        return
    known = f"the protocols are {', '.join(FAMILIES)}"
    yield ("protocol",), f"no driver speaks {named!r}", near(named, FAMILIES) or known


def form_of(value: Value) -> type[Profile]:
    """The form that a profile has to have, read off its plain values; what names no protocol that
    there is, is held against the keys that all families share."""
    named = value.get("protocol") if isinstance(value, dict) else None
    family = FAMILIES.get(named) if isinstance(named, str) else None
    return Profile if family is None else family.form


def driver_of(charge: Charge, profile: Profile | None) -> Driver:
    """Who drives this device; one without a profile speaks the reference protocol."""
    return FAMILIES[REFERENCE if profile is None else profile.protocol].drive(charge, profile)
