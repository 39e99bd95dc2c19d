"""The catalogue: every scenario in tests/scenarios passes, under each of its presets."""

from pathlib import Path

import pytest

from tablectl.scenario import find, run_file

CATALOGUE = Path(__file__).resolve().parent.parent / "scenarios"
FILES = find([CATALOGUE])


def test_the_catalogue_is_not_empty() -> None:
    assert FILES


@pytest.mark.parametrize(
    "path", FILES, ids=[str(path.relative_to(CATALOGUE).with_suffix("")) for path in FILES]
)
def test_scenario(path: Path) -> None:
    report = run_file(path)
    assert report.passed, f"\n{report}"
    assert report.expectations
