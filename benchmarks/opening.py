"""`python -m benchmarks.opening FILE [SAMPLES]`: what it takes to go on from a journal.

In a process of its own, so that its memory is that of one journal: the journal is opened and the
state rebuilt, as when a table starts, again and again; beside it stands the bare opening of the
file. SAMPLES 0 verifies the journal instead. One JSON object tells what was found.
"""

from __future__ import annotations

import json
import resource
import sqlite3
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.longrecord import PRESET
from benchmarks.measure import Spent
from benchmarks.tables import settings
from tablectl.games.catalogue import rules_for
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.kernel import rebuild

STATUS = Path("/proc/self/status")
LAST = "SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1"


def main() -> None:
    path, samples = Path(sys.argv[1]), int(sys.argv[2])
    found = openings(path, samples) if samples else verified(path)
    print(json.dumps({**found, "memory": _most_memory()}))


def _most_memory() -> int:
    """The most that this process has held, in kB."""
    if not STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # What the system counts for a process would be that of the one it was started by, if larger.
    lines = dict(line.split(":", 1) for line in STATUS.read_text().splitlines())
    return int(lines["VmHWM"].split()[0])


def openings(path: Path, samples: int) -> dict[str, Any]:
    """What each start and each bare opening took; the first of both is left out."""
    starts, bare = Spent(), Spent()
    for _ in range(1 + samples):
        with bare.adding():
            _bare(path)
        with starts.adding():
            _start(path)
    return {"starts": asdict(starts.warm()), "bare": asdict(bare.warm())}


def _start(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        rebuild(journal, rules_for, settings(PRESET))


def _bare(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(LAST).fetchone()


def verified(path: Path) -> dict[str, Any]:
    spent = Spent()
    with spent.adding():
        found = verify(path)
    if not found.ok:
        raise RuntimeError(f"the journal was made wrongly: {found.findings[0]}")
    return {"records": found.last_seq, **asdict(spent)}


if __name__ == "__main__":
    main()
