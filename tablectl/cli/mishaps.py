"""What goes wrong in a demonstration, and in which of its rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simulators.mishaps import World, face_up_card, jam, misdeal_noticed
from simulators.stack_shoe import StackShoe
from tablectl.table.view import HIDDEN
from tablectl.words.irregularities import Kind

View = Mapping[str, Any]


@dataclass(frozen=True)
class Planned:
    """A mishap that happens in the nth round, as soon as it can."""

    nth: int
    says: str
    can: Callable[[View], bool]
    happens: Callable[[World, View], bool]


def _dealing(view: View) -> bool:
    """In the middle of the deal, or before it where nobody reports card by card."""
    by_hand = not any(device["kind"] == "shoe" for device in view["devices"].values())
    return _asks(view, "cards_due") and (by_hand or bool(_on_layout(view)))


def _deciding(view: View) -> bool:
    return _asks(view, "choice_due") and bool(_on_layout(view)) and not view["cases"]


def _asks(view: View, kind: str) -> bool:
    return bool(view["dues"]) and view["dues"][0]["is"] == kind


def _on_layout(view: View) -> list[str]:
    return [p for p in view["places"] if p.startswith("seat_") or p == "dealer"]


def _turned_over(world: World, _: View) -> bool:
    return face_up_card(world)


def _jams(world: World, _: View) -> bool:
    return jam(world)


def _exposed(world: World, view: View) -> bool:
    """A hidden card of the dealer, where there is one, is ground for a ruling everywhere."""
    for place, pile in view["places"].items():
        if place.startswith("dealer") and (not pile["faces"] or HIDDEN in pile["faces"]):
            return world.crew.declare(Kind.CARD_EXPOSED, place).accepted
    return misdeal_noticed(world)


EXPOSED = Planned(3, "a card that should stay hidden is exposed", _deciding, _exposed)
AT_A_TABLE = (
    Planned(2, "the next card in the shoe is turned face up", _dealing, _turned_over),
    EXPOSED,
)
WITH_A_MACHINE = (Planned(2, "the shoe jams", _dealing, _jams), EXPOSED)
"""Nobody reaches into an automated shoe to turn a card over."""


class Mishaps:
    """Lets the planned mishaps happen, each once, counting rounds from the first one played."""

    def __init__(self, world: World, first_round: int, told: Callable[[str], None]) -> None:
        self._world = world
        self._first = first_round
        self._told = told
        automated = isinstance(world.shoe, StackShoe)
        self._left = list(WITH_A_MACHINE if automated else AT_A_TABLE)

    def look(self, view: View) -> None:
        for planned in self._left:
            now = view["round"]["number"] == self._first + planned.nth - 1
            if now and planned.can(view):
                self._told(planned.says)
                planned.happens(self._world, view)
                self._left.remove(planned)
                return
