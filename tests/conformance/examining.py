"""A simulated device in virtual time, checked as `tablectl conform` checks it."""

from __future__ import annotations

from itertools import count

from drivers.profile_form import Profile
from drivers.profiles import find
from tablectl.conformance.catalogue import CHECKS, tongue_for
from tablectl.conformance.checks import Result, Verdict, examined
from tablectl.conformance.simulated import Simulation
from tablectl.conformance.sitting import Sitting

SERIAL = "S-1"
REFERENCE, PLAIN = "reference_sensing_shoe", "plain_sensing_shoe"


def simulation(profile: str) -> tuple[Profile, Simulation]:
    made = find(profile)
    return made, Simulation(made, SERIAL)


def results(made: Profile, simulated: Simulation) -> dict[str, Result]:
    """What every check came to, by its id."""
    sessions = count(1)
    tongue = tongue_for(made, lambda: next(sessions))
    sitting = Sitting(made, simulated, tongue, simulated.hands, SERIAL)
    return {each.check.id: each for each in examined(sitting, CHECKS, simulated.clock)}


def failed(found: dict[str, Result]) -> list[str]:
    return [name for name, result in found.items() if result.verdict is Verdict.FAILED]
