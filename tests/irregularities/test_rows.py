"""Rows: a table that leaves a case open, decides one twice or knows no such case is refused."""

from __future__ import annotations

import pytest

from tablectl.clauses.registry import family
from tablectl.games.catalogue import GAMES, rules_for
from tablectl.irregularities.base import BASE, at_once, hold
from tablectl.irregularities.base import GO_ON as GO_ON_REMEDY
from tablectl.irregularities.base import VOID as VOID_REMEDY
from tablectl.irregularities.kinds import CIRCUMSTANCES, combinations, scope_of
from tablectl.irregularities.rows import Row, RowsError, Rulebook, prove, row
from tablectl.words.bases import ApprovedProcedure, Basis, Clause, HousePolicy, Role
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.rulings import Consequence, Ruling, Scope
from tests.tables import settings_for

LINK = Kind.LINK_LOST
GO_ON = at_once(Consequence.GO_ON)
VOID = at_once(Consequence.VOID_ROUND)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        pytest.param((), "no row", id="no_row_at_all"),
        pytest.param((row(LINK, GO_ON, cards="out"),), "no row", id="half_a_kind"),
        pytest.param(
            (row(LINK, GO_ON), row(LINK, VOID, cards="out")), "2 rows", id="one_within_another"
        ),
        pytest.param((row(LINK, GO_ON), row(LINK, GO_ON)), "2 rows", id="twice_the_same"),
        pytest.param(
            (
                row(LINK, GO_ON, cards="in"),
                row(LINK, VOID, cards="out"),
                row(LINK, VOID, cards=("out", "in")),
            ),
            "2 rows",
            id="three_rows_for_two_cases",
        ),
    ],
)
def test_rows_that_do_not_decide_every_case_once_are_refused(
    rows: tuple[Row, ...], problem: str
) -> None:
    with pytest.raises(RowsError, match=problem):
        prove(rows, [LINK])


@pytest.mark.parametrize(
    "bad",
    [
        row(LINK, GO_ON, weather="fine"),
        row(LINK, GO_ON, cards="everywhere"),
        row(LINK, GO_ON, cards=("out", "in", "everywhere")),
        row(Kind.MISDEAL, GO_ON, cards="out"),
    ],
    ids=["no_such_name", "no_such_value", "one_value_too_many", "name_of_another_kind"],
)
def test_a_circumstance_that_does_not_exist_is_refused(bad: Row) -> None:
    with pytest.raises(RowsError, match="has no circumstance"):
        prove((bad,), [bad.kind])


def test_rows_that_split_a_kind_along_one_circumstance_are_taken() -> None:
    jam = (
        row(Kind.JAM, VOID, device="shoe", deal="running"),
        row(Kind.JAM, GO_ON, device="shoe", deal="not_running"),
        row(Kind.JAM, GO_ON, device=("shuffler", "reader", "generator")),
    )
    prove(jam, [Kind.JAM])


# ---------------------------------------------------------------- rulebooks


def test_the_base_table_decides_every_case_of_every_kind() -> None:
    prove(BASE, Kind)


def test_a_game_that_rules_on_half_a_kind_is_refused() -> None:
    with pytest.raises(RowsError, match="link_lost"):
        Rulebook(BASE, (row(LINK, VOID, cards="out"),))


def test_the_rows_of_a_game_stand_in_for_all_of_the_base_rows_of_that_kind() -> None:
    book = Rulebook(BASE, (row(LINK, VOID),))
    rulings = {book.ruling(Irregularity(LINK, when)) for when in combinations(LINK)}
    assert rulings == {VOID}


def test_what_a_game_does_not_rule_on_is_ruled_by_the_base_table() -> None:
    house, book = Rulebook(BASE), Rulebook(BASE, (row(LINK, VOID),))
    restart = Irregularity(Kind.RESTART, {"cards": "out"})
    assert book.ruling(restart) == house.ruling(restart)


