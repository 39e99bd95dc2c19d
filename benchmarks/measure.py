"""Measuring: a subject beside a floor or a peer of the same run, and their ratio.

Two kinds of figure. A `Figure` is what one unit costs, where many are done in one go: medians of
several rounds, subject and floor in turns. A `Comparison` is of things that happen one by one and
whose spread matters: how long each took, how large each process was. Nothing here knows what is
measured, and nothing here prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time

Work = Callable[[], None]

ENOUGH_FOR_P99 = 100
"""Of fewer samples nobody can say what one in a hundred is like."""


@dataclass(frozen=True)
class Figure:
    """What one unit of the subject costs, beside one unit of its floor."""

    name: str
    unit: str
    subject_us: float
    floor: str
    floor_us: float
    note: str = ""

    @property
    def ratio(self) -> float:
        return self.subject_us / self.floor_us

    @property
    def per_second(self) -> float:
        return 1_000_000 / self.subject_us


@dataclass(frozen=True)
class Spread:
    """Samples of one thing: the middle one, and the one that one in a hundred is above."""

    p50: float
    p99: float | None
    """None where there are too few samples to tell."""
    samples: int

    @classmethod
    def of(cls, samples: Sequence[float]) -> Spread:
        enough = len(samples) >= ENOUGH_FOR_P99
        p99 = quantiles(samples, n=100, method="inclusive")[98] if enough else None
        return cls(median(samples), p99, len(samples))


@dataclass(frozen=True)
class Peer:
    """What stands beside the subject: a part of what the subject does, so it cannot take less."""

    name: str
    spread: Spread


@dataclass(frozen=True)
class Aim:
    """What the subject's p50 is to stay within, made of what was measured in the same run."""

    what: str
    most: float


@dataclass(frozen=True)
class Comparison:
    """The spread of a subject beside the spreads of its peers, all in `unit`."""

    name: str
    unit: str
    subject: Spread
    peers: tuple[Peer, ...]
    aim: Aim | None = None
    note: str = ""

    def times(self, peer: Peer) -> tuple[float, float | None]:
        """The subject's p50 and p99, each as a multiple of the peer's."""
        mine, theirs = self.subject, peer.spread
        high = None if mine.p99 is None or theirs.p99 is None else mine.p99 / theirs.p99
        return mine.p50 / theirs.p50, high

    @property
    def disturbed(self) -> bool:
        """The subject came out below one of its floors: the machine was not the same for both,
        and neither a ratio nor an aim that is met says anything."""
        return any(self.subject.p50 < peer.spread.p50 for peer in self.peers)

    @property
    def of_aim(self) -> float | None:
        """The subject's p50 as a multiple of its aim; met if it is 1 or less."""
        return None if self.aim is None else self.subject.p50 / self.aim.most


Result = Figure | Comparison

Pair = tuple[Sequence[float], Sequence[float]]
"""Samples of a subject, and of its peer a moment later."""
DRAWS = 400


@dataclass(frozen=True)
class Times:
    """How many times as long the subject takes, and between what that lies 95 times in 100."""

    of: float
    low: float
    high: float


def times_as_long(pairs: Sequence[Pair], percent: int) -> Times:
    """A percentile of all subjects over that of all peers. What is not certain about it is found by
    drawing pairs anew, whole ones: samples of one moment resemble each other."""
    chance = Random(1)
    drawn = sorted(
        _ratio([pairs[chance.randrange(len(pairs))] for _ in pairs], percent) for _ in range(DRAWS)
    )
    return Times(_ratio(pairs, percent), drawn[DRAWS // 40], drawn[-DRAWS // 40 - 1])


def _ratio(pairs: Sequence[Pair], percent: int) -> float:
    mine = sorted(chain.from_iterable(subject for subject, _ in pairs))
    theirs = sorted(chain.from_iterable(peer for _, peer in pairs))
    return mine[len(mine) * percent // 100] / theirs[len(theirs) * percent // 100]


@dataclass(frozen=True)
class Spent:
    """What something took: by the clock on the wall, and of the processor.

    On a machine that does other things too, only the second is the same twice.
    """

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    @contextmanager
    def adding(self) -> Iterator[None]:
        """Add one sample of each, in milliseconds."""
        wall, processor = perf_counter(), process_time()
        yield
        self.processor.append((process_time() - processor) * 1e3)
        self.wall.append((perf_counter() - wall) * 1e3)

    def warm(self) -> Spent:
        """All but the first sample."""
        return Spent(self.wall[1:], self.processor[1:])


def beside(
    name: str,
    unit: str,
    subject: tuple[Work, int],
    floor: tuple[str, Work, int],
    *,
    rounds: int,
    note: str = "",
) -> Figure:
    """Time (work, units in it) of subject and floor in turns."""
    work, units = subject
    floor_name, floor_work, floor_units = floor
    mine, theirs = [], []
    for _ in range(rounds):
        theirs.append(_seconds(floor_work) / floor_units)
        mine.append(_seconds(work) / units)
    return Figure(name, unit, median(mine) * 1e6, floor_name, median(theirs) * 1e6, note)


def _seconds(work: Work) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start
