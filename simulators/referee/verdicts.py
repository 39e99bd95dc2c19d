"""Verdicts: what the referee has to say about one moment of a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Disagreement:
    """The controller did something else than what must follow from the evidence."""

    what: str
    """What the two differ about, in one or two words."""
    expected: str
    got: str
    clause: str = ""
    """What it is about in the rules; nothing where they are silent."""
    record: int = 0
    """The number of the record at which they differ."""

    def __str__(self) -> str:
        basis = f" ({self.clause})" if self.clause else ""
        return f"{self.what}{basis}: expected {self.expected}; got {self.got}; record {self.record}"


@dataclass(frozen=True)
class Undetected:
    """Something is not as everybody believes, and nothing and nobody could have told."""

    kind: str
    place: str = ""
