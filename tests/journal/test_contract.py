"""What every journal does, in memory or in a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tablectl.journal.records import (
    Entry,
    EntryRefused,
    JournalDamaged,
    JournalError,
    RecordKind,
    Snapshot,
    key_fits,
)
from tablectl.words.canonical import dumps
from tests.journal.books import (
    NOON,
    Desk,
    MemoryDesk,
    SqliteDesk,
    act,
    append_act,
    append_snapshot,
    observation,
    outcome,
)


@pytest.fixture(params=["memory", "sqlite"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    made: Desk = MemoryDesk() if request.param == "memory" else SqliteDesk(tmp_path)
    yield made
    made.close()


def test_a_new_journal_is_empty(desk: Desk) -> None:
    journal = desk.journal

    assert (journal.last_seq, journal.synced_seq) == (0, 0)
    assert list(journal.records()) == []
    assert journal.latest_snapshot() is None
    assert journal.by_key("any") is None


def test_appended_records_are_pending_until_they_are_synced(desk: Desk) -> None:
    desk.journal.append([observation(), outcome(1)])

    assert (desk.journal.last_seq, desk.journal.synced_seq) == (2, 0)
    assert list(desk.journal.records()) == []

    desk.journal.sync()

    assert (desk.journal.last_seq, desk.journal.synced_seq) == (2, 2)
    assert [record.seq for record in desk.journal.records()] == [1, 2]


def test_a_record_holds_what_was_handed_over(desk: Desk) -> None:
    desk.journal.append([act("key-1", time=NOON + 5, text="Dämon ♠"), outcome(1)])
    desk.journal.sync()

    first, second = desk.journal.records()

    assert (first.seq, first.time, first.kind, first.version) == (1, NOON + 5, "act", 1)
    assert (first.body, first.key) == ('{"text":"Dämon ♠"}', "key-1")
    assert first.prev == "0" * 64
    assert second.prev == first.hash


def test_numbers_rise_by_one_over_all_kinds(desk: Desk) -> None:
    for round_ in range(3):
        append_act(desk.journal, f"key-{round_}")
        append_snapshot(desk.journal, f"state {round_}")
        desk.journal.sync()

    assert [record.seq for record in desk.journal.records()] == list(range(1, 10))


def test_reading_can_start_after_a_record(desk: Desk) -> None:
    desk.journal.append([observation(), outcome(1), observation(), outcome(3)])
    desk.journal.sync()

    assert [record.seq for record in desk.journal.records(after=2)] == [3, 4]
    assert list(desk.journal.records(after=4)) == []
    assert list(desk.journal.records(after=99)) == []


def test_a_reading_that_has_begun_ends_where_the_journal_ended_then(desk: Desk) -> None:
    append_act(desk.journal)
    desk.journal.sync()
    reading = desk.journal.records()

    append_act(desk.journal)
    desk.journal.sync()

    assert [record.seq for record in reading] == [1, 2]


def test_more_records_than_a_page_are_read_in_order(desk: Desk) -> None:
    for _ in range(650):
        append_act(desk.journal)
    desk.journal.sync()

    assert [record.seq for record in desk.journal.records()] == list(range(1, 1301))


def test_an_act_is_found_by_its_key_with_its_outcome(desk: Desk) -> None:
    desk.journal.append([act("key-1"), act("key-2"), outcome(1), outcome(2)])
    desk.journal.sync()

    found = desk.journal.by_key("key-2")

    assert found is not None
    assert [record.seq for record in found] == [2, 4]
    assert found[1].body == dumps({"of": 2, "phases": ["round"]})


def test_an_act_is_not_found_before_it_is_durable(desk: Desk) -> None:
    append_act(desk.journal, "key-1")

    assert desk.journal.by_key("key-1") is None


@pytest.mark.parametrize("key", ["", "unknown", "a|b", "\ud800"])
def test_a_key_nobody_used_finds_nothing(desk: Desk, key: str) -> None:
    append_act(desk.journal)
    desk.journal.sync()

    assert desk.journal.by_key(key) is None


def test_an_act_without_an_outcome_is_damage(desk: Desk) -> None:
    desk.journal.append([act("key-1"), observation(), outcome(2)])
    desk.journal.sync()

    with pytest.raises(JournalDamaged, match="no outcome") as raised:
        desk.journal.by_key("key-1")

    assert raised.value.seq == 1


@pytest.mark.parametrize("synced", [True, False])
def test_a_key_is_used_once(desk: Desk, synced: bool) -> None:
    append_act(desk.journal, "key-1")
    if synced:
        desk.journal.sync()

    with pytest.raises(EntryRefused, match="key-1"):
        desk.journal.append([observation(), act("key-1")])

    assert desk.journal.last_seq == 2
    assert append_act(desk.journal, "key-2") == 3
    desk.journal.sync()
    assert [record.key for record in desk.journal.records()] == ["key-1", "", "key-2", ""]


def test_a_key_is_used_once_within_a_batch(desk: Desk) -> None:
    with pytest.raises(EntryRefused, match="key-1"):
        desk.journal.append([act("key-1"), act("key-1")])

    assert desk.journal.last_seq == 0


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (Entry(NOON, "gossip", "{}"), "gossip"),
        (Entry(NOON, "snapshot", "{}"), "snapshot"),
        (Entry(NOON, "act", "{}", "a|b"), "visible ASCII"),
        (Entry(NOON, "act", "{}", "a b"), "visible ASCII"),
        (Entry(NOON, "act", "{}", "k" * 129), "1 to 128"),
        (Entry(NOON, "wake", "{}", "key"), "only an act"),
        (Entry(NOON, "act", '"\ud800"'), "UTF-8"),
        (Entry(2**63, "wake", "{}"), "time"),
    ],
)
def test_what_no_record_may_hold_is_refused_and_changes_nothing(
    desk: Desk, entry: Entry, problem: str
) -> None:
    append_act(desk.journal)

    with pytest.raises(EntryRefused, match=problem):
        desk.journal.append([observation(), entry])

    assert desk.journal.last_seq == 2
    desk.journal.sync()
    assert len(list(desk.journal.records())) == 2


def _key_of(kind: RecordKind) -> str:
    return "token" if kind is RecordKind.SEALED else ""


def test_every_kind_but_a_snapshot_can_be_appended(desk: Desk) -> None:
    kinds = [kind for kind in RecordKind if kind is not RecordKind.SNAPSHOT]

    desk.journal.append([Entry(NOON, kind, "{}", _key_of(kind)) for kind in kinds])
    desk.journal.sync()

    assert [record.kind for record in desk.journal.records()] == [kind.value for kind in kinds]


def test_any_visible_character_but_the_bar_may_stand_in_a_key() -> None:
    allowed = {chr(code) for code in range(0x110000) if key_fits(chr(code))}

    assert allowed == {chr(code) for code in range(33, 127)} - {"|"}
    assert not key_fits("")
    assert not key_fits("key\n")


def test_appending_nothing_changes_nothing(desk: Desk) -> None:
    desk.journal.append([])
    desk.journal.sync()

    assert desk.journal.last_seq == 0


def test_a_snapshot_is_there_once_it_is_synced(desk: Desk) -> None:
    append_act(desk.journal)
    desk.journal.sync()
    snapshot = append_snapshot(desk.journal, "first")

    assert desk.journal.latest_snapshot() is None

    desk.journal.sync()

    assert desk.journal.latest_snapshot() == snapshot


def test_a_snapshot_is_bound_into_the_chain_by_a_record(desk: Desk) -> None:
    snapshot = Snapshot.taken(2, '{"state":1}')

    desk.journal.append([act(time=NOON), outcome(1, time=NOON + 7)], snapshot)
    desk.journal.sync()

    mark = list(desk.journal.records())[-1]
    assert (mark.seq, mark.kind, mark.time) == (3, "snapshot", NOON + 7)
    assert mark.body == dumps({"digest": snapshot.digest, "of": 2})


def test_the_newest_snapshot_is_the_latest(desk: Desk) -> None:
    taken = []
    for number in range(6):
        append_act(desk.journal)
        taken.append(append_snapshot(desk.journal, f"state {number}"))
        desk.journal.sync()

    assert desk.journal.latest_snapshot() == taken[-1]


def test_a_pending_snapshot_leaves_the_durable_one_in_place(desk: Desk) -> None:
    append_act(desk.journal)
    durable = append_snapshot(desk.journal, "durable")
    desk.journal.sync()
    for number in range(5):
        append_act(desk.journal)
        append_snapshot(desk.journal, f"pending {number}")

    assert desk.journal.latest_snapshot() == durable


def test_a_snapshot_of_records_to_come_is_refused(desk: Desk) -> None:
    with pytest.raises(EntryRefused, match="record 2"):
        desk.journal.append([observation()], Snapshot.taken(2, "{}"))

    assert desk.journal.last_seq == 0


def test_a_snapshot_that_does_not_have_its_digest_is_refused(desk: Desk) -> None:
    forged = replace(Snapshot.taken(1, "{}"), body='{"chips":1000000}')

    with pytest.raises(EntryRefused, match="digest"):
        desk.journal.append([observation()], forged)

    assert desk.journal.last_seq == 0


def test_what_was_synced_survives_a_crash_and_nothing_else_does(desk: Desk) -> None:
    append_act(desk.journal, "key-1")
    kept = append_snapshot(desk.journal, "kept")
    desk.journal.sync()
    before = list(desk.journal.records())
    append_act(desk.journal, "key-2")
    append_snapshot(desk.journal, "lost")

    desk.crash()

    assert list(desk.journal.records()) == before
    assert (desk.journal.last_seq, desk.journal.synced_seq) == (3, 3)
    assert desk.journal.latest_snapshot() == kept
    assert desk.journal.by_key("key-1") is not None
    assert desk.journal.by_key("key-2") is None


def test_after_a_crash_the_chain_goes_on_where_it_was_durable(desk: Desk) -> None:
    append_act(desk.journal, "key-1")
    desk.journal.sync()
    append_act(desk.journal, "key-2")
    desk.crash()

    append_act(desk.journal, "key-2")
    desk.journal.sync()

    records = list(desk.journal.records())
    assert [record.seq for record in records] == [1, 2, 3, 4]
    assert [record.prev for record in records[1:]] == [record.hash for record in records[:-1]]


def test_a_closed_journal_takes_no_entries(desk: Desk) -> None:
    append_act(desk.journal)

    desk.journal.close()
    desk.journal.close()

    assert desk.journal.last_seq == desk.journal.synced_seq == 0
    with pytest.raises(JournalError, match="closed"):
        desk.journal.append([observation()])
