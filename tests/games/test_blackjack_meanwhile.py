"""What is due in blackjack while a face is on its way, or lies hidden."""

from __future__ import annotations

import pytest

from tablectl.words.acts import Bet, Call, Choose, Deal, Declare, Shown, Turn
from tablectl.words.cards import JOKER, Card
from tablectl.words.dues import CardsDue, ChoiceDue, SettleDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut
from tests.tables import SHOE_1, Table, settings_for

DOWN, READER = 1, 2


def dealt(cards: str, **options: int) -> Table:
    """Seat 2 alone has bet ten dollars; a card is burnt, and these are dealt from then on."""
    table = Table(settings_for("recognising", game="blackjack", options=options), bets=())
    table.follow(lambda at: any(isinstance(due, CardsDue) for due in at.dues))
    out(table, "2C")
    table.must(Bet(2, "wager", 10_00))
    table.must(Call("no_more_bets"))
    for card in cards.split():
        out(table, card)
    return table


def out(table: Table, card: str) -> None:
    table.see(SHOE_1, CardsOut(1, (table.seal(Card.of(card), str(table.state.seq)),)))


@pytest.mark.clause("19:47-2.11(b)")
def test_no_other_hand_is_dealt_to_while_the_face_of_a_split_hand_is_on_its_way() -> None:
    table = dealt("8S 7C 8H")
    table.must(Choose("play", "seat_2", "split"))
    table.unseals = False
    out(table, "3D")
    assert table.step == "decisions"
    assert not any(isinstance(due, CardsDue) for due in table.dues)


@pytest.mark.clause("19:47-2.8(a)1")
@pytest.mark.parametrize("mode", [DOWN, READER])
def test_half_is_taken_at_once_though_the_hole_card_is_hidden(mode: int) -> None:
    table = dealt("9S 7C 7H KD", hole_card=mode, surrender=1)
    table.must(Choose("play", "seat_2", "surrender"))
    (due,) = (each for each in table.dues if isinstance(each, SettleDue))
    assert [(each.settling.value, each.cents) for each in due.lines] == [("collect", 5_00)]


@pytest.mark.clause("19:47-2.7(a)#1")
@pytest.mark.parametrize("mode", [DOWN, READER])
def test_a_blackjack_is_paid_at_once_though_the_hole_card_is_hidden(mode: int) -> None:
    table = dealt("AS 7C KH KD", hole_card=mode)
    (due,) = (each for each in table.dues if isinstance(each, SettleDue))
    assert [(each.settling.value, each.cents) for each in due.lines] == [("pay", 15_00)]


@pytest.mark.clause("19:47-2.15(i)")
def test_the_dealer_has_asked_for_no_card_that_was_not_given() -> None:
    table = dealt("2S 7C 3H")
    table.must(Choose("play", "seat_2", "hit"))
    refusal = table.refused(Declare(Kind.CARD_NOT_GIVEN, "dealer"))
    assert (refusal.code, refusal.args["place"]) == ("asks_for_no_card", "dealer")


@pytest.mark.clause("19:47-2.15(a)")
@pytest.mark.parametrize("mode", [DOWN, READER])
def test_a_hole_card_that_lay_face_up_is_replaced_though_the_deal_seemed_over(mode: int) -> None:
    table = dealt("9S 7C 7H KD", hole_card=mode)
    assert table.step == "decisions"
    table.declare(Kind.FACE_UP_CARD)
    (due,) = (each for each in table.dues if isinstance(each, CardsDue))
    assert [target.place for target in due.to] == ["dealer.hole"]
    out(table, "5D")
    assert table.step == "decisions"


@pytest.mark.clause("19:47-2.6(f)#2")
@pytest.mark.parametrize("said", [(), (JOKER, Card.of("9S"))], ids=["unnamed", "with a joker"])
def test_whoever_sits_after_a_hand_that_is_not_counted_decides_too(said: tuple[Card, ...]) -> None:
    table = Table(settings_for("blind", game="blackjack"), bets=())
    table.follow(lambda at: any(isinstance(due, CardsDue) for due in at.dues))
    table.must(Deal())
    for seat in (2, 4):
        table.must(Bet(seat, "wager", 10_00))
    table.must(Call("no_more_bets"))
    table.must(Deal())
    lying = {"seat_2": said, "seat_4": (), "dealer": (Card.of("7C"),)}
    table.must(Turn(tuple(Shown(place, named) for place, named in lying.items())))
    table.remedy = "go_on"  # on a joker
    table.to("decisions")
    table.must(Choose("play", "seat_2", "stand"))
    (due,) = (each for each in table.dues if isinstance(each, ChoiceDue))
    assert due.hands == ("seat_4",)
