"""The referee's own let it ride: five cards, the deal, the order of things and the money.

Nothing here asks the game: what is expected is written from the clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from random import Random

import pytest

from simulators.referee.book import SHOE, Deck, Round
from simulators.referee.evidence import Account
from simulators.referee.tables.five_cards import wins, worth
from simulators.referee.tables.three_cards import RANKS
from tablectl.games.ranking.five_cards import standing
from tablectl.words.cards import STANDARD_52, Card
from tests.tables import settings_for

# ---------------------------------------------------------------- five cards

LOWEST_FIRST = (
    "7S 5D 4C 3H 2S",
    "AS KD QC JH 9S",
    "2S 2D 3C 4H 5S",
    "AS AD KC QH JS",
    "3S 3D 2C 2H 4S",
    "AS AD KC KH QS",
    "2S 2D 2C 3H 4S",
    "AS AD AC KH QS",
    "AS 2D 3C 4H 5S",
    "2S 3D 4C 5H 6S",
    "TS JD QC KH AS",
    "7S 5S 4S 3S 2S",
    "AS KS QS JS 9S",
    "2S 2D 2C 3H 3S",
    "AS AD AC KH KS",
    "2S 2D 2C 2H 3S",
    "AS AD AC AH KS",
    "AS 2S 3S 4S 5S",
    "9S TS JS QS KS",
    "TS JS QS KS AS",
)


def test_hands_rank_as_the_regulation_lists_them() -> None:
    worths = [worth(hand.split()) for hand in LOWEST_FIRST]
    assert worths == sorted(worths)
    assert len(set(worths)) == len(worths)


@pytest.mark.parametrize(
    ("hand", "won"),
    [
        ("TS TD 4C 3H 2S", True),
        ("9S 9D AC KH QS", False),
        ("AS KD QC JH 9S", False),
        ("2S 2D 3C 3H 4S", True),
    ],
)
def test_a_pair_of_tens_is_the_least_that_wins(hand: str, won: bool) -> None:
    assert wins(hand.split()) is won


def every_kind_of_hand() -> list[tuple[Card, ...]]:
    """One hand for each set of ranks, and for each that can be suited one that is."""
    ranks = combinations_with_replacement(RANKS, 5)
    mixed = [_unsuited(each) for each in ranks if max(Counter(each).values()) < 5]
    suited = [tuple(Card.of(rank + "S") for rank in each) for each in combinations(RANKS, 5)]
    return [*mixed, *suited]


def _unsuited(ranks: tuple[str, ...]) -> tuple[Card, ...]:
    """The nth card of a rank has the nth suit, and the last of five different ones the second."""
    suits = [ranks[:at].count(rank) for at, rank in enumerate(ranks)]
    suits[-1] = suits[-1] or 1
    return tuple(Card.of(rank + "SDHC"[suit]) for rank, suit in zip(ranks, suits, strict=True))


def test_both_rankings_put_every_kind_of_hand_in_the_same_order() -> None:
    hands = every_kind_of_hand()
    assert len(hands) == 7_462
    ours = sorted(hands, key=lambda hand: worth(codes(hand)))
    for one, other in pairwise(ours):
        alike = worth(codes(one)) == worth(codes(other))
        assert alike == (standing(one) == standing(other)), (one, other)
        assert alike or standing(one) < standing(other), (one, other)


def test_both_rankings_name_any_hand_alike() -> None:
    chance = Random(18)
    for _ in range(20_000):
        hand = chance.sample(STANDARD_52, 5)
        assert worth(codes(hand))[0] == standing(tuple(hand)).kind, hand


def test_both_rankings_name_hands_alike_that_only_a_second_copy_of_a_card_can_make() -> None:
    for ranks in combinations_with_replacement(RANKS, 5):
        hand = tuple(Card.of(rank + "S") for rank in ranks)
        assert worth(codes(hand))[0] == standing(hand).kind, hand


def codes(hand: Sequence[Card]) -> list[str]:
    return [card.code for card in hand]


# ---------------------------------------------------------------- the deal


def account(method: str = "manual_shoe", options: Mapping[str, int] | None = None) -> Account:
    given = settings_for("blind", game="let_it_ride", method=method, options=options)
    made = Account(given)
    made.round = Round(deck="blue", called=True, hands=["seat_2", "seat_5"])
    made.round.wagers = {hand: dict.fromkeys(BETS, 10_00) for hand in made.round.hands}
    deck = made.decks["blue"] = Deck()
    deck.gather(SHOE)
    return made


BETS = ("bet_1", "bet_2", "bet_3")
COMMON = ("common_1", "common_2", "common_3")


def test_single_cards_go_three_times_round_with_the_common_area_last() -> None:
    dealt = [place for place, count in account().to_deal() for _ in range(count)]
    assert dealt == [
        *("seat_2", "seat_5", "common_1"),
        *("seat_2", "seat_5", "common_2"),
        *("seat_2", "seat_5", "common_3"),
    ]


def test_the_common_stack_comes_last_and_its_bottom_card_lies_on_the_left() -> None:
    table = account("automated_shoe")
    assert table.to_deal() == [("seat_2", 3), ("seat_5", 3), ("common_stack", 3)]
    for place, count in table.to_deal():
        table.deck.move(SHOE, place, count)
    table.deck.show("common_stack", ["top", "middle", "bottom"])
    assert table.stage() == "spread_stack"
    for place in COMMON:
        table.deck.move("common_stack", place, 1)
    assert [table.deck.pile(place) for place in COMMON] == [["bottom"], ["middle"], ["top"]]
    assert table.stage() == "stub"


# ---------------------------------------------------------------- the round


def test_the_steps_come_in_the_order_of_the_regulation() -> None:
    table = account()
    now, stages = table.round, [table.stage()]
    for place, count in table.to_deal():
        table.deck.move(SHOE, place, count)
    stages.append(table.stage())
    now.stub_away = True
    stages.append(table.stage())
    now.answers["bet_1"] = {"seat_2": "withdraw", "seat_5": "ride"}
    stages.append(table.stage())
    table.deck.move("common_1", "rack")
    stages.append(table.stage())
    now.turned["common_2"] = ["KS"]
    stages.append(table.stage())
    now.answers["bet_2"] = {"seat_2": "ride"}
    stages.append(table.stage())  # everybody is asked, whatever became of bet one
    now.answers["bet_2"]["seat_5"] = "ride"
    stages.append(table.stage())
    now.turned["common_3"] = ["2D"]
    stages.append(table.stage())

    assert stages == [
        "deal",
        "stub",
        "bet_1",
        "burn",
        "first_common",
        "bet_2",
        "bet_2",
        "second_common",
        "hands_up",
    ]


def shown(mine: str, other: str, common: str, **options: int) -> Account:
    """Seat 2 with all bets and a bonus, seat 5 without its first bet; everything is turned up."""
    table = account(options=options)
    first, second = common.split()
    table.round.wagers["seat_2"]["bonus"] = 1_00
    del table.round.wagers["seat_5"]["bet_1"]
    table.round.turned = {
        "common_2": [first],
        "common_3": [second],
        "seat_5": other.split(),
        "seat_2": mine.split(),
    }
    for place in table.round.hands:
        table.deck.move(SHOE, place, 3)
    return table


def test_losers_are_taken_from_the_right_and_the_bonus_is_gone_already() -> None:
    table = shown("9S 4D 3H", "AS KD 4H", "9C 2S")
    assert list(map(str, table.lines("losers"))) == [
        "seat_5 bet_2 collect",
        "seat_5 bet_3 collect",
        "seat_2 bet_1 collect",
        "seat_2 bet_2 collect",
        "seat_2 bet_3 collect",
    ]
    assert table.lines("winners") == []


def test_winners_are_paid_bet_by_bet_and_a_bonus_from_three_of_a_kind_on() -> None:
    table = shown("9S 9D 3H", "KS 7D 4H", "9C KC", bonus=1)
    assert list(map(str, table.lines("winners"))) == [
        "seat_5 bet_2 pay at 1 to 1 1000",
        "seat_5 bet_3 pay at 1 to 1 1000",
        "seat_2 bet_1 pay at 3 to 1 3000",
        "seat_2 bet_2 pay at 3 to 1 3000",
        "seat_2 bet_3 pay at 3 to 1 3000",
        "seat_2 bonus pay 500",
    ]


def test_the_limit_holds_for_the_bets_of_a_hand_together_and_leaves_the_bonus_alone() -> None:
    table = shown("9S 9D 3H", "8S 7D 4H", "9C KC", bonus=1, payout_limit=50_000_00)
    table.round.wagers["seat_2"] |= dict.fromkeys(BETS, 8_000_00)
    assert [line.cents for line in table.lines("winners")] == [24_000_00, 24_000_00, 2_000_00, 5_00]


def test_a_house_may_pay_more_than_the_least() -> None:
    table = shown("9S 9D 3H", "8S 7D 4H", "9C KC", pays_three_of_a_kind=4)
    assert {line.to_one for line in table.lines("winners") if line.wager != "bonus"} == {4}


def test_a_hand_that_nobody_has_told_is_left_to_the_dealer() -> None:
    table = shown("9S 9D 3H", "8S 7D 4H", "9C KC")
    table.round.turned["seat_2"] = None
    assert {line.settling for line in table.lines("winners")} == {"judge"}
    assert {line.hand for line in table.lines("losers")} == {"seat_5"}
