"""What no controller can see to is declared with a reason; nothing else is left out silently."""

from __future__ import annotations

import pytest

from tablectl.clauses.hows import Beyond
from tablectl.games import blackjack_clauses
from tablectl.tracing import clauses, hows
from tablectl.tracing.hows import beyond, problems


@pytest.fixture(autouse=True)
def read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What games declare is read once; each test here declares something else."""
    monkeypatch.setattr(hows, "beyond", beyond.__wrapped__)
    monkeypatch.setattr(clauses, "beyond", beyond.__wrapped__)


def declared(monkeypatch: pytest.MonkeyPatch, *lines: Beyond) -> None:
    monkeypatch.setattr(blackjack_clauses, "BEYOND", lines)


def test_every_reason_says_something_of_a_clause_that_is_registered() -> None:
    assert all(line.why for line in beyond().values())
    assert not list(problems())


def test_a_clause_that_is_neither_enforced_nor_declared_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [line for line in blackjack_clauses.BEYOND if line.citation != "19:47-2.9(e)"]
    declared(monkeypatch, *lines)
    assert list(clauses._undeclared()) == [
        "19:47-2.9(e) is neither enforced nor said to be out of reach"
    ]


def test_what_is_enforced_is_not_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    declared(monkeypatch, Beyond("19:47-2.9(c)", "nobody knows"))
    assert list(problems()) == [
        "19:47-2.9(c) is said to be out of reach and is enforced (refusal, settlement)"
    ]


def test_only_what_is_registered_can_be_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    declared(monkeypatch, Beyond("19:47-2.99", "there is none"))
    assert list(problems()) == ["19:47-2.99 is said to be out of reach and is not registered"]
