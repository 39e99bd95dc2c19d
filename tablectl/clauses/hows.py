"""How code keeps a clause, and the lines a game writes where its code cannot say so itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class How(Enum):
    """What a clause is in the code."""

    DUE = "due"
    """Something is asked for, and nothing else happens before it."""
    ROW = "row"
    """An irregularity is ruled on."""
    REFUSAL = "refusal"
    """An act is refused."""
    OPTION = "option"
    """What the house may choose is bounded."""
    SETTLEMENT = "settlement"
    """A wager is collected, paid or returned."""
    RANKING = "ranking"
    """Hands are compared."""
    PREPARATION = "preparation"
    """A deck may not be dealt from before it is done."""
    CARD_LIFE = "card_life"
    """Cards grow too old."""
    CITED = "cited"
    """It is the basis of something that is none of these."""


@dataclass(frozen=True)
class Kept:
    """A clause that the code keeps without carrying its citation.

    `where` is what keeps it, as "module:name"; `why` says how. `along_with` is a clause that is
    cited there and stands and falls with this one, if there is one.
    """

    citation: str
    how: How
    where: str
    why: str
    along_with: str = ""


@dataclass(frozen=True)
class Beyond:
    """A clause that a controller should see to and cannot, and why: its text hangs on one that is
    missing, or nothing tells what it speaks of."""

    citation: str
    why: str
