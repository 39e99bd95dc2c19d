"""One broken build, soaked in this process until something objects."""

from __future__ import annotations

from dataclasses import dataclass

from tablectl.fitting import Preset
from tablectl.soak.result import Result, Violation
from tablectl.soak.soaking import soak
from tablectl.soak.troubles import Rates
from tests.broken_builds.catalogue import BUILDS

RATES = Rates(faults=0.7, errors=0.7, restarts=0.1)


@dataclass(frozen=True)
class Caught:
    """After how many rounds a build was caught, and by what; 0 if it was not."""

    build: str
    rounds: int
    by: str

    def as_plain(self) -> dict[str, str | int]:
        return {"build": self.build, "rounds": self.rounds, "by": self.by}


class Objection(Exception):
    """Something was found: enough has been played."""


def catch(name: str, rounds: int, seed: int) -> Caught:
    """Break the controller of this process for good, and soak it."""
    build = BUILDS[name]
    build.change()
    last: list[Result] = []

    def look(result: Result) -> None:
        last[:] = [result]
        if found(result):
            raise Objection

    try:
        presets = tuple(map(Preset, build.presets))
        soak(build.game, rounds, seed, RATES, presets=presets, progress=look)
    except Objection:
        (result,) = last
        first = found(result)[0]
        before = result.whole.rounds - result.last_rounds
        return Caught(name, before + first.round, f"{first.kind}: {first.what}")
    return Caught(name, 0, "")


def found(result: Result) -> list[Violation]:
    """What was objected to, the referee's word first."""
    whole = result.whole
    return [*whole.disagreements, *whole.violations]
