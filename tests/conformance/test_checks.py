"""The checks of a device: one that is in order passes all of them, and a broken one fails the check
that is named for what is wrong with it."""

from __future__ import annotations

import pytest

from drivers import families
from drivers.profile_form import Profile
from drivers.profiles import all_profiles
from simulators.faults import FAULTS
from tablectl.conformance.catalogue import CHECKS
from tablectl.conformance.checks import Verdict
from tests.conformance.broken import BROKEN, Broken
from tests.conformance.examining import PLAIN, REFERENCE, failed, results, simulation

SHIPPED = [
    name
    for name, found in all_profiles()
    if isinstance(found, Profile) and found.protocol in (families.REFERENCE, families.PLAIN)
]
CASES = [(profile, case) for case in BROKEN for profile in case.profiles]


@pytest.mark.parametrize("profile", SHIPPED)
def test_the_simulator_of_every_profile_conforms_to_it(profile: str) -> None:
    found = results(*simulation(profile))
    assert [found[each] for each in failed(found)] == []


@pytest.mark.parametrize(("profile", "case"), CASES, ids=lambda each: getattr(each, "what", each))
def test_a_broken_simulator_fails_the_check_of_that_name(
    profile: str, case: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, simulated = simulation(profile)
    case.broken(simulated.device, monkeypatch)
    found = results(made, simulated)
    assert case.check in failed(found)
    assert found[case.check].expected
    assert found[case.check].seen


def test_there_are_more_than_ten_ways_to_be_broken_in_either_family() -> None:
    for profile in (REFERENCE, PLAIN):
        assert len({case.check for case in BROKEN if profile in case.profiles}) > 10


def test_what_is_wrong_with_the_identity_alone_fails_nothing_else() -> None:
    made, simulated = simulation(REFERENCE)
    simulated.device.fit(FAULTS["wrong_model"]())
    assert failed(results(made, simulated)) == ["identity.model"]


def test_a_device_that_says_nothing_fails_once_and_nothing_is_guessed_about_the_rest() -> None:
    made, simulated = simulation(PLAIN)
    simulated.device.fit(FAULTS["silence"]())
    found = results(made, simulated)
    assert failed(found) == ["identity.answers"]
    others = [result for name, result in found.items() if name != "identity.answers"]
    assert {result.verdict for result in others} == {Verdict.NOT_APPLICABLE}
    assert all(result.why for result in others)


@pytest.mark.parametrize("family", [("reference",), ("plain",), ("reference", "plain")])
def test_every_check_that_can_apply_to_a_family_does_to_one_of_its_profiles(
    family: tuple[str, ...],
) -> None:
    made = [name for name in SHIPPED if name.startswith(family)]
    passed = {
        check
        for name in made
        for check, result in results(*simulation(name)).items()
        if result.verdict is Verdict.PASSED
    }
    assert {"identity.model", "order.allow.held", "timing.lapse", "frames.checksum"} <= passed


def test_every_check_has_an_id_of_its_own() -> None:
    assert len({check.id for check in CHECKS}) == len(CHECKS)
