"""`tablectl journal query` and `export`: what was asked for, and all that a stranger needs."""

from __future__ import annotations

import csv
import hashlib
import json
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.cli.exporting import write_csv, write_json_lines
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Entry, RecordKind
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.journal.volumes import Volumes
from tablectl.kernel import inputs
from tablectl.replay.entries import entries
from tablectl.words.canonical import dumps
from tests.cli.records import three_card_poker
from tests.cli.shell import tablectl
from tests.cli.test_sign import Page
from tests.journal.books import append_act, tampering

csv.field_size_limit(sys.maxsize)
HASHED = ("seq", "time", "kind", "version", "key", "body")


@pytest.fixture(scope="module")
def poker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return three_card_poker(tmp_path_factory.mktemp("poker"))


def asked(*args: str | Path) -> list[dict[str, Any]]:
    done = tablectl("journal", "query", *args, "--json")
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def exported(path: Path, form: str, *more: str) -> str:
    out = path.with_name(f"out.{form}")
    done = tablectl("journal", "export", path, "--format", form, *more, "--output", out)
    assert done.exit_code == 0, done.output
    return out.read_text(encoding="utf-8")


# ---------------------------------------------------------------- asking


def test_a_person_is_asked_for_with_what_came_of_their_acts(poker: Path) -> None:
    found = asked(poker, "--person", "t1")
    assert [record["kind"] for record in found] == ["act", "outcome"]
    assert json.loads(found[0]["body"])["deed"]["what"] == "clear_fault"


def test_conditions_combine(poker: Path) -> None:
    jam = asked(poker, "--round", "2", "--device", "shoe_1", "--clause", "19:47-20.12")
    assert [record["kind"] for record in jam] == ["observation", "outcome"]
    assert jam == asked(poker, "--kind", "jam")
    assert tablectl("journal", "query", poker, "--kind", "jam", "--round", "1").exit_code == 1


def test_a_question_that_nothing_on_record_meets_is_told(poker: Path) -> None:
    done = tablectl("journal", "query", poker, "--person", "nobody")
    assert done.exit_code == 1
    assert done.stdout == ""
    assert "nothing on record meets all of these conditions" in done.stderr


def test_a_kind_of_record_prints_that_kind_alone(poker: Path) -> None:
    found = asked(poker, "--kind", "act", "--round", "3")
    assert found
    assert {record["kind"] for record in found} == {"act"}


def test_times_bound_what_is_printed(poker: Path) -> None:
    whole = asked(poker)
    middle = "2026-01-01T00:00:43"
    early, late = asked(poker, "--until", middle), asked(poker, "--since", middle)
    both = [record for record in early if record in late]
    assert {record["time"] for record in both} == {1_767_225_643_000_000}
    assert len(early) + len(late) - len(both) == len(whole)


def test_every_record_is_of_one_round_and_rounds_are_those_of_the_table(poker: Path) -> None:
    by_round = [asked(poker, "--round", str(number)) for number in (1, 2, 3, 4)]
    assert [record for each in by_round for record in each] == asked(poker)
    with Volumes([poker]) as volumes:
        found = list(entries(volumes.records()))
        over = [s.seq for s, outcome in inputs(volumes.records()) if "round:over" in outcome.phases]
    assert [max(e.records[0].seq for e in found if e.round == n) for n in (1, 2, 3)] == over


@pytest.mark.parametrize(
    ("option", "value"), [("--kind", "nonsense"), ("--clause", "20.12"), ("--since", "noon")]
)
def test_what_cannot_be_meant_is_bad_input(poker: Path, option: str, value: str) -> None:
    done = tablectl("journal", "query", poker, option, value)
    assert done.exit_code == 2
    assert value in done.stderr


# ---------------------------------------------------------------- the chain, by a stranger


def recomputed(rows: list[dict[str, Any]]) -> str:
    """The head of a chain, from the columns that docs/record.md names and nothing else."""
    head = str(rows[0]["prev"])
    for row in rows:
        fields = "|".join(str(row[name]) for name in HASHED)
        head = hashlib.sha256(f"{head}\n{fields}".encode()).hexdigest()
        assert head == row["hash"]
    return head


def test_json_lines_and_csv_hold_the_chain_of_the_whole_record(poker: Path) -> None:
    rows = [json.loads(line) for line in exported(poker, "jsonl").splitlines()]
    assert rows[0]["prev"] == "0" * 64
    assert (
        f"head: {rows[-1]['seq']}:{recomputed(rows)}" in tablectl("journal", "verify", poker).output
    )
    assert recomputed(list(csv.DictReader(exported(poker, "csv").splitlines()))) == rows[-1]["hash"]


