"""Dealing: a dealer's hands between the shoe and the places on the layout.

Card by card where a shoe senses them, all that is due where nobody counts. Here a side of a double
shoe is mistaken and a place passed over, where somebody is to make such a mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from simulators.device import SimulatedDevice
from simulators.double_shoe import DoubleShoe
from simulators.felt import Felt
from simulators.machines import Machines, unnoticed
from simulators.passing import PassingOver
from simulators.shoe import SensingShoe, Shoe
from tablectl.words.acts import Deal, Deed
from tablectl.words.irregularities import Kind
from tablectl.words.outcomes import Receipt
from tablectl.words.settings import Can

View = Mapping[str, Any]


class Dealer(Protocol):
    """What dealing asks of whoever deals."""

    felt: Felt
    shoe: Shoe | None
    machines: Machines
    chance: Random
    brisk: bool

    def deck(self, view: View) -> str: ...

    def press(self, due: View, deed: Deed) -> bool: ...

    def declare(
        self,
        kind: Kind,
        place: str = "",
        device: str = "",
        *,
        seen: bool = False,
        nth: int | None = None,
    ) -> Receipt: ...

    def watch(self, device: SimulatedDevice) -> bool: ...

    def wait_for(self, device: SimulatedDevice, kind: Kind, name: str = "") -> bool: ...


class Dealing:
    """The cards that are due, and what goes wrong with them."""

    def __init__(self, by: Dealer) -> None:
        self._by = by
        self.favours = ""
        """The deck that is drawn from where any will do; any, if empty."""
        self.wrong_sides = 0
        """So many times the next card is drawn from the wrong side of a double shoe."""
        self.passing: PassingOver | None = None
        """A place that the deal leaves out, and nobody has noticed."""
        self.saw_face_up = False
        """A card came face up out of a shoe that does not notice it; nobody has said so yet."""

    def begin_round(self, number: int) -> None:
        """Of a place passed over in another round nothing is left."""
        if self.passing is not None and self.passing.round != number:
            self.passing = None

    def _side(self, view: View, due: View) -> str:
        """The deck that the next cards are drawn from: any, where any will do, or the wrong one."""
        deck = self._by.deck(view)
        if due.get("decks"):
            return self.favours or str(self._by.chance.choice(due["decks"]))
        if self.wrong_sides and len(self._by.felt.decks()) > 1:
            self.wrong_sides -= 1
            return next(each for each in self._by.felt.decks() if each != deck)
        return deck

    def deal(self, view: View, due: View) -> bool:
        shoe = self._by.shoe
        if shoe is None:
            return self._deal_unsensed(view, self._side(view, due), due)
        if unnoticed(shoe) or self._by.machines.busy():
            return self._by.watch(shoe)
        if shoe.jammed:
            return self._by.wait_for(shoe, Kind.JAM, shoe.name)
        deck = self._side(view, due)
        if isinstance(shoe, DoubleShoe):
            shoe.reach(shoe.chamber_of(deck))
        if not isinstance(shoe, SensingShoe) or not shoe.gives(due["to"][0]["count"]):
            return self._by.wait_for(shoe, Kind.MISDEAL)
        if self.passing is not None and (len(due["to"]) > 1 or self.passing.begun):
            return self._pass_over(self.passing, shoe, deck, view, due)
        if not self._by.felt.count(deck, "shoe"):  # the table believes that a card is left
            return self._by.wait_for(shoe, Kind.MISDEAL)
        for target in due["to"] if self._by.brisk else due["to"][:1]:
            if not shoe.gives(target["count"]) or not self._by.felt.count(deck, "shoe"):
                return False
            if self._draw(shoe, deck, target):
                break
        return True

    def _pass_over(
        self, passing: PassingOver, shoe: SensingShoe, deck: str, view: View, due: View
    ) -> bool:
        """Deal as if a place were not there; once somebody notices, say so."""
        if not passing.begun:
            passing.begin(due["to"], view)
        target = None if passing.noticed(view) else passing.next_target()
        if target is None:
            return self._own_up(passing)
        self._draw(shoe, deck, target)
        return True

    def _own_up(self, passing: PassingOver) -> bool:
        self.passing = None
        return self._by.declare(Kind.PASSED_OVER, passing.place, nth=passing.nth).accepted

    def tell_face_up(self, shoe: Shoe) -> bool:
        """Say what the dealer saw, once the table knows that the card is out."""
        if unnoticed(shoe):
            return self._by.watch(shoe)
        self.saw_face_up = False
        return self._by.declare(Kind.FACE_UP_CARD).accepted

    def _draw(self, shoe: SensingShoe, deck: str, target: View) -> bool:
        """Draw for one target; True if a card lay face up and was taken aside."""
        wrong = False
        for piece in shoe.draw(deck, target["count"]):
            wrong = wrong or piece.up
            self.saw_face_up |= piece.up and Can.FACE_UP not in shoe.device.can
            self._by.felt.pile(deck, "loose" if piece.up else target["place"]).append(piece)
            piece.up = piece.up or target["up"]
        return wrong

    def _deal_unsensed(self, view: View, deck: str, due: View) -> bool:
        """Deal everything that is due, and tell the table about it; stop at a face-up card."""
        passing = self.passing if len(due["to"]) > 1 else None
        if passing is not None and not passing.begun:
            passing.begin(due["to"], view)
        for target in due["to"] if passing is None else passing.dealt:
            for _ in range(target["count"]):
                shoe = self._by.felt.pile(deck, "shoe")
                while shoe and shoe[0].up:
                    self._by.felt.move(deck, "shoe", "loose", 1)
                    self._by.declare(Kind.FACE_UP_CARD)
                    return True
                if self._already_there(view, deck, target, due):
                    continue
                if not shoe:
                    break
                self._by.felt.move(deck, "shoe", target["place"], 1)
                self._by.felt.pile(deck, target["place"])[-1].up = target["up"]
        sided = len(self._by.felt.decks()) > 1 and self._sided(view)
        told = self._by.press(due, Deal(deck if sided else ""))
        return self._own_up(passing) if told and passing is not None else told

    def _sided(self, view: View) -> bool:
        """Whether several decks are in the shoe at once."""
        return [each["phase"] for each in view["decks"].values()].count("loaded") > 1

    def _already_there(self, view: View, deck: str, target: View, due: View) -> bool:
        """A deal that was broken off and taken up again does not give a place its card twice."""
        place = str(target["place"])
        owed = sum(int(t["count"]) for t in due["to"] if t["place"] == place)
        believed = int(view["places"].get(place, {"count": 0})["count"])
        return self._by.felt.count(deck, place) >= believed + owed
