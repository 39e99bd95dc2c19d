"""Several irregularities at once: how their consequences join, and what a case holds up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.irregularities.base import BASE, at_once
from tablectl.irregularities.rows import Rulebook, row
from tablectl.table.state import Fate
from tablectl.words.acts import Bet, Call, Choose, Confirm, Count, Declare, Dispute, Move, Settle
from tablectl.words.bases import HousePolicy
from tablectl.words.dues import SettleDue, Settling
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, Jammed, ShuffleEnded
from tablectl.words.rulings import Consequence
from tests.table.drill import drill
from tests.tables import DECK, SHOE_1, SHUFFLER, Table, at, opened, settings_for

BETS = (
    Bet(1, "ante", 1000),
    Bet(1, "pair_plus", 500),
    Bet(4, "ante", 700),
    Bet(6, "pair_plus", 300),
)


def case_of(table: Table, kind: Kind) -> str:
    return next(c.id for c in table.state.cases if c.ruled.irregularity.kind is kind)


def choose(table: Table, kind: Kind, remedy: str) -> None:
    table.must(Choose("remedy", case_of(table, kind), remedy), "s1")


def fate(table: Table) -> Fate:
    return table.state.decks[DECK].fate


def two_cases() -> Table:
    """A round held up twice, each time with both ways out open."""
    table = at("decisions", bets=BETS)
    table.declare(Kind.CARD_EXPOSED, "seat_1")
    table.declare(Kind.DUPLICATE_CARD)
    return table


# ---------------------------------------------------------------- joining consequences


@pytest.mark.parametrize("void_first", [True, False])
def test_void_beats_going_on_whichever_is_chosen_first(void_first: bool) -> None:
    table = two_cases()
    decisions = [(Kind.CARD_EXPOSED, "void_round"), (Kind.DUPLICATE_CARD, "go_on")]

    for kind, remedy in decisions if void_first else reversed(decisions):
        choose(table, kind, remedy)

    assert (table.step, table.state.cases) == ("void", ())


@pytest.mark.parametrize("removal_first", [True, False])
def test_removal_beats_reshuffle_whichever_is_chosen_first(removal_first: bool) -> None:
    table = two_cases()
    decisions = [
        (Kind.DUPLICATE_CARD, "void_round_and_remove_deck"),
        (Kind.CARD_EXPOSED, "void_round"),
    ]

    for kind, remedy in decisions if removal_first else reversed(decisions):
        choose(table, kind, remedy)

    assert fate(table) is Fate.REMOVE
    table.next_round()
    assert table.follow(lambda t: t.state.decks[DECK].phase == "removed").count("out") == 52


def test_going_on_twice_goes_on() -> None:
    table = two_cases()
    choose(table, Kind.CARD_EXPOSED, "go_on")
    assert table.refused(Choose("play", "seat_1", "play")).hint == "choice_due:remedy"
    choose(table, Kind.DUPLICATE_CARD, "go_on")
    table.must(Choose("play", "seat_1", "play"))


def test_voiding_twice_is_voiding_once() -> None:
    table = two_cases()
    choose(table, Kind.CARD_EXPOSED, "void_round")
    choose(table, Kind.DUPLICATE_CARD, "void_round")
    assert table.phases.count("round:void") == 1
    assert table.next_round().state.round.number == 2


# ---------------------------------------------------------------- one during the way out of another


def test_a_second_irregularity_during_the_way_out_of_the_first_has_its_own_case() -> None:
    table = at("stub", "counting")
    table.declare(Kind.CARD_EXPOSED, "dealer")
    assert table.step == "void"

    table.see(SHOE_1, CardsOut(1))

    kinds = [case.ruled.irregularity.kind for case in table.state.cases]
    assert kinds == [Kind.CARD_EXPOSED, Kind.UNSOLICITED_CARD]
    assert table.next_round().ready_to_bet().state.cases == ()


def test_a_dealers_card_exposed_while_hands_are_counted_voids_and_the_count_goes_on() -> None:
    table = at("stub", bets=BETS)
    table.must(Count("shoe", 39))
    table.must(Count("seat_1", 3))

    table.declare(Kind.CARD_EXPOSED, "dealer")

    assert (table.step, fate(table)) == ("void", Fate.RESHUFFLE)
    for place in ("seat_4", "seat_6", "dealer"):
        table.must(Count(place, 3))
    table.must(Count("shoe", 39))
    assert (table.kinds[-1], fate(table)) == (Kind.STUB_FINDING, Fate.REMOVE)
    assert table.next_round().ready_to_bet().state.cases == ()


def test_a_device_that_fails_while_a_round_is_voided_is_cleared_by_itself() -> None:
    table = at("decisions", "counting")
    table.declare(Kind.CARD_EXPOSED, "dealer")
    table.see(SHOE_1, Jammed())
    assert table.state.devices[SHOE_1].phase == "faulted"
    assert len(table.state.cases) == 1
    assert table.next_round().ready_to_bet().to("deal").state.devices[SHOE_1].phase == "ready"


def test_what_is_over_cannot_be_reported_again_in_a_void_round() -> None:
    table = at("decisions")
    table.declare(Kind.CARD_EXPOSED, "dealer")
    assert table.refused(Declare(Kind.MISDEAL)).code == "not_now"


# ---------------------------------------------------------------- the same thing twice


def test_the_same_report_twice_opens_one_case_and_is_on_record_twice() -> None:
    table = at("decisions")
    for _ in range(2):
        table.declare(Kind.CARD_EXPOSED, "seat_2")
    assert len(table.state.cases) == 1
    assert table.kinds.count(Kind.CARD_EXPOSED) == 2


def test_a_jam_that_the_device_and_a_person_report_is_one_case() -> None:
    table = at("deal", "counting")
    table.see(SHOE_1, CardsOut(1))
    table.see(SHOE_1, Jammed())
    table.declare(Kind.JAM, device=SHOE_1)
    assert len(table.state.cases) == 1


def test_two_cards_of_different_hands_exposed_are_two_cases() -> None:
    table = at("decisions", bets=BETS)
    table.declare(Kind.CARD_EXPOSED, "seat_1")
    table.declare(Kind.CARD_EXPOSED, "seat_4")
    assert len(table.state.cases) == 2


# ---------------------------------------------------------------- which deck is meant


def test_what_is_found_while_the_only_deck_is_prepared_is_about_that_deck() -> None:
    table = Table().follow(lambda t: "deck:blue:spread" in t.phases)
    table.declare(Kind.DUPLICATE_CARD)
    assert table.rulings[-1].irregularity.deck == DECK
    choose(table, Kind.DUPLICATE_CARD, "remove_deck")
    assert fate(table) is Fate.REMOVE


def test_what_is_found_while_no_deck_is_on_the_table_is_about_none() -> None:
    table = Table().follow(lambda t: "deck:blue:spread" in t.phases)
    table.declare(Kind.DUPLICATE_CARD)
    choose(table, Kind.DUPLICATE_CARD, "remove_deck")
    table.must(Confirm("remove_deck", DECK), "s1")
    table.declare(Kind.DUPLICATE_CARD)
    assert table.rulings[-1].irregularity.deck == ""
    assert table.ready_to_bet().errors == []


# ---------------------------------------------------------------- cards that belong nowhere


@pytest.mark.parametrize(("remedy", "place"), [("rack_card", "rack"), ("return_card", "shoe")])
def test_one_decision_is_about_all_the_cards_that_its_case_was_opened_for(
    remedy: str, place: str
) -> None:
    table = at("stub", "counting")
    before = table.count(place)
    for _ in range(2):
        table.see(SHOE_1, CardsOut(1))

    choose(table, Kind.UNSOLICITED_CARD, remedy)

    gained = 2 if place == "rack" else 0
    assert (table.count("loose"), table.count(place) - before) == (0, gained)


def test_a_card_of_another_case_stays_until_that_case_is_decided() -> None:
    table = opened("counting")
    for _ in range(2):
        table.see(SHOE_1, CardsOut(1))
    assert table.kinds[-2:] == [Kind.CARD_BEFORE_CALL, Kind.UNSOLICITED_CARD]

    choose(table, Kind.CARD_BEFORE_CALL, "rack_card")
    assert (table.count("loose"), table.count("rack")) == (1, 1)
    choose(table, Kind.UNSOLICITED_CARD, "return_card")
    assert (table.count("loose"), table.count("shoe")) == (0, 51)


# ---------------------------------------------------------------- what a case holds up


def test_a_case_of_the_round_holds_the_round_up_and_says_so() -> None:
    table = at("decisions")
    table.declare(Kind.ORDER_OF_DEAL)
    refusal = table.refused(Choose("play", "seat_2", "play"))
    assert (refusal.code, refusal.hint) == ("not_due", "choice_due:remedy")


def test_a_step_that_is_done_is_not_left_while_a_case_holds_the_round_up() -> None:
    table = at("deal", "counting")
    for _ in range(5):
        table.see(SHOE_1, CardsOut(1))

    table.see(SHOE_1, CardsOut(1, foreign=1))

    assert table.step == "deal"
    choose(table, Kind.FOREIGN_CARD, "go_on")
    assert table.step == "stub"


def test_a_case_of_a_deck_holds_up_that_deck() -> None:
    settings = settings_for(devices={"shuffler_1": SHUFFLER})
    table = Table(settings).follow(lambda t: "deck:blue:washed" in t.phases)
    table.see("shuffler_1", ShuffleEnded(DECK, 51))
    assert table.refused(Confirm("cut", DECK)).hint == "confirm_due:ruling"


def test_a_case_about_a_deck_that_is_prepared_holds_the_preparation_up() -> None:
    table = Table().follow(lambda t: "deck:blue:spread" in t.phases)
    table.declare(Kind.DUPLICATE_CARD)
    assert table.refused(Confirm("wash", DECK)).hint == "choice_due:remedy"
    choose(table, Kind.DUPLICATE_CARD, "go_on")
    table.must(Confirm("wash", DECK))


def test_a_deck_that_is_to_be_shuffled_again_is_not_dealt_from() -> None:
    table = opened()
    table.must(Bet(2, "ante", 1000))
    table.declare(Kind.COUNT_DISPUTED)
    choose(table, Kind.COUNT_DISPUTED, "reshuffle")
    assert table.refused(Call("no_more_bets")).code == "deck_not_loaded"


def test_a_dispute_about_a_round_that_is_over_is_in_nobodys_way() -> None:
    table = opened().next_round().ready_to_bet()
    table.must(Dispute(1, "paid twice"), "s1")
    table.must(Bet(2, "ante", 1000))
    table.bets = (Bet(2, "ante", 1000),)
    table.follow(lambda t: t.state.round.number == 3)


def test_only_the_case_that_is_meant_is_answered() -> None:
    table = two_cases()
    choose(table, Kind.DUPLICATE_CARD, "go_on")
    assert [c.ruled.irregularity.kind for c in table.state.cases] == [Kind.CARD_EXPOSED]


def test_a_remedy_that_is_not_open_is_refused() -> None:
    table = two_cases()
    exposed = case_of(table, Kind.CARD_EXPOSED)
    assert table.refused(Choose("remedy", exposed, "recut"), "s1").code == "unknown_choice"


# ---------------------------------------------------------------- a void round


def voided() -> Table:
    table = at("decisions", bets=BETS)
    table.must(Choose("play", "seat_1", "play"))
    table.must(Choose("play", "seat_4", "fold"))
    table.must(Settle("forfeits"))
    table.declare(Kind.CARD_EXPOSED, "dealer")
    return table


def test_nothing_goes_back_before_the_supervisor_has_confirmed_the_ruling() -> None:
    table = voided()
    assert table.refused(Settle("void_return")).hint == "confirm_due:ruling"
    table.must(Confirm("ruling", "case_1"), "s1")
    table.must(Settle("void_return"))


def test_every_wager_of_a_void_round_goes_back_forfeited_ones_too() -> None:
    table = voided()
    table.must(Confirm("ruling", "case_1"), "s1")
    due = table.dues[0]
    assert isinstance(due, SettleDue)
    assert isinstance(due.basis, HousePolicy)
    assert {line.settling for line in due.lines} == {Settling.RETURN}
    assert [(line.hand, line.wager, line.stake) for line in due.lines] == [
        ("seat_6", "pair_plus", 300),
        ("seat_4", "ante", 700),
        ("seat_1", "ante", 1000),
        ("seat_1", "pair_plus", 500),
        ("seat_1", "play", 1000),
    ]


def test_once_winners_were_paid_somebody_works_out_what_goes_back() -> None:
    table = at("pick_up", bets=BETS)
    table.declare(Kind.MISDEAL)
    table.must(Confirm("ruling", "case_1"), "s1")
    due = table.dues[0]
    assert isinstance(due, SettleDue)
    assert {line.settling for line in due.lines} == {Settling.JUDGE}


def test_the_cards_of_a_void_round_are_gathered_and_shuffled_before_the_next() -> None:
    table = voided()
    table.must(Confirm("ruling", "case_1"), "s1")
    table.must(Settle("void_return"))
    table.must(Move("stack"))
    assert (table.state.round.number, table.count("stack")) == (2, 52)
    assert table.state.decks[DECK].phase == "spent"


def test_where_a_void_says_nothing_of_the_deck_it_is_dealt_on_from() -> None:
    table = drill("turn")
    only_void = row(Kind.MISDEAL, at_once(Consequence.VOID_ROUND))
    table.rules = replace(
        table.rules, rulebook=Rulebook(BASE, (only_void,)), deck_spent=lambda _: False
    )

    table.declare(Kind.MISDEAL)
    table.must(Settle("void_return"))
    table.must(Move("rack"))

    assert (table.step, table.count("rack"), table.count("shoe")) == ("bets", 6, 46)
    assert table.state.decks[DECK].phase == "loaded"
