"""What the referee makes of cards that one person keys in at a reveal."""

from __future__ import annotations

import pytest

from simulators.referee.book import SHOE, Deck, Round
from simulators.referee.deeds import take_act
from simulators.referee.evidence import Account
from tablectl.words.acts import Act, Shown, Turn
from tablectl.words.cards import Card
from tablectl.words.outcomes import Outcome
from tests.tables import settings_for


def objections(cards: str, *, duplicate: bool = False) -> list[str]:
    """What is objected to when the dealer's hand is turned, apart from when that is done."""
    account = Account(settings_for("blind"))
    account.round = Round(deck="blue", called=True, hands=["seat_2"], duplicate=duplicate)
    account.decks["blue"] = deck = Deck()
    deck.gather(SHOE)
    deck.move(SHOE, "dealer", 3)
    shown = Shown("dealer", tuple(map(Card.of, cards.split())))
    take_act(account, Act(Turn((shown,)), "d1", "k1"), Outcome(1))
    return [why for _, why, _ in account.objections if "keyed in" in why]


def test_a_card_that_was_keyed_in_twice_at_once_should_have_been_refused() -> None:
    assert objections("5D 9C 9C") == ["9C was keyed in twice at once"]


@pytest.mark.parametrize("cards", ["5D 9C 9S", "5D JK JK"])
def test_different_cards_and_cards_that_do_not_belong_are_no_slip(cards: str) -> None:
    assert objections(cards) == []


def test_a_duplicate_that_somebody_has_reported_may_be_keyed_in() -> None:
    assert objections("5D 9C 9C", duplicate=True) == []
