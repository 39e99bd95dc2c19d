"""All checks, in the order in which they are made: the gentle ones first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drivers.plain.profile import PlainProfile
from drivers.profile_form import Profile
from tablectl.conformance import delivery, identity, line, observations, orders
from tablectl.conformance.checks import Check
from tablectl.conformance.plain import PlainTongue
from tablectl.conformance.reference import ReferenceTongue
from tablectl.conformance.tongue import Tongue

CHECKS: tuple[Check, ...] = (
    *identity.CHECKS,
    *observations.CHECKS,
    *orders.CHECKS,
    *delivery.CHECKS,
    *line.CHECKS,
)


def tongue_for(profile: Profile, sessions: Callable[[], int]) -> Tongue[Any]:
    """How a device of this profile is spoken to."""
    if isinstance(profile, PlainProfile):
        return PlainTongue(profile)
    return ReferenceTongue(sessions)
