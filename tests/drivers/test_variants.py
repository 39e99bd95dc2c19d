"""Variants: what is otherwise for some versions of a model, and what is told if one is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from drivers.profile_form import Profile
from drivers.profiles import find
from tablectl.words.settings import Can
from tests.drivers.test_profiles import PAGE, SHOE, errors, read

VARIED = (
    SHOE
    + """\
timing: {repeat: 400, gap: 300}
variants:
  - {firmware: ["2.3.x"], can: [count, withhold, faces]}
  - firmware: ["2.x", "3.0"]
    line: {baud: 19200}
    timing: {repeat: 600}
"""
)


def test_the_first_variant_that_has_the_version_counts() -> None:
    profile = read(VARIED)
    assert profile.at("2.3.1").can == (Can.COUNT, Can.WITHHOLD, Can.FACES)
    assert profile.at("2.3.1").line.baud == 115_200
    assert profile.at("2.2").line.baud == profile.at("3.0").line.baud == 19_200
    assert profile.at("2.2").can == profile.can


def test_line_and_timing_keep_what_a_variant_leaves_out() -> None:
    varied = read(VARIED).at("3.0").timing
    assert (varied.repeat, varied.gap) == (600, 300)


def test_a_version_that_no_variant_has_is_one_of_the_profile_itself() -> None:
    profile = read(VARIED)
    assert profile.at("1.7") is profile
    assert profile.at("9.9") is profile


def test_the_versions_of_variants_are_accepted_too() -> None:
    profile = read(VARIED)
    assert profile.versions == ("1.x", "2.3.x", "2.x", "3.0")
    assert profile.accepts("3.0")
    assert not profile.accepts("3.1")
    assert read(SHOE.replace("1.x", "1.0")).only_firmware == "1.0"
    assert read(VARIED.replace('["1.x"]', '["1.0"]')).only_firmware == ""


def test_keys_of_a_family_may_vary(tmp_path: Path) -> None:
    shipped = Path("device_profiles/plain_sensing_shoe.yaml")
    text = shipped.read_text() + 'variants: [{firmware: ["9.x"], framing: {kind: lines}}]\n'
    (tmp_path / shipped.name).write_text(text)
    profile = find(shipped.stem, [tmp_path])
    assert isinstance(profile, Profile)
    assert profile.at("9.1").model_dump()["framing"] != profile.model_dump()["framing"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            ("can: [count, withhold, faces]", "can: [count, withhold, draw]"),
            "14:50: can.2: a shoe cannot draw a number "
            "(it can: count, face_up, withhold, faces, continuous, chambers)",
        ),
        (
            ("baud: 19200", "baud: 19"),
            "16:18: line.baud: expected a number of at least 300, got 19",
        ),
        (
            ("repeat: 600", "repeat: 250"),
            "12:28: timing.gap: repeat (250 ms) is not above gap (300 ms): a broken frame would "
            "not be given up before it is sent again (make gap shorter)",
        ),
        (
            ('"2.x", "3.0"', '"2.3.7", "3.0"'),
            "15:16: variants.1.firmware.0: '2.3.7' has a variant already "
            "(the first that fits counts)",
        ),
        (
            ("line: {", "model: S-2\n    line: {"),
            "16:5: variants.1.model: 'model' is the same for all versions (remove it here)",
        ),
        (
            ("line: {", "lime: {"),
            "16:5: lime: the key 'lime' is not known here (did you mean 'line'?)",
        ),
        (
            ('firmware: ["2.3.x"], can', "can"),
            "14:5: variants.0: the required key 'firmware' is missing (add it here)",
        ),
    ],
)
def test_what_is_wrong_with_a_variant_is_told_at_its_place(
    change: tuple[str, str], error: str
) -> None:
    assert change[0] in VARIED
    assert errors(VARIED.replace(*change)) == [f"my_shoe.yaml:{error}"]


def test_what_is_wrong_without_a_variant_is_told_once() -> None:
    assert errors(VARIED.replace("model: S-1\n", "")) == [
        "my_shoe.yaml:1:1: the required key 'model' is missing (add it here)"
    ]


def test_the_variants_on_the_page_are_those_of_its_shoe() -> None:
    shoe, differing = re.findall(
        r"```(?:yaml)?\n([^`]*?(?:profile: acme_shoe|variants:)[^`]*)```", PAGE
    )[:2]
    keys = ("firmware:", "timing:", "can:")
    kept = [line for line in shoe.splitlines() if not line.startswith(keys)]
    profile = read("\n".join([*kept, differing]), "acme_shoe.yaml")
    assert Can.FACE_UP in profile.at("2.3.0").can
    assert profile.at("1.9").line.baud == 19_200
    assert profile.at("1.9").timing.repeat == 600
