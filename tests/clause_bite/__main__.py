"""`make clause-bite`: switch every clause off in turn, and say which ones nobody missed."""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Iterator, Sequence

import pytest

from tablectl.clauses.registry import SUBCHAPTERS
from tablectl.tracing.clauses import Traced, trace, whole_games
from tests.clause_bite.running import ROOT, Bite, bites, run

ENOUGH = 0.95
WARM = ("tablectl.scenario", "tablectl.soak.soaking", "tablectl.cli.main")
"""What most tests import; imported once, before each clause gets a process of its own."""


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
    for name in WARM:
        importlib.import_module(name)
    order = [each.entry.citation for each in wanted]
    found = sorted(_bites(wanted, given.jobs), key=lambda each: order.index(each.citation))
    for line in told(found):
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"in {time.monotonic() - began:.0f} s\n")
    return 0 if share(found) >= ENOUGH else 1


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
    done = run(tests, jobs)
    if done.returncode != pytest.ExitCode.OK:
        _say(done.stdout[-4000:] + done.stderr[-2000:])
        return False
    return True


def _bites(wanted: Sequence[Traced], jobs: int) -> Iterator[Bite]:
    tests = [(each.entry.citation, each.tests) for each in wanted]
    for number, found in enumerate(bites(tests, jobs), start=1):
        verdict = "bitten" if found.bitten else found.why
        _say(f"{number}/{len(wanted)} {found.citation}: {verdict}")
        yield found


def share(found: Sequence[Bite]) -> float:
    return sum(each.bitten for each in found) / len(found)


def told(found: Sequence[Bite]) -> Iterator[str]:
    wide = max(len(each.citation) for each in found)
    yield f"{'clause':<{wide}}  {'switched off at':<24} {'tests':>5}  bitten"
    for each in found:
        verdict = "yes" if each.bitten else f"NO: {each.why}"
        yield f"{each.citation:<{wide}}  {each.seams:<24} {each.tests:>5}  {verdict}"
    bitten = sum(each.bitten for each in found)
    yield f"{bitten} of {len(found)} clauses bite, {share(found):.1%}"


if __name__ == "__main__":
    sys.exit(main())
