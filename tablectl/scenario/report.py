"""The report on a scenario: whether it passed, and what stood where it did not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from tablectl.words.irregularities import Irregularity
from tablectl.yamlfile import FileErrors

FailureKind = Literal["file", "step", "expectation", "vacuous"]


@dataclass(frozen=True)
class Failure:
    """One thing that was not as the scenario has it. Step 0 is the file itself."""

    kind: FailureKind
    step: int
    where: str
    """file:line:column"""
    expected: str
    was: str
    preset: str = ""

    def __str__(self) -> str:
        preset = f" [{self.preset}]" if self.preset else ""
        step = f"step {self.step}{preset}: " if self.step else ""
        if self.kind == "file":
            return f"{self.where}: {self.was}"
        return f"{self.where}: {step}expected {self.expected}\n    was {self.was}"


@dataclass(frozen=True)
class ScenarioReport:
    """What came of one file, over all its presets."""

    path: str
    name: str
    presets: tuple[str, ...] = ()
    expectations: int = 0
    """How many were checked, and each negated once."""
    failures: tuple[Failure, ...] = ()
    met: tuple[tuple[str, Irregularity], ...] = ()
    """What was ruled on in its steps, each with its preset; nothing of a run that failed."""

    @property
    def passed(self) -> bool:
        return not self.failures

    def as_plain(self) -> dict[str, Any]:
        """The report as JSON data."""
        told = asdict(replace(self, met=()))
        del told["met"]  # for `tablectl coverage`, which says what it amounts to
        return {**told, "passed": self.passed}

    def __str__(self) -> str:
        head = f"{'ok    ' if self.passed else 'FAILED'} {self.path}: {self.name}"
        return "\n".join([head, *(f"  {failure}" for failure in self.failures)])


def unreadable(path: str, errors: FileErrors) -> ScenarioReport:
    """The report on a file that holds no scenario."""
    return ScenarioReport(path, "not a scenario", failures=tuple(_file_failures(errors)))


def _file_failures(errors: FileErrors) -> Iterable[Failure]:
    for error in errors.errors:
        where = f"{error.file}:{error.line}:{error.column}"
        yield Failure("file", 0, where, "a scenario", str(error).removeprefix(f"{where}: "))
