"""What a ruling is to the referee: what follows at once, what the floor chooses, who confirms.

`HOUSE` is no clause: there the regulation is silent, and the table may only hold the round up and
offer the ways out, or note it and go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

HOUSE = ""
STACKS = "automated_shoe"
"""The method that gives out stacks."""


@dataclass(frozen=True)
class Follows:
    """What must follow: at once, or by the floor's choice, or both."""

    clause: str
    at_once: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """The floor chooses one of these; nothing goes on before."""
    confirmed: bool = False
    """The floor confirms before anything goes on."""


Row = tuple[Mapping[str, str], Follows]
Rows = Mapping[str, tuple[Row, ...]]

REMEDIES: Mapping[str, tuple[str, ...]] = {
    "go_on": ("go_on",),
    "void_round": ("void_round", "reshuffle"),
    "void_round_and_remove_deck": ("void_round", "remove_deck"),
    "remove_deck": ("remove_deck",),
    "reshuffle": ("reshuffle",),
    "rack_card": ("rack_card",),
    "next_card": ("next_card",),
    "return_card": ("return_card",),
    "keep_card": ("keep_card",),
    "offer_card": ("offer_card",),
}
"""What each choice of the floor does."""


def ends(clause: str, *what: str) -> Follows:
    return Follows(clause, what, confirmed=True)


def floor(*choices: str, at_once: tuple[str, ...] = ()) -> Follows:
    return Follows(HOUSE, at_once, choices)


@dataclass(frozen=True)
class Rulings:
    """What must follow from every irregularity of a game; the first row that fits counts."""

    common: Rows
    single: Rows
    """Where cards come one at a time."""
    stacked: Rows
    """Where they come in stacks."""

    def follows(self, method: str, kind: str, circumstances: Mapping[str, str]) -> Follows | None:
        """What must follow from an irregularity; None where the game knows no such thing."""
        own = self.stacked if method == STACKS else self.single
        for when, what in own.get(kind) or self.common.get(kind, ()):
            if all(circumstances.get(name) == value for name, value in when.items()):
                return what
        return None
