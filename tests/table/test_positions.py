"""Who bets where: seated players, and one player at two positions: 19:47-20.6(c) and (e)."""

from __future__ import annotations

import pytest

from tablectl.words.acts import Bet, TakeBack
from tablectl.words.bases import Clause
from tablectl.words.facts import Wagered
from tests.tables import Table, opened, settings_for


def two_positions(*bets: Bet) -> Table:
    table = Table(settings_for(options={"two_positions": 1}), bets=()).ready_to_bet()
    for bet in bets:
        table.must(bet)
    return table


def ante(seat: int, player: int | None = None) -> Bet:
    return Bet(seat, "ante", 1000, player=player)


def refused(table: Table, bet: Bet) -> tuple[str, str]:
    refusal = table.refused(bet)
    assert isinstance(refusal.basis, Clause)
    return refusal.code, refusal.basis.citation


@pytest.mark.clause("19:47-20.6(e)")
def test_a_player_bets_at_one_position_unless_the_house_allows_two() -> None:
    table = opened()
    table.must(ante(2))
    assert refused(table, ante(3, player=2)) == ("one_position", "19:47-20.6(e)")


@pytest.mark.clause("19:47-20.6(e)")
@pytest.mark.parametrize("seat", [1, 3])
def test_the_second_position_is_next_to_the_first(seat: int) -> None:
    table = two_positions(ante(2))
    outcome = table.must(ante(seat, player=2))
    assert outcome.facts[0] == Wagered(seat, "ante", 1000, on=True, player=2)
    assert table.state.round.seconds == {f"seat_{seat}": "seat_2"}


@pytest.mark.clause("19:47-20.6(e)")
@pytest.mark.parametrize("seat", [4, 6])
def test_a_position_further_away_is_refused(seat: int) -> None:
    assert refused(two_positions(ante(2)), ante(seat, player=2)) == (
        "not_adjacent",
        "19:47-20.6(e)",
    )


@pytest.mark.clause("19:47-20.6(e)")
def test_nobody_bets_at_three_positions() -> None:
    table = two_positions(ante(2), ante(3, player=2))
    assert refused(table, ante(1, player=2)) == ("third_position", "19:47-20.6(e)")
    table.must(TakeBack(3, "ante"))
    table.must(ante(1, player=2))


@pytest.mark.clause("19:47-20.6(c)#1")
def test_only_who_is_seated_bets() -> None:
    assert refused(opened(), ante(7)) == ("no_such_seat", "19:47-20.6(c)#1")
    assert refused(two_positions(), ante(3, player=2)) == ("nobody_seated", "19:47-20.6(c)#1")


@pytest.mark.clause("19:47-20.6(c)#1")
def test_a_second_position_seats_nobody_who_could_have_another() -> None:
    table = two_positions(ante(2), ante(3, player=2))
    assert refused(table, ante(4, player=3)) == ("nobody_seated", "19:47-20.6(c)#1")


@pytest.mark.clause("19:47-20.6(c)#1")
def test_a_position_with_a_player_at_it_is_nobody_elses() -> None:
    table = two_positions(ante(2), ante(3))
    assert refused(table, ante(3, player=2)) == ("position_taken", "19:47-20.6(c)#1")


def test_both_wagers_of_the_second_position_are_the_same_players() -> None:
    table = two_positions(ante(2), ante(3, player=2))
    table.must(Bet(3, "pair_plus", 500, player=2))
    assert table.state.round.wagers["seat_3"] == {"ante": 1000, "pair_plus": 500}


def test_whose_a_position_is_lasts_until_somebody_sits_down_at_it() -> None:
    table = two_positions(ante(2), ante(3, player=2)).to("deal").next_round()
    assert table.state.round.seconds == {"seat_3": "seat_2"}
    table.must(ante(3))
    assert table.state.round.seconds == {}
