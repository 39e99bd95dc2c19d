"""The life of a single shoe: burns, who deals, the cutting card, the last round and the count."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablectl.games.blackjack_cards import Mode
from tablectl.words.acts import Bet, Call, Confirm, Count, Deal, Shown, Turn
from tablectl.words.cards import Known, Sealed
from tablectl.words.dues import CardsDue, ConfirmDue, Due
from tablectl.words.facts import CuttingCard, Dealt
from tablectl.words.observations import CardsOut, CuttingCardOut
from tests.games.jack_tables import c, cards
from tests.tables import SHOE_1, Table, settings_for


def opened(preset: str = "blind", **options: int) -> Table:
    """A table whose first card is burned, with one box wagered on."""
    settings = settings_for(preset, game="blackjack", options=options)
    table = Table(settings, bets=(Bet(2, "wager", 1_000), Bet(5, "wager", 1_000)))
    return table.follow(lambda t: len(t.state.round.wagers) == 2 and t.count("rack") == 1)


def a_round(table: Table) -> Table:
    """One round to its end: everybody stands on nineteen, the dealer has eighteen."""
    number = table.state.round.number
    told = {"seat_2": "TS 9S", "seat_5": "TH 9H"}
    for _ in range(60):
        if table.state.round.number > number:
            return table
        turn = next((due for due in table.dues if hasattr(due, "places")), None)
        if turn is None:
            table.follow(once())
            continue
        dealer = "9D" if table.count("dealer") == 1 else "9D 9C"
        shown = [Shown(place, cards(told.get(place, dealer))) for place in turn.places]
        table.must(Turn(tuple(shown)), table.state.round.dealer or "d1")
    raise AssertionError(f"stuck at {table.step}")


def once() -> Callable[[Table], bool]:
    asked = iter((False, True))
    return lambda _: next(asked)


def due(table: Table, what: str) -> ConfirmDue | None:
    found = (d for d in table.dues if isinstance(d, ConfirmDue) and d.what == what)
    return next(found, None)


def cards_due(table: Table) -> Due | None:
    return next((d for d in table.dues if isinstance(d, CardsDue)), None)


# ---------------------------------------------------------------- burns


@pytest.mark.clause("19:47-2.6(c)#1")
def test_nothing_is_called_before_the_first_card_of_a_full_shoe_is_burned() -> None:
    table = Table(settings_for("blind", game="blackjack")).ready_to_bet()
    table.must(Bet(2, "wager", 1_000))
    refusal = table.refused(Call("no_more_bets"))
    assert (refusal.code, refusal.basis) == ("burn_first", c("6(c)#1"))
    table.must(Deal())
    assert table.count("rack") == 1
    table.must(Call("no_more_bets"))


@pytest.mark.clause("19:47-2.6(c)#3")
def test_a_burned_card_is_shown_to_a_player_who_asks_and_that_is_on_record() -> None:
    settings = settings_for("recognising", game="blackjack")
    table = Table(settings, bets=(Bet(2, "wager", 1_000),)).ready_to_bet()
    assert due(table, "show_burn") is None
    (ace,) = cards("AS")
    table.see(SHOE_1, CardsOut(1, faces=(table.seal(ace),)))
    (burned,) = table.state.ledger["blue"].at("rack").faces
    assert isinstance(burned, Sealed)
    table.must(Confirm("show_burn"))
    assert table.state.ledger["blue"].at("rack").faces == (Known(ace),)
    assert due(table, "show_burn") is None


# ---------------------------------------------------------------- who deals


@pytest.mark.clause("19:47-2.6(c)#2")
def test_a_dealer_who_takes_over_burns_a_card_before_anything_is_dealt() -> None:
    table = a_round(opened())
    table.must(Bet(2, "wager", 1_000))
    rack = table.count("rack")
    refusal = table.refused(Call("no_more_bets"), "d2")
    assert (refusal.code, refusal.basis) == ("not_the_dealer", c("6(c)#2"))
    table.must(Confirm("take_over"), "d2")
    refusal = table.refused(Call("no_more_bets"), "d2")
    assert (refusal.code, refusal.basis) == ("new_dealer_burns", c("6(c)#2"))
    table.must(Deal(), "d2")
    assert table.count("rack") == rack + 1
    table.must(Call("no_more_bets"), "d2")
    assert table.state.round.dealer == "d2"
    assert table.refused(Deal(), "d1").code == "not_the_dealer"


@pytest.mark.clause("19:47-2.6(c)#2")
def test_nobody_takes_over_in_a_round_nor_from_themselves() -> None:
    table = a_round(opened())
    assert table.refused(Confirm("take_over"), "d1").code == "same_person"
    table.must(Bet(2, "wager", 1_000))
    table.must(Call("no_more_bets"))
    assert table.refused(Confirm("take_over"), "d2").code == "not_due"


@pytest.mark.clause("19:47-2.6(c)#2")
def test_a_new_dealer_with_a_full_shoe_burns_one_card_and_not_two() -> None:
    table = a_round(opened(decks_in_shoe=1, cards_behind=48))
    table.follow(lambda t: t.count("shoe") == 52 and t.count("rack") == 0)
    table.must(Confirm("take_over"), "d2")
    table.must(Deal(), "d2")
    assert table.count("rack") == 1
    assert cards_due(table) is None


# ---------------------------------------------------------------- the cutting card


def dealt_from(preset: str, so_far: int) -> Table:
    """A counting shoe that has given so many cards of the round."""
    table = opened(preset)
    table.must(Call("no_more_bets"))
    for _ in range(so_far):
        table.see(SHOE_1, CardsOut(1))
    return table


@pytest.mark.clause("19:47-2.6(l)")
@pytest.mark.parametrize(
    ("so_far", "place", "seat"),
    [(0, "seat_2", 2), (1, "seat_5", 5), (2, "dealer", 5), (3, "seat_2", 2)],
)
def test_the_cutting_card_is_told_with_the_box_whose_card_came_next_and_that_one_cuts(
    so_far: int, place: str, seat: int
) -> None:
    table = dealt_from("counting", so_far)
    outcome = table.see(SHOE_1, CuttingCardOut())
    assert outcome.facts == (CuttingCard(place),)
    a_round(table)
    assert table.state.round.carried == {"cuts": seat}
    table.follow(lambda t: due(t, "cut") is not None)
    cut = due(table, "cut")
    assert cut is not None
    assert cut.seat == seat


@pytest.mark.clause("19:47-2.6(l)")
@pytest.mark.clause("19:47-2.6(l)1")
@pytest.mark.clause("19:47-2.6(l)2i")
@pytest.mark.clause("19:47-2.6(l)3")
def test_the_round_with_the_cutting_card_is_dealt_to_its_end_and_is_the_last() -> None:
    table = dealt_from("counting", 1)
    table.see(SHOE_1, CuttingCardOut())
    number = table.state.round.number
    a_round(table)
    assert table.state.round.number == number + 1
    assert table.state.decks["blue"].phase == "spent"
    assert table.count("rack") == 312
    assert "round:shoe_out" in table.phases
    table.must(Bet(2, "wager", 1_000))
    assert table.refused(Call("no_more_bets")).code == "deck_not_loaded"


@pytest.mark.clause("19:47-2.6(l)2i")
def test_a_shoe_that_does_not_count_to_its_decks_holds_the_table_up() -> None:
    table = opened()
    table.must(Call("no_more_bets"))
    table.follow(lambda t: t.step == "totals")
    table.must(Confirm("cutting_card", "blue", 2))
    while table.step != "shoe_out":
        turn = next((d for d in table.dues if hasattr(d, "places")), None)
        if turn is None:
            table.follow(once())
            continue
        told = {"seat_2": "TS 9S", "seat_5": "TH 9H"}
        dealer = "9D" if table.count("dealer") == 1 else "9D 9C"
        table.must(Turn(tuple(Shown(p, cards(told.get(p, dealer))) for p in turn.places)))
    table.follow(lambda t: t.count("shoe") == 0)
    table.must(Count("rack", 311))
    assert [kind.value for kind in table.kinds][-1] == "stub_mismatch"
    assert table.state.decks["blue"].phase == "loaded"


@pytest.mark.clause("19:47-2.6(l)")
@pytest.mark.parametrize(("number", "place"), [(5, "seat_5"), (0, "dealer"), (None, "seat_2")])
def test_a_person_tells_of_the_cutting_card_where_no_device_does(
    number: int | None, place: str
) -> None:
    table = opened()
    table.must(Call("no_more_bets"))
    outcome = table.must(Confirm("cutting_card", "blue", number))
    assert outcome.facts == (CuttingCard(place),)
    assert due(table, "cutting_card") is None
    a_round(table)
    assert table.state.decks["blue"].phase == "spent"


@pytest.mark.clause("19:47-2.6(l)")
def test_a_cutting_card_is_told_once_and_forgotten_with_the_next_load() -> None:
    table = dealt_from("counting", 1)
    table.see(SHOE_1, CuttingCardOut())
    assert table.see(SHOE_1, CuttingCardOut()).ignored == "cutting_card"
    a_round(table)
    table.follow(lambda t: t.state.decks["blue"].phase == "loaded")
    assert table.state.decks["blue"].cutting == ""


@pytest.mark.clause("19:47-2.6(l)")
def test_of_a_cutting_card_that_was_told_late_nobody_knows_before_whose_card_it_came() -> None:
    table = dealt_from("counting", 1)
    assert table.see(SHOE_1, CuttingCardOut(), late=True).facts == (CuttingCard("shoe"),)
    a_round(table)
    assert table.state.round.carried == {"cuts": 5}, "the player on the far right"


@pytest.mark.clause("19:47-2.6(l)")
@pytest.mark.parametrize(("behind", "spent"), [(208, True), (0, False)])
def test_where_no_cutting_card_is_told_the_number_of_cards_left_counts(
    behind: int, spent: bool
) -> None:
    table = a_round(opened(cards_behind=behind, decks_in_shoe=4))
    assert (table.state.decks["blue"].phase == "spent") is spent


def test_a_shoe_that_is_not_counted_out_says_nothing_about_faces() -> None:
    table = opened("counting", hole_card=int(Mode.DOWN))
    table.must(Call("no_more_bets"))
    table.see(SHOE_1, CardsOut(1))
    assert [f for f in table.state.round.facts if isinstance(f, Dealt)][-1] == Dealt("seat_2", 1)
