"""Whatever comes in from outside, nothing breaks: a little of `make fuzz` in every run."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import profiles
from tablectl import config
from tests.fuzz import __main__ as fuzz
from tests.fuzz import driver, yaml_files

seeds = st.integers(0, 2**64 - 1)
yaml_like = st.text(
    st.sampled_from("ab1:-#'\"[]{},&*!|>?%@~ \n\t\\x") | st.characters(), max_size=40
)


@settings(max_examples=2000)
@given(yaml_like)
def test_any_text_is_a_file_or_file_errors(text: str) -> None:
    yaml_files.check(text)


@settings(max_examples=2000)
@given(seeds)
def test_a_damaged_file_is_a_file_or_file_errors(seed: int) -> None:
    yaml_files.check(yaml_files.make(Random(seed)))


@given(seeds)
def test_nothing_makes_a_driver_raise(seed: int) -> None:
    driver.check(driver.make(Random(seed)))


def test_the_files_that_are_damaged_were_right() -> None:
    assert len(yaml_files.real_files()) > 5
    for text in yaml_files.real_files():
        readers = (config.loads, profiles.loads)
        assert sum(yaml_files.refused(read, text) for read in readers) == 1, text


# ---------------------------------------------------------------- the loop itself


def test_the_loop_runs_through_every_target() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--count", "20", "all"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for name in fuzz.TARGETS:
        assert f"{name}: 20 inputs" in done.stdout


def test_a_failure_is_told_with_its_seed_and_its_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def check(number: int) -> None:
        assert number != 103, "the one that fails"

    made: list[int] = []

    def make(_: Random) -> int:
        made.append(100 + len(made))
        return made[-1]

    monkeypatch.setitem(fuzz.TARGETS, "codec", fuzz.Target(make, check, 10))
    assert fuzz._run("codec", Namespace(seed=7, seconds=None, count=None)) == 1
    said = capsys.readouterr().out
    assert "FAILED at seed 10 after 3 inputs" in said
    assert "the one that fails" in said
    assert "input: 103" in said
