"""The referee's own blackjack: counting, the deal in four ways, who may say what, and the money.

Nothing here asks the game: what is expected is written from the clauses.
"""

from __future__ import annotations

import pytest

from simulators.referee.book import SHOE, Round
from simulators.referee.evidence import Account
from simulators.referee.tables.boxes import answers, turn
from simulators.referee.tables.game import Puts
from simulators.referee.tables.twenty_one import ace_and_ten, is_soft, total
from tests.tables import settings_for

NO_HOLE, DOWN, READER, UP = range(4)


# ---------------------------------------------------------------- twenty-one


@pytest.mark.parametrize(
    ("cards", "count", "soft"),
    [
        ("AS KD", 21, True),
        ("AS 6D", 17, True),
        ("AS 6D TC", 17, False),
        ("AS AD", 12, True),
        ("AS AD 9C", 21, True),
        ("KS QD 2C", 22, False),
        ("5S 5D", 10, False),
    ],
)
def test_an_ace_counts_eleven_while_it_can(cards: str, count: int, soft: bool) -> None:
    hand = cards.split()
    assert (total(hand), is_soft(hand)) == (count, soft)


def test_three_cards_are_no_blackjack() -> None:
    assert ace_and_ten(["AS", "JD"])
    assert not ace_and_ten(["7S", "7D", "7C"])


# ---------------------------------------------------------------- a table


def account(mode: int = NO_HOLE, **options: int) -> Account:
    """Seats 2 and 5 have ten dollars down each; nothing is dealt."""
    given = settings_for("counting", game="blackjack", options={"hole_card": mode, **options})
    made = Account(given)
    made.open = True
    made.round = Round(deck="blue", called=True, hands=["seat_2", "seat_5"])
    made.round.wagers = {hand: {"wager": 10_00} for hand in made.round.hands}
    made.decks["blue"].gather(SHOE)
    return made


def deal(table: Account, cards: str) -> Account:
    """These cards come out of the shoe, each to where it is due."""
    for card in cards.split():
        place = table.to_deal()[0][0]
        table.deck.move(SHOE, place, 1)
        table.deck.show(place, [*table.deck.pile(place)[:-1], card])
        table.dealt(place, 1)
        leave(table)
    return table


def leave(table: Account) -> None:
    """Steps that are done are left behind."""
    at = table.place_in_round()
    table.round.reached = table.round.reached if at is None else at


def say(table: Account, choice: str, question: str = "play", cents: int | None = None) -> None:
    """Whoever is asked answers."""
    step = table.step()
    assert isinstance(step, Puts)
    assert step.question == question
    hand = step.hands(table)[0]
    answer = step.answers(table, hand)[choice]
    if answer.adds:
        box = hand.partition(".")[0]
        table.round.wagers[box][answer.adds] = answer.most if cents is None else cents
    if answer.lays:
        table.deck.move(hand, answer.lays, 1)
    table.round.answer(question, hand, choice)
    leave(table)


def told(table: Account, stage: str) -> list[str]:
    return [str(line) for line in table.lines(stage)]


# ---------------------------------------------------------------- the deal


@pytest.mark.parametrize(
    ("mode", "own"),
    [(NO_HOLE, []), (DOWN, ["dealer.hole"]), (READER, ["dealer.hole"]), (UP, ["dealer"])],
)
def test_two_cards_a_box_with_the_dealers_between_and_the_second_as_the_house_deals_it(
    mode: int, own: list[str]
) -> None:
    due = [place for place, _ in account(mode).to_deal()]
    assert due == ["seat_2", "seat_5", "dealer", "seat_2", "seat_5", *own]


def test_a_set_that_was_loaded_is_burnt_once_before_the_call() -> None:
    table = account()
    table.round.called, table.round.deck = False, ""
    assert table.decks["blue"].size == 312
    table.decks["blue"].step, table.decks["blue"].to_burn = "loaded", True
    assert table.to_deal() == [("rack", 1)]
    table.decks["blue"].move(SHOE, "rack", 1)
    table.dealt("rack", 1)
    assert table.to_deal() == []


# ---------------------------------------------------------------- insurance and the check


def test_insurance_is_open_against_an_ace_and_nothing_else() -> None:
    assert deal(account(), "9S 9D AC 2S 2D").stage() == "insurance"
    assert deal(account(), "9S 9D KC 2S 2D").stage() == "decisions"
    assert deal(account(UP), "9S 9D AC 2S 2D 5C").stage() == "decisions"


