"""A simulated device in virtual time, checked as `tablectl conform` checks it."""

from __future__ import annotations

from itertools import count

from drivers.profile_form import Profile
from drivers.profiles import find
from tablectl.conformance.catalogue import examination
from tablectl.conformance.checks import Result, Verdict
from tablectl.conformance.simulated import Simulation

REFERENCE, PLAIN = "reference_sensing_shoe", "plain_sensing_shoe"


def simulation(profile: str) -> tuple[Profile, Simulation]:
    made = find(profile)
    return made, Simulation(made, made.sample_serial)


def results(made: Profile, simulated: Simulation) -> dict[str, Result]:
    """What every check came to, by its id."""
    sessions = count(1)
    checked = examination(
        made, simulated, simulated.hands, lambda: next(sessions), made.sample_serial
    )
    return {each.check.id: each for each in checked.results(simulated.clock)}


def failed(found: dict[str, Result]) -> list[str]:
    return [name for name, result in found.items() if result.verdict is Verdict.FAILED]
