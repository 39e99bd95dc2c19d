"""A whole soak: stretch after stretch, table after table, until the rounds are played.

Everything in a stretch comes from its name, so several can be played at a time; they are counted in
the order in which one would have played them, and the result is the same.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from multiprocessing import get_context, parent_process
from multiprocessing.forkserver import ensure_running
from threading import Thread
from time import perf_counter

from tablectl.fitting import Preset
from tablectl.soak.result import Result, Tally
from tablectl.soak.seatings import Seating, seatings
from tablectl.soak.stretch import Stretch
from tablectl.soak.troubles import Rates

ROUNDS = 10
"""Rounds of one stretch."""
REPLAY_EVERY = 5
"""Of so many stretches of a table one is replayed from its first record."""
AHEAD = 4
"""Stretches that wait for each process."""


@dataclass(frozen=True)
class Turn:
    """One stretch of a table, by its number there."""

    seating: Seating
    number: int
    seed: int
    rates: Rates

    def stretch(self, rounds: int) -> Stretch:
        return Stretch(
            self.seating, f"{self.seed}: {self.seating}: {self.number}", rounds, self.rates
        )

    def played(self, rounds: int) -> Tally:
        return self.stretch(rounds).play(replay=self.number % REPLAY_EVERY == 1)


def soak(
    game: str,
    rounds: int,
    seed: int,
    rates: Rates,
    *,
    presets: tuple[Preset, ...] = (),
    methods: tuple[str, ...] = (),
    jobs: int = 1,
    begun: Result | None = None,
    progress: Callable[[Result], None] = lambda _: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Result:
    """Play so many rounds, at all tables of the game in turn.

    With `begun` the same soak goes on from what it had counted then. `progress` is told after every
    stretch; where somebody is `stopping` it, the soak ends with the stretch that was counted last.
    """
    result = Result(game, seed) if begun is None else begun
    tables = seatings(game, presets, methods)
    if not tables:
        return result
    before, began = result.seconds, perf_counter()
    turns = _turns(tables, seed, rates)
    last = next(islice(turns, result.turns - 1, result.turns)) if result.turns else None
    if not result.whole.disagreements:
        for turn, tally in _played(turns, rounds - result.spent, jobs):
            last = turn
            result.add(str(turn.seating), tally)
            result.seconds = before + perf_counter() - began
            progress(result)
            if tally.disagreements:
                break
            if stopping() and result.spent < rounds:
                result.interrupted = True
                break
    if last is not None and result.whole.disagreements:
        result.dissent = last.stretch(ROUNDS)
        result.dissent.play(replay=False)
    return result


def _turns(tables: tuple[Seating, ...], seed: int, rates: Rates) -> Iterator[Turn]:
    played: Counter[Seating] = Counter()
    for seating in cycle(tables):
        played[seating] += 1
        yield Turn(seating, played[seating], seed, rates)


def _played(turns: Iterator[Turn], rounds: int, jobs: int) -> Iterator[tuple[Turn, Tally]]:
    """Turns in their order, each once it is played; the last one may be shorter."""
    left = rounds
    if left <= 0:
        return
    for turn, whole in _whole(turns) if jobs == 1 else _ahead(turns, jobs):
        tally = whole() if left >= ROUNDS else turn.played(left)
        left -= max(tally.rounds, 1)
        yield turn, tally
        if left <= 0:
            return


def _whole(turns: Iterator[Turn]) -> Iterator[tuple[Turn, Callable[[], Tally]]]:
    for turn in turns:
        yield turn, partial(turn.played, ROUNDS)


def _ahead(turns: Iterator[Turn], jobs: int) -> Iterator[tuple[Turn, Callable[[], Tally]]]:
    """Turns that other processes have begun to play before anybody asks for them."""
    _start_deaf()
    with ProcessPoolExecutor(jobs, get_context("forkserver"), _serve) as pool:
        begun: deque[tuple[Turn, Future[Tally]]] = deque()
        try:
            for turn in turns:
                begun.append((turn, pool.submit(turn.played, ROUNDS)))
                if len(begun) > AHEAD * jobs:
                    first, future = begun.popleft()
                    yield first, future.result
        finally:
            for _, future in begun:
                future.cancel()


def _start_deaf() -> None:
    """Start the process that all others come from: Ctrl-C is for who counts, and not for them."""
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    ensure_running()
    signal.signal(signal.SIGINT, heard)


def _serve() -> None:
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """End with the process that counts: killed, it could not say that it is over."""
    counting = parent_process()
    if counting is not None:
        counting.join()
        os._exit(1)
