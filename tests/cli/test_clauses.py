"""`tablectl clauses`: the list, the same as JSON, and what --check finds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import ROOT, tablectl

PLANTED = """
import pytest

@pytest.mark.clause("19:47-20.12(z)")
def test_planted(): ...
"""


def test_every_clause_is_listed_with_its_game_and_how_it_is_enforced() -> None:
    done = tablectl("clauses", "--json", "--tests", ROOT / "tests")
    assert done.exit_code == 0, done.output
    found = {each["id"]: each for each in json.loads(done.output)}
    assert len(found) == 1092
    assert {frozenset(each) for each in found.values()} == {
        frozenset({"id", "game", "enforce", "how", "out_of_reach", "tests"})
    }
    jam = found["19:47-20.12(f)"]
    assert (jam["game"], jam["enforce"], jam["how"]) == ("three_card_poker", "machine", "row")
    assert "tests/scenarios/three_card_poker/automated_shoe_jams_in_the_deal.yaml" in jam["tests"]
    assert found["19:47-20.7(b)#2"]["enforce"] == "outside"
    assert found["19:47-20.7(b)#2"]["how"] == ""


def test_the_clauses_of_one_game_are_listed_for_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = tablectl("clauses", "--game", "three_card_poker")
    lines = done.output.splitlines()
    assert (done.exit_code, len(lines)) == (0, 122)
    assert lines[0].split() == ["clause", "enforce", "how", "tests"]
    assert "120 clauses, " in lines[-1]
    assert " 0 of these shown by tests" in lines[-1]


def test_what_hangs_on_a_missing_text_is_listed_as_out_of_reach_with_the_reason() -> None:
    done = tablectl("clauses", "--game", "blackjack")
    listed = {line.split()[0]: line for line in done.output.splitlines()}
    for citation in ("2.15(l)", "2.15(m)#1", "2.15(m)#2", "2.15(m)#3"):
        assert "out of reach: multiple action, 2.18, has no text" in listed[f"19:47-{citation}"]
    assert "out of reach" not in listed["19:47-2.15(k)"]


def test_nothing_is_wrong_with_our_own_tests() -> None:
    done = tablectl("clauses", "--check", "--tests", ROOT / "tests")
    assert done.exit_code == 0, done.output


def test_what_is_wrong_is_listed_and_fails(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_planted.py").write_text(PLANTED)
    done = tablectl("clauses", "--check", "--tests", tests)
    assert done.exit_code == 1
    assert "tests/test_planted.py::test_planted names '19:47-20.12(z)'" in done.output
    assert "19:47-20.12(f) is enforced (row) and no test is marked with it" in done.output


def test_a_check_without_tests_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = tablectl("clauses", "--check")
    assert done.exit_code == 2
    assert "--tests" in done.output + done.stderr
