"""The tally of a run: what is counted while it goes on and told at its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tablectl import texts
from tablectl.journal.records import Journal
from tablectl.replay.telling import irregularities
from tablectl.words.acts import Act
from tablectl.words.bases import cited
from tablectl.words.inputs import Stamped
from tablectl.words.observations import Observation
from tablectl.words.outcomes import Outcome
from tablectl.words.rulings import Ruled


@dataclass
class Tally:
    rounds: int = 0
    void: int = 0
    acts: int = 0
    refused: int = 0
    reports: int = 0
    cases: list[Ruled] = field(default_factory=list)

    def note(self, stamped: Stamped, outcome: Outcome) -> None:
        self.rounds += outcome.phases.count("round:over")
        self.void += outcome.phases.count("round:void")
        self.acts += isinstance(stamped.input, Act)
        self.refused += outcome.refusal is not None
        self.reports += isinstance(stamped.input, Observation)
        self.cases += irregularities(stamped, outcome)

    def lines(self) -> Iterator[tuple[str, str]]:
        yield "rounds", f"{self.rounds}, {self.void} of them void"
        yield "acts", f"{self.acts}, {self.refused} of them refused"
        yield "reports", f"{self.reports} from devices"
        told = [
            f"{texts.spoken(case.irregularity.kind.value)} [{cited(case.ruling.basis)}]"
            for case in self.cases
        ]
        yield "irregular", f"{len(told)}{': ' if told else ''}{'; '.join(told)}"


def head_lines(journal: Journal, path: Path | None) -> Iterator[tuple[str, str]]:
    """The head of the record, for somebody to keep."""
    last = None
    for record in journal.records(max(0, journal.last_seq - 1)):
        last = record
    if last is None:
        return
    where = "in memory, and gone with this process" if path is None else f"in {path}"
    yield "journal", f"{last.seq} records, {where}"
    yield "head", f"{last.seq}:{last.hash}"
    if path is not None:
        yield "", f"tablectl journal verify {path} --head {last.seq}:{last.hash}"
