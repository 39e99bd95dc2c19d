"""The writer: the one thread of a served table that waits for the disk.

It is handed a batch, commits it, and puts what came of it where the loop's thread finds it. It
knows nothing of tables or of the loop, and touches nothing but what `commit` touches.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from tablectl.kernel import Batch

NAME = "journal-writer"


@dataclass(frozen=True, slots=True)
class Written:
    """What came of a batch: it is durable, or there was this error and there is no trace of it."""

    batch: Batch
    error: Exception | None = None


class Writer:
    """`told` is called on the writer's thread whenever there is something to take."""

    def __init__(self, commit: Callable[[Batch], None], told: Callable[[], object]) -> None:
        self._commit = commit
        self._told = told
        self._batches: SimpleQueue[Batch | None] = SimpleQueue()
        self._written: SimpleQueue[Written] = SimpleQueue()
        # Not a daemon: the process must not end in the middle of a commit.
        self._thread = threading.Thread(target=self._work, name=NAME, daemon=False)
        self._thread.start()

    def write(self, batch: Batch) -> None:
        self._batches.put(batch)

    def take(self) -> Written | None:
        """What came of the batch, if that is known by now and nobody has waited for it."""
        try:
            return self._written.get_nowait()
        except Empty:
            return None

    def wait(self) -> Written:
        """What came of the batch, however long that takes."""
        return self._written.get()

    def stop(self) -> None:
        """Let the commit under way come to its end, and end the thread."""
        self._batches.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (batch := self._batches.get()) is not None:
            self._written.put(self._tried(batch))
            self._told()

    def _tried(self, batch: Batch) -> Written:
        try:
            self._commit(batch)
        except Exception as error:  # whatever it is, the loop's thread must hear of it
            return Written(batch, error)
        return Written(batch)