def test_the_order_of_circumstances_makes_no_difference() -> None:
    book = Rulebook(BASE)
    one = Irregularity(Kind.JAM, {"device": "shoe", "deal": "running"})
    other = Irregularity(Kind.JAM, {"deal": "running", "device": "shoe"})
    assert book.ruling(one) == book.ruling(other)


# ---------------------------------------------------------------- what every rulebook must be like

each_game = pytest.mark.parametrize("game", GAMES)


def rows_of(game: str) -> tuple[Row, ...]:
    return rules_for(settings_for(game=game)).rulebook.rows


def outcomes(ruling: Ruling) -> list[set[Consequence]]:
    """What the ruling may come to: by itself, or with any of its remedies."""
    done = set(ruling.consequences)
    return [done | set(remedy.consequences) for remedy in ruling.remedies] or [done]


@each_game
def test_every_clause_that_a_row_cites_is_registered(game: str) -> None:
    cited = [citation for each in rows_of(game) for citation in citations(each.ruling.basis)]
    assert [citation for citation in cited if not family(citation)] == []


def citations(basis: Basis) -> tuple[str, ...]:
    match basis:
        case Clause():
            return (basis.citation,)
        case ApprovedProcedure():
            return (basis.clause,)
        case _:
            return ()


@each_game
def test_remedies_are_put_to_the_supervisor_and_never_to_nobody(game: str) -> None:
    with_remedies = [each.ruling for each in rows_of(game) if each.ruling.remedies]
    assert {ruling.confirm for ruling in with_remedies} == {(Role.SUPERVISOR,)}


@each_game
def test_no_row_both_goes_on_and_voids_the_round(game: str) -> None:
    both = {Consequence.GO_ON, Consequence.VOID_ROUND}
    assert [each for each in rows_of(game) if any(both <= o for o in outcomes(each.ruling))] == []


@each_game
def test_where_the_house_voids_a_round_it_also_says_what_becomes_of_the_deck(game: str) -> None:
    deck = {Consequence.RESHUFFLE, Consequence.REMOVE_DECK}
    silent = [
        each
        for each in rows_of(game)
        if isinstance(each.ruling.basis, HousePolicy)
        and any(Consequence.VOID_ROUND in o and not o & deck for o in outcomes(each.ruling))
    ]
    assert silent == []


# ---------------------------------------------------------------- kinds

SCOPES = {
    Kind.SHUFFLE_COUNT: Scope.DECK,
    Kind.CUT_IMPROPER: Scope.DECK,
    Kind.IDENTITY_MISMATCH: Scope.DEVICE,
    Kind.FIRMWARE_UNKNOWN: Scope.DEVICE,
    Kind.NUMBER_OUT_OF_RANGE: Scope.DEVICE,
    Kind.CLOCK_STEPPED: Scope.TABLE,
    Kind.LATE_FINDING: Scope.NOTHING,
}


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.value)
def test_an_irregularity_holds_up_the_round_unless_it_is_about_something_else(kind: Kind) -> None:
    assert scope_of(kind) is SCOPES.get(kind, Scope.ROUND)


def test_no_kind_is_without_its_circumstances() -> None:
    assert set(CIRCUMSTANCES) == set(Kind)


def test_a_kind_without_circumstances_has_one_case() -> None:
    assert combinations(Kind.MISDEAL) == ({},)


def test_a_kind_with_circumstances_has_every_combination_of_them() -> None:
    assert len(combinations(Kind.JAM)) == 16
    assert {"device": "reader", "deal": "running", "checks": "no"} in combinations(Kind.JAM)


def test_hold_stops_and_asks_the_supervisor() -> None:
    assert hold(GO_ON_REMEDY, VOID_REMEDY) == Ruling(
        consequences=(),
        basis=GO_ON.basis,
        confirm=(Role.SUPERVISOR,),
        remedies=(GO_ON_REMEDY, VOID_REMEDY),
    )
