"""Everything that an expectation can be about, as it is at one moment of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simulators.shoe import Shoe
from tablectl.scenario.acts import due_of
from tablectl.scenario.book import Results
from tablectl.scenario.world import REMEDY, World
from tablectl.table.places import DEALER, OFF_LAYOUT, seat_place
from tablectl.words.bases import Role
from tablectl.words.outcomes import Receipt
from tablectl.words.rulings import Ruled
from tablectl.words.settings import Can

View = Mapping[str, Any]


@dataclass(frozen=True)
class Facts:
    view: View
    deeds: frozenset[str]
    """What may be done now by anybody: "call", and with its particular "confirm:shuffle"."""
    answer: Receipt | None
    rulings: tuple[Ruled, ...]
    results: Results
    all_returned: bool
    felt: Mapping[str, int]
    known: frozenset[str]
    """The places that a table has or that have held cards so far."""
    allowance: int | None
    """How many more cards the controller lets out; None where nothing is to be dealt from."""
    gate: int | None
    """How many more cards the shoe lets out; None for a shoe that cannot hold any back."""


def facts_of(world: World) -> Facts:
    view = world.view()
    return Facts(
        view=view,
        deeds=_deeds(world, view),
        answer=world.book.answer,
        rulings=tuple(world.book.rulings),
        results=world.book.results,
        all_returned=world.book.all_returned,
        felt=_felt(world),
        known=_standard(world.rig.settings.seats) | world.places,
        allowance=_allowance(world, view),
        gate=_gate(world.rig.shoe),
    )


def _deeds(world: World, view: View) -> frozenset[str]:
    offers = [offer for role in Role for offer in world.view(role)["offers"]]
    named = {_name(offer) for offer in offers}
    named |= {f"confirm:{o['what']}" for o in offers if o["deed"] == "confirm"}
    named |= {f"declare:{o['kind']}" for o in offers if o["deed"] == "declare"}
    # Where a shoe counts, nobody keys in a deal: the cards that are due are the offer.
    return frozenset(named | {"deal"} if due_of(view, "cards_due") else named)


def _name(offer: View) -> str:
    """The name of what is offered; what belongs to a case has names of its own."""
    if offer["deed"] == "choose" and offer["question"] == REMEDY:
        return "choose_remedy"
    if offer["deed"] == "confirm" and offer["what"] == "ruling":
        return "confirm_ruling"
    return str(offer["deed"])


def _standard(seats: int) -> frozenset[str]:
    return OFF_LAYOUT | {DEALER, *map(seat_place, range(1, seats + 1))}


def _felt(world: World) -> Mapping[str, int]:
    felt = world.rig.felt
    counts: dict[str, int] = {}
    for deck in felt.decks():
        for place in felt.places(deck):
            counts[place] = counts.get(place, 0) + felt.count(deck, place)
    return counts


def _allowance(world: World, view: View) -> int | None:
    total = view["allowance"]
    if total is None:
        return None
    decks = world.rig.host.kernel.state.decks
    in_shoe = (name for name, deck in view["decks"].items() if deck["places"].get("shoe"))
    return int(total) - next((decks[name].given for name in in_shoe), 0)


def _gate(shoe: Shoe | None) -> int | None:
    if shoe is None or Can.WITHHOLD not in shoe.device.can:
        return None
    return 0 if shoe.jammed else max(0, shoe.allowed - shoe.given)
