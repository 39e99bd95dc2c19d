"""Tests and scenarios that name a clause are found without running them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl.tracing.clauses import problems, trace
from tablectl.tracing.marked import marks

MODULE = """
import pytest
from pytest import mark

pytestmark = pytest.mark.clause("19:47-20.12(g)")
each = pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("19:47-20.12(f)"))])

@pytest.mark.clause("19:47-20.12(a)#1")
@pytest.mark.clause("19:47-20.12(a)#2")
def test_one(): ...

@each
def test_two(n): ...

@pytest.mark.clause("19:47-20.12(b)")
class TestThree:
    @pytest.mark.clause("19:47-20.12(c)")
    def test_four(self): ...

@pytest.mark.clause("19:47-20.12(d)")
def not_a_test(): ...
"""
SCENARIO = """name: one
clauses:
  - "19:47-20.12(d)"
  - "19:47-20.12(e)"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tests = tmp_path / "tests"
    (tests / "scenarios" / "game").mkdir(parents=True)
    (tests / "test_it.py").write_text(MODULE)
    (tests / "scenarios" / "game" / "one.yaml").write_text(SCENARIO)
    return tests


def test_marks_are_found_on_tests_parameters_classes_and_modules(folder: Path) -> None:
    found: dict[str, set[str]] = {}
    for mark in marks(folder):
        found.setdefault(mark.test, set()).add(mark.citation.removeprefix("19:47-20.12"))
    assert found == {
        "tests/test_it.py::test_one": {"(a)#1", "(a)#2", "(g)"},
        "tests/test_it.py::test_two": {"(f)", "(g)"},
        "tests/test_it.py::TestThree::test_four": {"(b)", "(c)", "(g)"},
        "tests/scenarios/game/one.yaml": {"(d)", "(e)"},
    }


def test_a_mark_of_a_family_shows_all_that_it_covers(folder: Path) -> None:
    (folder / "test_it.py").write_text(MODULE.replace("12(a)#1", "12(a)"))
    shown = {each.entry.citation: each.tests for each in trace(["three_card_poker"], folder)}
    assert shown["19:47-20.12(a)#1"] == shown["19:47-20.12(a)#2"] == ("tests/test_it.py::test_one",)
    assert shown["19:47-20.11(a)2"] == ()


def test_without_a_folder_of_tests_no_test_is_known() -> None:
    found = trace(["three_card_poker"], None)
    assert len(found) == 120
    assert not any(each.tests for each in found)


def test_a_clause_that_is_not_registered_is_a_problem_with_its_line(folder: Path) -> None:
    (folder / "test_it.py").write_text(MODULE.replace("12(a)#2", "12(z)"))
    (folder / "scenarios" / "game" / "one.yaml").write_text(SCENARIO.replace("12(e)", "99(a)"))
    found = "\n".join(problems(folder))
    assert "test_it.py:9: tests/test_it.py::test_one names '19:47-20.12(z)', which is not" in found
    assert "one.yaml:4: tests/scenarios/game/one.yaml names '19:47-20.99(a)'" in found


def test_a_clause_that_is_enforced_and_shown_by_nothing_is_a_problem(folder: Path) -> None:
    found = problems(folder)
    assert (
        "19:47-20.11(a)2 is enforced (refusal, settlement) and no test is marked with it" in found
    )
    assert not [each for each in found if each.startswith("19:47-20.12(b) ")]
    assert not [each for each in found if "19:47-20.7(b)#2" in each], "nothing enforces that"


def test_a_file_that_is_no_yaml_is_for_others_to_report(folder: Path) -> None:
    (folder / "scenarios" / "game" / "one.yaml").write_text("a: [")
    assert not [mark for mark in marks(folder) if mark.test.endswith(".yaml")]


def test_our_own_tests_have_no_problem() -> None:
    assert problems(Path(__file__).resolve().parent.parent) == []
