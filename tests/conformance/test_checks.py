"""The checks of a device: one that is in order passes all of them, and a broken one fails the check
that is named for what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from drivers.profile_form import Profile
from drivers.profiles import all_profiles
from simulators.faults import FAULTS
from tablectl.conformance.catalogue import CHECKS
from tablectl.conformance.checks import Check, Verdict
from tablectl.conformance.generators import CHECKS as OF_GENERATORS
from tests.conformance.broken import BROKEN, Broken
from tests.conformance.broken_generators import BROKEN_GENERATORS, EVERY
from tests.conformance.examining import PLAIN, REFERENCE, failed, results, simulation

SHIPPED = [name for name, found in all_profiles() if isinstance(found, Profile)]
CASES = [(profile, case) for case in (*BROKEN, *BROKEN_GENERATORS) for profile in case.profiles]


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


@pytest.mark.parametrize("checks", [CHECKS, OF_GENERATORS], ids=["others", "generators"])
def test_every_check_has_an_id_of_its_own(checks: tuple[Check[Any], ...]) -> None:
    assert len({check.id for check in checks}) == len(checks)


def test_every_check_of_generators_applies_to_one_of_them_and_is_failed_by_a_broken_one() -> None:
    applied = {
        check
        for name in EVERY
        for check, result in results(*simulation(name)).items()
        if result.verdict is Verdict.PASSED
    }
    nobody = {"identity.model", "identity.digest"}  # no generator that is shipped says these
    assert applied == {check.id for check in OF_GENERATORS} - nobody
    assert {case.check for case in BROKEN_GENERATORS} == applied


def test_a_generator_that_gives_nothing_fails_once_and_is_waited_for_no_more() -> None:
    made, simulated = simulation("truerng_v3")
    simulated.device.fit(FAULTS["silence"]())
    found = results(made, simulated)
    assert failed(found) == ["bytes.come"]
    after = list(found)[list(found).index("bytes.come") + 1 :]
    assert {found[each].verdict for each in after} == {Verdict.NOT_APPLICABLE}
