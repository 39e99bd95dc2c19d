"""All checks, in the order in which they are made: the gentle ones first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drivers.families import PLAIN, REFERENCE
from drivers.plain.profile import PlainProfile
from drivers.profile_form import Profile
from tablectl.conformance import delivery, identity, line, observations, orders
from tablectl.conformance.checks import Check
from tablectl.conformance.plain import PlainTongue
from tablectl.conformance.reference import ReferenceTongue
from tablectl.conformance.tongue import Tongue
from tablectl.words.errors import TablectlError

CHECKS: tuple[Check, ...] = (
    *identity.CHECKS,
    *observations.CHECKS,
    *orders.CHECKS,
    *delivery.CHECKS,
    *line.CHECKS,
)


class NoTongue(TablectlError):
    """Devices of this family say nothing that the checks could hold against a profile."""

    code = "no_tongue"

    def __init__(self, protocol: str) -> None:
        self.problem = f"there are no checks for devices of {protocol}"
        self.hint = f"only those of {REFERENCE} and {PLAIN} are checked"
        super().__init__(f"{self.problem} ({self.hint})")


def tongue_for(profile: Profile, sessions: Callable[[], int]) -> Tongue[Any]:
    """How a device of this profile is spoken to; NoTongue if nobody here can."""
    if isinstance(profile, PlainProfile):
        return PlainTongue(profile)
    if profile.protocol != REFERENCE:
        raise NoTongue(profile.protocol)
    return ReferenceTongue(sessions)
