"""Two people say what physically lies at a place; the ledger believes them and keeps its law."""

from __future__ import annotations

from typing import Any

import pytest

from tablectl.table.view import view
from tablectl.words.acts import Choose, Confirm, DeclareContents, Dispute, Move
from tablectl.words.bases import Role
from tablectl.words.cards import Card
from tablectl.words.facts import ContentsDeclared
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut
from tablectl.words.outcomes import Outcome
from tests.tables import DECK, SHOE_1, Table, at, opened

WHY = "it lay under the layout"


def say(table: Table, place: str, cards: int, other: str = "", second: str = "d1") -> Outcome:
    outcome = table.do(DeclareContents(place, cards, WHY, other), "s1", second)
    assert outcome.accepted, outcome.refusal
    assert table.state.ledger[DECK].lawful
    return outcome


def cases(table: Table) -> list[tuple[Kind, str]]:
    about = [case.ruled.irregularity for case in table.state.cases]
    return [(each.kind, each.place) for each in about]


def test_what_is_less_goes_to_the_place_that_is_named_and_both_names_are_on_record() -> None:
    table = at("decisions")
    outcome = say(table, "seat_2", 2, "rack")
    assert (table.count("seat_2"), table.count("rack")) == (2, 47)
    assert outcome.facts == (ContentsDeclared(DECK, "seat_2", 3, 2, "rack", "s1", "d1", WHY),)


def test_what_is_more_comes_from_the_place_that_is_named() -> None:
    table = at("decisions")
    say(table, "seat_2", 4, "rack")
    assert (table.count("seat_2"), table.count("rack")) == (4, 45)


def test_where_the_difference_is_known_the_total_adds_up_and_no_case_is_opened() -> None:
    table = at("decisions")
    say(table, "seat_2", 4, "rack")
    assert cases(table) == []


def test_cards_that_nobody_finds_are_missing_and_open_a_case() -> None:
    table = at("decisions")
    say(table, "rack", 45)
    assert table.count("missing") == 1
    assert cases(table) == [(Kind.COUNT_DISPUTED, "missing")]


def test_a_second_card_that_goes_missing_keeps_the_case_that_is_open() -> None:
    table = at("decisions")
    say(table, "rack", 45)
    say(table, "rack", 44)
    assert cases(table) == [(Kind.COUNT_DISPUTED, "missing")]
    assert table.count("missing") == 2


def test_a_card_that_turns_up_again_is_no_longer_missing() -> None:
    table = at("decisions")
    say(table, "rack", 45)
    table.must(Choose("remedy", "case_1", "go_on"), "s1")
    say(table, "rack", 46)
    assert table.count("missing") == 0
    assert table.state.decks[DECK].fate.value == "none"


def test_no_further_round_is_dealt_from_a_deck_with_a_card_missing() -> None:
    table = at("decisions")
    say(table, "rack", 45)
    table.must(Choose("remedy", "case_1", "go_on"), "s1")
    table.next_round()
    table.must(Move("stack"))
    assert (table.count("stack"), table.count("missing")) == (51, 1)
    table.must(Confirm("remove_deck", DECK), "s1")
    table.must(Confirm("receive_deck", DECK), "s1")
    assert (table.count("stack"), table.count("missing")) == (52, 0)


def test_between_rounds_too_a_deck_with_a_card_missing_leaves_the_table() -> None:
    table = opened()
    say(table, "shoe", 51)
    table.must(Choose("remedy", "case_1", "go_on"), "s1")
    assert table.state.decks[DECK].fate.value == "remove"


def test_a_stub_that_is_counted_is_compared_with_what_was_declared() -> None:
    table = at("stub")
    say(table, "shoe", 45, "seat_2")
    assert view(table.rules, table.state, Role.DEALER)["stub_expected"] == 45


def test_which_of_the_cards_it_was_nobody_knows() -> None:
    table = Table(opened("recognising").settings).to("deal")
    for card in range(6):
        table.see(SHOE_1, CardsOut(1, (table.seal(Card.of(f"{card + 2}S")),)))
    table.to("decisions")
    say(table, "dealer", 2, "seat_2")
    assert table.state.ledger[DECK].at("dealer").faces == ()
    assert table.state.ledger[DECK].at("seat_2").count == 4


@pytest.mark.parametrize("second", ["d1", "s2", "b1"])
def test_the_second_person_is_a_supervisor_or_a_dealer(second: str) -> None:
    say(at("decisions"), "seat_2", 2, "rack", second)


@pytest.mark.parametrize(
    ("by", "second", "code"),
    [
        ("d1", "s1", "wrong_role"),
        ("t1", "s1", "wrong_role"),
        ("s1", "", "second_missing"),
        ("s1", "s1", "no_second_person"),
        ("s1", "a1", "second_of_no_use"),
    ],
)
def test_one_person_is_not_enough_and_neither_are_the_wrong_two(
    by: str, second: str, code: str
) -> None:
    table = at("decisions")
    assert table.refused(DeclareContents("rack", 45, WHY), by, second).code == code


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (DeclareContents("rack", 45, " "), "reason_missing"),
        (DeclareContents("rack", 53, WHY), "not_a_count"),
        (DeclareContents("rack", -1, WHY), "not_a_count"),
        (DeclareContents("missing", 1, WHY, "rack"), "no_such_place"),
        (DeclareContents("out", 1, WHY, "rack"), "no_such_place"),
        (DeclareContents("seat_7", 1, WHY, "rack"), "no_such_place"),
        (DeclareContents("rack", 45, WHY, "rack"), "no_such_place"),
        (DeclareContents("rack", 45, WHY, "out"), "no_such_place"),
        (DeclareContents("seat_2", 7, WHY, "dealer"), "not_enough_there"),
        (DeclareContents("rack", 45, WHY, deck="red"), "no_such_deck"),
    ],
)
def test_what_cannot_be_so_is_refused(deed: DeclareContents, code: str) -> None:
    assert at("decisions").refused(deed, "s1", "d1").code == code


def test_nothing_lies_on_a_table_that_is_closed() -> None:
    assert Table().refused(DeclareContents("shoe", 3, WHY), "s1", "d1").code == "no_such_deck"


def test_it_is_offered_to_a_supervisor_with_who_may_be_the_second() -> None:
    def offered(table: Table, role: Role) -> list[dict[str, Any]]:
        offers = view(table.rules, table.state, role)["offers"]
        return [o for o in offers if o["deed"] == "declare_contents"]

    table = opened()
    assert offered(table, Role.SUPERVISOR)[0]["second"] == ["supervisor", "dealer"]
    assert offered(table, Role.DEALER) == []
    assert offered(Table(), Role.SUPERVISOR) == []


def test_a_dispute_about_missing_cards_is_another_matter() -> None:
    table = opened().next_round().ready_to_bet()
    table.must(Dispute(1, WHY))
    say(table, "shoe", 51)
    assert [kind for kind, _ in cases(table)] == [Kind.LATE_FINDING, Kind.COUNT_DISPUTED]
