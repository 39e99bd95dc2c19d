"""The table as each role sees it, and whoever wants to be told: the newest only.

A role that somebody looks at is watched over a line of its own, once, however many look; a role
that nobody looks at is not. What is new is drawn once, for all. Who does not come for it gets the
newest when they do: nothing is kept for them, and nobody waits for them. What a screen looks like
is handed in (`draw`).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tablectl.console.doorline import Away, DoorLine, pauses
from tablectl.doorclient import Seen, seen_of
from tablectl.doorwire import Answered, People, Watch
from tablectl.words.bases import Role

LOG = logging.getLogger("tablectl.console")
BREATH = 0.02
"""Seconds between two looks: what comes thicker than this no eye can follow."""

Draw = Callable[[Mapping[str, Any], People, Role], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a role sees, ready to be sent, and who could be signed in then."""

    mark: str
    screen: str
    there: frozenset[str]
    """Who has the role, and where people prove who they are, is signed in."""
    asked_at: float
    """When the controller was asked; who signed in later may be missing in it."""

    def misses(self, person: str, since: float) -> bool:
        """Whether somebody who signed in at this time is so no more, or not in this role."""
        return self.asked_at > since and person not in self.there


class Watcher:
    """One role that is watched."""

    def __init__(self, role: Role, line: DoorLine, draw: Draw, now: Callable[[], float]) -> None:
        self.role = role
        self.latest: Shown | None = None
        self.lost = ""
        """Why the controller cannot be seen, if it cannot."""
        self.lookers = 0
        self._line = line
        self._draw = draw
        self._now = now
        self._new = asyncio.Event()

    def tell(self) -> None:
        """Wake whoever looks, once each."""
        self._new.set()
        self._new = asyncio.Event()

    def news(self) -> asyncio.Event:
        """What is set when there is something new; to be had before one looks."""
        return self._new

    async def run(self) -> None:
        """Look until cancelled. Trouble with the line is told and outlived."""
        waiting = pauses()
        try:
            while True:
                try:
                    await self._look()
                    waiting = pauses()
                    await asyncio.sleep(BREATH)
                except (Away, Answered) as error:
                    self._lose(error)
                    await asyncio.sleep(next(waiting))
                except Exception as error:  # ours: told, and tried again with what comes next
                    LOG.exception("the screen of the %s cannot be drawn", self.role.value)
                    self._lose(error)
                    await asyncio.sleep(next(waiting))
        finally:
            self._line.close()

    async def _look(self) -> None:
        asked_at = self._now()
        known = "" if self.latest is None or self.lost else self.latest.mark
        seen = seen_of(await self._line.ask(Watch(self.role, known)))
        if self.latest is None or self.lost or seen.mark != self.latest.mark:
            self.latest = self._shown(seen, asked_at)
        else:  # the same, seen once more: who signed in meanwhile can be told now
            self.latest = replace(self.latest, asked_at=asked_at)
        self.lost = ""
        self.tell()

    def _shown(self, seen: Seen, asked_at: float) -> Shown:
        view = {**seen.view, "mark": seen.mark, "stage": seen.stage}
        screen = json.dumps(
            self._draw(view, seen.people, self.role), ensure_ascii=False, separators=(",", ":")
        )
        has = {name for name, roles in seen.people.items() if self.role.value in roles}
        there = has & {*view["present"]} if view["sign_in"] else has
        return Shown(seen.mark, screen, frozenset(there), asked_at)

    def _lose(self, error: Exception) -> None:
        if not self.lost:
            self.lost = str(error)
            self.tell()


class Watching:
    """All roles that somebody looks at."""

    def __init__(self, door: Path, draw: Draw, now: Callable[[], float]) -> None:
        self._door = door
        self._draw = draw
        self._now = now
        self._watchers: dict[Role, Watcher] = {}
        self._tasks: dict[Role, asyncio.Task[None]] = {}

    @contextmanager
    def looking(self, role: Role) -> Iterator[Watcher]:
        """A role as it is seen, for as long as somebody looks."""
        watcher = self._watchers.get(role)
        if watcher is None:
            watcher = Watcher(role, DoorLine(self._door), self._draw, self._now)
            self._watchers[role] = watcher
            self._tasks[role] = asyncio.create_task(watcher.run())
        watcher.lookers += 1
        try:
            yield watcher
        finally:
            watcher.lookers -= 1
            if not watcher.lookers:
                del self._watchers[role]
                self._tasks.pop(role).cancel()

    def tell(self) -> None:
        """Have everybody look again: somebody has signed out, or the console ends."""
        for watcher in self._watchers.values():
            watcher.tell()

    @property
    def watched(self) -> int:
        return len(self._watchers)
