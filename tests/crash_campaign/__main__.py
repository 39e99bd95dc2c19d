"""`make crash-campaign`: die at every point of every script, restart, and compare.

    make crash-campaign ARGS="--game three_card_poker --how killed"
    make crash-campaign ARGS="--broken commit_behind_the_effects --every 5"

What was tried is kept in a file; a campaign that was broken off goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from time import monotonic

from tests.broken_builds.builds import BUILDS
from tests.crash_campaign.checks import Account
from tests.crash_campaign.scripts import SCRIPTS, Script
from tests.crash_campaign.trying import Case, How, Verdict, points_of, tried

PROGRESS = Path(".crash-campaign.jsonl")
EACH = 100
"""A line of progress after so many cases."""


def main(argv: Sequence[str] | None = None) -> int:
    asked = argparse.ArgumentParser(prog="make crash-campaign", description=__doc__)
    asked.add_argument("--game", action="append", help="only this game; may be repeated")
    asked.add_argument("--script", action="append", choices=SCRIPTS, help="only this script")
    asked.add_argument("--how", action="append", choices=[how.value for how in How])
    asked.add_argument("--every", type=int, default=1, help="only every so-many-th point")
    asked.add_argument("--point", action="append", help="only this one, as it is told: 24.before")
    asked.add_argument("--processes", type=int, default=1)
    asked.add_argument("--broken", choices=BUILDS, help="a build with this mistake in it")
    asked.add_argument("--progress", type=Path, default=PROGRESS, help="where to go on from")
    options = asked.parse_args(argv)
    if options.broken:
        BUILDS[options.broken].change()
    hows = [How(how) for how in options.how] if options.how else list(How)
    scripts = [s for s in SCRIPTS.values() if _wanted(s, options.game, options.script)]
    progress = Progress(options.progress, options.broken)
    campaign = Campaign(scripts, hows, options.every, frozenset(options.point or ()), progress)
    return campaign.run(options.processes)


def _wanted(script: Script, games: Sequence[str] | None, names: Sequence[str] | None) -> bool:
    return (not games or script.seating.game in games) and (not names or script.name in names)


@dataclass
class Progress:
    """What has been tried, a line each, after a line that says of which build."""

    path: Path
    build: str | None

    def read(self) -> dict[str, Verdict]:
        """The verdicts of a campaign of the same build; of another one there are none."""
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        if not lines or json.loads(lines[0]) != {"build": self.build}:
            self.path.write_text(json.dumps({"build": self.build}) + "\n", encoding="utf-8")
            return {}
        verdicts = (Verdict(**json.loads(line)) for line in lines[1:])
        return {verdict.case: verdict for verdict in verdicts}

    def add(self, verdict: Verdict) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(verdict)) + "\n")

    def over(self) -> None:
        self.path.unlink()


@dataclass
class Campaign:
    scripts: Sequence[Script]
    hows: Sequence[How]
    every: int
    only: frozenset[str]
    """These points, or all if there are none."""
    progress: Progress
    found: Counter[str] = field(default_factory=Counter)
    tried: int = 0
    deaths: int = 0

    def run(self, processes: int) -> int:
        began = monotonic()
        done = self.progress.read()
        references: dict[str, Account] = {}
        cases: list[Case] = []
        for script in self.scripts:
            with tempfile.TemporaryDirectory() as folder:
                points, references[script.name] = points_of(script.name, Path(folder))
            wanted = [each for each in points if not self.only or str(each[0]) in self.only]
            of_script = [Case(script.name, how, *each) for how in self.hows for each in wanted]
            cases += of_script[:: self.every]
            say(f"{script.name}: {len(points)} points")
        total = len(cases)
        left = [case for case in cases if case.name not in done]
        for case in cases:
            if case.name in done:
                self._count(case, done[case.name])
        if self.tried:
            say(f"{self.tried} were tried before")
        for case, verdict in verdicts(left, references, processes):
            self.progress.add(verdict)
            self._count(case, verdict)
            if self.tried % EACH == 0:
                say(self._told(total, monotonic() - began))
        say(self._told(total, monotonic() - began))
        self.progress.over()
        return 1 if self.found else 0

    def _count(self, case: Case, verdict: Verdict) -> None:
        self.tried += 1
        self.deaths += verdict.deaths
        self.found.update({finding.kind for finding in verdict.found})
        for finding in verdict.found[:3]:
            say(f"  {case}: {finding}")

    def _told(self, total: int, seconds: float) -> str:
        counts = {"loss": "losses", "double": "doubles", "difference": "differences"}
        counts |= {"untold": "untold", "error": "errors"}
        told = ", ".join(f"{plural} {self.found[kind]}" for kind, plural in counts.items())
        return f"tried {self.tried} / {total}, {self.deaths} deaths, {told} ({seconds:.0f} s)"


def verdicts(
    cases: Sequence[Case], references: dict[str, Account], processes: int
) -> Iterator[tuple[Case, Verdict]]:
    with Pool(processes) as pool:
        yield from pool.imap(partial(_one, references), cases, chunksize=4)


def _one(references: dict[str, Account], case: Case) -> tuple[Case, Verdict]:
    return case, tried(case, references[case.script])


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
