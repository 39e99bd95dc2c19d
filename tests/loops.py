"""Tests on an asyncio loop of their own, that wait for what shall be and never for a while."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec

P = ParamSpec("P")
PATIENCE_S = 20.0
"""Far longer than anything takes; only a test that fails waits so long."""


def on_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an async test to its end."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def until(true: Callable[[], object], what: str = "") -> None:
    """Let the loop go on until something is so."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, f"this never came to be: {what or true}"
        await asyncio.sleep(0.002)


async def turns(count: int) -> None:
    """Let the loop go round so many times: whatever is ready happens."""
    for _ in range(count):
        await asyncio.sleep(0)
