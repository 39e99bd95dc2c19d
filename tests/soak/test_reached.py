"""What a soak never reached is told with a reason that is true of its game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from tablectl.soak.reached import NOT_MET, Section, reached_in
from tablectl.soak.result import Result, Tally
from tablectl.soak.seatings import seatings


def section(name: str, game: str = "three_card_poker", tally: Tally | None = None) -> Section:
    """Of a soak that counted this, or nothing."""
    tables = {str(each): Tally() for each in seatings(game)}
    first = next(iter(tables))
    result = Result(game, 1, tables={**tables, first: tally or Tally()})
    return next(each for each in reached_in(result).sections if each.name == name)


@pytest.mark.parametrize(
    ("game", "cannot"),
    [
        ("three_card_poker", {"common_card_exposed", "chips_miscounted"}),
        ("let_it_ride", {"dealer_card_exposed"}),
        ("blackjack", {"common_card_exposed", "chips_miscounted"}),
    ],
)
def test_a_slip_that_cannot_come_about_in_one_game_is_only_not_met_in_another(
    game: str, cannot: set[str]
) -> None:
    missed = section("errors", game).missed
    assert {name for name, why in missed.items() if why.endswith("in this game")} == cannot


def test_what_only_other_devices_catch_is_told_apart_from_what_was_not_met() -> None:
    missed = section("faults").missed
    assert missed["sensor_fails"] == missed["stuck_source"] == "no device of a soak can have it"
    assert missed["put_in_wrongly"].endswith("in this game")
    assert section("faults", "blackjack").missed["put_in_wrongly"] == NOT_MET
    assert missed["jam"] == NOT_MET


def test_a_transition_that_nothing_in_a_soak_makes_has_a_reason_and_another_one_has_none() -> None:
    missed: Mapping[str, str] = section("transitions").missed
    assert missed["shuffler removed > unverified"] == missed["shoe removed > removed"] != NOT_MET
    assert missed["shuffler unverified > removed"] == NOT_MET
    assert missed["deck removed > received"] == NOT_MET


def test_a_clause_that_is_the_basis_of_nothing_is_told_with_how_it_is_kept() -> None:
    missed = section("clauses").missed
    assert missed["19:47-20.3(b)1"].endswith("the order of hands is a tuple")
    assert missed["19:47-20.4(e)#1"] == "no soaked cards grow so old"
    assert missed["19:47-20.12(d)"] == NOT_MET


def test_a_basis_that_covers_a_clause_counts_for_it() -> None:
    counts = section("clauses", tally=Tally(rulings=Counter({"19:47-20.2(b)": 3}))).counts
    assert counts["19:47-20.2(b)1"] == 3
