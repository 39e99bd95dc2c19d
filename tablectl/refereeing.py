"""The referee at a simulated table: it reads the record as it grows, and the screens people act on.

The record is all it needs: every input that reached the controller, and what came of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from simulators.felt import Felt
from simulators.referee.judge import Referee
from simulators.referee.tables.catalogue import GAMES
from tablectl.journal.records import Journal
from tablectl.kernel import inputs
from tablectl.words.acts import Act
from tablectl.words.bases import Role
from tablectl.words.outcomes import Receipt

REFEREED = frozenset(GAMES)
"""The games that the referee has tables for."""


class DoorLike(Protocol):
    def submit(self, act: Act) -> Receipt: ...

    def view(self, role: Role) -> Mapping[str, Any]: ...


class Refereed:
    """A referee and the record that it follows."""

    def __init__(self, felt: Felt) -> None:
        self.referee = Referee(felt)
        self._read = 0

    def catch_up(self, journal: Journal) -> None:
        """Judge what has become durable since the last time."""
        if self.referee.silent:
            return
        for stamped, outcome in inputs(journal.records(self._read)):
            if stamped.seq > journal.synced_seq:
                return
            self._read = stamped.seq + 1
            self.referee.follow(stamped, outcome)

    def look(self, view: Mapping[str, Any], journal: Journal) -> None:
        """Somebody looks at a screen."""
        self.catch_up(journal)
        self.referee.seen(view)


class OverlookedDoor:
    """A door at which somebody looks over people's shoulders: told of every screen they see."""

    def __init__(self, door: DoorLike, seen: Callable[[Mapping[str, Any]], None]) -> None:
        self._door = door
        self._seen = seen

    def submit(self, act: Act) -> Receipt:
        return self._door.submit(act)

    def view(self, role: Role) -> Mapping[str, Any]:
        view = self._door.view(role)
        self._seen(view)
        return view
