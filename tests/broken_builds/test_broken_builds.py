"""A few broken builds are caught in every run of the tests; `make broken-builds` tries them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apart import each_apart
from tests.broken_builds.__main__ import main
from tests.broken_builds.catalogue import BUILDS
from tests.broken_builds.running import blames

QUICK = (
    "two_outcomes_swapped",
    "goes_on_after_a_jam",
    "acknowledged_before_the_commit",
    "one_card_too_many_allowed",
    "dealt_from_the_right",
    "winners_first",
    "wrong_common_card_burnt",
    "bet_two_not_put_to_everybody",
    "no_burn",
    "dealer_first",
)
NAMED = (
    "two_outcomes_swapped",
    "no_second_face_up_card",
    "stub_off_by_one_after_a_racked_card",
    "goes_on_after_a_jam",
    "swapped_deckss_round_void",
    "acknowledged_before_the_commit",
    "orders_repeated_after_a_restart",
    "limit_cuts_the_bonus",
    "chips_mismatch_passed_over",
    "dealer_hits_soft_seventeen",
    "doubled_wager_taken",
    "hole_card_told_early",
    "insurance_after_the_insertion",
)


def test_the_builds_that_matter_most_are_among_them() -> None:
    assert set(NAMED) <= set(BUILDS)
    assert len(BUILDS) >= 20


def test_quick_builds_are_caught_and_the_table_says_when(
    capsys: pytest.CaptureFixture[str],
) -> None:
    only = [option for name in QUICK for option in ("--only", name)]

    status = main([*only, "--rounds", "120", "--jobs", "2"])

    told = capsys.readouterr().out
    assert status == 0, told
    assert "NEVER" not in told
    assert f"{len(QUICK)} of {len(QUICK)} builds caught" in told


def test_a_build_that_nobody_comes_near_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """One round without a jam does not show that a jam would be passed over."""
    status = main(["--only", "goes_on_after_a_jam", "--rounds", "1"])

    assert status == 1
    assert "NEVER" in capsys.readouterr().out


def test_an_objection_to_the_unbroken_controller_catches_no_build() -> None:
    """What the unbroken one is blamed for too is no mistake of the build."""
    build, stretch = BUILDS["dealt_from_the_right"], "1: manual_shoe, blind, 1 deck: 1"

    def broken(_: str) -> str:
        build.change()
        return blames(build.game, stretch)

    ((_, told),) = each_apart(broken, [stretch], jobs=1)

    assert told is not None
    assert "disagreement" in told
    assert blames(build.game, stretch) == ""


def test_the_command_is_a_target_of_make() -> None:
    makefile = Path(__file__).resolve().parent.parent.parent / "Makefile"
    assert "-m tests.broken_builds" in makefile.read_text(encoding="utf-8")
