"""The same laws by every shoe of blackjack: random play, and a way to a closed table."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from simulators.chance import split
from simulators.crew import Wishes
from tablectl.games.blackjack_shoes import METHODS
from tests.games.shoe_tables import blackjack
from tests.play.random_play import Play, replayed

SEEDS = range(3)
PRESETS = ("blind", "plain_counter", "counting", "recognising")
TABLES = [
    (method, preset)
    for method in METHODS
    for preset in PRESETS
    if (method, preset) != ("continuous_shuffler", "recognising")
]
each_table = pytest.mark.parametrize(("method", "preset"), TABLES, ids=str)


def wishes(chance: Random) -> Wishes:
    def wagers(_: int) -> Mapping[int, Mapping[str, int | None]]:
        seats = chance.sample(range(1, 8), chance.randint(3, 7))
        return {seat: {"wager": 1_000} for seat in sorted(seats)}

    def choose(_: Mapping[str, Any], due: Mapping[str, Any]) -> str:
        return str(chance.choice(due["options"])["name"])

    return Wishes(wagers, choose)


def played(method: str, preset: str, seed: int, steps: int, *, behind: int = 0) -> Play:
    shuffler = seed % 2 == 1 and method != "continuous_shuffler"
    settings = blackjack(method, preset, shuffler=shuffler, cards_behind=behind)
    play = Play(preset, seed, 0.05, settings, wishes(split(seed, f"{method} {preset}")))
    if method == "double_shoe":
        play.rig.crew.dealing.wrong_sides = seed
    play.run(steps)
    return play


@each_table
@pytest.mark.parametrize("seed", SEEDS)
def test_from_wherever_play_leads_there_is_a_way_to_a_closed_table(
    method: str, preset: str, seed: int
) -> None:
    play = played(method, preset, seed, 260)
    shoe = play.rig.shoe
    if shoe is not None and shoe.deaf:
        # One that answers no order is switched off and on: each of its sides is told by itself, and
        # a line keeps only so many orders whose outcome nobody has told.
        shoe.deaf = False
        shoe.reboot()
    assert play.close()


@pytest.mark.parametrize("method", METHODS)
def test_the_record_leads_to_the_same_states_again(method: str) -> None:
    play = played(method, "counting", 11, 260)
    assert replayed(play)
