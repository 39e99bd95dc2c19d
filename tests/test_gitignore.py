"""What the examples leave in the folder is not ready to be committed, private keys least of all."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.cli.shell import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
LEFT = re.compile(r"(?:--output|--save|--journal|--key|--archive|--to-test|key new) ([a-z][\w.-]*)")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository of its own with our rules on what it leaves alone."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".gitignore").write_bytes((ROOT / ".gitignore").read_bytes())
    return tmp_path


def ready(folder: Path, names: list[str]) -> str:
    """Those of the files that git would offer to commit."""
    for name in names:
        file = folder / name
        if file.suffix:
            file.touch()
        else:
            file.mkdir()
            (file / "something").touch()
    status = ("git", "-C", str(folder), "status", "--porcelain", "--untracked-files=all")
    done = subprocess.run(status, capture_output=True, text=True, check=True)
    return done.stdout.replace("?? .gitignore\n", "")


def test_nothing_that_an_example_writes_is_ready_to_be_committed(folder: Path) -> None:
    names = sorted({name for page in PAGES for name in LEFT.findall(page.read_text("utf-8"))})
    assert "audit.key" in names
    assert ready(folder, names) == ""


def test_no_key_beside_a_record_is_ready_to_be_committed(folder: Path) -> None:
    keys = ["audit.key.pub", "table.journal.sealkey", "table.journal.lock", "disagreement.yaml"]
    assert ready(folder, keys) == ""
