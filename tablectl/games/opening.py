"""A set of cards, from its arrival to the shoe or the dealer's hand.

The order is the same in every card game of the chapter; what differs is the basis of each step,
which the game names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.table.places import SHOE, SHUFFLER, STACK
from tablectl.table.rules import LOADED, RECEIVED, SPENT, Preparation
from tablectl.words.bases import Basis, Role

LEAST_CUT = 10
MACHINE_SHUFFLED = "machine_shuffled"
"""Shuffled by a device and, where no cut follows that, ready to be loaded."""
IN_SHUFFLER = "in_shuffler"
"""In the shuffler, while another deck is played."""
SPREAD_DOWN = "spread_down"
"""Spread face down at a table without play."""


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
    insert: Basis | None = None
    """Two decks: one is put into the shuffler as soon as its round is over."""
    idle: tuple[Basis, Basis] | None = None
    """A table without play: its cards are spread, and turned up when a player comes."""


def by_hand(
    bases: Bases,
    *,
    most_cut: int,
    cut_steps: tuple[str, ...] = (),
    inspect_steps: tuple[str, ...] = (),
    spread_steps: tuple[str, ...] = (),
    cut_after_device: bool = True,
    needs_shuffler: bool = False,
    cut_turn: str = "",
) -> tuple[Preparation, ...]:
    """Inspected by one person and verified by another, spread, washed, shuffled, cut, loaded.

    A shuffler that is in working order shuffles in place of people; where the game needs one,
    nobody shuffles without it. `cut_turn` is what a round carries to the next that names the seat
    of the player who cuts. Whether the cards are cut after that too is for the game to say;
    where its text does not, they are.
    """
    loads = ("cut",) if cut_after_device else ("cut", MACHINE_SHUFFLED)
    unshuffled: tuple[str, ...] = ("washed", SPENT)
    inserting: tuple[Preparation, ...] = ()
    if bases.insert is not None:
        insert = Preparation("insert", unshuffled, IN_SHUFFLER, bases.insert, gathers=SHUFFLER)
        inserting = (replace(insert, needs_device=True),)
        unshuffled = (IN_SHUFFLER,)
    return (
        Preparation(
            "inspect",
            (RECEIVED,),
            "inspected",
            bases.inspect,
            opens=True,
            checklist=inspect_steps,
        ),
        Preparation(
            "verify",
            ("inspected",),
            "verified",
            bases.verify,
            roles=(Role.SUPERVISOR,),
            not_by="inspect",
        ),
        Preparation("spread", ("verified",), "spread", bases.spread, checklist=spread_steps),
        Preparation("wash", ("spread",), "washed", bases.wash),
        *inserting,
        Preparation(
            "shuffle",
            unshuffled,
            "shuffled",
            bases.shuffle,
            gathers=STACK,
            by_device="shuffled" if cut_after_device else MACHINE_SHUFFLED,
            needs_device=needs_shuffler,
        ),
        Preparation(
            "cut",
            ("shuffled",),
            "cut",
            bases.cut,
            checklist=cut_steps,
            least=LEAST_CUT,
            most=most_cut,
            turn=cut_turn,
        ),
        Preparation("load", loads, LOADED, bases.load, gathers=SHOE),
        *(_idle(bases.idle, loads) if bases.idle is not None else ()),
    )


def _idle(bases: tuple[Basis, Basis], shuffled: tuple[str, ...]) -> tuple[Preparation, ...]:
    """A table without play: the cards lie spread, up or down, and what was shuffled is not."""
    spread, turned_up = bases
    sources = tuple(dict.fromkeys((*shuffled, "shuffled", LOADED, SPENT)))
    up = Preparation("spread_idle", sources, "spread", spread, gathers=STACK, idle=True)
    down = replace(up, what="spread_idle_down", dest=SPREAD_DOWN)
    return up, down, Preparation("turn_up", (SPREAD_DOWN,), "spread", turned_up)
