"""`tablectl replay`: identical at every snapshot, or the first difference; and records as tests."""

from __future__ import annotations

import dataclasses
import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.irregularities.base import BASE
from tablectl.irregularities.rows import Rulebook
from tablectl.journal.records import RecordKind, Snapshot
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.volumes import Volumes
from tablectl.kernel import RulesFor, restored
from tablectl.replay.checking import OUTCOME, STATE, Replayed, replay
from tablectl.replay.differences import ABSENT, Field, fields
from tablectl.replay.excerpts import Excerpt, NameMatters, excerpt, load, play, renamed
from tablectl.replay.walking import walk
from tablectl.table.rules import Rules
from tablectl.words.canonical import text
from tablectl.words.settings import Settings
from tablectl.words.values import replace
from tests.cli.records import go_on, let_it_ride, three_card_poker
from tests.cli.shell import tablectl
from tests.journal.books import tampering

JAMMED = 109
"""The record of the jam in the second round."""


@pytest.fixture(scope="module")
def poker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return three_card_poker(tmp_path_factory.mktemp("poker"))


@pytest.fixture(scope="module")
def ride(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return let_it_ride(tmp_path_factory.mktemp("ride"))


def without_its_rows(settings: Settings) -> Rules:
    """A build whose games have lost their own rulings: house policy rules on everything."""
    return dataclasses.replace(rules_for(settings), rulebook=Rulebook(BASE))


def replayed(path: Path, rules: RulesFor = rules_for) -> Replayed:
    with Volumes([path]) as volumes:
        kept = {snapshot.seq: snapshot for snapshot in volumes.snapshots()}
        return replay(volumes.records(), None, rules, kept)


# ---------------------------------------------------------------- a whole record


@pytest.mark.parametrize("name", ["poker", "ride"])
def test_a_record_is_reached_again_at_every_snapshot(
    name: str, request: pytest.FixtureRequest
) -> None:
    path = request.getfixturevalue(name)
    with Volumes([path]) as volumes:
        marks = sum(record.kind == RecordKind.SNAPSHOT for record in volumes.records())
    done = tablectl("replay", path)
    assert done.exit_code == 0
    assert f"{marks} snapshots" in done.output
    assert "inputs a second" in done.output
    assert "identical" in done.output


def test_a_changed_rule_shows_at_the_record_where_it_first_mattered(poker: Path) -> None:
    found = replayed(poker, without_its_rows).difference
    assert found is not None
    assert (found.seq, found.what) == (JAMMED, OUTCOME)
    basis = next(
        field for field in found.fields if field.path == "rulings[0].ruling.basis.citation"
    )
    assert basis == Field(basis.path, '"19:47-20.12(f)"', ABSENT)


def test_the_command_shows_the_difference_field_by_field(
    poker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablectl.cli.replay.rules_for", without_its_rows)
    done = tablectl("replay", poker)
    assert done.exit_code == 1
    assert f"record {JAMMED}: {OUTCOME}" in done.output
    assert re.search(
        r"citation\n    on record  \"19:47-20.12\(f\)\"\n    now        \(nothing\)", done.output
    )


def test_a_state_that_differs_from_its_snapshot_is_shown_with_its_fields(tmp_path: Path) -> None:
    path = three_card_poker(tmp_path)
    with closing(SqliteJournal(path)) as journal:
        last = journal.latest_snapshot()
        assert last is not None
        other = replace(restored(last), case_count=77)
        journal.append([], Snapshot.taken(last.seq, text(other)))
        journal.sync()
    found = replayed(path).difference
    assert found is not None
    assert found.what == STATE
    assert Field("case_count", "77", "2") in found.fields


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DELETE FROM record WHERE seq > 40", "damaged at record 41"),
        ("INSERT INTO snapshot VALUES (2, 'none', '{}')", "damaged at record 2"),
    ],
)
def test_a_record_that_is_not_sound_is_not_called_identical(
    tmp_path: Path, damage: str, told: str
) -> None:
    path = three_card_poker(tmp_path)
    with tampering(path) as db:
        db.execute(damage)
    done = tablectl("replay", path)
    assert done.exit_code == 1
    assert told in done.stderr
    assert "identical" not in done.output


def test_a_record_in_damaged_pages_is_not_called_identical(tmp_path: Path) -> None:
    path = three_card_poker(tmp_path)
    with path.open("ab") as file:
        file.write(bytes(4096))
    done = tablectl("replay", path)
    assert done.exit_code == 1
    assert "damaged at the file" in done.stderr
    assert "identical" not in done.output