def test_insurance_goes_up_to_half_or_to_the_next_chip() -> None:
    table = deal(account(chip=1_00), "9S 9D AC 2S 2D")
    table.round.wagers["seat_2"]["wager"] = 15_00
    step = table.step()
    assert isinstance(step, Puts)
    assert step.answers(table, "seat_2")["insure"].most == 8_00
    assert step.answers(table, "seat_5")["insure"].most == 5_00


def test_with_a_reader_the_check_comes_after_insurance_and_before_any_decision() -> None:
    table = deal(account(READER), "9S 9D AC 2S 2D 5C")
    say(table, "decline", "insurance")
    say(table, "decline", "insurance")
    assert table.stage() == "check"
    assert deal(account(READER), "9S 9D 8C 2S 2D 5C").stage() == "decisions"


def test_a_dealers_blackjack_that_the_reader_found_ends_all_decisions() -> None:
    table = deal(account(READER), "9S 9D KC 2S 2D AC")
    table.round.checks["dealer_blackjack"] = True
    assert table.stage() == "hole_card"


def test_at_their_own_turn_players_insure_before_their_first_word() -> None:
    table = deal(account(DOWN, insurance_at_turn=1), "9S 9D AC 2S 2D 5C")
    say(table, "decline", "insurance")
    say(table, "stand")
    say(table, "insure", "insurance")
    assert table.round.wagers["seat_5"]["insurance"] == 5_00
    assert turn(table) == "seat_5"


# ---------------------------------------------------------------- decisions


def offered(cards: str, mode: int = NO_HOLE, **options: int) -> list[str]:
    """What seat 2 may say with these two cards against a seven."""
    first, second = cards.split()
    table = account(mode, **options)
    deal(table, f"{first} 9D 7C {second} 9C" + (" 2H" if mode else ""))
    return sorted(answers(table, "seat_2"))


def test_what_may_be_said_hangs_on_the_cards_and_the_house() -> None:
    assert offered("9S 7D") == ["double", "hit", "stand"]
    assert offered("9S 7D", surrender=1) == ["double", "hit", "stand", "surrender"]
    assert offered("KS QD") == ["double", "hit", "split", "stand"]
    assert offered("AS AD", UP) == ["hit", "split", "stand"]
    assert offered("9S 7D", UP) == ["hit", "stand"]
    assert offered("6S 4D", UP) == ["double", "hit", "stand"]
    assert offered("AS 9D", UP) == ["hit", "stand"]


def test_surrender_is_gone_with_the_first_other_word() -> None:
    table = deal(account(surrender=1), "2S 9D 7C 3S 9C")
    say(table, "hit")
    deal(table, "2D")
    assert sorted(answers(table, "seat_2")) == ["hit", "stand"]


def test_a_split_hand_is_played_out_before_the_other_gets_its_card() -> None:
    table = deal(account(), "8S 9D 7C 8H 9C")
    say(table, "split")
    assert table.to_deal() == [("seat_2", 1)]
    deal(table, "3D")
    assert sorted(answers(table, "seat_2")) == ["double", "hit", "stand"]
    say(table, "double", cents=4_00)
    deal(table, "9H")
    assert table.to_deal() == [("seat_2.2", 1)]
    assert table.round.wagers["seat_2"] == {"wager": 10_00, "split_2": 10_00, "double_1": 4_00}


def test_split_aces_get_one_card_each_and_a_ten_makes_no_blackjack() -> None:
    table = deal(account(), "AS 9D 7C AH 9C")
    say(table, "split")
    deal(table, "KD 5D")
    assert turn(table) == "seat_5"
    assert told(table, "blackjacks") == []


@pytest.mark.parametrize(
    ("seats", "limit", "mode", "hands"),
    [(6, 4, NO_HOLE, 4), (7, 4, NO_HOLE, 3), (6, 2, NO_HOLE, 2), (6, 4, UP, 2)],
)
def test_pairs_are_split_as_often_as_house_and_boxes_allow(
    seats: int, limit: int, mode: int, hands: int
) -> None:
    table = account(mode, split_hands=limit)
    table.settings = settings_for(
        "counting",
        game="blackjack",
        seats=seats,
        options={"hole_card": mode, "split_hands": limit},
    )
    deal(table, "8S 9D 7C 8H 9C" + (" 2H" if mode else ""))
    split = 1
    while "split" in answers(table, turn(table)):
        say(table, "split")
        split += 1
        deal(table, "8D")
    assert split == hands


# ---------------------------------------------------------------- money


def test_a_blackjack_against_a_low_card_is_paid_before_anybody_gets_a_third() -> None:
    table = deal(account(), "AS 9D 7C KS 9C")
    assert table.stage() == "blackjacks"
    assert told(table, "blackjacks") == ["seat_2 wager pay at 3/2 to 1 1500"]
    assert told(deal(account(UP), "AS 9D 7C KS 9C 2D"), "blackjacks") == [
        "seat_2 wager pay at 1 to 1 1000"
    ]


