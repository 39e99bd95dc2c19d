"""Each clause switched off in a process of its own, and what its tests made of that.

All of it within one run of pytest: tests are collected once, and for each clause the process is
forked, the rule taken out and its tests run, until one fails.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.apart import each_apart
from tests.clause_bite.switched_off import switch_off

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUE = "tests/scenario/test_catalogue.py::test_scenario"
SCENARIOS = "tests/scenarios/"
PYTEST = ("-q", "--no-header", "--no-summary", "-p", "no:cacheprovider")
PATIENCE_S = 300
"""Of computing, for the tests of one clause; without its rule a round may go in circles."""

Marked = tuple[str, Sequence[str]]
"""A clause, and the tests and scenarios that show it."""


@dataclass(frozen=True)
class Bite:
    """What came of switching a clause off."""

    citation: str
    seams: str
    tests: int
    bitten: bool
    why: str = ""
    """Why not, where it was not."""
    by: str = ""
    """The test that failed."""


def node(test: str) -> str:
    """The test of a scenario, or the test itself."""
    if not test.endswith(".yaml"):
        return test
    return f"{CATALOGUE}[{test.removeprefix(SCENARIOS).removesuffix('.yaml')}]"


def bites(
    wanted: Sequence[Marked], jobs: int, tell: Callable[[Bite], None] = lambda _: None
) -> list[Bite]:
    """Run the tests of each clause without its rule; at least one of them has to fail.

    Tests that fail anyway would bite everything, so those that failed are run with all rules on.
    """
    os.chdir(ROOT)
    campaign = _Campaign(wanted, jobs, tell)
    nodes = dict.fromkeys(node(test) for _, tests in wanted for test in tests)
    ended = pytest.main([*PYTEST, *nodes], plugins=[campaign]) if nodes else pytest.ExitCode.OK
    if ended != pytest.ExitCode.OK:
        why = f"the tests did not run: {pytest.ExitCode(ended).name}"
        return [Bite(citation, "", len(tests), False, why) for citation, tests in wanted]
    unmarked = "no test is marked with it"
    return [*campaign.found, *(Bite(each, "", 0, False, unmarked) for each, t in wanted if not t)]


class _Campaign:
    """The plugin that tries the clauses in place of running all tests."""

    def __init__(self, wanted: Sequence[Marked], jobs: int, tell: Callable[[Bite], None]) -> None:
        self._wanted = [each for each in wanted if each[1]]
        self._jobs = jobs
        self._tell = tell
        self.found: list[Bite] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for (citation, tests), failed in each_apart(
            partial(_without, session), self._wanted, self._jobs
        ):
            self.found.append(_judged(citation, len(tests), failed))
            self._tell(self.found[-1])
        anyway = self._failing_anyway(session)
        self.found = [_unless(bite, anyway) for bite in self.found]
        return True

    def _failing_anyway(self, session: pytest.Session) -> frozenset[str]:
        by = frozenset(bite.by for bite in self.found if bite.by)
        items = [item for item in session.items if item.nodeid in by]
        ended = dict(each_apart(partial(_fails, session), items, self._jobs))
        return frozenset(item.nodeid for item, failed in ended.items() if failed is not False)


def _unless(bite: Bite, anyway: frozenset[str]) -> Bite:
    if bite.by not in anyway:
        return bite
    return replace(bite, bitten=False, why=f"{bite.by} fails with the rule as well")


def _judged(citation: str, tests: int, ended: tuple[str, str] | None) -> Bite:
    if ended is None:
        return Bite(citation, "?", tests, bitten=False, why="the tests did not end")
    failed, seams = ended
    if failed:
        return Bite(citation, seams, tests, bitten=True, by=failed)
    why = "its tests pass without it" if seams else "its tests do not come near it"
    return Bite(citation, seams, tests, bitten=False, why=why)


# ---------------------------------------------------------------- in a process of their own


def _without(session: pytest.Session, marked: Marked) -> tuple[str, str]:
    """The first test that fails, if one does, and the seams at which the clause was met."""
    citation, tests = marked
    switch = switch_off(citation)
    places = {str(ROOT / node(test)) for test in tests}
    items = [item for item in session.items if not places.isdisjoint(_places(item))]
    failed = next(_failures(session, items), "")
    return failed, ", ".join(sorted(switch.used))


def _places(item: pytest.Item) -> tuple[str, str]:
    """The test with its parameters, and without."""
    whole = f"{item.path}::{item.nodeid.partition('::')[2]}"
    return whole, whole.partition("[")[0]


def _fails(session: pytest.Session, item: pytest.Item) -> bool:
    return bool(next(_failures(session, [item]), ""))


def _failures(session: pytest.Session, items: Sequence[pytest.Item]) -> Iterator[str]:
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE_S)  # its signal ends the process
    session.config.pluginmanager.unregister(name="terminalreporter")
    before = 0
    for item, following in zip_longest(items, items[1:]):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed > before:
            before = session.testsfailed
            yield item.nodeid
