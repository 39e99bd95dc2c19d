"""Cards, what decks are made of, piles, and money."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.words.cards import (
    JOKER,
    STANDARD_52,
    UNSEEN,
    Card,
    Composition,
    Known,
    Pile,
    Rank,
    Suit,
)
from tablectl.words.errors import WordError
from tablectl.words.money import NotWholeCents, Odds, Rounding, dollars


def test_there_are_52_cards_and_each_has_one_code() -> None:
    assert len({card.code for card in STANDARD_52}) == 52
    assert all(Card.of(card.code) is card for card in (*STANDARD_52, JOKER))
    assert Card.of("TD") == Card(Rank.TEN, Suit.DIAMONDS)


@pytest.mark.parametrize("text", ["", "1S", "10D", "as", "A", "ASS", "cutting_card", "cover_card"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(WordError, match="is no card"):
        Card.of(text)


@pytest.mark.parametrize(
    ("composition", "size"), [((1, 0), 52), ((1, 1), 53), ((6, 0), 312), ((8, 0), 416)]
)
def test_a_composition_has_every_card_as_often_as_its_decks(
    composition: tuple[int, int], size: int
) -> None:
    made = Composition(*composition)
    assert made.size == len(made.cards()) == size
    assert all(made.cards().count(card) == made.copies(card) for card in (*STANDARD_52, JOKER))


@given(st.integers(0, 60), st.integers(0, 60), st.booleans())
def test_splitting_and_joining_a_pile_keeps_its_cards(count: int, taken: int, seen: bool) -> None:
    faces = tuple(Known(STANDARD_52[i % 52]) for i in range(count)) if seen else ()
    pile = Pile(count, faces)
    top, rest = pile.split(min(taken, count))
    assert rest.plus(top).all_faces() == pile.all_faces()
    assert rest.count + top.count == count


def test_unseen_cards_joined_with_seen_ones_stay_unseen() -> None:
    ace = Known(Card.of("AS"))
    assert Pile(2).plus(Pile(1, (ace,))).all_faces() == (UNSEEN, UNSEEN, ace)


@given(st.integers(0, 10**9), st.integers(1, 100), st.integers(1, 10))
def test_odds_are_exact_or_refused_or_rounded_as_the_house_says(
    stake: int, pays: int, to: int
) -> None:
    odds = Odds(pays, to)
    exact = Fraction(stake * pays, to)
    if exact.denominator == 1:
        assert odds.of(stake) == exact
        return
    with pytest.raises(NotWholeCents):
        odds.of(stake)
    assert odds.of(stake, Rounding.DOWN) < exact < odds.of(stake, Rounding.UP)
    assert odds.of(stake, Rounding.UP) - odds.of(stake, Rounding.DOWN) == 1


def test_money_reads_as_people_write_it() -> None:
    assert (dollars(1000), dollars(1250), dollars(100_000_000)) == ("$10", "$12.50", "$1,000,000")
    assert (dollars(-5), dollars(0)) == ("-$0.05", "$0")
