"""Limits that a house may post: 19:47-8.2."""

from __future__ import annotations

import pytest

from tablectl.config import loads
from tablectl.games.catalogue import GAMES
from tablectl.games.options import problems
from tablectl.games.three_card_poker import GAME
from tablectl.games.wagers import LOW_ODDS, Wager, limits
from tablectl.words.bases import Clause, cited
from tablectl.words.money import Odds
from tablectl.yamlfile import FileErrors
from tests.tables import settings_for

TABLE = """\
table: T1
game: {game}
method: manual_shoe
seats: 6
decks: [blue]
preset: blind
options: {{{options}}}
"""


def told(options: str, game: str = "three_card_poker") -> list[str]:
    try:
        loads(TABLE.format(game=game, options=options), "t.yaml")
    except FileErrors as wrong:
        return [str(error) for error in wrong.errors]
    return []


@pytest.mark.clause("19:47-8.2(a)#2")
@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ("ante_least: 500, ante_most: 5000", True),
        ("ante_least: 500, ante_most: 4999", False),
        ("ante_most: 4999", False),  # beside the minimum that the game has by itself
        ("ante_least: 10000, ante_most: 100000", True),
        ("ante_least: 10000, ante_most: 99999", False),
        ("ante_least: 10001, ante_most: 10001", True),
        ("ante_least: 500, ante_most: 0", True),
        ("ante_least: 0, ante_most: 500", True),
        ("pair_plus_least: 500, pair_plus_most: 500", True),
    ],
)
def test_a_low_minimum_on_a_wager_that_pays_little_needs_ten_times_as_much(
    options: str, allowed: bool
) -> None:
    assert (told(options) == []) == allowed


@pytest.mark.clause("19:47-8.2(a)#2")
def test_the_refusal_names_the_option_the_figures_and_the_clause() -> None:
    (error,) = told("ante_least: 1000, ante_most: 2000")
    assert error.startswith("t.yaml:7:40: options.ante_most: 2000 is too low: ")
    assert "a minimum of $10" in error
    assert "$100 or more" in error
    assert "19:47-8.2(a)#2" in error


@pytest.mark.clause("19:47-8.2(a)#2")
@pytest.mark.parametrize(
    ("game", "options", "allowed"),
    [
        ("blackjack", "wager_least: 1000, wager_most: 9999", False),
        ("blackjack", "wager_least: 1000, wager_most: 10000", True),
        ("let_it_ride", "bet_least: 1000, bet_most: 1000", True),
    ],
)
def test_which_wagers_pay_little_is_the_games_own_matter(
    game: str, options: str, allowed: bool
) -> None:
    assert (told(options, game) == []) == allowed


@pytest.mark.clause("19:47-8.2(b)1")
@pytest.mark.clause("19:47-8.2(b)2")
def test_limits_differ_by_wager_and_by_table() -> None:
    one = settings_for(options={"ante_most": 50_000, "pair_plus_most": 10_000})
    other = settings_for(options={"ante_most": 90_000})
    assert limits(one.options, "ante") == (500, 50_000)
    assert limits(one.options, "pair_plus") == (100, 10_000)
    assert limits(other.options, "ante") == (500, 90_000)
    assert limits(other.options, "pair_plus") == (100, None)


@pytest.mark.parametrize(
    ("best", "little"),
    [(Odds(5), True), (Odds(3, 2), True), (Odds(11, 2), False), (Odds(6), False)],
)
def test_five_to_one_is_still_little(best: Odds, little: bool) -> None:
    assert Wager("w", best).pays_little == little


@pytest.mark.parametrize("name", GAMES)
def test_every_limited_wager_has_its_two_options_and_every_pair_of_options_a_wager(
    name: str,
) -> None:
    game = GAMES[name]
    named = {w.name for w in game.wagers if w.limited}
    assert named == {o.removesuffix("_least") for o in game.options if o.endswith("_least")}


def test_no_payout_of_a_wager_is_above_its_best() -> None:
    for wager in GAME.wagers:
        assert all(pay.odds.pays <= wager.best.pays for pay in wager.pays)
        assert wager.pays


def test_the_highest_bonus_makes_the_ante_a_wager_that_pays_just_little() -> None:
    ante = next(w for w in GAME.wagers if w.name == "ante")
    assert ante.best == LOW_ODDS


def test_the_problem_carries_its_clause_as_data() -> None:
    (problem,) = problems(GAME, settings_for(options={"ante_most": 600}))
    assert problem.basis == Clause("19:47-8.2(a)#2")
    assert cited(problem.basis) in str(problem)
