"""One clause switched off in a process of its own, and what its tests made of that."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.clause_bite.switched_off import TOLD, VARIABLE

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUE = "tests/scenario/test_catalogue.py::test_scenario"
SCENARIOS = "tests/scenarios/"
PYTEST = (sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=line")
PATIENCE_S = 300
"""For the tests of one clause; without its rule a round may go in circles."""


@dataclass(frozen=True)
class Bite:
    """What came of switching a clause off."""

    citation: str
    seams: str
    tests: int
    bitten: bool
    why: str = ""
    """Why not, where it was not."""


def node(test: str) -> str:
    """The test of a scenario, or the test itself."""
    if not test.endswith(".yaml"):
        return test
    return f"{CATALOGUE}[{test.removeprefix(SCENARIOS).removesuffix('.yaml')}]"


def bite(citation: str, tests: Sequence[str]) -> Bite:
    """Run these tests without the rule; at least one of them has to fail."""
    if not tests:
        return Bite(citation, "", 0, bitten=False, why="no test is marked with it")
    try:
        done = run(tests, "-x", "-p", "tests.clause_bite.switched_off", off=citation)
    except subprocess.TimeoutExpired:
        return Bite(citation, "?", len(tests), bitten=False, why="the tests did not end")
    found = re.search(f"^{TOLD}(.*)$", done.stdout, re.MULTILINE)
    seams = found.group(1) if found else ""
    bitten = done.returncode == pytest.ExitCode.TESTS_FAILED
    why = "" if bitten else _why(done, seams)
    return Bite(citation, seams, len(tests), bitten, why)


def _why(done: subprocess.CompletedProcess[str], seams: str) -> str:
    if done.returncode != pytest.ExitCode.OK:
        said = (done.stderr or done.stdout).strip().splitlines()
        return f"the tests did not run: {said[-1] if said else done.returncode}"
    return "its tests pass without it" if seams else "its tests do not come near it"


def run(
    tests: Sequence[str], *options: str, off: str = "", patience: float | None = PATIENCE_S
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PYTEST, "-p", "no:cacheprovider", *options, *map(node, tests)],
        cwd=ROOT,
        env={**os.environ, VARIABLE: off},
        capture_output=True,
        text=True,
        timeout=patience,
        check=False,
    )
