"""Players wager what they can and look at their cards before they answer, some of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from simulators.felt import Felt, Piece
from simulators.players import Players
from tablectl.words.cards import Card

ASKED = 400


def ridden(hand: str, common: str = "") -> float:
    """How many of the players with this hand let a bet ride."""
    felt = Felt(Random(1))
    felt.pile("blue", "seat_3").extend(Piece(Card.of(code)) for code in hand.split())
    felt.pile("blue", "common_2").extend(Piece(Card.of(c), up=True) for c in common.split())
    felt.pile("blue", "common_3").append(Piece(Card.of("TD")))
    said = []
    for seed in range(ASKED):
        players = Players("let_it_ride", 6, seed)
        players.felt = felt
        said.append(players.wishes(None).choose(VIEW, DUE))
    assert set(said) == {"ride", "withdraw"}
    return said.count("ride") / ASKED


VIEW: dict[str, Any] = {"round": {"number": 1, "deck": "blue"}, "places": {}}
DUE: dict[str, Any] = {
    "question": "bet_1",
    "hands": ["seat_3"],
    "options": [{"name": "ride"}, {"name": "withdraw"}],
}


@pytest.mark.parametrize(
    ("hand", "common"), [("TS TH 2C", ""), ("2S 2H 2C", ""), ("9S 9H KC", "KD"), ("AS 2H 3C", "AD")]
)
def test_most_let_a_bet_ride_that_has_won_already(hand: str, common: str) -> None:
    assert ridden(hand, common) > 0.75


@pytest.mark.parametrize(
    ("hand", "common"), [("9S 9H 2C", ""), ("AS KH QC", ""), ("TS 4H 2C", "9D")]
)
def test_most_withdraw_what_has_not_and_nobody_sees_a_card_that_lies_face_down(
    hand: str, common: str
) -> None:
    assert ridden(hand, common) < 0.45
