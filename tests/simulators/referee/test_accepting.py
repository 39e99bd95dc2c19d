"""What the referee makes of a unit that a supervisor accepts; scenarios show the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from simulators.referee.accepting import accept
from simulators.referee.book import SHOE
from simulators.referee.evidence import Account
from simulators.referee.reports import take_report
from tablectl.words.observations import Observation
from tablectl.words.outcomes import Outcome
from tests.tables import SHOE_1, identity, settings_for


def met(**otherwise: Any) -> Account:
    """An open table whose shoe answers otherwise than promised."""
    account = Account(settings_for("counting"))
    shoe = replace(account.settings.devices[SHOE_1], versions=("1.x",))
    account.filed = account.settings = replace(account.settings, devices={SHOE_1: shoe})
    account.open = True
    answers(account, **otherwise)
    return account


def answers(account: Account, **otherwise: Any) -> None:
    said = replace(identity(account.filed.devices[SHOE_1]), **otherwise)
    take_report(account, Observation(SHOE_1, said, 1), Outcome(1))


def objections(account: Account) -> list[str]:
    accept(account, SHOE_1)
    return [why for _, why, _ in account.objections]


def test_a_unit_that_was_accepted_is_the_promised_one_from_then_on() -> None:
    account = met(serial="S-9")
    assert objections(account) == []
    assert account.units[SHOE_1].identified
    answers(account)
    assert not account.units[SHOE_1].identified


@pytest.mark.parametrize(
    ("otherwise", "why"),
    [
        ({"firmware": "2.0"}, "nobody has listed firmware 2.0"),
        ({"model": "other"}, "shoe_1 is another model, or simulated where it was not"),
        ({}, "nothing answers in the place of shoe_1"),
    ],
)
def test_what_nobody_may_accept_is_objected_to(otherwise: dict[str, str], why: str) -> None:
    assert objections(met(**otherwise)) == [why]


def test_a_shoe_with_cards_in_it_may_not_be_accepted() -> None:
    account = met(serial="S-9")
    account.decks["blue"].gather(SHOE)
    assert objections(account) == ["cards are in shoe_1"]
