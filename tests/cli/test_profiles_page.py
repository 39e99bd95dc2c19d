"""The page on profiles takes a stranger from nothing to a shoe that is checked and dealt from: what
it says is done here, file by file and command by command, as it is printed."""

from __future__ import annotations

import re
import shlex
import subprocess
from contextlib import ExitStack
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablectl.conformance.catalogue import CHECKS
from tests.cli.shell import ROOT, process
from tests.cli.test_sim import simulated

TEXT = (ROOT / "docs" / "profiles.md").read_text(encoding="utf-8")
STEPS = TEXT.partition("## A new shoe, step by step\n")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"```(yaml)?\n(.*?)```", STEPS, re.DOTALL)


def written(block: str, folder: Path) -> None:
    """A file, under the name that its first line gives it."""
    path = folder / block.partition("\n")[0].removeprefix("# ")
    path.parent.mkdir(exist_ok=True)
    path.write_text(block)


def followed(folder: Path) -> list[subprocess.CompletedProcess[str]]:
    """Do everything that the page says; what came of each command that ends by itself."""
    done = []
    with ExitStack() as open_terminals:
        for kind, block in BLOCKS:
            if kind == "yaml":
                written(block, folder)
                continue
            for line in block.splitlines():
                program, *words = shlex.split(line)
                assert program == "tablectl"
                if words[0] == "sim":
                    served = open_terminals.enter_context(simulated(*words[1:], cwd=folder))
                    served.until("SIMULATED on")
                else:
                    done.append(process(*words, cwd=folder))
    return done


def test_a_stranger_who_does_what_the_page_says_has_a_shoe_that_is_checked_and_dealt_from(
    tmp_path: Path,
) -> None:
    done = followed(tmp_path)

    assert [each.args[3] for each in done] == ["profile", "conform", "conform", "run"]
    assert [(each.returncode, each.stderr) for each in done] == [(0, "")] * 4
    linted, in_memory, on_a_line, dealt = (each.stdout for each in done)
    assert "no errors" in linted
    assert ", 0 failed," in in_memory
    assert in_memory == on_a_line
    assert "round 2" in dealt.lower()

    suite = ElementTree.fromstring((tmp_path / "harbor.xml").read_bytes())
    assert suite.get("tests") == str(len(CHECKS))
    assert suite.get("failures") == "0"
    page = (tmp_path / "harbor.html").read_text()
    assert all(check.id in page for check in CHECKS)


@pytest.mark.parametrize("group", sorted({check.id.partition(".")[0] for check in CHECKS}))
def test_every_group_of_checks_is_on_the_page(group: str) -> None:
    assert f"`{group}.*`" in TEXT
