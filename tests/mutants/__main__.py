"""`make mutants`: a seeded sample of small changes to the rules, and the share that is noticed."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.apart import each_apart
from tests.mutants.mutating import Mutant, all_mutants, sample
from tests.mutants.one import name_of, noticed_by, paths, warm_up
from tests.mutants.reach import Reach, reach
from tests.mutants.results import UNNOTICED, Results, explained, outdated

SAMPLE = 300
NO_END = "it did not end"


def main(arguments: Sequence[str] | None = None) -> int:
    given = _arguments(arguments)
    began = time.monotonic()
    every = all_mutants()
    known = [mutant for mutant in every if given.within in str(mutant)]
    chosen = sample(known, given.sample, given.seed)
    if not chosen:
        _say("no such mutant")
        return 2
    results = Results(given.save, again=given.again, look=bool(given.look))
    warm_up()
    _say("first which lines each scenario runs")
    reached = reach(paths(), given.jobs, given.save and given.save.with_suffix(".reach"))
    for told in _try(chosen, reached, results, given.jobs, given.look):
        _say(told)
    reasons = explained()
    for line in summed_up(chosen, reached, results, reasons):
        sys.stdout.write(f"{line}\n")
    for key in outdated(every, reasons):
        sys.stdout.write(f"explained, and no mutant any more: {key}\n")
    taken = time.monotonic() - began
    sys.stdout.write(f"of {len(known)} mutants that there are; {taken:.0f} s\n")
    return 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=SAMPLE, help="how many are tried")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the sample")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at a time")
    parser.add_argument("--in", dest="within", default="", help="only those whose name has this")
    parser.add_argument("--save", type=Path, help="a file for results; what it has is not redone")
    parser.add_argument("--again", action="store_true", help="try saved survivors again")
    parser.add_argument(
        "--look",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="only so long at each: a first look",
    )
    return parser.parse_args(arguments)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _try(
    chosen: Sequence[Mutant], reached: Reach, results: Results, jobs: int, look: float
) -> Iterator[str]:
    """Try those of which nothing is known yet, and tell how far it has got."""
    folder = {name_of(path): path for path in paths()}
    partly: set[Mutant] = set()

    def tasks() -> Iterator[tuple[Mutant, list[Path]]]:
        for mutant in chosen:
            if mutant not in results:
                notices = results.notices(mutant.path)
                names = sorted(reached.scenarios(mutant), key=lambda name: -notices[name])
                first = list(reached.first(names, look)) if look else names
                if len(first) < len(names):
                    partly.add(mutant)
                yield mutant, [folder[name] for name in first]

    for (mutant, _), by in each_apart(_noticed, tasks(), jobs):
        missed = UNNOTICED if mutant in partly else ""
        results.note(mutant, NO_END if by is None else by or missed)
        done = [each for each in chosen if each in results]
        survivors = sum(results.survived(each) for each in done)
        verdict = NO_END if by is None else by or ("NOT YET" if missed else "SURVIVED")
        yield f"{len(done)}/{len(chosen)}, {survivors} survived; {mutant}: {verdict}"


def _noticed(task: tuple[Mutant, list[Path]]) -> str:
    mutant, scenarios = task
    return noticed_by(mutant.module, mutant.path, mutant.number, scenarios)


def summed_up(
    chosen: Sequence[Mutant], reached: Reach, results: Results, reasons: dict[str, str]
) -> Iterator[str]:
    survived = [mutant for mutant in chosen if results.survived(mutant)]
    same = [mutant for mutant in survived if mutant.key in reasons]
    for mutant in same:
        yield f"explained {mutant}: {reasons[mutant.key]}"
    for mutant in survived:
        if mutant not in same:
            by = len(reached.scenarios(mutant))
            yield f"SURVIVED {mutant} ({by} scenarios run it)"
    killed = len(chosen) - len(survived)
    yield (
        f"{killed} of {len(chosen)} mutants killed, {killed / len(chosen):.1%}; "
        f"{len(same)} that survived are explained, {len(survived) - len(same)} are not"
    )


if __name__ == "__main__":
    sys.exit(main())
