"""Irregularities of games where hands draw: what the house says where no game rules on them."""

from __future__ import annotations

import pytest

from tablectl.games.blackjack_rows import RULEBOOKS
from tablectl.irregularities.base import BASE
from tablectl.irregularities.kinds import combinations
from tablectl.irregularities.rows import Rulebook, in_full
from tablectl.words.acts import Declare
from tablectl.words.bases import cited
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.observations import LinkLost, Observation
from tests.tables import SHOE_1, Table, settings_for

NEW = (Kind.PASSED_OVER, Kind.CARD_NOT_GIVEN, Kind.CARDS_TOUCHED, Kind.CARD_NOT_FROM_SHOE)
HOUSE_BOOK = Rulebook(BASE)


def remedies(kind: Kind) -> set[tuple[str, ...]]:
    """What the house lets a supervisor choose from, in all circumstances."""
    rulings = (HOUSE_BOOK.ruling(Irregularity(kind, c)) for c in combinations(kind))
    return {tuple(remedy.name for remedy in ruling.remedies) for ruling in rulings}


def test_passed_over_is_the_supervisors_where_no_game_rules_on_it() -> None:
    assert remedies(Kind.PASSED_OVER) == {("void_round", "go_on")}


def test_card_changed_is_the_supervisors_in_every_game() -> None:
    assert remedies(Kind.CARD_CHANGED) == {
        ("go_on", "void_round", "void_round_and_remove_deck"),
    }


@pytest.mark.clause("19:47-2.15(e)")
@pytest.mark.clause("19:47-2.15(g)#1")
@pytest.mark.clause("19:47-2.15(g)#2")
def test_passed_over_is_told_apart_by_whom_and_by_what_they_got() -> None:
    book = RULEBOOKS["manual_shoe"]
    clauses = {
        (c["whose"], c["got"]): cited(book.ruling(Irregularity(Kind.PASSED_OVER, c)).basis)
        for c in combinations(Kind.PASSED_OVER)
    }
    assert clauses == {
        ("dealer", "none"): "19:47-2.15(e)",
        ("dealer", "some"): "19:47-2.15(e)",
        ("player", "none"): "19:47-2.15(g)#1",
        ("player", "some"): "19:47-2.15(g)#2",
    }


def test_card_not_given_is_the_supervisors_where_no_game_rules_on_it() -> None:
    assert remedies(Kind.CARD_NOT_GIVEN) == {("go_on", "void_round")}


def test_cards_touched_is_the_supervisors_in_every_game() -> None:
    assert remedies(Kind.CARDS_TOUCHED) == {("go_on", "void_round")}


def test_card_not_from_shoe_is_the_supervisors_in_every_game() -> None:
    assert remedies(Kind.CARD_NOT_FROM_SHOE) == {
        ("void_round_and_remove_deck", "void_round", "go_on")
    }


@pytest.mark.parametrize("kind", NEW, ids=lambda kind: kind.value)
def test_what_a_game_does_not_rule_on_is_not_offered_to_be_reported_there(kind: Kind) -> None:
    table = Table().to("decisions")
    assert table.refused(Declare(kind, "dealer")).code == "not_declarable"


def test_a_circumstance_that_is_as_it_ordinarily_is_stands_in_no_record() -> None:
    """Records from before there was the circumstance read as before."""
    table = Table(settings_for("counting")).to("deal")
    table.take(Observation(SHOE_1, LinkLost()))
    assert table.rulings[-1].irregularity.circumstances == {"cards": "out"}


def test_what_is_not_written_is_ruled_on_as_if_it_were() -> None:
    bare = Irregularity(Kind.LINK_LOST, {"cards": "out"})
    assert in_full(bare) == {"cards": "out", "checks": "no"}
    assert HOUSE_BOOK.ruling(bare) == HOUSE_BOOK.ruling(Irregularity(Kind.LINK_LOST, in_full(bare)))