def shown(first: str, second: str, mode: int = NO_HOLE, **options: int) -> Account:
    """A round in which everybody stands and nobody insures, up to the dealer's second card."""
    table = deal(account(mode, **options), first)
    while isinstance(step := table.step(), Puts):
        say(table, "stand" if step.question == "play" else "decline", step.question)
    if mode == NO_HOLE:
        table.round.calls.add("dealers_card")
        leave(table)
        return deal(table, second)
    table.round.turned["dealer.hole"] = None
    leave(table)
    return table


def test_a_blackjack_waits_where_the_dealer_may_have_one_too() -> None:
    assert told(shown("AS 9D KC KS 9C", "9H"), "second_card") == [
        "seat_2 wager pay at 3/2 to 1 1500"
    ]
    assert told(shown("AS 9D KC KS 9C", "AH"), "second_card") == ["seat_2 wager return"]
    up = shown("AS 9D KC KS 9C AH", "", UP)
    assert told(up, "second_card") == ["seat_2 wager pay at 1 to 1 1000"]


def test_insurance_pays_two_to_one_on_a_ten_and_is_lost_otherwise() -> None:
    for second, line in (("KH", "pay at 2 to 1 1000"), ("9H", "collect")):
        table = deal(account(), "9S 9D AC 9H 9C")
        say(table, "insure", "insurance")
        say(table, "decline", "insurance")
        say(table, "stand")
        say(table, "stand")
        assert table.stage() == "dealers_card"
        table.round.calls.add("dealers_card")
        deal(table, second)
        assert told(table, "second_card") == [f"seat_2 insurance {line}"]


def test_a_dealers_blackjack_takes_the_original_wager_alone() -> None:
    table = deal(account(DOWN), "8S 9D KC 8H 9C AC")
    say(table, "split")
    deal(table, "3D")
    say(table, "double")
    deal(table, "KH")
    deal(table, "5H")
    say(table, "hit")
    deal(table, "KS")
    say(table, "stand")
    table.round.turned["dealer.hole"] = ["AC"]
    leave(table)
    assert told(table, "settlement") == [
        "seat_5 wager collect",
        "seat_2.2 split_2 return",
        "seat_2 wager collect",
        "seat_2 double_1 return",
    ]


def test_a_tie_goes_back_and_is_lost_where_the_hole_card_lies_face_up() -> None:
    assert told(shown("9S 9D TC 8S 9C", "7H"), "settlement") == [
        "seat_5 wager pay at 1 to 1 1000",
        "seat_2 wager return",
    ]
    assert told(shown("9S 9D TC 8S 9C 7H", "", UP), "settlement") == [
        "seat_5 wager pay at 1 to 1 1000",
        "seat_2 wager collect",
    ]


def test_half_of_a_surrendered_wager_is_taken_at_once_or_when_the_second_card_shows() -> None:
    table = deal(account(surrender=1), "9S 9D 7C 7S 9C")
    say(table, "surrender")
    assert table.stage() == "surrendered"
    assert told(table, "surrendered") == ["seat_2 wager collect at 1/2 to 1 500"]

    for second, line in (("AH", "collect"), ("2H", "collect at 1/2 to 1 500")):
        table = deal(account(surrender=1), "9S 9D TC 7S 9C")
        say(table, "surrender")
        say(table, "stand")
        table.round.calls.add("dealers_card")
        deal(table, second)
        assert told(table, "second_card") == [f"seat_2 wager {line}"]


# ---------------------------------------------------------------- the dealer


def test_the_dealer_draws_to_seventeen_soft_or_hard() -> None:
    assert shown("9S 9D 6C 8S 9C", "AH").to_deal() == []
    assert shown("9S 9D 6C 8S 9C", "TH").to_deal() == [("dealer", 1)]


def test_the_dealer_draws_nothing_that_no_hand_hangs_on() -> None:
    table = deal(account(), "9S 9D 6C 7S 7C")
    for card in ("KH", "QH"):
        say(table, "hit")
        deal(table, card)
    assert table.stage() == "settlement"
    waiting = deal(account(), "9S 9D KC 7S 7C")
    say(waiting, "double")
    deal(waiting, "KH")
    say(waiting, "hit")
    deal(waiting, "QH")
    assert waiting.stage() == "dealers_card"  # a blackjack would give the doubled part back
    waiting.round.calls.add("dealers_card")
    assert deal(waiting, "2H").stage() == "settlement"
