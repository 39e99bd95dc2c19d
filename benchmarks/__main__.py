"""`make bench`: print every figure beside a floor or a peer of the same run."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from benchmarks.core import core_figures
from benchmarks.journal import journal_figures
from benchmarks.measure import Result
from benchmarks.printing import as_json, as_text
from benchmarks.process import process_figures
from benchmarks.ranking import ranking_figures
from benchmarks.sizes import Sizes
from benchmarks.wire import wire_figures

GROUPS: Mapping[str, Callable[[Sizes], Iterator[Result]]] = {
    "core": core_figures,
    "ranking": ranking_figures,
    "wire": wire_figures,
    "process": process_figures,
    "journal": journal_figures,
}

LENGTHS = (1_000, 100_000)
"""Journals that are measured whatever the longest one is, if they are shorter."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"{', '.join(GROUPS)}; all if left out"
    )
    parser.add_argument("--rounds", type=int, default=5, help="medians of so many rounds")
    parser.add_argument(
        "--records", type=int, default=LENGTHS[-1], help="the longest journal that is measured"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    asked = parser.parse_args()
    for name in asked.groups:
        if name not in GROUPS:
            parser.error(f"there is no group {name}; there are: {', '.join(GROUPS)}")
    if asked.records < LENGTHS[0]:
        parser.error(f"--records is {LENGTHS[0]} or more")
    records = (*(length for length in LENGTHS if length < asked.records), asked.records)
    sizes = Sizes(folder=Path.cwd(), rounds=asked.rounds, records=records)
    for name in asked.groups or GROUPS:
        for result in GROUPS[name](sizes):
            print(as_json(result) if asked.json else as_text(result), flush=True)


if __name__ == "__main__":
    main()
