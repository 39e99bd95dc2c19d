"""Rulings: what follows from an irregularity, on which basis, and who confirms it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from tablectl.words.bases import Basis, Role, cited
from tablectl.words.canonical import word
from tablectl.words.dues import Due
from tablectl.words.irregularities import Irregularity


class Consequence(Enum):
    """The closed list of what a ruling can do. One interpreter executes them for every game."""

    GO_ON = "go_on"
    RACK_CARD = "rack_card"
    NEXT_CARD = "next_card"
    RETURN_CARD = "return_card"
    KEEP_CARD = "keep_card"
    """It stays where everybody sees it, and is the next card as soon as one is due."""
    OFFER_CARD = "offer_card"
    """Everybody has seen it: the round offers it to whoever can use it."""
    LAY_AGAIN = "lay_again"
    """The cards of the deal lie as they really came, and not as they were believed to."""
    MEND = "mend"
    """The round itself makes good what went wrong, by its own steps."""
    DO_WITHOUT = "do_without"
    """The round goes on without a device, also if that is put right meanwhile."""
    RECUT = "recut"
    COUNT_HANDS = "count_hands"
    VOID_ROUND = "void_round"
    RESHUFFLE = "reshuffle"
    REFILL = "refill"
    REMOVE_DECK = "remove_deck"
    LATCH_DEVICE = "latch_device"
    DISPUTE = "dispute"


@word
class Remedy:
    """One way out that the supervisor may choose where the rules leave the choice.

    It has a basis of its own where it follows from what only people saw.
    """

    name: str
    consequences: tuple[Consequence, ...]
    basis: Basis | None = None


@word
class Ruling:
    """`consequences` take effect at once. `remedies`, if any, are put to the confirming person.

    A ruling with nobody to confirm it executes itself and opens no case.
    """

    consequences: tuple[Consequence, ...]
    basis: Basis
    confirm: tuple[Role, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    checklist: tuple[str, ...] = ()


class Scope(Enum):
    """What a case holds up: this and nothing else."""

    ROUND = "round"
    DECK = "deck"
    DEVICE = "device"
    TABLE = "table"
    NOTHING = "nothing"
    """A dispute about a round that is over: open, and in nobody's way."""


@word
class Ruled:
    """A ruling and the irregularity it answers."""

    irregularity: Irregularity
    ruling: Ruling


@word
class Case:
    """An open irregularity: what it holds up and what still has to be done about it.

    Several findings may meet in one case (a wrong stub, then what the recount showed); the last
    one rules.
    """

    id: str
    scope: Scope
    ruled: Ruled
    agenda: tuple[Due, ...]
    opened_at: int
    counts: Mapping[str, int]


def ruled_view(ruled: Ruled) -> Mapping[str, Any]:
    """An irregularity and its ruling as they are told to people."""
    irregularity, ruling = ruled.irregularity, ruled.ruling
    return {
        "irregularity": irregularity.kind.value,
        "circumstances": dict(irregularity.circumstances),
        "place": irregularity.place,
        "deck": irregularity.deck,
        "device": irregularity.device,
        "detail": irregularity.detail,
        "round": irregularity.round,
        "ruling": [c.value for c in ruling.consequences],
        "remedies": [r.name for r in ruling.remedies],
        "basis": cited(ruling.basis),
        "confirm": [r.value for r in ruling.confirm],
    }
