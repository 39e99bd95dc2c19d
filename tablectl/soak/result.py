"""What a soak found: counts, and the first violations with all that is needed to see them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tablectl.words.canonical import dumps

if TYPE_CHECKING:
    from tablectl.soak.stretch import Stretch

NAMED = 20
"""So many violations are told one by one; the others are counted."""


@dataclass(frozen=True)
class Violation:
    """Something that must never happen, where it happened, and how to see it again."""

    kind: str
    what: str
    table: str
    round: int
    stretch: str
    """The name that all chance of this stretch comes from."""

    def as_plain(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "what": self.what,
            "table": self.table,
            "round": self.round,
            "stretch": self.stretch,
        }

    def __str__(self) -> str:
        return f"{self.kind}: {self.what} ({self.table}; round {self.round} of {self.stretch})"


@dataclass
class Tally:
    """What is counted, of one stretch or of all."""

    rounds: int = 0
    void: int = 0
    acts: int = 0
    refused: int = 0
    restarts: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    """Faults and slips that came about, by name."""
    irregularities: Counter[str] = field(default_factory=Counter)
    rulings: Counter[str] = field(default_factory=Counter)
    """By basis."""
    undetected: Counter[str] = field(default_factory=Counter)
    """By what happened."""
    violations: list[Violation] = field(default_factory=list)
    disagreements: list[Violation] = field(default_factory=list)
    """What the referee holds against the controller."""
    judged: int = 0
    """Rulings that the referee has judged."""
    rows: Counter[str] = field(default_factory=Counter)
    """Irregularities by kind and circumstances, as `met_as` has them."""
    states: Counter[str] = field(default_factory=Counter)
    transitions: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    """What was due or refused, by basis."""
    unknowable: Counter[str] = field(default_factory=Counter)
    """What was not as it was told, and nothing and nobody could have known, by the referee."""

    @property
    def acts_per_round(self) -> float:
        return self.acts / max(self.rounds, 1)

    def add(self, other: Tally) -> None:
        self.rounds += other.rounds
        self.void += other.void
        self.acts += other.acts
        self.refused += other.refused
        self.restarts += other.restarts
        self.happened += other.happened
        self.irregularities += other.irregularities
        self.rulings += other.rulings
        self.undetected += other.undetected
        self.violations += other.violations
        self.disagreements += other.disagreements
        self.judged += other.judged
        self.unknowable += other.unknowable
        self.rows += other.rows
        self.states += other.states
        self.transitions += other.transitions
        self.asked += other.asked


@dataclass
class Result:
    """All of a soak."""

    game: str
    seed: int
    tables: dict[str, Tally] = field(default_factory=dict)
    seconds: float = 0.0
    dissent: Stretch | None = None
    """The stretch over which the referee disagreed: the last one."""

    last_rounds: int = 0
    """Rounds of the stretch that was added last."""
    turns: int = 0
    """Stretches that were played."""
    spent: int = 0
    """Rounds that they stand for: one in which no round came to its end counts as one."""
    interrupted: bool = False
    """Somebody wanted it to end here."""

    def add(self, table: str, tally: Tally) -> None:
        self.last_rounds = tally.rounds
        self.turns += 1
        self.spent += max(tally.rounds, 1)
        self.tables.setdefault(table, Tally()).add(tally)

    @property
    def whole(self) -> Tally:
        whole = Tally()
        for tally in self.tables.values():
            whole.add(tally)
        return whole

    @property
    def rounds_per_second(self) -> float:
        return self.whole.rounds / self.seconds if self.seconds else 0.0

    def as_plain(self) -> dict[str, Any]:
        whole = self.whole
        return {
            "game": self.game,
            "seed": self.seed,
            "rounds": whole.rounds,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 3),
            "rounds_per_second": round(self.rounds_per_second, 1),
            "acts_per_round": round(whole.acts_per_round, 2),
            "void": whole.void,
            "refused": whole.refused,
            "restarts": whole.restarts,
            "happened": _sorted(whole.happened),
            "irregularities": _sorted(whole.irregularities),
            "rulings": _sorted(whole.rulings),
            "undetected": {
                name: _sorted(tally.undetected)
                for name, tally in self.tables.items()
                if tally.undetected
            },
            "violations": len(whole.violations),
            "first_violations": [each.as_plain() for each in whole.violations[:NAMED]],
            "judged": whole.judged,
            "unknowable": _sorted(whole.unknowable),
            "disagreements": len(whole.disagreements),
            "first_disagreements": [each.as_plain() for each in whole.disagreements[:NAMED]],
            "tables": {name: tally.rounds for name, tally in self.tables.items()},
        }


def met_as(kind: str, circumstances: Mapping[str, str]) -> str:
    """How an irregularity is counted: one text for each kind with its circumstances."""
    return dumps([kind, dict(circumstances)])


def _sorted(counted: Counter[str]) -> dict[str, int]:
    return dict(sorted(counted.items()))
