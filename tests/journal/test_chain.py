"""The format of the chain, computed here a second time without the code under test."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.journal.chain import GENESIS, Row, Tip, extend, flaws, named_seq, tip_of
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Entry, Snapshot
from tablectl.journal.sqlite import SqliteJournal

ENTRIES = [
    Entry(1_700_000_000_000_000, "started", '{"fresh":true,"settings":{}}'),
    Entry(1_700_000_000_000_001, "outcome", '{"of":1,"phases":["idle"]}'),
    Entry(1_700_000_000_250_000, "act", '{"act":{"is":"open_table"}}', "3f1c-91"),
    Entry(1_700_000_000_250_000, "outcome", '{"of":3,"refusal":{"text":"Tür zu ♠"}}'),
    Entry(1_699_999_999_000_000, "clock", '{"by":-1250000}'),
    Entry(1_699_999_999_000_000, "outcome", '{"of":5}'),
]
STATE = '{"phase":"idle"}'
HEAD = "66dfec1ec10f4e8b4ebc46ad0eaadc5d0094bd034f01ba3ccc889f35b8a431d9"

# The recipe that the docstring of Record gives to auditors.
RECIPE = """SELECT prev || char(10) || seq || '|' || time || '|' || kind || '|' ||
    version || '|' || key || '|' || body, hash FROM record ORDER BY seq"""


def head_by_hand() -> str:
    lines = [(entry.time, entry.kind, entry.key, entry.body) for entry in ENTRIES]
    digest = hashlib.sha256(STATE.encode()).hexdigest()
    lines.append((lines[-1][0], "snapshot", "", '{"digest":"' + digest + '","of":6}'))
    head = "0000000000000000000000000000000000000000000000000000000000000000"
    for seq, (time, kind, key, body) in enumerate(lines, start=1):
        content = "|".join([str(seq), str(time), kind, "1", key, body])
        head = hashlib.sha256(head.encode() + b"\n" + content.encode()).hexdigest()
    return head


def test_known_entries_have_a_known_head() -> None:
    journal = MemoryJournal()

    journal.append(ENTRIES, Snapshot.taken(6, STATE))
    journal.sync()

    *_, last = journal.records()
    assert last.hash == head_by_hand() == HEAD


def test_an_auditor_can_recompute_every_hash_with_sql_and_sha256(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = SqliteJournal(path)
    journal.append(ENTRIES, Snapshot.taken(6, STATE))
    journal.sync()
    journal.close()

    with closing(sqlite3.connect(path)) as db:
        rows = db.execute(RECIPE).fetchall()

    assert rows[-1][1] == HEAD
    assert [hashlib.sha256(text.encode()).hexdigest() for text, _ in rows] == [h for _, h in rows]


@given(st.lists(st.integers(min_value=0, max_value=6)))
def test_the_chain_does_not_depend_on_how_entries_are_batched(cuts: list[int]) -> None:
    tip = Tip()
    borders = [0, *sorted(cuts), len(ENTRIES)]

    for start, end in pairwise(borders):
        rows = extend(tip, ENTRIES[start:end])
        tip = tip_of(rows[-1]) if rows else tip

    assert tip == tip_of(extend(Tip(), ENTRIES)[-1])


def test_rows_of_one_chain_have_no_flaws() -> None:
    tip = Tip()
    for row in extend(tip, ENTRIES, Snapshot.taken(6, STATE)):
        assert list(flaws(row, tip)) == []
        tip = tip_of(row)


def test_a_row_with_a_field_of_a_wrong_type_is_malformed() -> None:
    (row,) = extend(Tip(), ENTRIES[:1])
    as_text = cast("Row", (row[0], str(row[1]), *row[2:]))

    (flaw,) = flaws(as_text, Tip())

    assert (flaw.seq, flaw.code) == (1, "malformed")


@pytest.mark.parametrize(
    ("body", "of"),
    [
        ('{"of":7}', 7),
        ('{"of":"7"}', 0),
        ('{"of":true}', 0),
        ('{"of":7.5}', 0),
        ("{}", 0),
        ("[7]", 0),
        ("7", 0),
        ("not json", 0),
        ("[" * 100_000, 0),
    ],
)
def test_a_body_names_a_record_only_by_its_number(body: str, of: int) -> None:
    assert named_seq(body) == of


def test_the_chain_starts_at_sixty_four_zeros() -> None:
    assert Tip().hash == GENESIS == 64 * "0"
