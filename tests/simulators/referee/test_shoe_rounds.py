"""Random rounds of blackjack from its other shoes, with the referee beside them: they agree."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.simulators.referee.shoes_play import (
    BART_CARTER,
    CONTINUOUS,
    DOUBLE,
    SIDED,
    ShoePlay,
    house,
)

PRESETS = ("blind", "counting", "recognising")


def played(method: str, seed: int, rounds: int, trouble: float = 0.0) -> ShoePlay:
    table = ShoePlay(method, PRESETS[seed % 3], seed, **house(method, seed))
    table.trouble = trouble
    for _ in range(rounds):
        table.round_of_play()
    assert table.errors == []
    assert [str(found) for found in table.referee.found] == [], (method, seed)
    assert not table.referee.recused
    return table


@pytest.mark.parametrize("seed", range(4, 8))
@pytest.mark.parametrize("method", [DOUBLE, BART_CARTER, CONTINUOUS])
def test_the_referee_agrees_with_every_round(method: str, seed: int) -> None:
    assert played(method, seed, 6).referee.rounds >= 6


def test_the_referee_agrees_on_whatever_goes_wrong_with_two_sides() -> None:
    happened: Counter[str] = Counter()
    for seed in range(14, 20):
        happened += played(DOUBLE, seed, 4, 0.1).happened
    assert set(happened) >= set(SIDED)


@pytest.mark.parametrize("method", [BART_CARTER, CONTINUOUS])
def test_the_referee_agrees_on_whatever_goes_wrong(method: str) -> None:
    for seed in range(3):
        assert played(method, seed, 4, 0.1).happened.total()
