"""Work in processes of their own, forked from one that has everything it needs in memory.

For campaigns that break the product in many ways, each for good: starting Python and importing the
product again for each would take longer than the work.
"""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import TypeVar

MEMORY = 4 << 30
"""Bytes; work that fills more than this is stopped."""

Task = TypeVar("Task")
Found = TypeVar("Found")


def each_apart(
    work: Callable[[Task], Found], tasks: Iterable[Task], jobs: int
) -> Iterator[tuple[Task, Found | None]]:
    """What came of each task, as they end; None where the process died of it.

    Tasks are drawn one by one, so that the next may hang on what was found so far.
    """
    forked = multiprocessing.get_context("fork")
    waiting = iter(tasks)
    running: dict[Connection, Task] = {}
    while True:
        while len(running) < jobs:
            task = next(waiting, None)
            if task is None:
                break
            ours, theirs = forked.Pipe(duplex=False)
            forked.Process(target=_work, args=(work, task, theirs)).start()
            theirs.close()
            running[ours] = task
        if not running:
            return
        for ended in wait(list(running)):
            if not isinstance(ended, Connection):
                raise TypeError(f"not a connection: {ended!r}")
            yield running.pop(ended), _received(ended)
            ended.close()


def _received(told: Connection) -> Found | None:
    try:
        found: Found = told.recv()
    except EOFError:
        return None
    return found


def _work(work: Callable[[Task], Found], task: Task, told: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    told.send(work(task))
