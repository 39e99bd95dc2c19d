"""What only the journal in memory does: crashes at will, and a disk that is full at will."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import JournalFull
from tests.journal.books import append_act, append_snapshot

BATCHES = st.integers(min_value=0, max_value=8)


@given(synced=BATCHES, pending=BATCHES, kept=st.integers(min_value=0, max_value=10))
def test_after_a_crash_there_is_what_was_synced_and_whole_batches_of_what_was_not(
    synced: int, pending: int, kept: int
) -> None:
    journal = MemoryJournal()
    for number in range(synced):
        append_act(journal, f"key-{number}")
    journal.sync()
    for number in range(synced, synced + pending):
        append_act(journal, f"key-{number}")

    found = journal.crash(keep_pending=kept)

    there = synced + min(kept, pending)
    assert found.last_seq == found.synced_seq == len(list(found.records())) == 2 * there
    keys = [f"key-{number}" for number in range(synced + pending)]
    assert [key for key in keys if found.by_key(key)] == keys[:there]


def test_a_batch_that_survived_brings_its_snapshot_along() -> None:
    journal = MemoryJournal()
    append_act(journal)
    snapshot = append_snapshot(journal, "state")

    assert journal.crash(keep_pending=1).latest_snapshot() is None
    assert journal.crash(keep_pending=2).latest_snapshot() == snapshot


def test_the_journal_before_the_crash_and_the_one_after_go_separate_ways() -> None:
    journal = MemoryJournal()
    append_act(journal, "key-1")
    journal.sync()
    found = journal.crash()

    append_act(found, "key-2")
    found.sync()
    append_act(journal, "key-3")
    journal.sync()

    assert found.by_key("key-3") is None
    assert journal.by_key("key-2") is None


def test_a_full_journal_takes_back_what_was_pending_and_goes_on_later() -> None:
    journal = MemoryJournal()
    append_act(journal, "key-1")
    journal.sync()
    append_act(journal, "key-2")
    journal.full = True

    with pytest.raises(JournalFull):
        journal.sync()

    assert journal.last_seq == journal.synced_seq == 2
    journal.full = False
    append_act(journal, "key-2")
    journal.sync()
    assert [record.key for record in journal.records()] == ["key-1", "", "key-2", ""]
