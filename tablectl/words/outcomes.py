"""Outcomes: what an input led to, written beside it so that an auditor needs none of our code."""

from __future__ import annotations

from tablectl.words.canonical import word
from tablectl.words.effects import Effect
from tablectl.words.facts import Fact
from tablectl.words.refusals import Refusal
from tablectl.words.rulings import Ruled


@word
class Outcome:
    """What one input led to.

    `refusal` for an act that was not allowed; `ignored` for an input that repeats what is on
    record; `fault` when the core itself failed on it and the table stopped.
    """

    of: int
    refusal: Refusal | None = None
    facts: tuple[Fact, ...] = ()
    rulings: tuple[Ruled, ...] = ()
    effects: tuple[Effect, ...] = ()
    phases: tuple[str, ...] = ()
    ignored: str = ""
    fault: str = ""

    @property
    def accepted(self) -> bool:
        return self.refusal is None and not self.fault


@word
class Receipt:
    """The answer to a person: given after the act is durable, and the same for the same key."""

    key: str
    seq: int
    accepted: bool
    refusal: Refusal | None = None
    rulings: tuple[Ruled, ...] = ()
