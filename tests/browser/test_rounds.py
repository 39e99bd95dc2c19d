"""A whole round of every game by touch, from a closed table on."""

from __future__ import annotations

import pytest

from tablectl.games import catalogue
from tests.browser.conftest import SitDown
from tests.browser.serving import served
from tests.browser.tables import AUTOMATED, GAMES, WAGERS, crew_at, file_of

MOST_ACTS = 10
"""docs/architecture.md, "As few acts as the rules allow"."""


def test_every_game_is_played_here() -> None:
    assert {*GAMES} == {*catalogue.GAMES}


@pytest.mark.parametrize("game", [each for each in GAMES if each != "three_card_poker"])
def test_a_whole_round_is_played_by_touch(game: str, sit_down: SitDown) -> None:
    table = GAMES[game]
    with served(file_of(table), "--by-hand") as at:
        crew = crew_at(at, sit_down)
        if game == "holdem":
            crew.counts = at.places

        crew.open_table()
        crew.bet(*WAGERS[table])
        crew.until(lambda: "choose:" in str(crew.dealer.look().ids) or at.round > 1)
        assert crew.dealer.cut() == [], "cards, wagers and answers are in sight without scrolling"
        crew.until(lambda: at.round > 1)

        assert at.irregular == []


def test_a_round_of_three_card_poker_takes_no_more_taps_than_its_acts(sit_down: SitDown) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        crew = crew_at(at, sit_down)
        crew.open_table()
        crew.bet(*WAGERS[AUTOMATED])
        crew.until(lambda: at.round == 2)

        crew.begin_counting()
        crew.until(lambda: at.round == 3)

        assert at.irregular == []
        assert crew.taps == len(crew.pressed) <= MOST_ACTS
