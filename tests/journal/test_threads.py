"""One thread reads the journal while another writes it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tablectl.journal.records import Entry
from tablectl.journal.sqlite import SqliteJournal
from tablectl.words.cards import Secret
from tests.journal.books import (
    NOON,
    Desk,
    MemoryDesk,
    SqliteDesk,
    append_act,
    append_snapshot,
    observation,
    outcome,
)

BATCHES = 300


@pytest.fixture(params=["memory", "sqlite"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    made: Desk = MemoryDesk() if request.param == "memory" else SqliteDesk(tmp_path)
    yield made
    made.close()


def test_a_reader_never_sees_half_a_batch_nor_one_that_is_not_durable(desk: Desk) -> None:
    journal = desk.journal
    wrong: list[object] = []

    def write() -> None:
        for number in range(BATCHES):
            secret = Secret(f"S.{number}", "00")
            seq = journal.last_seq
            journal.append([Entry.of_seal(NOON, secret), observation(), outcome(seq + 2)])
            append_act(journal, f"key-{number}")
            if number % 50 == 0:
                append_snapshot(journal, f"state {number}")
            journal.sync()

    writer = threading.Thread(target=write)
    writer.start()
    number = 0
    while number < BATCHES:
        found = journal.by_key(f"key-{number}")
        sealed = journal.sealed(f"S.{number}")
        if found is None:
            continue
        wrong += [] if sealed is None or sealed.cipher == "00" else [sealed]
        if journal.sealed(f"S.{number}") is None:
            wrong.append(f"the act of batch {number} is there and its seal is not")
        tail = list(journal.records(found[0].seq - 4))
        wrong += [r for before, r in pairwise(tail) if r.prev != before.hash]
        number += 1
    writer.join()

    assert wrong == []
    assert len(list(journal.records())) == journal.last_seq


def test_the_connection_that_reads_cannot_write(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "journal.db")

    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        journal._reader._db.execute("DELETE FROM record")

    journal.close()


def test_a_closed_journal_leaves_no_log_behind(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "journal.db")
    append_act(journal, "key-1")
    journal.sync()
    assert journal.by_key("key-1") is not None

    journal.close()

    assert {file.name for file in tmp_path.iterdir()} == {"journal.db", "journal.db.lock"}