def test_a_round_alone_is_a_stretch_of_the_same_chain(poker: Path) -> None:
    whole = exported(poker, "jsonl")
    part = exported(poker, "jsonl", "--round", "2")
    assert part in whole
    recomputed([json.loads(line) for line in part.splitlines()])


KEYS = st.text(
    st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="|"),
    min_size=1,
    max_size=128,
)
BODIES = st.text(st.characters(exclude_categories=["Cs"]))


@given(
    st.lists(
        st.tuples(KEYS.filter(lambda key: 0 < len(key) < 129), BODIES), unique_by=lambda e: e[0]
    )
)
def test_whatever_is_on_record_survives_the_export_to_the_character(
    written: list[tuple[str, str]],
) -> None:
    journal = MemoryJournal()
    for key, body in written:
        journal.append([Entry(1, RecordKind.ACT, dumps({"text": body}), key)])
    journal.sync()
    lines, table = StringIO(), StringIO()
    count = write_json_lines(journal.records(), lines)
    write_csv(journal.records(), table)
    rows = [json.loads(line) for line in lines.getvalue().split("\n")[:-1]]
    assert count == len(rows) == len(written)
    if written:
        head = [record.hash for record in journal.records()][-1]
        assert recomputed(rows) == head
        assert recomputed(list(csv.DictReader(StringIO(table.getvalue(), newline="")))) == head


# ---------------------------------------------------------------- the report


def test_the_report_tells_the_round_its_rulings_clauses_and_digests(poker: Path) -> None:
    written = exported(poker, "report", "--round", "2")
    page = Page(written)
    told = " ".join(page.words)
    for part in (
        "table demo, three card poker",
        "sound: every hash was computed again",
        "The shoe jammed during the deal",
        "shoe_1 reported that it jammed: a card is stuck at the mouth",
        "s1 confirms the ruling of case 1",
        "Seat 6: ante $10 goes back.",
    ):
        assert part in told
    assert any(row[:1] == ["19:47-20.12(f)"] for row in page.rows)
    last = json.loads(exported(poker, "jsonl", "--round", "2").splitlines()[-1])
    assert [str(last["seq"]), last["hash"]] in page.rows
    assert page.open == []
    assert "<tr><th></th><th></th></tr>" not in written


def test_the_report_of_a_changed_record_is_not_made(tmp_path: Path) -> None:
    path = three_card_poker(tmp_path)
    with tampering(path) as db:
        db.execute("UPDATE record SET body = replace(body, 'd1', 'd2') WHERE seq = 99")
    done = tablectl(
        *("journal", "export", path, "--format", "report", "--round", "2"),
        *("--output", tmp_path / "out.html"),
    )
    assert done.exit_code == 1
    assert "damaged at record 99" in done.stderr


def test_damage_elsewhere_stands_on_the_report(tmp_path: Path) -> None:
    path = three_card_poker(tmp_path)
    with tampering(path) as db:
        db.execute("UPDATE record SET body = replace(body, 'd1', 'd2') WHERE seq = 179")
    out = tmp_path / "out.html"
    report = ("--format", "report", "--round", "2", "--output", out)
    done = tablectl("journal", "export", path, *report)
    told = " ".join(Page(out.read_text(encoding="utf-8")).words)
    assert "NOT SOUND" in told
    assert "record 179" in told
    assert done.exit_code == 1
    assert "damaged at record 179" in done.stderr


def test_a_report_is_of_one_round_and_never_written_over_the_journal(poker: Path) -> None:
    out = ("--output", poker)
    assert tablectl("journal", "export", poker, "--format", "report", *out).exit_code == 2
    assert tablectl("journal", "export", poker, "--format", "csv", *out).exit_code == 2
    assert tablectl("journal", "verify", poker).exit_code == 0


def test_the_log_beside_a_journal_at_work_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    with closing(SqliteJournal(path)) as journal:
        append_act(journal, "one")
        journal.sync()
        log = path.with_name(f"{path.name}-wal")

        done = tablectl("journal", "export", path, "--format", "csv", "--output", log)

        assert done.exit_code == 2
        assert "its log" in done.output
        assert log.stat().st_size > 0
    assert verify(path).last_seq == 2
