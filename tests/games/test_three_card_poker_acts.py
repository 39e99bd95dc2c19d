"""How many acts a round costs where devices shuffle, deal and read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from simulators.crew import Wishes
from tablectl.config import loads
from tablectl.rig import Rig, build
from tablectl.words.acts import Deed
from tablectl.words.canonical import tag_of
from tablectl.words.outcomes import Receipt

TABLE = """
table: T1
game: three_card_poker
method: automated_shoe
seats: 6
decks: [blue]
preset: automated
"""
MOST_ACTS = 10
ROUNDS = 10
"""Enough for two rounds in which the stub has to be counted."""
SAME: Mapping[int, Mapping[str, int | None]] = {
    seat: {"ante": 1000, "pair_plus": 500} for seat in range(1, 7)
}

Acts = list[tuple[int, str]]


def played(folds: frozenset[str], changed: Mapping[int, int]) -> Acts:
    """Every accepted act of the rounds after the first, with its round."""

    def wagers(number: int) -> Mapping[int, Mapping[str, int | None]]:
        return {s: {**mine, "ante": changed.get(number, 1000)} for s, mine in SAME.items()}

    def choose(_: Mapping[str, Any], due: Mapping[str, Any]) -> str:
        return "fold" if due["hands"][0] in folds else str(due["options"][0]["name"])

    table = loads(TABLE, "t.yaml")
    rig = build(table.settings, Wishes(wagers, choose), 7, profiles=table.profiles)
    rig.crew.brisk = True
    acts: Acts = []

    def told(_: str, deed: Deed, receipt: Receipt) -> None:
        assert receipt.accepted, receipt.refusal
        acts.append((before, tag_of(type(deed))))

    rig.crew.told = told
    before = 0
    for _ in range(3_000):
        before = number(rig)
        if before > ROUNDS:
            return [act for act in acts if act[0] > 1]
        rig.step()
    raise AssertionError(f"only {number(rig)} rounds were played")


def number(rig: Rig) -> int:
    return rig.host.kernel.state.round.number


@pytest.mark.parametrize(
    "folds",
    [(), ("seat_1",), ("seat_3",), ("seat_6",), ("seat_2", "seat_5"), ("seat_3", "seat_4")],
    ids=lambda folds: "+".join(folds) or "nobody",
)
def test_a_round_takes_ten_acts_at_most_and_one_more_for_each_fold(folds: tuple[str, ...]) -> None:
    per_round = Counter(number for number, _ in played(frozenset(folds), {}))
    assert set(per_round) == set(range(2, ROUNDS + 1))
    assert max(per_round.values()) <= MOST_ACTS + len(folds)


def test_a_changed_wager_costs_one_act_and_one_that_stays_none() -> None:
    acts = Counter(played(frozenset(), {4: 2000, 5: 2000}))
    assert acts[4, "bet"] == len(SAME)
    assert acts[5, "bet"] == 0
    assert acts[6, "bet"] == len(SAME)


@pytest.mark.clause("19:47-20.10(c)#1")
def test_losers_and_winners_are_two_acts_because_one_comes_before_the_other() -> None:
    settled = Counter(number for number, deed in played(frozenset(), {}) if deed == "settle")
    assert max(settled.values()) == 2


def test_the_answers_of_a_table_with_one_fold_in_its_middle_are_two_acts() -> None:
    acts = Counter(played(frozenset({"seat_3"}), {}))
    assert {acts[number, "choose"] for number in range(2, ROUNDS + 1)} == {2}
