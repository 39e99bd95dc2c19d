"""`make broken-builds`: break the controller in every known way, and say how soon it was caught."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.broken_builds.catalogue import BUILDS
from tests.broken_builds.running import Caught, blames, catch

ROOT = Path(__file__).resolve().parent.parent.parent
ROUNDS = 3_000
"""A build that is not caught within so many rounds is not caught."""
SHOWN = 70


def main(arguments: Sequence[str] | None = None) -> int:
    given = _arguments(arguments)
    if given.one:
        sys.stdout.write(json.dumps(catch(given.one, given.rounds, given.seed).as_plain()))
        return 0
    began = time.monotonic()
    names = given.only or list(BUILDS)
    with ThreadPoolExecutor(given.jobs) as pool:
        caught = list(pool.map(lambda name: _alone(name, given.rounds, given.seed), names))
    for line in told(caught):
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"in {time.monotonic() - began:.0f} s\n")
    return 0 if all(each.rounds for each in caught) else 1


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.broken_builds", description=__doc__)
    parser.add_argument("--only", action="append", choices=sorted(BUILDS), help="this build alone")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how many at most, of each")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all chance")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at a time")
    parser.add_argument("--one", choices=sorted(BUILDS), help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _alone(name: str, rounds: int, seed: int) -> Caught:
    """In a process of its own: what is broken there stays broken."""
    command = (sys.executable, "-m", "tests.broken_builds", "--one", name)
    options = ("--rounds", str(rounds), "--seed", str(seed))
    done = subprocess.run(
        [*command, *options], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        return Caught(name, 0, f"it did not run: {done.stderr.strip().splitlines()[-1:]}")
    caught = Caught(**json.loads(done.stdout))
    if caught.stretch and (blamed := blames(BUILDS[name].game, caught.stretch)):
        return Caught(name, 0, f"the unbroken one is blamed too: {blamed}")
    return caught


def told(caught: Sequence[Caught]) -> Iterator[str]:
    wide = max(len(each.build) for each in caught)
    yield f"{'build':<{wide}}  {'rounds':>6}  caught by"
    for each in caught:
        by = each.by if len(each.by) <= SHOWN else f"{each.by[: SHOWN - 1]}…"
        yield f"{each.build:<{wide}}  {each.rounds or 'NEVER':>6}  {by}"
    found = [each for each in caught if each.rounds]
    middle = sorted(each.rounds for each in found)[len(found) // 2] if found else 0
    yield f"{len(found)} of {len(caught)} builds caught, half of them within {middle} rounds"


if __name__ == "__main__":
    sys.exit(main())
