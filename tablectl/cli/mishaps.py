"""What goes wrong at a simulated table: in a demonstration by plan, and whenever somebody wants it.

Each is a small thing that hands or devices do, never anything at the controller. Where a crew plays
it also notices and reports; where people do, they are told what they would see (`hands`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from simulators.continuous_shoe import ContinuousShoe
from simulators.device import SimulatedDevice
from simulators.mishaps import World, face_up_card, jam, misdeal_noticed
from simulators.stack_shoe import StackShoe
from tablectl import texts
from tablectl.table.view import HIDDEN
from tablectl.words.irregularities import Kind

View = Mapping[str, Any]
UNPLUGGED = 4_000_000
"""Microseconds until a cable that came off is put back: a crew that waits for longer than five
seconds for a machine takes it off the table."""


@dataclass(frozen=True)
class Mishap:
    name: str
    says: str
    can: Callable[[World, View], bool]
    """Whether it can happen now."""
    happens: Callable[[World, View], None]


# ---------------------------------------------------------------- when


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


def _can_jam(world: World, view: View) -> bool:
    shoe = world.crew.shoe
    return shoe is not None and not shoe.jammed and _dealing(view)


def _can_lie_face_up(world: World, view: View) -> bool:
    shoe = world.felt.pile(world.deck, "shoe")
    return _dealing(view) and bool(shoe) and not shoe[0].up


def _can_be_lost(world: World, view: View) -> bool:
    """In a round, and one of a deck; the next one only when that is found out."""
    felt, deck = world.felt, world.deck
    whole = sum(felt.count(deck, p) for p in felt.places(deck)) == world.crew.composition.size
    out = bool(_on_layout(view)) and not view["cases"]
    return out and whole and felt.count(deck, "shoe") > 1


# ---------------------------------------------------------------- what


def _turned_over(world: World, _: View) -> None:
    face_up_card(world)


def _seen_before_it_is_dealt(world: World, _: View) -> None:
    """Where people deal, and no device would tell: the dealer sees it on top of the cards."""
    face_up_card(world)
    world.crew.declare(Kind.FACE_UP_CARD)


def _jams(world: World, _: View) -> None:
    jam(world)


def _exposed(world: World, view: View) -> None:
    """A hidden card of the dealer, where there is one, is ground for a ruling everywhere."""
    for place, pile in view["places"].items():
        if place.startswith("dealer") and (not pile["faces"] or HIDDEN in pile["faces"]):
            for piece in world.felt.pile(world.deck, place)[-1:]:
                piece.up = True
            world.crew.declare(Kind.CARD_EXPOSED, place)
            return
    misdeal_noticed(world)


def _misdealt(world: World, _: View) -> None:
    misdeal_noticed(world)


def _lost(world: World, _: View) -> None:
    """It is gone for good: who gathers the cards does not find it under the table."""
    world.felt.pile(world.deck, "shoe").pop()


def _shuffler_jams(world: World, _: View) -> None:
    if world.crew.shuffler is not None:
        world.crew.shuffler.jam()


def _comes_off(device: SimulatedDevice, _world: World, _view: View) -> None:
    device.unplug()
    device.time.call_at(device.time.clock() + UNPLUGGED, device.plug)


def _mishap(
    name: str, can: Callable[[World, View], bool], happens: Callable[[World, View], None]
) -> Mishap:
    return Mishap(name, texts.trouble_text(name), can, happens)


SHOE_JAMS = _mishap("shoe_jams", _can_jam, _jams)
CARD_FACE_UP = _mishap("card_face_up", _can_lie_face_up, _turned_over)
CARD_FACE_UP_SEEN = _mishap("card_face_up", _can_lie_face_up, _seen_before_it_is_dealt)
CARD_EXPOSED = _mishap("card_exposed", lambda _, view: _deciding(view), _exposed)
MISDEAL = _mishap("misdeal", lambda _, view: _deciding(view), _misdealt)
CARD_LOST = _mishap("card_lost", _can_be_lost, _lost)
SHUFFLER_JAMS = _mishap(
    "shuffler_jams",
    lambda world, _: world.crew.shuffler is not None and world.crew.shuffler.running,
    _shuffler_jams,
)


def _line_lost(device: SimulatedDevice) -> Mishap:
    return Mishap(
        f"line_lost:{device.name}",
        texts.trouble_text("line_lost", device.name),
        lambda _world, _view: device.plugged,
        partial(_comes_off, device),
    )


# ---------------------------------------------------------------- a table of them


AT_A_TABLE = ((2, CARD_FACE_UP), (3, CARD_EXPOSED))
WITH_A_MACHINE = ((2, SHOE_JAMS), (3, CARD_EXPOSED))
"""In which round of a demonstration what goes wrong. Nobody reaches into an automated shoe to turn
a card over."""


class Mishaps:
    """Lets the planned mishaps happen, each once, counting rounds from the first one played, and
    those that somebody wants, as soon as they can."""

    def __init__(
        self,
        world: World,
        devices: Mapping[str, SimulatedDevice],
        first_round: int,
        told: Callable[[str], None],
        *,
        planned: bool,
    ) -> None:
        self.wanted: list[str] = []
        """Their names, in the order in which somebody wanted them."""
        self._world = world
        self._devices = devices
        self._first = first_round
        self._told = told
        automated = isinstance(world.shoe, StackShoe)
        self._left = list(WITH_A_MACHINE if automated else AT_A_TABLE) if planned else []

    def known(self, *, by_people: bool) -> Mapping[str, Mishap]:
        """What can go wrong with these devices at all, where a crew plays or where people do. From
        a shoe that shuffles on and on no stub is ever counted."""
        shoe, shuffler = self._world.shoe, self._world.crew.shuffler
        made = [SHOE_JAMS] if shoe is not None else []
        if not isinstance(shoe, StackShoe):
            made.append(CARD_FACE_UP_SEEN if by_people and shoe is None else CARD_FACE_UP)
        made += [CARD_EXPOSED, MISDEAL]
        made += [] if isinstance(shoe, ContinuousShoe) else [CARD_LOST]
        made += [SHUFFLER_JAMS] if shuffler is not None else []
        made += [_line_lost(device) for device in self._devices.values()]
        return {mishap.name: mishap for mishap in made}

    def can(self, mishap: Mishap, view: View) -> bool:
        return mishap.can(self._world, view)

    def look(self, view: View, *, by_people: bool = False) -> None:
        """Let one of them happen, if one can. What is planned is planned for a crew."""
        for nth, mishap in () if by_people else tuple(self._left):
            now = view["round"]["number"] == self._first + nth - 1
            if now and self.can(mishap, view):
                self._left.remove((nth, mishap))
                return self._happens(mishap, view)
        known = self.known(by_people=by_people) if self.wanted else {}
        for name in self.wanted:
            if name in known and self.can(known[name], view):
                self.wanted.remove(name)
                return self._happens(known[name], view)
        return None

    def _happens(self, mishap: Mishap, view: View) -> None:
        self._told(mishap.says)
        mishap.happens(self._world, view)
