"""One clause switched off in a process of its own, and what its tests made of that."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.apart import each_apart
from tests.clause_bite import switched_off
from tests.clause_bite.switched_off import TOLD, VARIABLE

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUE = "tests/scenario/test_catalogue.py::test_scenario"
SCENARIOS = "tests/scenarios/"
QUIETLY = ("-q", "--no-header", "--tb=line", "-p", "no:cacheprovider")
PATIENCE_S = 300
"""Of computing, for the tests of one clause; without its rule a round may go in circles."""


@dataclass(frozen=True)
class Ended:
    """How a run of pytest ended, and what it printed."""

    code: int
    said: str


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


def bites(wanted: Iterable[tuple[str, Sequence[str]]], jobs: int) -> Iterator[Bite]:
    """Run the tests of each clause without its rule; at least one of them has to fail."""
    shown = []
    for citation, tests in wanted:
        if tests:
            shown.append((citation, tests))
        else:
            yield Bite(citation, "", 0, bitten=False, why="no test is marked with it")
    for (citation, tests), done in each_apart(_without, shown, jobs):
        yield _judged(citation, tests, done)


def _judged(citation: str, tests: Sequence[str], done: Ended | None) -> Bite:
    if done is None:
        return Bite(citation, "?", len(tests), bitten=False, why="the tests did not end")
    found = re.search(f"^{TOLD}(.*)$", done.said, re.MULTILINE)
    seams = found.group(1) if found else ""
    bitten = done.code == pytest.ExitCode.TESTS_FAILED
    why = "" if bitten else _why(done, seams)
    return Bite(citation, seams, len(tests), bitten, why)


def _why(done: Ended, seams: str) -> str:
    if done.code != pytest.ExitCode.OK:
        said = done.said.strip().splitlines()
        return f"the tests did not run: {said[-1] if said else done.code}"
    return "its tests pass without it" if seams else "its tests do not come near it"


def _without(task: tuple[str, Sequence[str]]) -> Ended:
    """To be done in a process of its own: the rule is gone for good, and so is what it printed."""
    citation, tests = task
    os.chdir(ROOT)
    os.environ[VARIABLE] = citation
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE_S)  # its signal ends the process
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        sys.stdout = sys.stderr = said
        for printed in (1, 2):
            os.dup2(said.fileno(), printed)
        code = pytest.main([*QUIETLY, "-x", *map(node, tests)], plugins=[switched_off])
        said.seek(0)
        return Ended(int(code), said.read())


def run(tests: Sequence[str], jobs: int) -> subprocess.CompletedProcess[str]:
    """With every rule on."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", *QUIETLY, "-n", str(jobs), *map(node, tests)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
