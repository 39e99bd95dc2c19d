"""Inputs: everything that reaches the core, each stamped with its number and time."""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.words.acts import Act
from tablectl.words.attendance import Attendance
from tablectl.words.canonical import word
from tablectl.words.cards import Card
from tablectl.words.observations import Observation
from tablectl.words.settings import Settings


@word
class Wake:
    """A deadline that the core asked for has come."""

    name: str


@word
class Unsealed:
    """Faces that the core had unsealed. A token that could not be opened is missing from them."""

    tokens: tuple[str, ...]
    cards: Mapping[str, Card]


@word
class Started:
    """The controller started, or its settings changed while it ran (`fresh` is false then)."""

    settings: Settings
    fresh: bool = True


@word
class ClockStepped:
    """The wall clock was set by this many microseconds while the controller ran."""

    by: int


Input = Observation | Act | Wake | Unsealed | Started | ClockStepped | Attendance


@word
class Stamped:
    """An input with its place in the journal and its time in microseconds UTC."""

    seq: int
    time: int
    input: Input
