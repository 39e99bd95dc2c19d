"""Irregularities of counts, cuts and faces, each as devices and people bring it about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.irregularities.base import BASE
from tablectl.irregularities.rows import Rulebook
from tablectl.words.acts import (
    Bet,
    Choose,
    Confirm,
    Count,
    Deal,
    Declare,
    Deed,
    Dispute,
    Move,
    Shown,
    Turn,
)
from tablectl.words.bases import HousePolicy
from tablectl.words.cards import Card
from tablectl.words.dues import CountDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, Counted, ShuffleEnded
from tablectl.words.rulings import Consequence
from tests.games.ride_tables import bets, ride
from tests.irregularities.rulings import (
    SUPERVISOR,
    TWO_SEATS,
    cards,
    clause,
    dealing,
    held,
    ruled,
    void_by,
)
from tests.table.running_out import FIRST, running_out, two_sided
from tests.tables import DECK, SHOE_1, SHUFFLER, Table, at, opened, settings_for

# ---------------------------------------------------------------- counts


@pytest.mark.clause("19:47-20.7(e)2#1")
@pytest.mark.parametrize("off", [-1, 1])
def test_stub_mismatch_has_every_hand_counted(off: int) -> None:
    table = at("stub", bets=TWO_SEATS)

    table.must(Count("shoe", 43 + off))

    last = ruled(table, Kind.STUB_MISMATCH)
    assert (last.ruling.consequences, last.ruling.basis) == (
        (Consequence.COUNT_HANDS,),
        clause("7(e)2#1"),
    )
    agenda = table.state.cases[0].agenda
    assert [d.place for d in agenda if isinstance(d, CountDue)] == [
        "seat_1",
        "seat_4",
        "dealer",
        "shoe",
    ]


def counted(stub: int, again: int | None = None, **hands: int) -> Table:
    """A stub that was counted wrong, then every hand, and then the stub again."""
    table = at("stub", bets=TWO_SEATS)
    table.must(Count("shoe", stub))
    for place, count in hands.items():
        table.must(Count(place, count))
    table.must(Count("shoe", stub if again is None else again))
    return table


@pytest.mark.clause("19:47-20.7(e)2#2")
def test_stub_finding_of_a_misdeal_with_all_52_cards_voids_and_reshuffles() -> None:
    table = counted(42, seat_1=4, seat_4=3, dealer=3)
    void_by(ruled(table, Kind.STUB_FINDING, misdealt="yes", total="right"), clause("7(e)2#2"))


@pytest.mark.clause("19:47-20.7(e)2#3")
def test_stub_finding_of_no_misdeal_voids_and_removes_the_deck() -> None:
    table = counted(42, seat_1=3, seat_4=3, dealer=3)
    last = ruled(table, Kind.STUB_FINDING, misdealt="no", total="wrong")
    void_by(last, clause("7(e)2#3"), Consequence.REMOVE_DECK)


@pytest.mark.clause("19:47-20.7(e)2")
def test_stub_finding_that_fits_neither_branch_takes_both_outcomes_by_house_policy() -> None:
    table = counted(42, seat_1=2, seat_4=3, dealer=3)
    last = ruled(table, Kind.STUB_FINDING, misdealt="yes", total="wrong")
    assert isinstance(last.ruling.basis, HousePolicy)
    void_by(last, last.ruling.basis, Consequence.REMOVE_DECK)


def test_stub_finding_that_all_is_right_after_all_lets_the_supervisor_go_on() -> None:
    table = counted(42, again=43, seat_1=3, seat_4=3, dealer=3)
    last = ruled(table, Kind.STUB_FINDING, misdealt="no", total="right")
    assert held(last) == ("go_on", "void_round")
    assert table.state.decks["blue"].uncounted == 0


@pytest.mark.clause("19:47-20.7(f)#2")
def test_shuffle_count_other_than_52_removes_the_deck() -> None:
    settings = settings_for(devices={"shuffler_1": SHUFFLER})
    table = Table(settings).follow(lambda t: "deck:blue:washed" in t.phases)

    table.see("shuffler_1", ShuffleEnded(DECK, 51))

    last = ruled(table, Kind.SHUFFLE_COUNT)
    assert (last.ruling.consequences, last.ruling.basis) == (
        (Consequence.REMOVE_DECK,),
        clause("7(f)#2"),
    )
    assert table.refused(Confirm("load", DECK)).code == "not_due"
    assert "51 in place of 52" in last.irregularity.detail


@pytest.mark.parametrize(("step", "cards"), [("wagers", "in"), ("stub", "out")])
def test_count_disputed_by_a_device_is_the_supervisors_to_decide(step: str, cards: str) -> None:
    table = opened("counting").to(step)
    table.see(SHOE_1, Counted("rack", 7))
    assert "go_on" in held(ruled(table, Kind.COUNT_DISPUTED, cards=cards))


def test_count_uncertain_is_what_a_card_reported_late_makes_it() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(1), late=True)
    last = ruled(table, Kind.COUNT_UNCERTAIN, cards="out")
    assert held(last) == ("next_card", "void_round", "void_round_and_remove_deck", "go_on")
    assert (table.count("seat_4"), table.count("loose")) == (0, 1)


def test_count_uncertain_is_what_a_card_from_a_shoe_out_of_order_makes_it() -> None:
    table = at("stub", "counting")
    table.declare(Kind.JAM, device=SHOE_1)
    table.see(SHOE_1, CardsOut(1))
    ruled(table, Kind.COUNT_UNCERTAIN, cards="out")
    assert table.count("loose") == 1


@pytest.mark.clause("19:47-20.5(d)")
def test_cut_improper_sends_the_deck_back_to_be_cut() -> None:
    table = opened()
    table.declare(Kind.CUT_IMPROPER)
    last = ruled(table, Kind.CUT_IMPROPER)
    assert (last.ruling.consequences, last.ruling.basis) == ((Consequence.RECUT,), clause("5(d)"))
    assert table.state.decks[DECK].phase == "shuffled"


# ---------------------------------------------------------------- faces


def test_duplicate_card_is_found_when_it_is_shown() -> None:
    table = at("dealer_reveal")
    table.must(Turn((Shown("dealer", cards("AS QD KD")),)))
    table.must(Turn((Shown("seat_2", cards("AS JD TD")),)))
    last = ruled(table, Kind.DUPLICATE_CARD, cards="out")
    assert held(last) == ("void_round_and_remove_deck", "void_round", "go_on")
    assert last.irregularity.detail == "AS"


def test_duplicate_card_betrays_itself_sealed_and_is_not_named() -> None:
    table = dealing("recognising", given=0)
    seal = table.seal(Card.of("AS"))
    for _ in range(2):
        table.see(SHOE_1, CardsOut(1, (seal,)))
    last = ruled(table, Kind.DUPLICATE_CARD, cards="out")
    assert last.irregularity.detail == "sealed"


FOREIGN_DEEDS: list[Deed] = [
    Declare(Kind.FOREIGN_CARD),
    Turn((Shown("dealer", cards("AS KD JK")),)),
]


@pytest.mark.parametrize("deed", FOREIGN_DEEDS, ids=["declared", "keyed_in"])
def test_foreign_card_that_a_person_finds_is_the_supervisors_to_decide(deed: Deed) -> None:
    table = at("dealer_reveal")
    table.must(deed)
    assert "void_round_and_remove_deck" in held(ruled(table, Kind.FOREIGN_CARD, cards="out"))


def test_foreign_card_that_the_sensor_saw_is_the_supervisors_to_decide() -> None:
    table = dealing(given=0)
    table.see(SHOE_1, CardsOut(1, foreign=1))
    assert "void_round_and_remove_deck" in held(ruled(table, Kind.FOREIGN_CARD, cards="out"))


def test_foreign_card_that_play_went_on_with_is_not_brought_up_again() -> None:
    table = at("dealer_reveal")
    table.must(Turn((Shown("dealer", cards("AS KD JK")),)))
    table.must(Choose("remedy", "case_1", "go_on"), "s1")

    table.must(Turn((Shown("seat_2", cards("AD QD TD")),)))

    assert (table.step, table.state.cases, table.errors) == ("winners", (), [])


def test_duplicate_card_that_play_went_on_with_is_not_brought_up_again() -> None:
    table = at("dealer_reveal")
    for deed in (Declare(Kind.DUPLICATE_CARD), Turn((Shown("dealer", cards("AS AS KD")),))):
        table.must(deed)
        table.must(Choose("remedy", table.state.cases[0].id, "go_on"), "s1")

    table.must(Turn((Shown("seat_2", cards("AD AD TD")),)))

    assert [c.ruled.irregularity.detail for c in table.state.cases] == ["AD"]


def test_late_finding_opens_a_dispute_and_holds_up_nothing() -> None:
    table = opened().next_round().ready_to_bet()
    table.must(Dispute(1, "paid twice"), "s1")
    last = ruled(table, Kind.LATE_FINDING)
    assert (last.ruling.consequences, last.ruling.confirm) == ((Consequence.DISPUTE,), SUPERVISOR)
    table.must(Bet(1, "ante", 1000))


# ---------------------------------------------------------------- chips


@pytest.mark.clause("19:47-18.7(b)#2")
def test_chips_mismatch_has_no_clause_and_holds_the_deal_until_they_are_counted_again() -> None:
    wagers = bets(1, 4, bonus=(1, 4))
    table = ride(wagers=wagers, options={"bonus": 1}).to("bonus_chips")
    table.must(Confirm("count_bonus", number=1))
    last = ruled(table, Kind.CHIPS_MISMATCH)
    assert last.irregularity.detail == "1 in place of 2"
    assert held(last) == ("go_on", "void_round")
    case = table.state.cases[0].id
    table.must(Choose("remedy", case, "go_on"), "s1")
    table.must(Confirm("count_bonus", number=2))
    assert table.to("deal").state.round.number == 1


# ---------------------------------------------------------------- shoes


def test_cards_run_out_holds_the_round_where_no_rule_says_how_it_goes_on() -> None:
    table = running_out()
    table.rules = replace(table.rules, rulebook=Rulebook(BASE))
    table.follow(lambda t: bool(t.state.cases))
    last = ruled(table, Kind.CARDS_RUN_OUT, discards="yes")
    assert [remedy.name for remedy in last.ruling.remedies] == [
        "void_round",
        "void_round_and_remove_deck",
    ]


def test_wrong_side_is_a_supervisors_to_judge_where_no_rule_does() -> None:
    table = two_sided("blind").to(FIRST)
    table.must(Deal("red"))
    table.must(Move("rack"))
    table.must(Deal("red"))
    last = ruled(table, Kind.WRONG_SIDE)
    assert [remedy.name for remedy in last.ruling.remedies] == ["go_on", "void_round"]
