"""The checks of readers that are shown cards one by one."""

from __future__ import annotations

import json

import pytest

from drivers.plain.profile import PlainProfile
from drivers.profiles import find
from tablectl.conformance.checks import Verdict
from tablectl.conformance.simulated import Simulation
from tests.conformance.broken import Broken
from tests.conformance.broken_readers import BROKEN_READERS
from tests.conformance.examining import failed, results, simulation

CASES = [(profile, case) for case in BROKEN_READERS for profile in case.profiles]
OF_TAGS = {"tells.tag", "tells.while_there"}


@pytest.mark.parametrize(
    ("profile", "passes"),
    [
        ("rdm6300", OF_TAGS),
        ("id_12la", OF_TAGS),
        ("gm65", {*OF_TAGS, "alive.answers", "frames.garbage", "frames.checksum"}),
        ("zebra_ssi", {*OF_TAGS, "alive.answers", "delivery.answered", "frames.checksum"}),
    ],
)
def test_what_a_reader_can_be_checked_for_is_checked(profile: str, passes: set[str]) -> None:
    found = results(*simulation(profile))
    passed = {name for name, result in found.items() if result.verdict is Verdict.PASSED}
    assert passes <= passed
    assert failed(found) == []


@pytest.mark.parametrize(("profile", "case"), CASES, ids=lambda each: getattr(each, "what", each))
def test_a_broken_reader_fails_the_check_of_that_name(
    profile: str, case: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, simulated = simulation(profile)
    case.broken(simulated.device, monkeypatch)
    found = results(made, simulated)
    assert case.check in failed(found)
    assert found[case.check].expected
    assert found[case.check].seen


def test_a_tag_that_the_map_of_the_profile_has_for_another_card_is_told() -> None:
    shipped = find("id_12la")
    assert isinstance(shipped, PlainProfile)
    assert shipped.tag_form is not None
    cards = {code: f"{number:010X}" for number, code in enumerate(_deck(), 1)}
    plain = {**shipped.model_dump(mode="json", exclude_unset=True), "cards": cards}
    mapped = PlainProfile.model_validate_json(json.dumps(plain))
    found = results(mapped, Simulation(shipped, shipped.sample_serial))
    assert (found["tells.tag"].expected, found["tells.tag"].seen) == ("AS", "a tag of no card")


def _deck() -> list[str]:
    return [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
