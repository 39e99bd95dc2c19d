"""A set of cards, from its arrival to the shoe or the dealer's hand.

The order is the same in every card game of the chapter; what differs is the basis of each step,
which the game names.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablectl.table.places import SHOE, STACK
from tablectl.table.rules import LOADED, RECEIVED, SPENT, Preparation
from tablectl.words.bases import Basis, Role

LEAST_CUT = 10
MACHINE_SHUFFLED = "machine_shuffled"
"""Shuffled by a device and, where no cut follows that, ready to be loaded."""


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
    bases: Bases,
    *,
    most_cut: int,
    cut_steps: tuple[str, ...] = (),
    cut_after_device: bool = True,
) -> tuple[Preparation, ...]:
    """Inspected by one person and verified by another, spread, washed, shuffled, cut, loaded.

    A shuffler that is in working order shuffles in place of people. Whether the cards are cut
    after that too is for the game to say; where its text does not, they are.
    """
    loads = ("cut",) if cut_after_device else ("cut", MACHINE_SHUFFLED)
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
        Preparation(
            "shuffle",
            ("washed", SPENT),
            "shuffled",
            bases.shuffle,
            gathers=STACK,
            by_device="shuffled" if cut_after_device else MACHINE_SHUFFLED,
        ),
        Preparation(
            "cut",
            ("shuffled",),
            "cut",
            bases.cut,
            checklist=cut_steps,
            least=LEAST_CUT,
            most=most_cut,
        ),
        Preparation("load", loads, LOADED, bases.load, gathers=SHOE),
    )
