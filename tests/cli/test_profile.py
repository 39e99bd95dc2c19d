"""`tablectl profile`: the profiles there are, one of them, and what is wrong with your own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from drivers.profiles import all_profiles
from tests.cli.shell import tablectl

READER = """\
version: 1
profile: my_reader
title: My reader
maker: Me
kind: reader
model: R-1
firmware: ["1.x"]
protocol: reference/1
delivery: exactly_once
can: [faces]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a good profile, a bad one and something else."""
    (tmp_path / "my_reader.yaml").write_text(READER)
    bad = READER.replace("can: [faces]", "can: [faces, draw]\ntiming: {beat: 900}")
    (tmp_path / "other_reader.yaml").write_text(bad)
    (tmp_path / "notes.txt").write_text("no profile")
    return tmp_path


def test_the_profiles_that_come_with_tablectl_have_no_errors() -> None:
    done = tablectl("profile", "lint")
    assert (done.exit_code, done.output) == (
        0,
        f"{len(list(all_profiles()))} profiles, no errors\n",
    )


def test_a_profile_is_linted_by_its_path(folder: Path) -> None:
    done = tablectl("profile", "lint", folder / "my_reader.yaml")
    assert (done.exit_code, done.output) == (0, "1 profile, no errors\n")


def test_all_errors_of_all_files_are_told_with_their_places(folder: Path) -> None:
    (folder / "third_reader.yaml").write_text(
        "version: 1\nversion: 1\nkind: &a reader\nmodel: *a\n"
    )
    done = tablectl("profile", "lint", folder)
    assert done.exit_code == 2
    bad, third = folder / "other_reader.yaml", folder / "third_reader.yaml"
    assert done.output.splitlines() == [
        f"{bad}:2:10: profile: the profile is named 'my_reader' and its file 'other_reader' "
        "(a profile is found by its file; make the two alike)",
        f"{bad}:10:14: can.1: a reader cannot draw a number (it can: faces, check, conceal)",
        f"{bad}:11:9: timing: silent (1600 ms) is not above twice beat (900 ms): one lost answer "
        "would count as a lost device (make silent longer or beat shorter)",
        f"{third}:2:1: version: the key 'version' was already used on line 1 "
        "(remove or rename one of them)",
        f"{third}:4:8: model: the alias *a is not allowed (write the value out in full)",
        "3 profiles, 5 errors",
    ]


def test_a_file_named_twice_is_linted_once(folder: Path) -> None:
    file = folder / "my_reader.yaml"
    assert tablectl("profile", "lint", file, file).output == "1 profile, no errors\n"


def test_a_folder_without_profiles_is_told_as_such(tmp_path: Path) -> None:
    done = tablectl("profile", "lint", tmp_path)
    assert done.exit_code == 2
    assert "no_profiles" in done.output
    assert str(tmp_path) in done.output


def test_a_path_that_is_not_there_is_bad_usage(tmp_path: Path) -> None:
    done = tablectl("profile", "lint", tmp_path / "none.yaml")
    assert done.exit_code == 2
    assert "does not exist" in done.output


def test_the_list_has_name_kind_abilities_and_title_of_each() -> None:
    lines = tablectl("profile", "list").output.splitlines()
    assert [line.split()[0] for line in lines] == [name for name, _ in all_profiles()]
    (shoe,) = [line for line in lines if line.startswith("reference_recognising_shoe ")]
    assert re.split(r"\s{2,}", shoe) == [
        "reference_recognising_shoe",
        "shoe",
        "count, face_up, withhold, faces",
        "Recognising shoe of the reference protocol",
    ]


def test_the_list_has_the_profiles_of_a_folder_too_and_marks_a_bad_one(folder: Path) -> None:
    done = tablectl("profile", "list", "--folder", folder)
    assert done.exit_code == 0
    told = {line.split()[0]: line for line in done.output.splitlines()}
    assert "My reader" in told["my_reader"]
    assert "has errors" in told["other_reader"]
    assert "notes" not in told


def test_a_profile_is_shown_with_what_it_leaves_to_the_defaults() -> None:
    told = tablectl("profile", "show", "reference_stack_shoe").output
    assert "stacks of 3 cards" in told
    assert "115200 baud, 8 data bits, no parity, 1 stop bit" in told
    assert "beat 500 ms, silent 1600 ms" in told


def test_a_profile_of_a_folder_is_shown(folder: Path) -> None:
    told = tablectl("profile", "show", "my_reader", "--folder", folder).output
    assert told.startswith("my_reader: My reader\n")
    assert "delivers" not in told


def test_an_unknown_profile_is_told_with_the_nearest() -> None:
    done = tablectl("profile", "show", "reference_raeder")
    assert done.exit_code == 2
    assert "did you mean 'reference_reader'?" in done.output


def test_a_bad_profile_is_not_shown_but_its_errors_are(folder: Path) -> None:
    done = tablectl("profile", "show", "other_reader", "--folder", folder)
    assert done.exit_code == 2
    assert "other_reader.yaml:10:14: can.1: a reader cannot draw a number" in done.output
