"""Judging: an expectation against the facts, and then its negation against the same facts.

Every expectation that holds is negated once: with a wrong value it must not hold. One that holds
whatever is written is worth nothing, and is reported as such.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablectl.scenario.expectation import shown
from tablectl.scenario.facts import Facts
from tablectl.scenario.model import Expect, given_keys
from tablectl.scenario.readings import EXPECTATIONS


@dataclass(frozen=True)
class Verdict:
    """One expectation that did not stand: it failed, or it could not have."""

    key: str
    expected: str
    was: str
    vacuous: bool = False


def verdicts(expect: Expect, facts: Facts) -> tuple[Verdict, ...]:
    """Every expectation that failed, or that could not have."""
    found = (_verdict(key, getattr(expect, key), facts) for key in given_keys(expect))
    return tuple(verdict for verdict in found if verdict is not None)


def _verdict(key: str, expected: Any, facts: Facts) -> Verdict | None:
    expectation = EXPECTATIONS[key]
    if not expectation.holds(expected, facts):
        return Verdict(key, f"{key}: {shown(expected)}", shown(expectation.was(expected, facts)))
    wrong = tuple(expectation.wrong(expected, facts))
    too = next((value for value in wrong if expectation.holds(value, facts)), None)
    if wrong and too is None:
        return None
    also = f"it would also hold as {shown(too)}" if wrong else "it holds whatever happens"
    return Verdict(key, f"{key}: {shown(expected)}, as something that can fail", also, vacuous=True)
