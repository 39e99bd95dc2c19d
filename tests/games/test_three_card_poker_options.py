"""What three card poker asks of a table file, and what the house may choose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.games.options import problems
from tablectl.games.three_card_poker import GAME
from tablectl.words.acts import Bet
from tablectl.words.settings import Settings
from tests.tables import opened, settings_for


def with_option(name: str, value: int | str) -> Settings:
    return settings_for(options={name: value})


@pytest.mark.parametrize("seats", [1, 7])
def test_settings_that_the_game_allows_have_no_problems(seats: int) -> None:
    assert problems(GAME, settings_for(seats=seats)) == ()


@pytest.mark.parametrize(
    ("settings", "path", "says"),
    [
        (settings_for(seats=0), "seats", "0 seats; the game takes 1 to 7"),
        (settings_for(seats=8), "seats", "8 seats; the game takes 1 to 7"),
        (replace(settings_for(), method="dice"), "method", "dice is not one of"),
        (replace(settings_for(), decks=()), "decks", "0 decks"),
        (with_option("ante_lest", 500), "options.ante_lest", "no such option"),
        (
            with_option("ante_least", "five"),
            "options.ante_least",
            "'five' is not a whole number between",
        ),
        (with_option("ante_least", -1), "options.ante_least", "-1 is not between"),
        (with_option("count_every", 0), "options.count_every", "0 is not between 1 and 5"),
        (with_option("count_every", 6), "options.count_every", "6 is not between 1 and 5"),
    ],
)
def test_settings_that_the_game_does_not_allow_are_told_with_their_place(
    settings: Settings, path: str, says: str
) -> None:
    (problem,) = problems(GAME, settings)
    assert ".".join(problem.path) == path
    assert says in problem.problem


@pytest.mark.clause("19:47-20.7(e)#1")
def test_the_stub_may_be_counted_more_often_than_every_fifth_round_and_never_less() -> None:
    (problem,) = problems(GAME, with_option("count_every", 6))
    assert "19:47-20.7(e)#1" in str(problem)


@pytest.mark.parametrize(("most", "wrong"), [(499, True), (500, False), (0, False)])
def test_a_minimum_above_its_maximum_is_a_problem(most: int, wrong: bool) -> None:
    found = problems(GAME, settings_for(options={"pair_plus_least": 500, "pair_plus_most": most}))
    assert [p.path for p in found] == ([("options", "pair_plus_least")] if wrong else [])


def test_all_problems_are_told_at_once() -> None:
    settings = replace(with_option("count_every", 9), seats=12)
    assert [p.path for p in problems(GAME, settings)] == [("seats",), ("options", "count_every")]


@pytest.mark.clause("19:47-20.6(a)1")
@pytest.mark.clause("19:47-20.6(a)2")
@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
def test_without_a_posted_maximum_any_amount_is_taken(wager: str) -> None:
    opened().must(Bet(1, wager, 10_000_000_000))


@pytest.mark.clause("19:47-20.6(a)1")
@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
def test_a_posted_maximum_is_kept(wager: str) -> None:
    table = opened(options={f"{wager}_most": 5000})
    table.must(Bet(1, wager, 5000))
    assert table.refused(Bet(2, wager, 5001)).code == "above_maximum"


@pytest.mark.clause("19:47-8.2(a)#1")
@pytest.mark.clause("19:47-8.2(b)1")
@pytest.mark.clause("19:47-8.2(b)2")
def test_limits_are_those_of_the_wager_at_this_table() -> None:
    limits = {"ante_least": 1000, "ante_most": 20_000, "pair_plus_least": 500}
    here, there = opened(options=limits), opened(options={**limits, "ante_most": 30_000})
    here.must(Bet(1, "ante", 20_000))
    here.must(Bet(1, "pair_plus", 25_000))
    assert here.refused(Bet(2, "ante", 999)).code == "below_minimum"
    assert here.refused(Bet(2, "ante", 25_000)).code == "above_maximum"
    there.must(Bet(2, "ante", 25_000))


@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
def test_a_minimum_of_nothing_is_no_minimum(wager: str) -> None:
    opened(options={f"{wager}_least": 0}).must(Bet(1, wager, 1))
