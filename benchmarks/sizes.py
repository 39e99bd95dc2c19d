"""How much is measured: enough to tell, or next to nothing to see that it can be measured."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """Of everything so many; `folder` is where records are kept, on the disk that is measured."""

    folder: Path
    rounds: int = 5
    """Subject and floor take turns so often."""
    played: int = 40
    """Rounds of the game in one go."""
    repeats: int = 200
    """Views, snapshots and commits in one go."""
    samples: int = 300
    """Waits of a device in one go."""
    frames: int = 2_000
    """Frames that are read in one go."""
    settled: int = 5
    """Rounds that a table has played when its memory is looked at."""
    looked_up: int = 22_100
    """Hands whose standing is looked up in one go."""
    records: tuple[int, ...] = (1_000, 100_000)
    """Lengths of journals that are compared."""
    openings: int = 20
    """Starts from a journal in one go, and rounds that are committed to it."""
