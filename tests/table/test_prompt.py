"""The prompt: the one thing that the table is waiting for, whatever else may be done."""

from __future__ import annotations

from tablectl.table.view import view
from tablectl.words.acts import Bet, Confirm
from tablectl.words.bases import Role
from tablectl.words.irregularities import Kind
from tests.tables import Table, at, opened, settings_for


def prompt(table: Table) -> str:
    return str(view(table.rules, table.state, Role.DEALER)["prompt"]["code"])


def test_while_a_deck_is_prepared_the_prompt_is_the_deck_and_wagers_may_be_placed() -> None:
    table = Table(settings_for("blind"))
    table.must(Confirm("open_table"), "s1")
    assert prompt(table) == "confirm_due:inspect"
    offers = view(table.rules, table.state, Role.DEALER)["offers"]
    assert "bet" in {offer["deed"] for offer in offers}


def test_with_a_deck_in_the_shoe_and_nothing_wagered_the_prompt_is_the_wagers() -> None:
    assert prompt(opened("blind")) == "wager_due"


def test_with_something_wagered_the_prompt_is_the_call() -> None:
    table = opened("blind")
    table.must(Bet(2, "ante", 1000))
    assert prompt(table) == "call_due:no_more_bets"


def test_an_open_case_comes_before_the_round() -> None:
    table = at("decisions")
    table.declare(Kind.MISDEAL)
    assert prompt(table) == "confirm_due:ruling"
