"""Random rounds of blackjack in the core, with the referee beside them: they agree on everything.

Every way to deal the dealer's second card, at every level of knowledge; cutting cards, dealers who
relieve each other, boxes that are shared, and what 2.15 knows.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tablectl.words.acts import Bet, Choose, Declare, Settle, Shown, Turn
from tablectl.words.cards import Card
from tablectl.words.irregularities import Kind
from tests.simulators.referee.blackjack_play import MISHAPS, BlackjackPlay

LIBERAL = {"surrender": 1, "even_money": 1, "split_hands": 4, "resplit_aces": 1, "shared_boxes": 1}
SHORT = {"decks_in_shoe": 1, "cards_behind": 20}
HOUSES = {
    "none": {"hole_card": 0, **LIBERAL, **SHORT},
    "down": {"hole_card": 1, "insurance_at_turn": 1, "decks_in_shoe": 2, "cards_behind": 0},
    "reader": {"hole_card": 2, **LIBERAL, "decks_in_shoe": 2, "cards_behind": 20},
    "up": {"hole_card": 3, "shared_boxes": 1, **SHORT},
}


@pytest.mark.parametrize("preset", ["blind", "counting", "recognising"])
@pytest.mark.parametrize("house", HOUSES)
def test_the_referee_agrees_with_every_round(house: str, preset: str) -> None:
    table = BlackjackPlay(preset, 1, **HOUSES[house])
    for _ in range(12):
        table.round_of_play()
    assert table.errors == []
    assert [str(found) for found in table.referee.found] == []
    assert table.referee.rounds >= 12


def test_the_referee_agrees_on_whatever_goes_wrong() -> None:
    happened: Counter[str] = Counter()
    for seed, house in enumerate((*HOUSES, *HOUSES), start=2):
        table = BlackjackPlay(("blind", "counting", "recognising")[seed % 3], seed, **HOUSES[house])
        table.trouble = 0.08
        for _ in range(6):
            table.round_of_play()
        assert [str(found) for found in table.referee.found] == [], (house, seed)
        happened += table.happened
    assert set(happened) >= {"drawn", "two_at_once", "touched", "into_the_reader", "reader_jams"}
    assert set(happened) <= set(MISHAPS)


def test_who_cuts_is_named_also_where_a_shoe_was_dealt_to_its_last_card() -> None:
    """Section 2.5 is missing; where nobody's card followed a cutting card, the far right player."""
    options = {"hole_card": 1, "surrender": 1, "shared_boxes": 1, "decks_in_shoe": 1}
    table = BlackjackPlay("blind", 313, 7, cards_behind=0, **options)
    table.trouble = 0.05
    for _ in range(6):
        table.round_of_play()
    assert table.state.round.carried["cuts"] > 0
    assert [str(found) for found in table.referee.found] == []


def test_a_box_that_sits_out_is_dead_though_the_dealer_shows_a_blackjack() -> None:
    table = BlackjackPlay("counting", 4, hole_card=3)
    table.bets = (Bet(1, "wager", 10_00), Bet(4, "wager", 10_00))
    table.to("totals")
    lying = {"seat_1": "4S TS", "seat_4": "9H JC", "dealer": "AD QD"}
    table.must(Turn(tuple(Shown(p, tuple(map(Card.of, c.split()))) for p, c in lying.items())))
    table.must(Declare(Kind.PASSED_OVER, "seat_4", nth=1))
    table.must(Choose("second_card", "seat_4", "sit_out"))
    table.must(Settle("dead_hands"))
    assert [str(found) for found in table.referee.found] == []
