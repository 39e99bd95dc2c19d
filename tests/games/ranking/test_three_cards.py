"""Three-card hands: all 22,100 of them, against a ranking written another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb
from threading import Thread

import pytest

from tablectl.games.ranking.ladders import Ladder, Rung, Standing
from tablectl.games.ranking.three_cards import LADDER, Class, class_of, standing
from tablectl.words.cards import JOKER, STANDARD_52, Card, Suit
from tests.games.ranking import other_way

Cards = tuple[Card, ...]


def hand(text: str) -> Cards:
    return tuple(Card.of(code) for code in text.split())


def codes(cards: Cards) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


@pytest.fixture(scope="module")
def every_hand() -> dict[Cards, Standing]:
    return {cards: standing(cards) for cards in combinations(STANDARD_52, 3)}


@pytest.mark.clause("19:47-20.3(b)")
def test_the_classes_hold_as_many_hands_as_combinatorics_says(
    every_hand: dict[Cards, Standing],
) -> None:
    counts = Counter(Class(place.kind) for place in every_hand.values())

    assert counts == {
        Class.STRAIGHT_FLUSH: 48,
        Class.THREE_OF_A_KIND: 52,
        Class.STRAIGHT: 720,
        Class.FLUSH: 1096,
        Class.PAIR: 3744,
        Class.HIGH_CARD: 16440,
    }
    assert counts.total() == 22_100


def test_every_hand_has_the_class_that_the_other_way_gives_it(
    every_hand: dict[Cards, Standing],
) -> None:
    wrong = [
        codes(cards)
        for cards in every_hand
        if class_of(cards).name.lower() != other_way.name_of(codes(cards))
    ]
    assert wrong == []


@pytest.mark.clause("19:47-20.3(c)#1")
@pytest.mark.clause("19:47-20.3(c)#2")
def test_any_two_hands_compare_as_the_other_way_compares_them(
    every_hand: dict[Cards, Standing],
) -> None:
    by_standing = sorted(set(every_hand.values()))
    place_of = {made: place for place, made in enumerate(by_standing)}

    theirs = {cards: other_way.place_of(codes(cards)) for cards in every_hand}

    assert {cards: place_of[made] for cards, made in every_hand.items()} == theirs


@pytest.mark.clause("19:47-20.3(a)#2")
def test_changing_the_suits_for_one_another_changes_no_standing(
    every_hand: dict[Cards, Standing],
) -> None:
    turned = dict(zip(Suit, (*tuple(Suit)[1:], Suit.CLUBS), strict=True))
    for cards, made in every_hand.items():
        other = tuple(Card(c.rank, None if c.suit is None else turned[c.suit]) for c in cards)
        assert standing(other) == made, codes(cards)


def test_the_order_in_which_cards_lie_changes_nothing() -> None:
    for text in ("AS 2S 3S", "7C 7D 7H", "QS KH AD", "2C 9C JC", "KS KD 2C", "2S 7H QD"):
        assert len({standing(cards) for cards in permutations(hand(text))}) == 1, text


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("AS KS QS", "KD QD JD", marks=pytest.mark.clause("19:47-20.3(b)1")),
        pytest.param("4S 3S 2S", "3D 2D AD", marks=pytest.mark.clause("19:47-20.3(b)1")),
        pytest.param("3D 2D AD", "AS AH AC", marks=pytest.mark.clause("19:47-20.3(b)2")),
        pytest.param("AS AH AC", "KS KH KC", marks=pytest.mark.clause("19:47-20.3(b)2")),
        pytest.param("2S 2H 2C", "AS KD QH", marks=pytest.mark.clause("19:47-20.3(b)2")),
        pytest.param("4S 3D 2S", "3D 2C AD", marks=pytest.mark.clause("19:47-20.3(b)3")),
        pytest.param("3D 2C AD", "AS KS JS", marks=pytest.mark.clause("19:47-20.3(b)3")),
        pytest.param("5S 3S 2S", "AS AH KC", marks=pytest.mark.clause("19:47-20.3(b)4")),
        pytest.param("2S 2H 3C", "AS KD JH", marks=pytest.mark.clause("19:47-20.3(b)5")),
        pytest.param("KS KD 2C", "QS QD AC", marks=pytest.mark.clause("19:47-20.3(c)#1")),
        pytest.param("KS KD 3C", "KH KC 2D", marks=pytest.mark.clause("19:47-20.3(c)#1")),
        pytest.param("QS 3D 2C", "JS TD 8C", marks=pytest.mark.clause("19:47-20.3(a)#1")),
        pytest.param("AS KS 3S", "AD KD 2D", marks=pytest.mark.clause("19:47-20.3(c)#1")),
    ],
)
def test_the_better_hand_beats_the_worse(better: str, worse: str) -> None:
    assert standing(hand(better)) > standing(hand(worse))


@pytest.mark.clause("19:47-20.3(c)#2")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AS KD QH", "AD KH QC"),
        ("AS 2D 3H", "AD 2H 3C"),
        ("KS KD 2C", "KH KC 2D"),
        ("9C 7C 2C", "9S 7S 2S"),
        ("QS 9D 2C", "QH 9C 2D"),
    ],
)
def test_hands_with_nothing_between_them_draw(one: str, other: str) -> None:
    assert standing(hand(one)) == standing(hand(other))


@pytest.mark.clause("19:47-20.3(a)#3")
def test_ace_two_three_is_the_lowest_straight(every_hand: dict[Cards, Standing]) -> None:
    straights = {made for made in every_hand.values() if made.kind is Class.STRAIGHT}
    assert standing(hand("AS 2D 3H")) == min(straights)


@pytest.mark.clause("19:47-20.3(a)#3")
@pytest.mark.parametrize("text", ["KS AD 2H", "KS AS 2D"])
def test_king_ace_two_is_no_straight(text: str) -> None:
    assert class_of(hand(text)) is Class.HIGH_CARD


def test_king_ace_two_of_one_suit_is_a_flush_and_no_more() -> None:
    assert class_of(hand("KS AS 2S")) is Class.FLUSH


@pytest.mark.clause("19:47-20.1 Hand")
@pytest.mark.parametrize("text", ["AS KS", "AS KS QS JS", ""])
def test_a_hand_of_another_size_than_three_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a hand is 3 cards"):
        standing(hand(text))


def test_a_joker_has_no_place_in_a_hand() -> None:
    with pytest.raises(ValueError, match="joker"):
        standing((*hand("AS KS"), JOKER))


def test_a_hand_with_a_second_copy_of_a_card_is_ranked_by_the_same_words() -> None:
    assert class_of(hand("KS KS 2S")) is Class.FLUSH
    assert class_of(hand("KS KS 2D")) is Class.PAIR
    assert standing(hand("KS KS KS")) < standing(hand("AC AD AH"))


def test_the_ladder_has_a_rung_for_every_set_of_ranks_of_one_suit_and_not() -> None:
    assert len(LADDER) == 2 * comb(13 + 3 - 1, 3)


def test_ranks_that_stand_on_two_rungs_are_refused_when_the_ladder_is_built() -> None:
    twice = [Rung(Class.FLUSH, (9, 7, 2), True), Rung(Class.HIGH_CARD, (2, 7, 9), True)]
    with pytest.raises(ValueError, match="two rungs"):
        len(Ladder(3, lambda: twice))


def test_whoever_looks_while_the_ladder_is_written_down_in_another_thread_finds_the_hand() -> None:
    flush = hand("9S 7S 2S")
    found: list[Standing] = []

    def rungs() -> Iterator[Rung]:
        yield Rung(Class.HIGH_CARD, (9, 7, 2), False)
        if not looking.ident:
            looking.start()
            looking.join()
        yield Rung(Class.FLUSH, (9, 7, 2), True)

    ladder = Ladder(3, rungs)
    looking = Thread(target=lambda: found.append(ladder.standing(flush)))

    assert ladder.standing(flush) == Standing(Class.FLUSH, 1)
    assert found == [Standing(Class.FLUSH, 1)]
