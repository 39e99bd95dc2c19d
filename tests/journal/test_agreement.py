"""The journal in memory and the one in a file are the same journal, whatever is done to them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tablectl.journal.records import Entry, EntryRefused, Snapshot
from tablectl.words.canonical import dumps
from tests.journal.books import Desk, MemoryDesk, SqliteDesk, act, outcome

TIMES = st.integers(min_value=0, max_value=2**53)
KEYS = st.sampled_from(["", "", "key-1", "key-2", "key-3", "key-4"])


class TwoJournals(RuleBasedStateMachine):
    """Everything a kernel can do, and crashes, done to both."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._desks: tuple[Desk, ...] = (MemoryDesk(), SqliteDesk(Path(self._folder.name)))

    @rule(time=TIMES, text=st.text(max_size=20), key=KEYS, snapshot=st.booleans())
    def append(self, time: int, text: str, key: str, snapshot: bool) -> None:
        refused = [self._append(desk, act(key, time, text), snapshot) for desk in self._desks]
        assert refused[0] == refused[1]

    def _append(self, desk: Desk, entry: Entry, with_snapshot: bool) -> bool:
        seq = desk.journal.last_seq + 1
        snapshot = Snapshot.taken(seq + 1, dumps({"at": seq})) if with_snapshot else None
        try:
            desk.journal.append([entry, outcome(seq, entry.time)], snapshot)
        except EntryRefused:
            return True
        return False

    @rule()
    def sync(self) -> None:
        for desk in self._desks:
            desk.journal.sync()

    @rule()
    def crash(self) -> None:
        for desk in self._desks:
            desk.crash()

    @invariant()
    def they_agree(self) -> None:
        first, second = (desk.journal for desk in self._desks)
        assert (first.last_seq, first.synced_seq) == (second.last_seq, second.synced_seq)
        assert list(first.records()) == list(second.records())
        assert first.latest_snapshot() == second.latest_snapshot()
        for number in range(1, 5):
            assert first.by_key(f"key-{number}") == second.by_key(f"key-{number}")

    def teardown(self) -> None:
        for desk in self._desks:
            desk.close()
        self._folder.cleanup()


TestTheTwoJournalsAgree = TwoJournals.TestCase
TestTheTwoJournalsAgree.settings = settings(
    max_examples=40,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
