"""The catalogue: every scenario in tests/scenarios passes, and together they fill the matrix.

Each file is played once, by whichever test asks for it first: its report is kept for the others,
and for other processes of the same run.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from tablectl.games.catalogue import GAMES
from tablectl.refereeing import REFEREED
from tablectl.scenario import ScenarioReport, find, load, run_file
from tablectl.tracing.matrix import Played, matrix

CATALOGUE = Path(__file__).resolve().parent.parent / "scenarios"
FILES = find([CATALOGUE])
Reported = Callable[[Path], ScenarioReport]


@pytest.fixture(scope="session")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Reported:
    """What came of a scenario, played now or before in this run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "reports"
    folder.mkdir(exist_ok=True)

    def report_on(path: Path) -> ScenarioReport:
        kept = folder / f"{path.parent.name}.{path.stem}"
        if kept.exists():
            known = pickle.loads(kept.read_bytes())
            assert isinstance(known, ScenarioReport)
            return known
        report = run_file(path)
        being_written = kept.with_suffix(f".{os.getpid()}")
        being_written.write_bytes(pickle.dumps(report))
        being_written.replace(kept)
        return report

    return report_on


def test_the_catalogue_is_not_empty() -> None:
    assert FILES


@pytest.mark.parametrize("game", sorted(REFEREED))
def test_no_cell_of_a_game_is_empty(game: str, reported: Reported) -> None:
    """From the last file on: a process that plays them from the first is met half-way."""
    files = [path for path in reversed(FILES) if path.parent.name == game]
    tables = {path: load(path).file.table for path in files}
    played = [Played(game, tables[path].method, reported(path)) for path in files]

    cells = matrix(GAMES[game], played)

    assert {table.game for table in tables.values()} == {game}
    assert [f"{c.method}, {c.preset}: {c.row}: {c.problem}" for c in cells if c.problem] == []
    assert any(cell.scenarios for cell in cells)


@pytest.mark.parametrize(
    "path", FILES, ids=[str(path.relative_to(CATALOGUE).with_suffix("")) for path in FILES]
)
def test_scenario(path: Path, reported: Reported) -> None:
    report = reported(path)
    assert report.passed, f"\n{report}"
    assert report.expectations
