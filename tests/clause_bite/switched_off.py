"""The pytest plugin that switches one clause off: that named by CLAUSE_OFF."""

from __future__ import annotations

import os

import pytest

from tablectl.tracing.hows import kept
from tests.clause_bite.by_hand import BY_HAND
from tests.clause_bite.seams import Switch, throw

VARIABLE = "CLAUSE_OFF"
TOLD = "switched off at: "


def pytest_configure(config: pytest.Config) -> None:
    citation = os.environ[VARIABLE]
    line = kept().get(citation)
    if line is None or line.along_with:
        switch = Switch(line.along_with if line else citation)
        throw(switch)
    else:
        if citation not in BY_HAND:
            raise pytest.UsageError(f"by_hand.py does not say how to do without {citation}")
        switch = Switch(citation, {"by hand"})
        BY_HAND[citation]()
    config.stash[_KEY] = switch


_KEY = pytest.StashKey[Switch]()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    switch = config.stash[_KEY]
    terminalreporter.write_line(f"{TOLD}{', '.join(sorted(switch.used))}")
