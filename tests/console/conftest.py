"""Tables with a door for the console's tests: one where nobody proves anything, one where all do
so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.journal.memory import MemoryJournal
from tablectl.rig import sealer_for
from tests.console.consoles import Served, console_for
from tests.hosts.serving import served
from tests.hosts.test_doorkeeping import Proving, kept, proving
from tests.tables import settings_for


@pytest.fixture
def journal() -> MemoryJournal:
    return MemoryJournal()


@pytest.fixture
def free(tmp_path: Path, journal: MemoryJournal) -> Iterator[Served]:
    """The console of a table where nobody proves anything."""
    door = tmp_path / "door.sock"
    host = ServiceHost(journal, rules_for, sealer_for(1))
    with served(host, settings_for(), door), console_for(door) as console:
        yield console


@pytest.fixture
def made(tmp_path: Path) -> Proving:
    return Proving(tmp_path / "door.sock", kept(tmp_path / "people"))


@pytest.fixture
def proved(made: Proving) -> Iterator[Served]:
    """The console of a table whose people prove who they are."""
    with proving(made), console_for(made.socket) as console:
        yield console
