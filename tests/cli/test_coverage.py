"""`tablectl coverage`: the matrix of rulings, found by playing the scenarios."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import tablectl
from tests.cli.test_scenario import GOOD

JAM = """name: a shoe jams before the call
table: {game: three_card_poker, method: manual_shoe, seats: 6, decks: [blue]}
presets: [counting]
wagers: {1: {ante: 10}}
steps:
  - play_until: wagered
  - device: {jam: shoe_1}
  - expect: {irregularity: jam}
"""
ROW = "jam device=shoe deal=not_running"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "jam.yaml").write_text(JAM)
    (tmp_path / "good.yaml").write_text(GOOD)
    return tmp_path


def test_a_cell_is_reached_by_what_a_scenario_is_ruled_on(folder: Path) -> None:
    done = tablectl("coverage", "--game", "three_card_poker", "--scenarios", folder, "--json")
    assert done.exit_code == 1, "most cells are empty"
    cells = {(c["method"], c["preset"], c["row"]): c for c in json.loads(done.stdout)}
    reached = [key for key, cell in cells.items() if cell["scenarios"]]
    assert reached == [("manual_shoe", "counting", ROW)]
    assert cells[reached[0]]["scenarios"] == [str(folder / "jam.yaml")]
    assert cells["manual_shoe", "mixed", ROW]["problem"] == "no scenario reaches it"
    assert cells["manual_shoe", "blind", ROW]["reason"] == "no device stands there"
    assert cells["manual_shoe", "blind", ROW]["problem"] == ""


def test_people_get_a_table_a_method_and_the_empty_cells_by_name(folder: Path) -> None:
    done = tablectl("coverage", "--game", "three_card_poker", "--scenarios", folder)
    lines = done.stdout.splitlines()
    (head,) = [line for line in lines if line.startswith("manual_shoe ")]
    assert head.split() == ["manual_shoe", "blind", "counting", "recognising", "mixed", "shuffling"]
    (row,) = [line for line in lines if line.startswith(f"{ROW} ")][:1]
    assert row.split()[-5:] == ["-", "1", "EMPTY", "EMPTY", "-"]
    assert f"manual_shoe, mixed: {ROW}: no scenario reaches it" in lines
    assert lines[-1].startswith("2 scenarios, ")


def test_a_scenario_that_fails_reaches_nothing_and_is_told(folder: Path) -> None:
    (folder / "jam.yaml").write_text(JAM.replace("irregularity: jam", "irregularity: misdeal"))
    done = tablectl("coverage", "--game", "three_card_poker", "--scenarios", folder, "--json")
    assert done.exit_code == 1
    assert not [cell for cell in json.loads(done.stdout) if cell["scenarios"]]
    assert "expected irregularity: misdeal" in done.stderr


def test_a_folder_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = tablectl("coverage", "--game", "three_card_poker")
    assert done.exit_code == 2
    assert "--scenarios" in done.output + done.stderr
