"""Players wager what they can and look at their cards before they answer, some of them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from simulators.felt import Felt, Piece
from simulators.players import Players
from tablectl.words.acts import Act
from tablectl.words.bases import Role
from tablectl.words.cards import Card
from tablectl.words.outcomes import Receipt

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


# ---------------------------------------------------------------- blackjack


def asked(question: str, *options: str) -> dict[str, Any]:
    return {"question": question, "hands": ["seat_3"], "options": [{"name": o} for o in options]}


def answers(hand: str, dealer: str, due: dict[str, Any]) -> Counter[str]:
    """What the players say to this, who hold this hand against these cards of the dealer."""
    felt = Felt(Random(1))
    felt.pile("blue", "seat_3").extend(Piece(Card.of(code), up=True) for code in hand.split())
    felt.pile("blue", "dealer").extend(Piece(Card.of(code), up=True) for code in dealer.split())
    felt.pile("blue", "dealer.hole").append(Piece(Card.of("5C")))
    said: Counter[str] = Counter()
    for seed in range(ASKED):
        players = Players("blackjack", 6, seed)
        players.felt = felt
        said[players.wishes(None).choose(VIEW, due)] += 1
    return said


PLAY = asked("play", "stand", "hit", "double", "split", "surrender")


@pytest.mark.parametrize(
    ("hand", "dealer", "answer"),
    [("8S 8H", "6D", "split"), ("TS 6H", "TD", "surrender"), ("6S 5H", "TD", "double")],
)
def test_at_blackjack_half_the_players_answer_by_the_book_and_the_others_by_whim(
    hand: str, dealer: str, answer: str
) -> None:
    said = answers(hand, dealer, PLAY)
    assert said[answer] > 0.5 * ASKED
    assert set(said) == {"stand", "hit", "double", "split", "surrender"}


def test_some_insure_though_the_book_never_does() -> None:
    said = answers("TS 9H", "AD", asked("insurance", "insure", "decline"))
    assert set(said) == {"insure", "decline"}
    assert said["decline"] > said["insure"]


def test_a_card_on_offer_that_was_asked_for_is_seldom_refused() -> None:
    said = answers("TS 2H", "TD", asked("offered_card", "take", "refuse"))
    assert said["take"] > said["refuse"] > 0


class OpenWagers:
    """A door that shows which wagers are open."""

    def view(self, _: Role) -> dict[str, Any]:
        wagers = [{"name": "wager", "least": 500}, {"name": "behind_1"}]
        return {"dues": [{"is": "wager_due", "wagers": wagers}]}

    def submit(self, act: Act) -> Receipt:
        raise AssertionError(f"nobody asked for {act}")


def test_some_boxes_are_shared_and_some_wagers_are_not_told_in_figures() -> None:
    players = Players("blackjack", 6, "shared")
    players.door = OpenWagers()
    wagers = [players.wishes(None).wagers(number) for number in range(1, 60)]
    boxes = [box for made in wagers for box in made.values()]
    assert {tuple(box) for box in boxes} == {("wager",), ("wager", "behind_1")}
    assert any(box["wager"] is None for box in boxes)
    assert all(cents is None or cents >= 500 for box in boxes for cents in box.values())


def test_some_double_for_less_and_never_for_less_than_a_chip() -> None:
    view = {**VIEW, "round": {**VIEW["round"], "wagers": {"seat_3": {"wager": 1_000}}}}
    adds = [{"wager": "double_1", "like": "wager", "of": 1, "chip": 300}]
    due = {**asked("play", "double"), "options": [{"name": "double", "adds": adds}]}
    staked = {
        Players("blackjack", 6, seed).wishes(None).stakes(view, due, "double")
        for seed in range(ASKED)
    }
    assert staked == {None, 300}
