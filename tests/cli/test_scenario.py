"""`tablectl scenario`: passed, failed with step and line, and no scenario at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import tablectl

GOOD = """name: the supervisor opens the table
table: {game: three_card_poker, method: manual_shoe, seats: 6, decks: [blue], preset: blind}
steps:
  - act: {by: s1, confirm: open_table}
  - expect: {refusal: none, phase: open}
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return written(tmp_path, "good.yaml", GOOD)


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    return written(tmp_path, "failing.yaml", GOOD.replace("by: s1", "by: d1"))


def test_a_scenario_that_passes_is_told_so(good: Path) -> None:
    done = tablectl("scenario", good)
    assert done.exit_code == 0, done.output
    assert "the supervisor opens the table" in done.output
    assert "\n1 scenario, " in done.output
    assert "0 failed" in done.output


def test_a_failure_shows_the_step_what_was_expected_and_what_was(failing: Path) -> None:
    done = tablectl("scenario", failing)
    assert done.exit_code == 1
    assert f"{failing}:5:" in done.output
    assert "step 2" in done.output
    assert "expected" in done.output
    assert "was" in done.output


def test_a_folder_is_searched_and_one_failure_fails_all(good: Path, failing: Path) -> None:
    done = tablectl("scenario", good.parent)
    assert done.exit_code == 1
    assert "2 scenarios" in done.output
    assert "1 failed" in done.output
    assert str(failing) in done.output


def test_reports_as_json_are_one_object_a_line(good: Path, failing: Path) -> None:
    done = tablectl("scenario", "--json", good, failing)
    first, second = map(json.loads, done.output.splitlines())
    assert (first["passed"], second["passed"]) == (True, False)
    assert second["failures"][0]["step"] == 2


def test_a_file_that_is_no_scenario_exits_with_2(tmp_path: Path) -> None:
    broken = written(tmp_path, "broken.yaml", GOOD.replace("steps:", "stepz:"))
    done = tablectl("scenario", broken)
    assert done.exit_code == 2
    assert "broken.yaml:" in done.output


@pytest.mark.parametrize("name", ["nothing", "empty"])
def test_where_there_is_no_scenario_it_is_bad_input(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    done = tablectl("scenario", tmp_path / name)
    assert done.exit_code == 2
