"""`make bench`: print every figure beside its floor."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from benchmarks.figures import every_figure
from benchmarks.measure import Figure


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="medians of so many rounds")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    asked = parser.parse_args()
    for figure in every_figure(asked.rounds):
        print(_as_json(figure) if asked.json else _as_text(figure), flush=True)


def _as_json(figure: Figure) -> str:
    return json.dumps({**asdict(figure), "ratio": figure.ratio, "per_second": figure.per_second})


def _as_text(figure: Figure) -> str:
    note = f"; {figure.note}" if figure.note else ""
    return (
        f"{figure.name:26} {figure.subject_us:10.1f} us  {figure.per_second:10,.0f} a second  "
        f"{figure.ratio:6.1f} x {figure.floor} ({figure.floor_us:.1f} us){note}"
    )


if __name__ == "__main__":
    main()
