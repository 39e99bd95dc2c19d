"""A whole soak: stretch after stretch, table after table, until the rounds are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import cycle
from time import perf_counter

from tablectl.fitting import Preset
from tablectl.soak.result import Result
from tablectl.soak.seatings import Seating, seatings
from tablectl.soak.stretch import Stretch
from tablectl.soak.troubles import Rates

ROUNDS = 10
"""Rounds of one stretch."""
REPLAY_EVERY = 5
"""Of so many stretches of a table one is replayed from its first record."""


def soak(
    game: str,
    rounds: int,
    seed: int,
    rates: Rates,
    *,
    presets: tuple[Preset, ...] = (),
    methods: tuple[str, ...] = (),
    progress: Callable[[Result], None] = lambda _: None,
) -> Result:
    """Play so many rounds, at all tables of the game in turn."""
    result = Result(game, seed)
    tables = seatings(game, presets, methods)
    if not tables:
        return result
    played: Counter[Seating] = Counter()
    began, left = perf_counter(), rounds
    for seating in cycle(tables):
        if left <= 0:
            break
        played[seating] += 1
        number = played[seating]
        stretch = Stretch(seating, f"{seed}: {seating}: {number}", min(ROUNDS, left), rates)
        tally = stretch.play(replay=number % REPLAY_EVERY == 1)
        left -= max(tally.rounds, 1)
        result.add(str(seating), tally)
        result.seconds = perf_counter() - began
        progress(result)
        if tally.disagreements:
            result.dissent = stretch
            break
    return result
