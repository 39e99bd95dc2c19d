"""What basic strategy wins at blackjack, beside what others have published for the same rules.

Rounds are played in memory with the game's own functions. Exits with 1 where a result is further
from the published one than chance explains, or the exact figure is another than the published one.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from benchmarks.blackjack.exact import Expectation
from benchmarks.blackjack.playing import choices_of, played
from benchmarks.blackjack.published import INFINITE, RULE_SETS, RuleSet

MOST_ERRORS = 4.0
"""So many standard errors chance explains."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.blackjack",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, default=1_000_000, help="rounds for each rule set")
    parser.add_argument("--seed", default="basic strategy", help="where all chance comes from")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    asked = parser.parse_args()
    if asked.rounds < 1 or asked.jobs < 1:
        parser.error("--rounds and --jobs are 1 or more")
    agrees = [_exact(INFINITE)]
    agrees += [_by_chance(each, asked.rounds, asked.seed, asked.jobs) for each in RULE_SETS]
    sys.exit(0 if all(agrees) else 1)


def _exact(rules: RuleSet) -> bool:
    result = 100 * Expectation(choices_of(rules)).result
    agrees = abs(result - rules.result) <= rules.give
    print(
        f"{rules.name}\n  exact     {result:+.6f} %\n  published {rules.result:+.6f} %: "
        f"{'the same' if agrees else 'ANOTHER'}\n  {rules.source}",
        flush=True,
    )
    return agrees


def _by_chance(rules: RuleSet, rounds: int, seed: str, jobs: int) -> bool:
    began = perf_counter()
    result = played(rules, rounds, seed, jobs)
    seconds = perf_counter() - began
    mean, error = 100 * result.mean, 100 * result.error
    off = max(abs(mean - rules.result) - rules.give, 0.0) / error
    agrees = off <= MOST_ERRORS
    print(
        f"{rules.name}\n  played    {mean:+.3f} % with a standard error of {error:.3f} %, "
        f"{rounds:,} rounds in {seconds:.0f} s\n"
        f"  published {rules.result:+.3f} %: {off:.1f} standard errors off"
        f"{'' if agrees else ', MORE THAN CHANCE'}\n  {rules.source}",
        flush=True,
    )
    return agrees


if __name__ == "__main__":
    main()
