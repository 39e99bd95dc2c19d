"""A set of cards by hand, from its arrival to the shoe or the dealer's hand.

The order is the same in every card game of the chapter; what differs is the basis of each step,
which the game names.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablectl.table.places import SHOE, STACK
from tablectl.table.rules import LOADED, RECEIVED, SPENT, Preparation
from tablectl.words.bases import Basis, Role

LEAST_CUT = 10


@dataclass(frozen=True)
class Bases:
    """On which basis each step is asked for."""

    inspect: Basis
    verify: Basis
    spread: Basis
    wash: Basis
    shuffle: Basis
    cut: Basis
    load: Basis


def by_hand(
    bases: Bases, *, most_cut: int, cut_steps: tuple[str, ...] = ()
) -> tuple[Preparation, ...]:
    """Inspected by one person and verified by another, spread, washed, shuffled, cut, loaded."""
    return (
        Preparation("inspect", (RECEIVED,), "inspected", bases.inspect, opens=True),
        Preparation(
            "verify",
            ("inspected",),
            "verified",
            bases.verify,
            roles=(Role.SUPERVISOR,),
            not_by="inspect",
        ),
        Preparation("spread", ("verified",), "spread", bases.spread),
        Preparation("wash", ("spread",), "washed", bases.wash),
        Preparation("shuffle", ("washed", SPENT), "shuffled", bases.shuffle, gathers=STACK),
        Preparation(
            "cut",
            ("shuffled",),
            "cut",
            bases.cut,
            checklist=cut_steps,
            least=LEAST_CUT,
            most=most_cut,
        ),
        Preparation("load", ("cut",), LOADED, bases.load, gathers=SHOE),
    )
