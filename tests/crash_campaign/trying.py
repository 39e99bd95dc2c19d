"""One point of the campaign: a controller that dies there, and what is found afterwards.

Every point is tried in a process of its own, for the controller is killed for good. The process
that reports is the one in which felt, devices and people live on.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path
from random import Random

from simulators.chance import split
from tests.crash_campaign.checks import Account, Finding, account, after_a_restart, in_the_end
from tests.crash_campaign.disk import Cut
from tests.crash_campaign.dying import BEFORE, Point, Reaper, killed
from tests.crash_campaign.playing import Play, as_it_is
from tests.crash_campaign.power import PowerCut
from tests.crash_campaign.scripts import SCRIPTS

PAUSE = 3_000_000
"""How long every second table stands without a controller."""


class How(Enum):
    """How the controller dies."""

    KILLED = "killed"
    POWER = "power"
    TWICE = "twice"
    """Killed, and killed once more while it finds its feet."""


@dataclass(frozen=True)
class Case:
    script: str
    how: How
    point: Point
    record: int
    what: str
    """What was about to happen."""

    @property
    def name(self) -> str:
        return f"{self.script} {self.how.value} {self.point}"

    def __str__(self) -> str:
        return f"{self.name} (record {self.record}, {self.what})"

    @property
    def chance(self) -> Random:
        return split(self.name, "case")


@dataclass(frozen=True)
class Verdict:
    """What came of a case."""

    case: str
    deaths: int
    findings: list[dict[str, str]] = field(default_factory=list)

    @property
    def found(self) -> list[Finding]:
        return [Finding(**each) for each in self.findings]


def points_of(name: str, folder: Path) -> tuple[list[tuple[Point, int, str]], Account]:
    """Every point at which a script can be interrupted, and what it comes to if it is not."""
    seen: list[tuple[Point, int, str]] = []
    play = Play(SCRIPTS[name], folder, Reaper(seen=seen), as_it_is)
    play.to_the_end()
    return seen, account(play)


def tried(case: Case, uninterrupted: Account) -> Verdict:
    """Try a case in processes of its own and hear what came of it."""
    folder = Path(tempfile.mkdtemp(prefix="crash-"))
    hears, says = os.pipe()
    try:
        child = os.fork()
        if not child:
            os.close(hears)
            _report(says, lambda: _findings(case, uninterrupted, folder))
        os.close(says)
        with os.fdopen(hears) as told:
            answer = told.read()
        _, status = os.waitpid(child, 0)
    finally:
        shutil.rmtree(folder)
    if not answer:
        return _failed(case, "nobody came back to tell")
    verdict = Verdict(**json.loads(answer))
    if case.how is not How.POWER and os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
        return _failed(case, f"the controller was not killed: {verdict.found}")
    return verdict


def _failed(case: Case, why: str) -> Verdict:
    return Verdict(case.name, 0, [asdict(Finding("error", why))])


def _report(says: int, work: Callable[[], Verdict]) -> None:
    """Do the work, say what came of it, and end this process at once."""
    try:
        with os.fdopen(says, "w") as told:
            json.dump(asdict(work()), told)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def _findings(case: Case, uninterrupted: Account, folder: Path) -> Verdict:
    found: list[Finding] = []
    play = _set_up(case, folder)
    play.reborn = lambda reborn: found.extend(after_a_restart(reborn))
    try:
        play.to_the_end()
        found.extend(in_the_end(play, uninterrupted))
    except Exception as error:  # whatever it is, it is found, told and can be seen again
        found.append(Finding("error", f"{type(error).__name__}: {error}"))
    if not play.deaths:
        found.append(Finding("error", "the controller did not die"))
    return Verdict(case.name, len(play.deaths), [asdict(each) for each in found])


def _set_up(case: Case, folder: Path) -> Play:
    script, chance = SCRIPTS[case.script], case.chance
    pause = chance.choice((0, PAUSE))
    reaper = Reaper(case.point, killed)
    if case.how is How.POWER:
        power = PowerCut(folder, chance.choice(list(Cut)), chance)
        play = Play(script, folder, reaper, power.leave, pause=pause)
        reaper.end = lambda: power.goes(play, case.point)
        return play
    play = Play(script, folder, reaper, as_it_is, pause=pause)
    if case.how is How.TWICE:
        play.again = lambda now: Point(
            now.reaper.commit + chance.randint(1, 8), chance.choice((BEFORE, BEFORE, 0, 1))
        )
    return play
