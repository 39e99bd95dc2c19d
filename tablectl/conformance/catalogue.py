"""All checks, in the order in which they are made: the gentle ones first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic

from drivers.families import PLAIN, REFERENCE, STREAM
from drivers.plain.profile import PlainProfile
from drivers.profile_form import Profile
from drivers.stream.profile import StreamProfile
from tablectl.conformance import (
    delivery,
    generators,
    identity,
    line,
    observations,
    orders,
    showing,
)
from tablectl.conformance.checks import Check, Result, S, examined
from tablectl.conformance.contact import Contact, Hands
from tablectl.conformance.listening import Listening
from tablectl.conformance.plain import PlainTongue
from tablectl.conformance.reference import ReferenceTongue
from tablectl.conformance.sitting import Sitting
from tablectl.conformance.tongue import Tongue
from tablectl.words.errors import TablectlError

CHECKS: tuple[Check[Sitting], ...] = (
    *identity.CHECKS,
    *observations.CHECKS,
    *orders.CHECKS,
    *delivery.CHECKS,
    *showing.CHECKS,
    *line.CHECKS,
)


class NoTongue(TablectlError):
    """Devices of this family say nothing that the checks could hold against a profile."""

    code = "no_tongue"

    def __init__(self, protocol: str) -> None:
        self.problem = f"there are no checks for devices of {protocol}"
        self.hint = f"those of {REFERENCE}, {PLAIN} and {STREAM} are checked"
        super().__init__(f"{self.problem} ({self.hint})")


def tongue_for(profile: Profile, sessions: Callable[[], int]) -> Tongue[Any]:
    """How a device of this profile is spoken to; NoTongue if nobody here can."""
    if isinstance(profile, PlainProfile):
        return PlainTongue(profile)
    if profile.protocol != REFERENCE:
        raise NoTongue(profile.protocol)
    return ReferenceTongue(sessions)


@dataclass(frozen=True)
class Examination(Generic[S]):
    """A sitting with one device and the checks that are made at it."""

    sitting: S
    checks: tuple[Check[S], ...]

    def results(self, clock: Callable[[], int]) -> Iterator[Result]:
        return examined(self.sitting, self.checks, clock)


def examination(
    profile: Profile,
    contact: Contact,
    hands: Hands,
    sessions: Callable[[], int],
    serial: str = "",
) -> Examination[Sitting] | Examination[Listening]:
    """How a device of this profile is checked; NoTongue if nobody here can."""
    if isinstance(profile, StreamProfile):
        return Examination(Listening(profile, contact, hands, serial), generators.CHECKS)
    tongue = tongue_for(profile, sessions)
    return Examination(Sitting(profile, contact, tongue, hands, serial), CHECKS)
