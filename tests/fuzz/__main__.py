"""`python -m tests.fuzz [--seconds N | --count N] [--seed S] [codec|yaml|driver|all]`.

Every input has a seed of its own, printed when it fails: `--seed S --count 1` makes just that one
again.
"""

from __future__ import annotations

import argparse
import gc
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from types import FrameType
from typing import Any

from tests.fuzz import codec, driver, yaml_files

HANGS_AFTER = 10
"""Seconds that no single input may take."""
GROWTH = 64 * 1024
"""Kilobytes that a run may come to need once it is warm. A leak of 100 bytes an input is more."""
WARM = 20_000
LOOK_EVERY = 1_000


@dataclass(frozen=True)
class Target:
    make: Callable[[Random], Any]
    check: Callable[[Any], None]
    count: int
    """Inputs, unless the caller says."""


TARGETS = {
    "codec": Target(codec.make, codec.check, 1_000_000),
    "yaml": Target(yaml_files.make, yaml_files.check, 200_000),
    "driver": Target(driver.make, driver.check, 50_000),
}


class Hung(Exception):
    """One input took too long."""


class Grew(Exception):
    """The process needs more and more memory."""


@dataclass
class Limits:
    """When to stop: after so many inputs, or at a time."""

    count: int | None
    until: float | None

    def reached(self, done: int) -> bool:
        if self.until is not None:
            return time.monotonic() >= self.until
        return done >= (self.count or 0)


def main() -> int:
    asked = _arguments()
    names = list(TARGETS) if asked.what == "all" else [asked.what]
    signal.signal(signal.SIGALRM, _hung)
    return max(_run(name, asked) for name in names)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("what", nargs="?", default="all", choices=[*TARGETS, "all"])
    parser.add_argument("--seed", type=int, default=1, help="of the first input (default 1)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=float, help="how long, each")
    limit.add_argument("--count", type=int, help="how many inputs, each")
    return parser.parse_args()


def _run(name: str, asked: argparse.Namespace) -> int:
    target = TARGETS[name]
    began = time.monotonic()
    until = began + asked.seconds if asked.seconds is not None else None
    limits = Limits(asked.count if asked.count is not None else target.count, until)
    done, warm_at, slowest = 0, None, (0.0, asked.seed)
    while not limits.reached(done):
        seed = asked.seed + done
        started = time.perf_counter()
        made: Any = None
        try:
            made = target.make(Random(seed))
            signal.setitimer(signal.ITIMER_REAL, HANGS_AFTER)
            target.check(made)
            signal.setitimer(signal.ITIMER_REAL, 0)
            done += 1
            if done % LOOK_EVERY == 0:
                warm_at = _memory(done, warm_at)
        except Exception:
            signal.setitimer(signal.ITIMER_REAL, 0)
            _say(f"{name}: FAILED at seed {seed} after {done} inputs")
            _say(traceback.format_exc())
            _say(f"input: {made!r}")
            return 1
        slowest = max(slowest, (time.perf_counter() - started, seed))
    took = time.monotonic() - began
    _say(
        f"{name}: {done} inputs in {took:.1f} s, {done / max(took, 1e-9):.0f} a second; slowest "
        f"{slowest[0] * 1000:.1f} ms (seed {slowest[1]}); peak memory {_peak() // 1024} MB"
    )
    return 0


def _memory(done: int, warm_at: int | None) -> int | None:
    """The peak once everything is loaded and cached; Grew if it rises far beyond."""
    if done < WARM:
        return None
    peak = _peak()
    if warm_at is not None and peak > warm_at + GROWTH:
        gc.collect()
        raise Grew(f"from {warm_at} to {peak} kilobytes")
    return warm_at if warm_at is not None else peak


def _peak() -> int:
    """Kilobytes, as Linux counts them."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _hung(_: int, __: FrameType | None) -> None:
    raise Hung(f"more than {HANGS_AFTER} s")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
