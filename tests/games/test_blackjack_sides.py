"""Blackjack from a double shoe: what belongs to which side, also when something went wrong.

The referee looks on at every table here, and has nothing to object to.
"""

from __future__ import annotations

import pytest

from tablectl.words.acts import Bet, Choose, Confirm, Deal, Declare, Move, Settle, Shown, Turn
from tablectl.words.cards import Card
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut
from tests.simulators.referee.shoes_play import DOUBLE, ShoePlay
from tests.tables import DECK as BLUE
from tests.tables import OTHER as RED
from tests.tables import SHOE_1

DETERMINANT = "determinant"
BOXES = (Bet(2, "wager", 10_00), Bet(4, "wager", 10_00))


def at_determinant(preset: str = "blind", seed: int = 3, **options: int) -> ShoePlay:
    """The wagers are closed; hearts and diamonds point to blue, spades and clubs to red."""
    table = ShoePlay(DOUBLE, preset, seed, red_side=1, decks_in_shoe=1, **options)
    return again(table)


def again(table: ShoePlay) -> ShoePlay:
    table.bets = BOXES
    table.to(DETERMINANT)
    return table


def decided(table: ShoePlay, side: str, card: str, to: str) -> None:
    """This card of this side goes there."""
    table.must(Deal(side))
    turn(table, determinant=card)
    table.must(Move(to))


def turn(table: ShoePlay, **cards: str) -> None:
    shown = (Shown(p, tuple(map(Card.of, codes.split()))) for p, codes in cards.items())
    table.must(Turn(tuple(shown)))


def out(table: ShoePlay, side: str, *, face_up: bool = False, late: bool = False) -> None:
    deck = table.state.decks[side]
    report = CardsOut(1, face_up=face_up, load=deck.load, first=deck.given + 1)
    table.see(SHOE_1, report, late=late)


def piles(table: ShoePlay, deck: str) -> dict[str, int]:
    return {place: pile.count for place, pile in table.state.ledger[deck].piles.items()}


def agreed(table: ShoePlay) -> bool:
    return not table.referee.found and not table.referee.recused and not table.errors


@pytest.mark.clause("19:47-2.15(h)")
def test_a_hand_of_both_sides_may_hold_the_same_card_twice() -> None:
    table = at_determinant()
    decided(table, BLUE, "5H", "seat_2")
    table.must(Deal(RED))
    assert table.kinds[-1] is Kind.WRONG_SIDE
    turn(table, seat_2="5H 5H")
    assert Kind.DUPLICATE_CARD not in table.kinds
    assert agreed(table)


@pytest.mark.clause("19:47-2.6(d)1#1")
@pytest.mark.parametrize("side", [BLUE, RED])
def test_a_card_that_decides_nothing_is_put_away_and_the_next_one_decides(side: str) -> None:
    table = at_determinant()
    table.must(Deal(BLUE))
    turn(table, determinant="JK")
    table.must(Choose("remedy", table.state.cases[-1].id, "go_on"), "s1")
    table.must(Move("rack"))
    table.must(Deal(side))
    assert table.step == DETERMINANT
    turn(table, determinant="5H")
    table.must(Move("seat_2" if side == BLUE else "rack"))
    assert table.state.round.deck == BLUE
    assert agreed(table)


@pytest.mark.clause("19:47-2.6(l)2ii")
def test_a_cutting_card_that_somebody_saw_on_one_side_is_not_the_other_ones() -> None:
    table = at_determinant(cards_behind=0)
    decided(table, RED, "5H", "rack")
    table.next_round()
    again(table)
    table.must(Confirm("cutting_card", RED))
    table.must(Deal(BLUE))
    cutting = {name: deck.cutting for name, deck in table.state.decks.items()}
    assert cutting == {BLUE: "", RED: DETERMINANT}
    assert agreed(table)


@pytest.mark.clause("19:47-2.15(h)")
@pytest.mark.clause("19:47-2.6(d)2#1")
def test_the_card_that_decided_stays_of_its_side_though_its_hand_is_in_the_rack() -> None:
    table = at_determinant(hole_card=0)
    decided(table, BLUE, "AH", "seat_2")
    table.must(Deal())
    turn(table, seat_2="AH KH", seat_4="9H 8H", dealer="5D")
    table.must(Settle("blackjacks"))
    table.must(Move("rack"))
    table.must(Declare(Kind.WRONG_SIDE))
    assert piles(table, BLUE) == {"shoe": 51, "rack": 1}
    assert piles(table, RED) == {"shoe": 48, "rack": 1, "seat_4": 2, "dealer": 1}
    assert agreed(table)


@pytest.mark.clause("19:47-2.15(a)")
def test_a_card_that_lay_face_up_was_of_the_wrong_side_too() -> None:
    table = at_determinant(hole_card=0)
    decided(table, BLUE, "5S", "rack")
    table.must(Declare(Kind.FACE_UP_CARD))
    table.must(Deal())
    table.must(Declare(Kind.WRONG_SIDE))
    assert piles(table, RED) == {"shoe": 52}
    assert piles(table, BLUE) == {"shoe": 45, "rack": 2, "seat_2": 2, "seat_4": 2, "dealer": 1}
    assert agreed(table)


@pytest.mark.clause("19:47-2.15(h)")
def test_a_card_that_turns_out_to_be_of_a_side_which_has_it_already_is_a_duplicate() -> None:
    table = at_determinant(hole_card=0)
    decided(table, BLUE, "5S", "rack")
    table.must(Deal())
    turn(table, seat_2="5S 9H")
    assert Kind.DUPLICATE_CARD not in table.kinds
    table.must(Declare(Kind.WRONG_SIDE))
    assert table.kinds[-2:] == [Kind.WRONG_SIDE, Kind.DUPLICATE_CARD]
    assert table.rulings[-1].irregularity.deck == BLUE
    assert agreed(table)


@pytest.mark.clause("19:47-2.15(a)")
@pytest.mark.parametrize("side", [BLUE, RED])
def test_a_card_that_lay_face_up_goes_to_the_rack_of_its_own_side(side: str) -> None:
    table = at_determinant("counting")
    out(table, side, face_up=True)
    assert table.rulings[-1].irregularity.deck == side
    assert piles(table, side) == {"shoe": 51, "rack": 1}
    assert agreed(table)


@pytest.mark.clause("19:47-2.15(j)1")
def test_a_void_round_ends_though_a_card_of_the_other_side_belongs_nowhere() -> None:
    table = at_determinant("counting", hole_card=2)
    out(table, BLUE)
    turn(table, determinant="5H")
    table.must(Move("seat_2"))
    table.to("totals")
    turn(table, seat_2="5H 9S", seat_4="9H 8H", dealer="6D")
    out(table, RED, late=True)
    table.must(Choose("remedy", table.state.cases[-1].id, "go_on"), "s1")
    table.must(Declare(Kind.UNSOLICITED_CHECK))
    assert table.step == "void"
    table.next_round()
    assert piles(table, RED) == {"shoe": 51, "rack": 1}
    assert agreed(table)
