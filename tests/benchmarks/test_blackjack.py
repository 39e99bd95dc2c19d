"""What the game's own functions say blackjack is worth is what others have published."""

from __future__ import annotations

import pytest

from benchmarks.blackjack.exact import BLACKJACK, BUST, Ends, Expectation, ends, ends_from
from benchmarks.blackjack.playing import BATCH, choices_of, played
from benchmarks.blackjack.published import (
    ATLANTIC_CITY,
    DEALER_INFINITE,
    DEALER_ONE_DECK,
    INFINITE,
    RULE_SETS,
)
from tablectl.words.cards import Card

COUNTS = (17, 18, 19, 20, 21, BLACKJACK, BUST)
BY_NAME = {rules.name: rules for rules in RULE_SETS}


def told(reached: Ends) -> list[float]:
    return [reached[count][1] if count in reached else 0.0 for count in COUNTS]


@pytest.mark.clause("19:47-2.12(b)")
@pytest.mark.parametrize("upcard", DEALER_INFINITE)
def test_the_dealer_ends_from_infinitely_many_decks_as_published(upcard: str) -> None:
    assert told(ends((Card.of(f"{upcard}S"),))) == pytest.approx(
        DEALER_INFINITE[upcard], abs=0.0001
    )


@pytest.mark.clause("19:47-2.12(b)")
@pytest.mark.parametrize("upcard", ["6", "7", "8"])
def test_the_dealer_ends_from_one_deck_as_published(upcard: str) -> None:
    assert told(ends_from(1, Card.of(f"{upcard}S"))) == pytest.approx(
        DEALER_ONE_DECK[upcard], abs=0.0000006
    )


@pytest.mark.clause("19:47-2.7(b)#2")
@pytest.mark.clause("19:47-2.10(b)")
@pytest.mark.clause("19:47-2.11(d)")
def test_a_round_is_worth_to_the_last_digit_what_is_published() -> None:
    """With a hole card nobody looks at or without one: who loses to a blackjack loses the same."""
    result = 100 * Expectation(choices_of(INFINITE)).result
    assert result == pytest.approx(INFINITE.result, abs=INFINITE.give)


def test_a_million_rounds_may_be_played_in_pieces_and_small_ones_tell_no_other_story() -> None:
    rules = BY_NAME[ATLANTIC_CITY]
    result = played(rules, BATCH // 2, "a test")
    assert result == played(rules, BATCH // 2, "a test")
    assert abs(100 * result.mean - rules.result) < 4 * 100 * result.error
    assert 0.007 < result.error < 0.013
