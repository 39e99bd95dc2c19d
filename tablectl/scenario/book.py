"""What a run remembers of the table beyond its view: rulings, settlements, the last answer.

Rulings are read off the record, where those that a device, a deadline or a restart caused stand
beside those that a person caused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from tablectl.journal.records import Journal, RecordKind
from tablectl.scenario.acts import due_of
from tablectl.scenario.values import Result
from tablectl.words.acts import Act, Bet, Settle
from tablectl.words.bases import Role
from tablectl.words.canonical import from_plain, loads
from tablectl.words.dues import Line, Settling
from tablectl.words.outcomes import Outcome, Receipt
from tablectl.words.rulings import Ruled

View = Mapping[str, Any]
Results = dict[str, dict[str, Result]]
OWN_KEYS = "scenario:"
"""How the keys of the scenario's own acts begin; all others are the crew's."""


class DoorLike(Protocol):
    def submit(self, act: Act) -> Receipt: ...

    def view(self, role: Role) -> Mapping[str, Any]: ...


class Book:
    """The memory of one run."""

    def __init__(self) -> None:
        self.rulings: list[Ruled] = []
        """Since the last expectation."""
        self.all_rulings: list[Ruled] = []
        self.answer: Receipt | None = None
        """The answer to the last act of the scenario; None if the controller died over it."""
        self.results: Results = {}
        """What became of the wagers of the last round in which any were settled."""
        self.staked: frozenset[tuple[str, str]] = frozenset()
        """The wagers of that round, by hand and name."""
        self.refused_bets: list[str] = []
        """Wagers of the scenario that the table did not take from the crew."""
        self._round = 0
        self._seen = 0

    def read(self, journal: Journal) -> None:
        """Take in what has come on record since the last time."""
        self._seen = min(self._seen, journal.synced_seq)
        for record in journal.records(self._seen):
            self._seen = record.seq
            if record.kind == RecordKind.OUTCOME:
                rulings = from_plain(Outcome, loads(record.body)).rulings
                self.rulings += rulings
                self.all_rulings += rulings

    def forget(self) -> None:
        """What the table ruled on as it was set up is no part of the scenario."""
        self.rulings.clear()
        self.all_rulings.clear()

    def settled(self, view: View, stage: str) -> None:
        due = due_of(view, "settle_due", stage=stage)
        if due is None:
            return
        if view["round"]["number"] != self._round:
            self._round = view["round"]["number"]
            self.results = {}
        wagers = view["round"]["wagers"]
        self.staked = frozenset((hand, wager) for hand, mine in wagers.items() for wager in mine)
        for plain in due.get("lines", ()):
            line = from_plain(Line, plain)
            told = Result(line.settling, line.cents, line.odds)
            self.results.setdefault(line.hand, {})[line.wager] = told

    @property
    def all_returned(self) -> bool:
        """Every wager of that round went back to its player."""
        back = {
            (hand, wager)
            for hand, mine in self.results.items()
            for wager, told in mine.items()
            if told.settling is Settling.RETURN
        }
        return bool(self.staked) and self.staked <= back


class WatchedDoor:
    """The door, with somebody beside it who writes down what is settled."""

    def __init__(self, door: DoorLike, book: Book) -> None:
        self._door = door
        self._book = book

    def submit(self, act: Act) -> Receipt:
        settling = act.deed if isinstance(act.deed, Settle) else None
        before = self._door.view(Role.DEALER) if settling else None
        receipt = self._door.submit(act)
        if settling is not None and before is not None and receipt.accepted:
            self._book.settled(before, settling.stage)
        own = act.key.startswith(OWN_KEYS)
        if isinstance(act.deed, Bet) and receipt.refusal is not None and not own:
            bet, why = act.deed, receipt.refusal.code
            self._book.refused_bets.append(f"{bet.wager} of seat {bet.seat}: {why}")
        return receipt

    def view(self, role: Role) -> Mapping[str, Any]:
        return self._door.view(role)
