"""Irregularities of cards and counts, each as devices and people bring it about."""

from __future__ import annotations

import pytest

from tablectl.words.acts import Bet, Choose, Confirm, Count, Declare, Deed, Shown, Turn
from tablectl.words.bases import HOUSE, Basis, Clause, HousePolicy, Role
from tablectl.words.cards import Card
from tablectl.words.dues import CardsDue, CountDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardChecked, CardsOut, Counted, ShuffleEnded
from tablectl.words.rulings import Consequence, Ruled
from tests.table.drill import drill
from tests.tables import DECK, HOLE_READER, SHOE_1, SHUFFLER, Table, at, opened, settings_for

SUPERVISOR = (Role.SUPERVISOR,)
TWO_SEATS = (Bet(1, "ante", 1000), Bet(4, "pair_plus", 500))


def clause(section: str) -> Clause:
    return Clause(f"19:47-20.{section}")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(code) for code in text.split())


def ruled(table: Table, kind: Kind, **when: str) -> Ruled:
    """The last ruling, which has to be on this."""
    last = table.rulings[-1]
    assert (last.irregularity.kind, last.irregularity.circumstances) == (kind, when)
    return last


def void_by(last: Ruled, basis: Basis, deck: Consequence = Consequence.RESHUFFLE) -> None:
    """The ruling voids the round on this basis, and the supervisor confirms it."""
    assert last.ruling.consequences == (Consequence.VOID_ROUND, deck)
    assert (last.ruling.basis, last.ruling.confirm) == (basis, SUPERVISOR)


def held(last: Ruled) -> tuple[str, ...]:
    """The remedies of a ruling that holds for the supervisor by house policy."""
    assert (last.ruling.basis, last.ruling.confirm) == (HOUSE, SUPERVISOR)
    return tuple(remedy.name for remedy in last.ruling.remedies)


def dealing(preset: str = "counting", bets: tuple[Bet, ...] = TWO_SEATS, given: int = 1) -> Table:
    """In the middle of the deal."""
    table = at("deal", preset, bets)
    for _ in range(given):
        table.see(SHOE_1, CardsOut(1))
    return table


def next_place(table: Table) -> str:
    due = table.dues[0]
    assert isinstance(due, CardsDue)
    return due.to[0].place


# ---------------------------------------------------------------- face up


@pytest.mark.clause("19:47-20.12(a)#1")
def test_face_up_card_the_first_goes_to_the_rack_and_the_deal_goes_on() -> None:
    table = dealing()

    table.see(SHOE_1, CardsOut(1, face_up=True))

    last = ruled(table, Kind.FACE_UP_CARD, nth="first", deal="running")
    assert (last.ruling.consequences, last.ruling.basis) == (
        (Consequence.RACK_CARD,),
        clause("12(a)#1"),
    )
    assert (table.count("rack"), next_place(table), table.state.cases) == (1, "seat_4", ())


@pytest.mark.clause("19:47-20.12(a)#1")
def test_face_up_card_in_the_rack_makes_the_expected_stub_one_less() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(1, face_up=True))
    assert table.to("stub").count("shoe") == 49 - 3 * 2 - 1
    table.must(Count("shoe", 42))
    assert Kind.STUB_MISMATCH not in table.kinds


@pytest.mark.clause("19:47-20.12(a)#2")
def test_face_up_card_a_second_in_one_deal_voids_all_hands() -> None:
    table = dealing()
    for _ in range(2):
        table.see(SHOE_1, CardsOut(1, face_up=True))
    void_by(ruled(table, Kind.FACE_UP_CARD, nth="further", deal="running"), clause("12(a)#2"))


@pytest.mark.clause("19:47-20.12(a)#1")
@pytest.mark.parametrize("preset", ["blind", "plain_counter"])
def test_face_up_card_that_no_sensor_saw_is_ruled_the_same_when_a_person_reports_it(
    preset: str,
) -> None:
    table = dealing(preset, given=0 if preset == "blind" else 1)
    table.declare(Kind.FACE_UP_CARD)
    last = ruled(table, Kind.FACE_UP_CARD, nth="first", deal="running")
    assert (last.ruling.basis, table.count("rack")) == (clause("12(a)#1"), 1)
    assert next_place(table) == "seat_1"


def test_face_up_card_of_the_round_before_is_not_counted_again() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(1, face_up=True))
    table.next_round().to("deal")
    table.see(SHOE_1, CardsOut(1, face_up=True))
    ruled(table, Kind.FACE_UP_CARD, nth="first", deal="running")


# ---------------------------------------------------------------- drawn in error


@pytest.mark.clause("19:47-20.12(b)")
def test_card_drawn_in_error_and_not_seen_is_the_next_card() -> None:
    table = dealing(given=0)

    table.see(SHOE_1, CardsOut(2))

    last = ruled(table, Kind.CARD_DRAWN_IN_ERROR, face="unseen", next="yes")
    assert (last.ruling.consequences, last.ruling.basis) == (
        (Consequence.NEXT_CARD,),
        clause("12(b)"),
    )
    assert (table.count("seat_1"), table.count("seat_4"), next_place(table)) == (1, 1, "dealer")
    assert table.state.cases == ()


def test_card_drawn_in_error_after_the_last_one_is_the_supervisors_to_decide() -> None:
    table = dealing(given=8)
    table.see(SHOE_1, CardsOut(2))
    last = ruled(table, Kind.CARD_DRAWN_IN_ERROR, face="unseen", next="no")
    assert held(last) == ("return_card", "rack_card", "void_round")


