"""What a power cut leaves of the journal's files: everything synced, and no half of anything."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tests.crash_campaign.disk import Cut, Disk, watched_vfs
from tests.journal.books import append_act, append_snapshot

COMMITS = 14
BIG = 400_000
"""So long is a body that SQLite moves its log into the file within a few commits."""


@dataclass(frozen=True)
class Moment:
    """The disk when a sync is asked for: what is acknowledged by then, and what is on its way."""

    acknowledged: int
    under_way: int
    file: str
    disk: Disk


def moments(folder: Path, size: int, *, synchronous: str = "FULL") -> Iterator[Moment]:
    """Every moment at which a sync was asked for while a journal was written."""
    disk = watched_vfs().disk = Disk(folder)
    found: list[Moment] = []
    durable = 0

    def syncing(file: str) -> None:
        kept = Disk(folder)
        kept.files = copy.deepcopy(disk.files)
        found.append(Moment(durable, journal.last_seq, file, kept))

    with closing(SqliteJournal(folder / "live.db")) as journal:
        journal._db.execute(f"PRAGMA synchronous = {synchronous}")
        disk.syncing = syncing
        for number in range(COMMITS):
            append_act(journal, f"key-{number}", text="x" * size)
            append_snapshot(journal, f"state {number}")
            journal.sync()
            durable = journal.synced_seq
            if synchronous != "FULL":
                syncing("")
        disk.syncing = lambda _: None
    watched_vfs().disk = None
    yield from found


def left(moment: Moment, cut: Cut, chance: Random, folder: Path, sectors: int | None) -> int:
    """The last record that a power cut at this moment leaves; a sound chain leads to it."""
    folder.mkdir()
    moment.disk.leave(folder, cut, chance, sectors=sectors)
    path = folder / "live.db"
    with closing(SqliteJournal(path)) as journal:
        last = journal.last_seq
    assert verify(path).findings == ()
    return last


@pytest.mark.parametrize("cut", list(Cut))
def test_a_power_cut_in_a_commit_leaves_all_of_it_or_nothing_and_whatever_was_synced(
    tmp_path: Path, cut: Cut
) -> None:
    chance = Random(cut.value)
    live = tmp_path / "live"
    live.mkdir()
    for number, moment in enumerate(chance.sample(list(moments(live, 2_000)), 6)):
        whole = moment.disk.in_flight()
        for sectors in {0, 1, whole // 2, whole - 1, whole}:
            found = left(moment, cut, chance, tmp_path / f"{number}-{sectors}", sectors)
            assert found in (moment.acknowledged, moment.under_way)


def test_a_commit_that_is_torn_at_any_sector_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    *_, moment = moments(live, 2_000)
    chance = Random(0)

    ends = [
        left(moment, Cut.TRUNCATED, chance, tmp_path / str(sectors), sectors)
        for sectors in range(moment.disk.in_flight() + 1)
    ]

    assert ends == sorted(ends)
    assert set(ends) == {moment.acknowledged, moment.under_way}


def test_a_power_cut_while_the_log_is_moved_into_the_file_loses_nothing(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    moved = [moment for moment in moments(live, BIG) if moment.file == "live.db"]
    chance = Random(1)

    assert moved, "the log was never moved"
    for number, moment in enumerate(moved):
        for cut in Cut:
            folder = tmp_path / f"{number}-{cut.value}"
            assert left(moment, cut, chance, folder, None) == moment.under_way


def test_a_journal_that_does_not_wait_for_the_disk_is_found_out(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    *_, last = moments(live, 2_000, synchronous="OFF")

    assert left(last, Cut.DROPPED, Random(2), tmp_path / "left", None) < last.acknowledged
