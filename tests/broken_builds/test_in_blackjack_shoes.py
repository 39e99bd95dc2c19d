"""Every broken build of the other shoes is caught in random rounds of the core alone."""

from __future__ import annotations

from tests.apart import each_apart
from tests.broken_builds.in_blackjack_shoes import BUILDS
from tests.simulators.referee.shoes_play import ShoePlay, house

SEEDS, ROUNDS = range(1, 13), 8


def caught(name: str) -> str:
    """What the referee objected to first; nothing if it never did. Breaks this process for good."""
    build = BUILDS[name]
    build.change()
    for seed in SEEDS:
        preset = ("counting", "recognising", "blind")[seed % 3]
        if build.presets and preset not in build.presets:
            continue
        table = ShoePlay(build.method, preset, seed, **house(build.method, seed))
        table.trouble = 0.1 if seed % 2 else 0.0
        told = _played(table)
        if told:
            return told
    return ""


def _played(table: ShoePlay) -> str:
    """A broken round may come to an end at which nobody can go on; the referee speaks before."""
    for _ in range(ROUNDS):
        try:
            table.round_of_play()
        except AssertionError:
            if not table.referee.found:
                raise
        if table.referee.found:
            return str(table.referee.found[0])
    return ""


def test_every_build_is_caught() -> None:
    told = dict(each_apart(caught, [*BUILDS], jobs=2))
    assert len(told) >= 12
    assert sorted(name for name, by in told.items() if not by) == []
