"""`make mutants`: a seeded sample of small changes to the rules, and the share that is noticed."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.mutants.mutating import ROOT, Mutant, all_mutants
from tests.mutants.one import SURVIVED

SAMPLE = 300
PATIENCE_S = 300
"""A mutant whose scenarios do not end is noticed as well."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tests.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=SAMPLE, help="how many are tried")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the sample")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at a time")
    parser.add_argument("--in", dest="within", default="", help="only files whose path has this")
    given = parser.parse_args(arguments)
    began = time.monotonic()
    known = [mutant for mutant in all_mutants() if given.within in mutant.path]
    chosen = random.Random(given.seed).sample(known, min(given.sample, len(known)))
    with ThreadPoolExecutor(given.jobs) as pool:
        survived = [
            m for m, lives in zip(chosen, pool.map(_survives, chosen), strict=True) if lives
        ]
    for mutant in survived:
        sys.stdout.write(f"survived {mutant}\n")
    killed = len(chosen) - len(survived)
    share = killed / len(chosen) if chosen else 0
    taken = time.monotonic() - began
    sys.stdout.write(
        f"{killed} of {len(chosen)} mutants killed, {share:.1%}, "
        f"of {len(known)} that there are; {taken:.0f} s\n"
    )
    return 0 if chosen else 2


def _survives(mutant: Mutant) -> bool:
    command = (sys.executable, "-m", "tests.mutants.one")
    try:
        done = subprocess.run(
            [*command, mutant.module, mutant.path, str(mutant.number)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    sys.stderr.write(f"{mutant}: {'SURVIVED' if done.returncode == SURVIVED else done.stdout}\n")
    return done.returncode == SURVIVED


if __name__ == "__main__":
    sys.exit(main())