@pytest.mark.parametrize(
    ("step", "more", "remedies"),
    [
        ("deal", "yes", ("rack_card", "next_card", "void_round")),
        ("stub", "no", ("rack_card", "void_round")),
    ],
)
def test_card_drawn_in_error_and_seen_has_no_clause_and_is_the_supervisors_to_decide(
    step: str, more: str, remedies: tuple[str, ...]
) -> None:
    table = at(step)
    table.declare(Kind.CARD_DRAWN_IN_ERROR, seen=True)
    assert held(ruled(table, Kind.CARD_DRAWN_IN_ERROR, face="seen", next=more)) == remedies


# ---------------------------------------------------------------- exposed


@pytest.mark.clause("19:47-20.12(d)")
def test_card_exposed_of_the_dealer_before_the_reveal_voids_all_hands() -> None:
    table = at("decisions")
    table.declare(Kind.CARD_EXPOSED, "dealer")
    void_by(
        ruled(table, Kind.CARD_EXPOSED, whose="dealer", moment="before_reveal"), clause("12(d)")
    )


def test_card_exposed_of_the_dealer_after_the_reveal_changes_nothing() -> None:
    table = at("player_reveal")
    table.declare(Kind.CARD_EXPOSED, "dealer")
    last = ruled(table, Kind.CARD_EXPOSED, whose="dealer", moment="after_reveal")
    assert (last.ruling.consequences, table.state.cases) == ((Consequence.GO_ON,), ())


def test_card_exposed_of_a_player_has_no_clause_and_is_the_supervisors_to_decide() -> None:
    table = at("decisions")
    table.declare(Kind.CARD_EXPOSED, "seat_2")
    last = ruled(table, Kind.CARD_EXPOSED, whose="player", moment="before_reveal")
    assert held(last) == ("go_on", "void_round")


# ---------------------------------------------------------------- not asked for


@pytest.mark.clause("19:47-20.7(b)#1")
def test_card_before_call_holds_the_round_for_the_supervisor() -> None:
    table = opened("counting")
    table.see(SHOE_1, CardsOut(1))
    assert held(ruled(table, Kind.CARD_BEFORE_CALL)) == ("return_card", "rack_card", "void_round")
    assert table.count("loose") == 1


def test_unsolicited_card_holds_the_round_for_the_supervisor() -> None:
    table = at("stub", "counting")
    table.see(SHOE_1, CardsOut(1))
    last = ruled(table, Kind.UNSOLICITED_CARD, cards="out")
    assert held(last) == ("return_card", "rack_card", "void_round")


@pytest.mark.parametrize("cards", ["in", "out"])
def test_unsolicited_check_matters_only_while_cards_are_out(cards: str) -> None:
    table = Table(settings_for(devices={"reader_1": HOLE_READER})).ready_to_bet()
    if cards == "out":
        table.to("decisions")
    table.see("reader_1", CardChecked("ace", yes=True))
    ruled(table, Kind.UNSOLICITED_CHECK, cards=cards)
    assert len(table.state.cases) == (1 if cards == "out" else 0)


@pytest.mark.parametrize(("count", "size"), [(1, "short"), (3, "long")])
def test_wrong_stack_goes_to_nobody_and_holds_the_round(count: int, size: str) -> None:
    table = drill("stacks", "counting")
    table.see(SHOE_1, CardsOut(count))
    last = ruled(table, Kind.WRONG_STACK, size=size)
    assert held(last) == ("void_round", "void_round_and_remove_deck")
    assert (table.count("seat_1"), table.count("loose")) == (0, count)


def test_order_of_deal_that_was_wrong_is_the_supervisors_to_decide() -> None:
    table = at("decisions")
    table.declare(Kind.ORDER_OF_DEAL)
    assert held(ruled(table, Kind.ORDER_OF_DEAL)) == ("go_on", "void_round")


@pytest.mark.clause("19:47-20.12(c)")
@pytest.mark.parametrize("step", ["deal", "decisions", "player_reveal"])
def test_misdeal_voids_all_hands_whenever_it_is_found(step: str) -> None:
    table = at(step)
    table.declare(Kind.MISDEAL)
    void_by(ruled(table, Kind.MISDEAL), clause("12(c)"))


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
    assert table.refused(Confirm("cut", DECK)).code == "not_due"


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
    table.must(Turn((Shown("dealer", cards("AS AS KD")),)))
    last = ruled(table, Kind.DUPLICATE_CARD, cards="out")
    assert held(last) == ("void_round_and_remove_deck", "void_round", "go_on")
    assert last.irregularity.detail == "AS"


def test_duplicate_card_betrays_itself_sealed_and_is_not_named() -> None:
    table = dealing("recognising", given=0)
    seal = table.sealer.seal(Card.of("AS"), "one")
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
    table.must(Turn((Shown("dealer", cards("AS AS KD")),)))
    table.must(Choose("remedy", "case_1", "go_on"), "s1")

    table.must(Turn((Shown("seat_2", cards("AD AD TD")),)))

    assert [c.ruled.irregularity.detail for c in table.state.cases] == ["AD"]


def test_late_finding_opens_a_dispute_and_holds_up_nothing() -> None:
    table = opened().next_round().ready_to_bet()
    table.declare(Kind.LATE_FINDING)
    last = ruled(table, Kind.LATE_FINDING)
    assert (last.ruling.consequences, last.ruling.confirm) == ((Consequence.DISPUTE,), SUPERVISOR)
    table.must(Bet(1, "ante", 1000))
