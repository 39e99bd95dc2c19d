"""One broken build, soaked in this process until something objects."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from tablectl.fitting import Preset
from tablectl.soak.result import Result, Violation
from tablectl.soak.seatings import seatings
from tablectl.soak.soaking import ROUNDS, Turn, soak
from tablectl.soak.troubles import Rates
from tests.broken_builds.catalogue import BUILDS

RATES = Rates(faults=0.7, errors=0.7, restarts=0.1)


@dataclass(frozen=True)
class Caught:
    """After how many rounds a build was caught, and by what; 0 if it was not."""

    build: str
    rounds: int
    by: str
    stretch: str = ""
    """The stretch in which it was caught."""

    def as_plain(self) -> dict[str, str | int]:
        return asdict(self)


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
        methods = (build.method,) if build.method else ()
        soak(build.game, rounds, seed, RATES, presets=presets, methods=methods, progress=look)
    except Objection:
        (result,) = last
        first = found(result)[0]
        before = result.whole.rounds - result.last_rounds
        told = f"{first.kind}: {first.what}"
        return Caught(name, before + first.round, told, first.stretch)
    return Caught(name, 0, "")


def blames(game: str, stretch: str) -> str:
    """What a controller that nobody has broken is blamed for in this stretch: it must be nothing.

    To be asked in a process in which nothing is broken. An objection that is also raised to the
    unbroken controller has caught no build.
    """
    seed, table, number = stretch.split(": ")
    (seating,) = (each for each in seatings(game) if str(each) == table)
    tally = Turn(seating, int(number), int(seed), RATES).played(ROUNDS)
    return next((str(each) for each in (*tally.disagreements, *tally.violations)), "")


def found(result: Result) -> list[Violation]:
    """What was objected to, the referee's word first."""
    whole = result.whole
    return [*whole.disagreements, *whole.violations]
