"""A process whose files may not grow past a limit, until it lifts the limit again.

Run by the tests as `python -m tests.journal.child_on_a_small_disk JOURNAL ROOM SIZE`: from the
first record on, the log may grow by ROOM bytes, and each body is SIZE characters long.
Prints what it saw as JSON.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

from tablectl.journal.errors import JournalFull
from tablectl.journal.records import Journal
from tablectl.journal.sqlite import SqliteJournal
from tests.journal.books import append_act, append_snapshot

MANY = 5000


def set_limit(size: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))


def refused_after(journal: Journal, size: int) -> int:
    """Append until the disk is full; how many records were durable by then."""
    for _ in range(MANY):
        durable = journal.synced_seq
        try:
            append_act(journal, f"key-{durable}", text="x" * size)
            append_snapshot(journal, f"state {durable}")
            journal.sync()
        except JournalFull:
            return durable
    raise AssertionError("the disk was never full")


def main() -> None:
    path, room, size = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    journal = SqliteJournal(path)
    append_act(journal, "first")
    journal.sync()
    set_limit(path.with_name(f"{path.name}-wal").stat().st_size + room)

    durable = refused_after(journal, size)
    numbers = [journal.last_seq, journal.synced_seq, len(list(journal.records()))]
    again = refused_after(journal, 10 * size)

    set_limit(resource.RLIM_INFINITY)
    append_act(journal, "last", text="x" * size)
    journal.sync()
    seen = {"durable": durable, "numbers": numbers, "again": again, "last": journal.last_seq}
    journal.close()
    sys.stdout.write(json.dumps(seen))


if __name__ == "__main__":
    main()
