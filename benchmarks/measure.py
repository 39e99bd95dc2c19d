"""Measuring: a subject and its floor in turns, medians of several rounds, and their ratio."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

Work = Callable[[], None]


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
