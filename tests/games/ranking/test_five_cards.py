"""Five-card hands: all 2,598,960 of them, against a ranking written another way."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.games.ranking.five_cards import LADDER, Class, class_of, standing
from tablectl.games.ranking.ladders import Standing
from tablectl.words.cards import JOKER, STANDARD_52, Card, Rank, Suit
from tests.games.ranking import five_another_way as other

Cards = tuple[Card, ...]
IN_TURN = (*Suit, next(iter(Suit)))
hands = st.lists(st.sampled_from(STANDARD_52), min_size=5, max_size=5, unique=True).map(tuple)
two_hands = st.lists(st.sampled_from(STANDARD_52), min_size=10, max_size=10, unique=True)


def hand(text: str) -> Cards:
    return tuple(Card.of(code) for code in text.split())


def numbers(cards: Cards) -> list[int]:
    return [other.number(card.code) for card in cards]


def test_every_hand_there_is_has_its_class_and_there_are_as_many_standings_as_books_say() -> None:
    found: Counter[Standing] = Counter(map(standing, combinations(STANDARD_52, 5)))

    assert found.total() == 2_598_960
    assert len(found) == other.STANDINGS
    counts: Counter[str] = Counter()
    for made, times in found.items():
        counts[Class(made.kind).name.lower()] += times
    assert counts == other.COUNTS


def test_no_hand_stands_where_the_other_way_puts_another() -> None:
    """One hand of every pattern of ranks and suits: any other is such a hand, recoloured."""
    keys: dict[Standing, other.Key] = {}
    for cards in patterns():
        made = standing(cards)
        assert keys.setdefault(made, other.key(numbers(cards))) == other.key(numbers(cards))
    assert len(keys) == other.STANDINGS
    in_order = sorted(keys)
    assert [keys[made] for made in in_order] == sorted(keys.values())
    assert len(set(keys.values())) == len(keys)


def patterns() -> list[Cards]:
    """Every set of five ranks that one deck has, in one suit where that can be, and in several."""
    found = []
    for ranks in combinations_with_replacement(sorted(Rank), 5):
        if max(Counter(ranks).values()) > 4:
            continue
        # Equal ranks lie side by side, so that four suits in turn are enough for them.
        found.append(tuple(Card(rank, suit) for rank, suit in zip(ranks, IN_TURN, strict=True)))
        if len(set(ranks)) == 5:
            found.append(tuple(Card(rank, Suit.SPADES) for rank in ranks))
    return found


@given(two_hands)
def test_two_hands_compare_as_the_other_way_compares_them(cards: list[Card]) -> None:
    one, two = tuple(cards[:5]), tuple(cards[5:])
    mine = (standing(one) > standing(two)) - (standing(one) < standing(two))
    first, second = other.key(numbers(one)), other.key(numbers(two))
    assert mine == (first > second) - (first < second)


@given(hands)
def test_a_hand_has_the_class_that_the_other_way_gives_it(cards: Cards) -> None:
    assert class_of(cards).name.lower() == other.name_of(numbers(cards))


@pytest.mark.clause("19:47-18.3(a)#3")
@given(hands, st.permutations(tuple(Suit)), st.randoms(use_true_random=False))
def test_suits_and_the_order_of_the_cards_change_no_standing(
    cards: Cards, suits: list[Suit], chance: Random
) -> None:
    turned = dict(zip(Suit, suits, strict=True))
    others = [Card(c.rank, None if c.suit is None else turned[c.suit]) for c in cards]
    chance.shuffle(others)
    assert standing(tuple(others)) == standing(cards)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(
            "AS KS QS JS TS", "KH QH JH TH 9H", marks=pytest.mark.clause("19:47-18.3(b)1")
        ),
        pytest.param(
            "5S 4S 3S 2S AS", "AH AD AC AS KH", marks=pytest.mark.clause("19:47-18.3(b)2")
        ),
        pytest.param(
            "2H 2D 2C 2S 3H", "AH AD AC KS KH", marks=pytest.mark.clause("19:47-18.3(b)3")
        ),
        pytest.param(
            "2H 2D 2C 3S 3H", "AH QH 9H 5H 3H", marks=pytest.mark.clause("19:47-18.3(b)4")
        ),
        pytest.param(
            "7H 5H 4H 3H 2H", "AH KD QC JS TH", marks=pytest.mark.clause("19:47-18.3(b)5")
        ),
        pytest.param(
            "AH 2D 3C 4S 5H", "AH AD AC KS QH", marks=pytest.mark.clause("19:47-18.3(b)6")
        ),
        pytest.param(
            "2H 2D 2C 3S 4H", "AH AD KC KS QH", marks=pytest.mark.clause("19:47-18.3(b)7")
        ),
        pytest.param(
            "3H 3D 2C 2S 4H", "AH AD KC QS JH", marks=pytest.mark.clause("19:47-18.3(b)8")
        ),
        pytest.param(
            "2H 2D 3C 4S 5H", "AH KD QC JS 9H", marks=pytest.mark.clause("19:47-18.3(b)9")
        ),
        pytest.param(
            "AH KD QC JS 9H", "KH QD JC TS 8H", marks=pytest.mark.clause("19:47-18.3(a)#1")
        ),
        pytest.param(
            "3H 3D 4C 5S 7H", "2H 2D AC KS QH", marks=pytest.mark.clause("19:47-18.3(a)#1")
        ),
        pytest.param(
            "6H 5D 4C 3S 2H", "5H 4D 3C 2S AH", marks=pytest.mark.clause("19:47-18.3(a)#2")
        ),
        pytest.param(
            "6H 5H 4H 3H 2H", "5S 4S 3S 2S AS", marks=pytest.mark.clause("19:47-18.3(a)#2")
        ),
        pytest.param(
            "KH KD KC 2S 2H", "QH QD QC AS AH", marks=pytest.mark.clause("19:47-18.3(b)4")
        ),
        pytest.param(
            "KH KD 3C 3S 2H", "KC KS 2C 2D AH", marks=pytest.mark.clause("19:47-18.3(b)8")
        ),
        pytest.param(
            "TH TD AC 3S 2H", "TC TS KC QD JH", marks=pytest.mark.clause("19:47-18.3(b)9")
        ),
    ],
)
def test_the_better_hand_stands_higher(better: str, worse: str) -> None:
    assert standing(hand(better)) > standing(hand(worse))


@pytest.mark.clause("19:47-18.3(b)6")
@pytest.mark.clause("19:47-18.3(a)#2")
def test_no_straight_goes_round_the_corner_and_the_ace_may_be_below_the_two() -> None:
    assert class_of(hand("QH KD AC 2S 3H")) is Class.HIGH_CARD
    assert class_of(hand("QH KH AH 2H 3H")) is Class.FLUSH
    assert class_of(hand("AH 2D 3C 4S 5H")) is Class.STRAIGHT
    assert class_of(hand("AH 2H 3H 4H 5H")) is Class.STRAIGHT_FLUSH
    assert class_of(hand("AH KD QC JS TH")) is Class.STRAIGHT


def test_a_hand_of_another_number_or_with_a_joker_is_none() -> None:
    for cards in (hand("AH KD QC JS"), hand("AH KD QC JS TH 2C"), (*hand("AH KD QC JS"), JOKER)):
        with pytest.raises(ValueError, match=r"a hand is 5 cards|a joker has no rank"):
            standing(cards)


def test_what_one_deck_does_not_have_is_ranked_by_the_words_of_the_classes() -> None:
    """A second copy of a card is an irregularity, and not one that stops a table."""
    assert class_of((Card.of("KS"),) * 5) is Class.FOUR_OF_A_KIND
    assert class_of(hand("KS KS 9S 5S 2S")) is Class.FLUSH
    assert len(LADDER) == 2 * 6_188
