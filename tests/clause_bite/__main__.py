"""`make clause-bite`: switch every clause off in turn, and say which ones nobody missed."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence

from tablectl.clauses.registry import SUBCHAPTERS
from tablectl.tracing.clauses import trace, whole_games
from tests.clause_bite.running import ROOT, Bite, bites

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
    order = [each.entry.citation for each in wanted]
    _say(f"{len(wanted)} clauses")
    tests = [(each.entry.citation, each.tests) for each in wanted]
    found = sorted(bites(tests, given.jobs, _progress), key=lambda each: order.index(each.citation))
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


def _progress(bite: Bite) -> None:
    verdict = f"bitten by {bite.by}" if bite.bitten else bite.why
    _say(f"{bite.citation}: {verdict}")


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
