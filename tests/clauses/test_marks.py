"""A test that claims a clause nobody registered is not run, and is named."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def collect(folder: Path, *marks: str) -> subprocess.CompletedProcess[str]:
    """Let pytest, with our conftest, collect one test for each of these marks."""
    tests = [f"@pytest.mark.{mark}\ndef test_{n}(): pass\n" for n, mark in enumerate(marks)]
    source = "\n".join(["import pytest\n", *tests])
    (folder / "test_planted.py").write_text(source, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = clause(citation)\n", encoding="utf-8")
    options = ["-q", "--collect-only", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", folder, folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_registered_clause_may_be_claimed(tmp_path: Path) -> None:
    done = collect(
        tmp_path,
        'clause("19:47-20.12(a)#1")',
        'clause("19:47-20.12(a)")',
        'clause("19:47-20.12")',
    )
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr


def test_clauses_that_are_not_registered_stop_the_collection_and_are_all_named(
    tmp_path: Path,
) -> None:
    done = collect(
        tmp_path,
        'clause("19:47-20.12(z)")',
        'clause("20.12(a)")',
        "clause()",
        'clause("19:47-20.12(a)", "19:47-20.12(b)")',
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    for problem in (
        "::test_0: no clause '19:47-20.12(z)' is registered",
        "::test_1: no clause '20.12(a)' is registered",
        "::test_2: a clause mark names one citation",
        "::test_3: a clause mark names one citation",
    ):
        assert problem in done.stderr
