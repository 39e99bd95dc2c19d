"""What becomes of reports, by the kind of delivery: controller, lines and devices die in any order.

    make deliveries ARGS="--runs 10000"

At the end everything is mended. Of devices that deliver exactly once, the record must be what the
device saw. Of the others, the controller's count must be the simulator's own, or a case must have
said that it is uncertain: it is never silently wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from time import monotonic

from drivers.happenings import CardsDrawn
from tablectl.words.settings import Delivery
from tests.wire.exactly_once import ExactlyOnce
from tests.wire.outages import Run
from tests.wire.uncertain import AtMostOnce, Counting, doubts

RUNS: Mapping[Delivery, type[Run]] = {
    Delivery.EXACTLY_ONCE: ExactlyOnce,
    Delivery.COUNTER: Counting,
    Delivery.AT_MOST_ONCE: AtMostOnce,
}

# ---------------------------------------------------------------- many runs


@dataclass(frozen=True)
class Result:
    number: int
    equipment: str
    manner: str
    kills: Mapping[str, int]
    cards: int
    cases: int
    """How often a case said that a count is uncertain."""
    problem: str = ""


def one(number: int, made: Callable[[int], Run]) -> Result:
    run = made(number)
    problem = ""
    try:
        run.play()
    except AssertionError as error:
        problem = f"{type(error).__name__}: {error}"
    cards = sum(
        happening.count
        for witness in run.witnesses.values()
        for happening in witness.saw.values()
        if isinstance(happening, CardsDrawn)
    )
    kills, uncertain = dict(run.kills), doubts(run.rig)
    return Result(number, run.equipment, run.manner, kills, cards, uncertain, problem)


def many(kind: type[Run], first: int, runs: int, processes: int) -> Iterator[Result]:
    with Pool(processes) as pool:
        numbers = range(first, first + runs)
        yield from pool.imap_unordered(partial(one, made=kind), numbers, chunksize=20)


def campaign(kind: type[Run], first: int, runs: int, processes: int) -> int:
    """How many runs had a disagreement in them."""
    began = monotonic()
    kinds: Counter[str] = Counter()
    kills: Counter[str] = Counter()
    cards = done = failed = cases = 0
    for result in many(kind, first, runs, processes):
        done += 1
        cards += result.cards
        cases += result.cases
        kinds[f"{result.equipment}, {result.manner}"] += 1
        kills.update(result.kills)
        if result.problem:
            failed += 1
            say(f"run {result.number} ({result.equipment}, {result.manner}): {result.problem}")
        if done % 500 == 0:
            say(f"{done} of {runs} runs, {cards} cards, {failed} disagreements")
    say(f"{done} runs in {monotonic() - began:.0f} s, {cards} cards left their shoe")
    say("kills: " + ", ".join(f"{what} {count}" for what, count in sorted(kills.items())))
    say("runs: " + "; ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    say(f"cases that say that a count is uncertain: {cases}")
    say(f"disagreements: {failed}")
    return failed


def main() -> int:
    asked = argparse.ArgumentParser(prog="make deliveries", description=__doc__)
    asked.add_argument("--runs", type=int, default=10_000, help="for each kind of delivery")
    asked.add_argument("--first", type=int, default=0, help="the number of the first run")
    asked.add_argument("--processes", type=int, default=2)
    asked.add_argument("--delivery", choices=[each.value for each in Delivery], help="only this")
    options = asked.parse_args()
    failed = 0
    for delivery, kind in RUNS.items():
        if options.delivery in (None, delivery.value):
            say(f"{delivery.value}:")
            failed += campaign(kind, options.first, options.runs, options.processes)
    return 1 if failed else 0


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
