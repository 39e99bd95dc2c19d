"""The matrix: rows by method and preset, and reasons that may not be wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.games.catalogue import GAMES
from tablectl.irregularities.base import BASE, GO_ON, hold
from tablectl.irregularities.rows import Row, Rulebook, row
from tablectl.scenario import ScenarioReport
from tablectl.table.rules import Rules
from tablectl.tracing.matrix import Cell, Played, matrix, named
from tablectl.tracing.reasons import reason_why_not
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.settings import Settings
from tests.tables import settings_for

GAME = GAMES["three_card_poker"]


def played(kind: Kind, preset: str, **circumstances: str) -> Played:
    met = ((preset, Irregularity(kind, circumstances)),)
    return Played(GAME.name, "manual_shoe", ScenarioReport("one.yaml", "one", met=met))


def cell(cells: tuple[Cell, ...], method: str, preset: str, name: str) -> Cell:
    (found,) = [c for c in cells if (c.method, c.preset, c.row) == (method, preset, name)]
    return found


def test_every_row_stands_under_every_method_with_every_preset_that_goes_with_it() -> None:
    cells = matrix(GAME, ())
    assert {(c.method, c.preset) for c in cells} >= {
        *(("manual_shoe", preset) for preset in ("blind", "counting", "recognising", "mixed")),
        *(("automated_shoe", preset) for preset in ("blind", "automated")),
    }
    assert ("manual_shoe", "automated") not in {(c.method, c.preset) for c in cells}
    assert cell(cells, "automated_shoe", "automated", "wrong_stack size=short")


def test_a_row_counts_for_all_circumstances_that_it_rules_on() -> None:
    seen = played(Kind.CARD_EXPOSED, "mixed", whose="player", moment="after_reveal")
    found = cell(matrix(GAME, [seen]), "manual_shoe", "mixed", "card_exposed moment=after_reveal")
    assert (found.scenarios, found.problem) == (("one.yaml",), "")


def test_a_reason_for_a_cell_that_is_reached_is_a_problem() -> None:
    seen = played(Kind.IDENTITY_MISMATCH, "blind")
    found = cell(matrix(GAME, [seen]), "manual_shoe", "blind", "identity_mismatch")
    assert found.problem == "one.yaml reaches it, although no device stands there"


def test_a_method_that_is_added_to_a_game_has_cells_at_once() -> None:
    def rules(settings: Settings) -> Rules:
        return GAME.rules(replace(settings, method="manual_shoe"))

    dealt_by_hand = replace(GAME, methods=("hand",), rules=rules)
    cells = matrix(dealt_by_hand, ())
    assert {c.method for c in cells} == {"hand"}
    assert cell(cells, "hand", "shuffling", "misdeal").problem == "no scenario reaches it"


def test_a_row_is_named_by_its_kind_and_circumstances() -> None:
    ruled = hold(GO_ON)
    assert named(row(Kind.MISDEAL, ruled)) == "misdeal"
    both = row(Kind.JAM, ruled, device=("reader", "generator"), deal="running")
    assert named(both) == "jam device=reader|generator deal=running"


# ---------------------------------------------------------------- reasons


def base_row(kind: Kind, **when: str) -> Row:
    return next(
        r for r in BASE if r.kind is kind and all(r.when.get(k) == v for k, v in when.items())
    )


@pytest.mark.parametrize(
    ("preset", "kind", "when", "why"),
    [
        ("blind", Kind.LINK_LOST, {"cards": "out"}, "no device stands there"),
        ("counting", Kind.LINK_LOST, {"cards": "out"}, ""),
        ("blind", Kind.JAM, {"device": "shoe"}, "no device stands there"),
        ("counting", Kind.JAM, {"device": "shoe"}, ""),
        ("counting", Kind.SHUFFLE_COUNT, {}, "no shuffler stands there to count"),
        ("counting", Kind.NUMBER_OUT_OF_RANGE, {}, "no number is drawn in this game"),
        ("blind", Kind.MISDEAL, {}, ""),
    ],
)
def test_a_reason_holds_where_what_it_takes_is_missing(
    preset: str, kind: Kind, when: dict[str, str], why: str
) -> None:
    assert reason_why_not(base_row(kind, **when), settings_for(preset)) == why


def test_a_row_about_several_devices_is_possible_where_one_of_them_stands() -> None:
    (mixed,) = [r for r in BASE if r.kind is Kind.JAM and isinstance(r.when["device"], tuple)]
    assert reason_why_not(mixed, settings_for("counting")) == ""


def test_every_kind_has_a_row_to_be_reached() -> None:
    assert {r.kind for r in Rulebook(BASE).rows} == set(Kind)
