"""What the cards of blackjack count, and what may be said of a hand, against lists by hand."""

from __future__ import annotations

from itertools import product

import pytest

from tablectl.games.blackjack_cards import (
    Choices,
    Mode,
    awaits_count,
    completes,
    dealer_draws,
    is_blackjack,
    legal,
    legal_unread,
    total,
    value,
)
from tablectl.words.cards import STANDARD_52, Card, Rank
from tests.games.jack_tables import MODES, cards

ALL = ("stand", "hit", "double", "split", "surrender")
HOUSE = Choices(Mode.NONE, surrender=True, split_hands=4, boxes=6)


@pytest.mark.parametrize(
    ("codes", "counts"),
    [
        ("AS KS", 21),
        ("AS AD", 12),
        ("AS AD 9C", 21),
        ("AS 6D", 17),
        ("AS 6D TC", 17),
        ("9S 9D 4C", 22),
        ("2S 3D", 5),
        ("AS AD AC AH 7S", 21),
        ("AS 5D 6C", 12),
    ],
)
def test_an_ace_counts_eleven_where_that_does_not_break_the_hand(codes: str, counts: int) -> None:
    assert total(cards(codes)) == counts


def test_a_joker_counts_nothing() -> None:
    with pytest.raises(ValueError, match="joker"):
        value(Card.of("JK"))


@pytest.mark.clause("19:47-2.6(j)#3")
def test_only_an_ace_and_what_counts_ten_can_become_blackjack() -> None:
    tens = {Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING}
    for rank in Rank:
        wanted = tens if rank is Rank.ACE else {Rank.ACE} if rank in tens else set()
        assert set(completes(rank)) == wanted
    assert completes(None) == ()


@pytest.mark.clause("19:47-2.12(b)")
@pytest.mark.parametrize(
    ("codes", "draws"),
    [("TS 6D", True), ("TS 7D", False), ("AS 6D", False), ("AS 5D", True), ("AS 6D TC", False)],
)
def test_the_dealer_stands_on_seventeen_hard_or_soft(codes: str, draws: bool) -> None:
    assert dealer_draws(cards(codes)) is draws


# ---------------------------------------------------------------- what may be said


@pytest.mark.clause("19:47-2.12(a)1")
@pytest.mark.clause("19:47-2.10(a)#1")
@pytest.mark.parametrize("codes", ["AS KS", "TS 5D 6C", "AS 2D 8C", "TS 9D 4C"])
@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_asked_of_twenty_one_or_of_a_hand_that_broke(codes: str, mode: Mode) -> None:
    assert legal(cards(codes), choices=Choices(mode, surrender=True, split_hands=4)) == ()


@pytest.mark.clause("19:47-2.12(a)")
@pytest.mark.clause("19:47-2.10(a)#1")
def test_with_a_third_card_a_hand_only_stands_or_draws() -> None:
    assert legal(cards("2S 3D 4C"), answered=True, choices=HOUSE) == ("stand", "hit")


@pytest.mark.clause("19:47-2.8(a)#1")
@pytest.mark.clause("19:47-2.8(a)#2")
@pytest.mark.parametrize(
    ("hands", "answered", "open_"), [(1, False, True), (1, True, False), (2, False, False)]
)
def test_surrender_is_for_two_cards_unsplit_before_any_other_answer(
    hands: int, answered: bool, open_: bool
) -> None:
    may = legal(cards("TS 6D"), hands=hands, answered=answered, choices=HOUSE)
    assert ("surrender" in may) is open_


@pytest.mark.clause("19:47-2.11(a)")
def test_a_pair_is_two_cards_of_one_value_whatever_they_are_called() -> None:
    for one, two in product(STANDARD_52, STANDARD_52):
        pair = (one, two)
        if is_blackjack(pair):
            continue
        assert ("split" in legal(pair, choices=HOUSE)) is (value(one) == value(two))


@pytest.mark.clause("19:47-2.11(c)1")
@pytest.mark.clause("19:47-2.11(e)#1")
@pytest.mark.clause("19:47-2.6(k)5")
@pytest.mark.parametrize(
    ("mode", "asked", "boxes", "most"),
    [
        (Mode.NONE, 2, 6, 2),
        (Mode.NONE, 3, 6, 3),
        (Mode.NONE, 4, 6, 4),
        (Mode.DOWN, 4, 7, 3),
        (Mode.READER, 3, 7, 3),
        (Mode.UP, 4, 6, 2),
    ],
)
def test_a_box_is_split_into_so_many_hands_and_no_more(
    mode: Mode, asked: int, boxes: int, most: int
) -> None:
    house = Choices(mode, split_hands=asked, boxes=boxes)
    for hands in range(1, 6):
        assert ("split" in legal(cards("8S 8D"), hands=hands, choices=house)) is (hands < most)


@pytest.mark.clause("19:47-2.11(c)")
def test_a_split_hand_stands_draws_or_doubles() -> None:
    house = Choices(Mode.NONE, surrender=True)
    assert legal(cards("8S 3D"), hands=2, choices=house) == ("stand", "hit", "double")


@pytest.mark.clause("19:47-2.11(c)2")
@pytest.mark.clause("19:47-2.12(a)3")
@pytest.mark.clause("19:47-2.11(e)#3")
@pytest.mark.parametrize(
    ("codes", "resplit", "hands", "may"),
    [
        ("AS 5D", True, 2, ()),
        ("AS AD", False, 2, ()),
        ("AS AD", True, 2, ("stand", "split")),
        ("AS AD", True, 4, ()),
    ],
)
def test_a_split_ace_has_its_one_card(
    codes: str, resplit: bool, hands: int, may: tuple[str, ...]
) -> None:
    house = Choices(Mode.NONE, split_hands=4, resplit_aces=resplit, boxes=6)
    assert legal(cards(codes), hands=hands, choices=house) == may


@pytest.mark.clause("19:47-2.6(k)4")
def test_with_both_of_the_dealers_cards_up_only_nine_to_eleven_is_doubled() -> None:
    for one, two in product(STANDARD_52, STANDARD_52):
        hand = (one, two)
        if is_blackjack(hand):
            continue
        assert "double" in legal(hand, choices=Choices(Mode.DOWN))
        doubled = "double" in legal(hand, choices=Choices(Mode.UP))
        assert doubled is (total(hand) in (9, 10, 11)), hand


def test_of_a_hand_that_nobody_told_everything_may_be_said_that_its_number_allows() -> None:
    assert legal_unread(2, choices=HOUSE) == ALL
    assert legal_unread(2, hands=4, answered=False, choices=HOUSE) == ("stand", "hit", "double")
    assert legal_unread(3, answered=True, choices=HOUSE) == ("stand", "hit")


@pytest.mark.clause("19:47-2.12(c)")
@pytest.mark.parametrize(
    ("codes", "split", "surrendered", "awaits"),
    [
        ("TS 9D", False, False, True),
        ("TS 9D 5C", False, False, False),
        ("AS KD", False, False, False),
        ("AS KD", True, False, True),
        ("TS 6D", False, True, False),
        ("TS 5D 6C", False, False, True),
    ],
)
def test_a_hand_awaits_the_dealers_count_unless_it_is_decided(
    codes: str, split: bool, surrendered: bool, awaits: bool
) -> None:
    assert awaits_count(cards(codes), split=split, surrendered=surrendered) is awaits
