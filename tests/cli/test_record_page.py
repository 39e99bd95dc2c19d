"""The page on the record: what it prints runs as printed, and says what comes out."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tablectl.cli.exporting import COLUMNS
from tablectl.journal.records import RecordKind
from tests.cli.shell import ROOT, tablectl

TEXT = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()
]
TOLD = re.findall(r"```\n( +\d.*?)```", TEXT, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_worked_example_runs_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = ""
    for command in COMMANDS:
        program, *args = shlex.split(command)
        assert program == "tablectl"
        done = tablectl(*args)
        assert done.exit_code == 0, (command, done.output)
        told += done.output
    assert [line for block in TOLD for line in block.splitlines() if line not in told] == []
    head = re.findall(r"^head: (\d+):(\w+)$", told, re.MULTILINE)[0]
    assert recomputed(tmp_path) == " ".join(head)


def recomputed(folder: Path) -> str:
    """What the program on the page says of the record that was exported."""
    (program,) = PYTHON
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize("word", [*COLUMNS, *RecordKind])
def test_every_column_and_every_kind_of_record_is_on_the_page(word: str) -> None:
    assert f"`{word}`" in TEXT


def test_the_help_of_journal_names_the_page() -> None:
    assert "docs/record.md" in tablectl("journal", "--help").output
