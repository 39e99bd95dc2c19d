"""`make clause-bite`: switch every clause off in turn, and say which ones nobody missed."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

import pytest

from tablectl.clauses.registry import SUBCHAPTERS
from tablectl.tracing.clauses import Traced, trace, whole_games
from tests.clause_bite.running import ROOT, Bite, bite, run

ENOUGH = 0.95


def main(arguments: Sequence[str] | None = None) -> int:
    given = _arguments(arguments)
    began = time.monotonic()
    games = [given.game] if given.game else whole_games()
    wanted = [each for each in trace(games, ROOT / "tests") if each.how]
    if given.only:
        wanted = [each for each in wanted if each.entry.citation in given.only]
    if not wanted:
        _say("no such clause is enforced")
        return 2
    if not _all_pass(wanted, given.jobs):
        return 1
    order = [each.entry.citation for each in wanted]
    bites = sorted(_bites(wanted, given.jobs), key=lambda each: order.index(each.citation))
    for line in told(bites):
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"in {time.monotonic() - began:.0f} s\n")
    return 0 if share(bites) >= ENOUGH else 1


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.clause_bite", description=__doc__)
    parser.add_argument("--game", choices=sorted(SUBCHAPTERS), help="clauses of this game alone")
    parser.add_argument("--only", action="append", metavar="ID", help="this clause alone")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at a time")
    return parser.parse_args(arguments)


def _all_pass(wanted: Sequence[Traced], jobs: int) -> bool:
    """Tests that fail anyway would bite everything."""
    tests = list(dict.fromkeys(test for each in wanted for test in each.tests))
    _say(f"{len(wanted)} clauses, {len(tests)} tests; first with all rules on")
    done = run(tests, "-n", str(jobs), patience=None)
    if done.returncode != pytest.ExitCode.OK:
        _say(done.stdout[-4000:] + done.stderr[-2000:])
        return False
    return True


def _bites(wanted: Sequence[Traced], jobs: int) -> Iterator[Bite]:
    with ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(bite, each.entry.citation, each.tests) for each in wanted]
        for number, done in enumerate(as_completed(running), start=1):
            found = done.result()
            verdict = "bitten" if found.bitten else found.why
            _say(f"{number}/{len(running)} {found.citation}: {verdict}")
            yield found


def share(bites: Sequence[Bite]) -> float:
    return sum(each.bitten for each in bites) / len(bites)


def told(bites: Sequence[Bite]) -> Iterator[str]:
    wide = max(len(each.citation) for each in bites)
    yield f"{'clause':<{wide}}  {'switched off at':<24} {'tests':>5}  bitten"
    for each in bites:
        verdict = "yes" if each.bitten else f"NO: {each.why}"
        yield f"{each.citation:<{wide}}  {each.seams:<24} {each.tests:>5}  {verdict}"
    bitten = sum(each.bitten for each in bites)
    yield f"{bitten} of {len(bites)} clauses bite, {share(bites):.1%}"


if __name__ == "__main__":
    sys.exit(main())