def test_other_rules_do_not_keep_a_record_from_being_told(
    poker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablectl.cli.journal_show.rules_for", without_its_rows)
    done = tablectl("journal", "show", poker, "--round", "2")
    assert done.exit_code == 0
    assert "comes to another result here" in done.output
    assert "s1 confirms the ruling of case 1" in done.output


def test_fields_are_named_as_deep_as_two_values_are_alike() -> None:
    was = {"a": [1, {"b": 2}], "c": "x", "d": 1}
    now = {"a": [1, {"b": 3}, 4], "c": "x", "e": 1}
    assert list(fields(was, now)) == [
        Field("a[1].b", "2", "3"),
        Field("a[2]", ABSENT, "4"),
        Field("d", "1", ABSENT),
        Field("e", ABSENT, "1"),
    ]


# ---------------------------------------------------------------- a record as a test


def made(path: Path) -> Excerpt:
    with Volumes([path]) as volumes:
        return excerpt(walk(volumes.records(), None, rules_for), None)


@pytest.mark.parametrize("more", [(), ("--round", "2"), ("--with-names",)], ids=str)
def test_a_record_becomes_a_test_with_one_command(
    ride: Path, tmp_path: Path, more: tuple[str, ...]
) -> None:
    done = tablectl("replay", ride, "--to-test", tmp_path, *more)
    assert done.exit_code == 0, done.output
    (path,) = tmp_path.iterdir()
    assert play(load(path), rules_for) is None
    assert tablectl("replay", path).exit_code == 0


def test_several_tests_or_a_folder_of_them_are_replayed_each_for_itself(
    poker: Path, tmp_path: Path
) -> None:
    for number in ("1", "2"):
        tablectl("replay", poker, "--to-test", tmp_path, "--round", number)
    first, second = sorted(tmp_path.iterdir())
    for given in ([first, second], [tmp_path]):
        done = tablectl("replay", *given)
        assert done.exit_code == 0, done.output
        assert done.output.count("identical") == 2
    first.write_text(first.read_text().replace('"seats":6', '"seats":5'))
    done = tablectl("replay", tmp_path)
    assert done.exit_code == 1
    assert done.output.count("DIFFERENT") == 1
    assert done.output.count("identical") == 1
    assert tablectl("replay", first, poker).exit_code == 2


def test_after_a_rotation_a_test_begins_with_the_state_that_the_file_goes_on_from(
    tmp_path: Path,
) -> None:
    path = three_card_poker(tmp_path)
    archives, tests = tmp_path / "archives", tmp_path / "tests"
    assert tablectl("journal", "rotate", path, "--archive", archives).exit_code == 0
    alone = tablectl("replay", path, "--to-test", tests)
    assert alone.exit_code == 2
    assert "give the archives too" in alone.stderr
    go_on(path)
    for given in ([path], [archives, path]):
        assert tablectl("replay", *given, "--to-test", tests).exit_code == 0
    assert [load(each).start is None for each in sorted(tests.iterdir())] == [True, False]


def test_such_a_test_fails_when_a_rule_changes_and_says_where(poker: Path, tmp_path: Path) -> None:
    tablectl("replay", poker, "--to-test", tmp_path, "--round", "2")
    (path,) = tmp_path.iterdir()
    found = play(load(path), without_its_rows)
    assert found is not None
    assert (found.seq, found.what) == (JAMMED, OUTCOME)


def test_nobody_is_named_in_it_unless_that_is_asked_for(poker: Path, tmp_path: Path) -> None:
    for folder, more in (("without", ()), ("with", ("--with-names",))):
        tablectl("replay", poker, "--to-test", tmp_path / folder, *more)
    (without,), (named,) = ((tmp_path / each).iterdir() for each in ("without", "with"))
    assert re.search(r'"(d1|s1|t1)"|crew-', named.read_text())
    assert not re.search(r'"(d1|s1|t1)"|crew-', without.read_text())


def test_it_holds_no_cipher(ride: Path) -> None:
    with Volumes([ride]) as volumes:
        ciphers = [json.loads(r.body)["cipher"] for r in volumes.records() if r.kind == "sealed"]
    assert ciphers
    whole = made(ride).text()
    assert not any(cipher in whole for cipher in ciphers)


def test_where_a_name_matters_it_is_said_and_nothing_is_written(poker: Path) -> None:
    def particular(settings: Settings) -> Rules:
        """Rules under which one person's table is another table."""
        return rules_for(settings) if "s1" in settings.people else without_its_rows(settings)

    with pytest.raises(NameMatters, match=f"record {JAMMED}"):
        renamed(made(poker), particular)


def test_a_test_that_is_there_is_not_written_over(poker: Path, tmp_path: Path) -> None:
    first, second = (tablectl("replay", poker, "--to-test", tmp_path) for _ in range(2))
    assert (first.exit_code, second.exit_code) == (0, 2)


@pytest.mark.parametrize("content", ["", "[]", '{"excerpt": 9}', '{"excerpt": 1, "steps": 5}'])
def test_a_file_that_is_no_excerpt_is_bad_input(content: str, tmp_path: Path) -> None:
    path = tmp_path / "x.replay"
    path.write_text(content)
    done = tablectl("replay", path)
    assert done.exit_code == 2
    assert "not_an_excerpt" in done.stderr
