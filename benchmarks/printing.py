"""Figures as people and as programs read them: aligned text, or one JSON object a line."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from benchmarks.measure import Comparison, Figure, Result, Spread


def as_json(result: Result) -> str:
    match result:
        case Figure():
            return json.dumps(_plain_figure(result))
        case Comparison():
            return json.dumps(_plain_comparison(result))


def as_text(result: Result) -> str:
    match result:
        case Figure():
            return _figure_text(result)
        case Comparison():
            return "\n".join(_comparison_lines(result))


# ---------------------------------------------------------------- for programs


def _plain_figure(figure: Figure) -> dict[str, Any]:
    return {**asdict(figure), "ratio": figure.ratio, "per_second": figure.per_second}


def _plain_comparison(made: Comparison) -> dict[str, Any]:
    plain = asdict(made)
    for peer, told in zip(made.peers, plain["peers"], strict=True):
        told["ratio_p50"], told["ratio_p99"] = made.times(peer)
    plain["disturbed"] = made.disturbed
    ratio = made.of_aim
    if ratio is not None:
        plain["aim"] |= {"ratio": ratio, "met": ratio <= 1}
    return plain


# ---------------------------------------------------------------- for people


def _figure_text(figure: Figure) -> str:
    note = f"; {figure.note}" if figure.note else ""
    return (
        f"{figure.name:26} {figure.subject_us:10.1f} us  {figure.per_second:10,.0f} a second  "
        f"{figure.ratio:6.1f} x {figure.floor} ({figure.floor_us:.1f} us){note}"
    )


def _comparison_lines(made: Comparison) -> list[str]:
    note = f"; {made.note}" if made.note else ""
    lines = [f"{made.name:26} {_spread_text(made.subject, made.unit)}{note}"]
    for peer in made.peers:
        middle, high = made.times(peer)
        times = f"{middle:.2f} x" if high is None else f"{middle:.2f} x, p99 {high:.2f} x"
        lines.append(f"{'':26} {times} {peer.name} ({_spread_text(peer.spread, made.unit)})")
    if made.aim is not None and made.of_aim is not None:
        verdict = "met" if made.of_aim <= 1 else "missed"
        lines.append(
            f"{'':26} aim: at most {made.aim.what} ({made.aim.most:,.1f} {made.unit}): "
            f"{verdict}, {made.of_aim:.2f} x"
        )
    if made.disturbed:
        lines.append(f"{'':26} DISTURBED: less than a floor of it; run this again")
    return lines


def _spread_text(spread: Spread, unit: str) -> str:
    high = "" if spread.p99 is None else f", p99 {spread.p99:,.1f}"
    of = "" if spread.samples == 1 else f" of {spread.samples:,}"
    middle = "" if spread.samples == 1 else "p50 "
    return f"{middle}{spread.p50:,.1f}{high} {unit}{of}"
