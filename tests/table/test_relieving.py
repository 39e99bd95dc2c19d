"""Who deals and what the cutting card means, where a game asks nothing about either."""

from __future__ import annotations

from tablectl.words.acts import Call, Confirm
from tablectl.words.observations import CuttingCardOut
from tests.tables import SHOE_1, at, opened


def test_any_dealer_calls_where_a_game_asks_nothing_of_one_who_takes_over() -> None:
    table = at("wagers")
    table.follow(lambda t: bool(t.state.round.wagers))
    assert table.refused(Confirm("take_over"), "d2").code == "not_due"
    table.must(Call("no_more_bets"), "d2")
    assert table.state.round.dealer == "", "nobody asks who deals"


def test_a_cutting_card_means_nothing_where_a_game_does_not_go_by_one() -> None:
    table = opened("counting")
    before = table.state.decks
    outcome = table.see(SHOE_1, CuttingCardOut())
    assert (outcome.ignored, outcome.facts) == ("cutting_card", ())
    assert table.state.decks == before
    assert table.refused(Confirm("cutting_card", "blue")).code == "not_due"
