"""Basic strategy answers by the cards that lie face up, and only what is offered."""

from __future__ import annotations

import pytest

from simulators.basic_strategy import best, count
from tablectl.words.cards import Card

ALL = ("stand", "hit", "double", "split", "surrender")


def cards(codes: str) -> list[Card]:
    return [Card.of(code) for code in codes.split()]


@pytest.mark.parametrize(
    ("hand", "total", "soft"),
    [
        ("AS KH", 21, True),
        ("AS AH", 12, True),
        ("AS 6H 9C", 16, False),
        ("5S 6H KC", 21, False),
        ("KS QH 2C", 22, False),
        ("AS AH AC 8D", 21, True),
    ],
)
def test_an_ace_counts_eleven_where_that_breaks_nothing(hand: str, total: int, soft: bool) -> None:
    assert count(cards(hand)) == (total, soft)


@pytest.mark.parametrize(
    ("hand", "dealer", "answer"),
    [
        ("TS 6H", "9D", "surrender"),
        ("TS 5H", "TD", "surrender"),
        ("TS 5H", "AD", "hit"),
        ("TS 6H", "6D", "stand"),
        ("TS 2H", "2D", "hit"),
        ("TS 2H", "4D", "stand"),
        ("6S 5H", "KD", "double"),
        ("6S 5H", "AD", "hit"),
        ("5S 5H", "9D", "double"),
        ("5S 5H", "TD", "hit"),
        ("5S 4H", "2D", "hit"),
        ("AS 7H", "2D", "stand"),
        ("AS 7H", "3D", "double"),
        ("AS 7H", "9D", "hit"),
        ("AS 2H", "5D", "double"),
        ("8S 8H", "AD", "split"),
        ("9S 9H", "7D", "stand"),
        ("9S 9H", "8D", "split"),
        ("KS QH", "6D", "stand"),
        ("4S 4H", "5D", "split"),
        ("AS AH", "AD", "split"),
        ("TS 7H", "AD", "stand"),
        ("2S 3H", "6D", "hit"),
    ],
)
def test_the_book_says(hand: str, dealer: str, answer: str) -> None:
    assert best(cards(hand), cards(dealer), ALL) == answer


@pytest.mark.parametrize(
    ("hand", "dealer", "offered", "answer"),
    [
        ("TS 6H", "TD", ("stand", "hit"), "hit"),
        ("8S 8H", "TD", ("stand", "hit", "double"), "hit"),
        ("8S 8H", "6D", ("stand", "hit", "double"), "stand"),
        ("5S 3H 3C", "6D", ("stand", "hit"), "hit"),
        ("AS 7H", "4D", ("stand", "hit"), "stand"),
        ("AS AH", "4D", ("stand", "split"), "split"),
    ],
)
def test_where_the_best_answer_is_not_offered_the_next_one_is_given(
    hand: str, dealer: str, offered: tuple[str, ...], answer: str
) -> None:
    assert best(cards(hand), cards(dealer), offered) == answer


@pytest.mark.parametrize(
    ("hand", "dealer", "answer"),
    [
        ("TS 8H", "TD 8C", "hit"),
        ("TS 9H", "TD 8C", "stand"),
        ("TS 2H", "TD 6C", "stand"),
        ("6S 5H", "TD 6C", "double"),
        ("9S 9H", "TD 6C", "split"),
        ("TS 6H", "5D 6C", "hit"),
        ("5S 5H", "2D 2C", "double"),
    ],
)
def test_against_two_cards_that_show_one_draws_until_they_are_beaten(
    hand: str, dealer: str, answer: str
) -> None:
    assert best(cards(hand), cards(dealer), ALL) == answer
