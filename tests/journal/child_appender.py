"""A process that appends until it is killed, and says after each sync what is durable.

Run by the tests as `python -m tests.journal.child_appender JOURNAL`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tablectl.journal.sqlite import SqliteJournal
from tests.journal.books import append_act, append_snapshot


def main() -> None:
    journal = SqliteJournal(Path(sys.argv[1]))
    while True:
        for _ in range(1 + journal.last_seq % 3):
            append_act(
                journal, f"key-{journal.last_seq}", text="x" * (journal.last_seq * 37 % 5000)
            )
        if journal.last_seq % 5 == 0:
            append_snapshot(journal, "y" * 9000)
        journal.sync()
        # In one piece and past all buffers, so that what was said is what the parent reads.
        os.write(sys.stdout.fileno(), f"{journal.synced_seq}\n".encode())


if __name__ == "__main__":
    main()
