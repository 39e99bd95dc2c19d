"""The crew's hands at the machines: they put in what a machine needs and take what it gives.

On a real line the table hears of a thing a little after it has happened. Hands that looked at the
screen in between would do it twice; so whatever is under way is waited for, and only what stays
away for long is given up. They know no rule of any game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simulators.device import SimulatedDevice
from simulators.felt import Felt, Piece
from simulators.shoe import Shoe
from simulators.shuffler import Shuffler
from simulators.stack_shoe import StackShoe

View = Mapping[str, Any]

SECOND = 1_000_000
PATIENCE = 5 * SECOND
"""How long a machine may do nothing before somebody says so."""
MOST_LOOKS = 500
"""How often hands look while time stands still before they turn away."""
NOT_ON_THE_LAYOUT = ("shoe", "rack", "stack", "out")


@dataclass
class Waiting:
    """What somebody is waiting for, since when, and how often they have looked."""

    what: str = ""
    since: int = 0
    seen_at: int = 0
    looks: int = 0
    patience: int = PATIENCE
    """How long they wait before they say that it does not come."""

    def look(self, device: SimulatedDevice) -> bool:
        """Look once more; False if no time passes however often one looks."""
        now = device.time.clock()
        self.looks = self.looks + 1 if now == self.seen_at else 0
        self.seen_at = now
        return self.looks < MOST_LOOKS

    def in_vain(self, what: str, device: SimulatedDevice) -> bool:
        """Whether this has been waited for as long as anybody would."""
        now = device.time.clock()
        if self.what != what:
            self.what, self.since = what, now
        return now - self.since >= self.patience

    def over(self) -> None:
        self.what = ""


def unnoticed(device: SimulatedDevice) -> bool:
    """Whether the device has told something that is not on the table's record yet."""
    return device.linked and bool(device.kept)


@dataclass
class Machines:
    """The shoe and the shuffler, the cards that are in them and those that lie beside them."""

    felt: Felt
    shoe: Shoe | None
    shuffler: Shuffler | None
    waiting: Waiting = field(default_factory=Waiting)

    # ------------------------------------------------------------ the shoe

    def lay_stack(self, view: View) -> bool:
        """Take the stack out of the tray and lay it where the table believes it to be.

        The table puts a stack to a place as soon as the shoe has told of it; until then the stack
        stays in the tray. One of which the table knows nothing is laid aside.
        """
        shoe = self.shoe
        if not isinstance(shoe, StackShoe) or not shoe.tray or shoe.running:
            return False
        short = self._short(view, shoe.deck)
        fitting = [place for place, count in short.items() if count == len(shoe.tray)]
        if not fitting:
            if shoe.kept:
                return False
            fitting = sorted(short, key=lambda place: -short[place]) or ["loose"]
        self.felt.pile(shoe.deck, fitting[0]).extend(self._taken(shoe))
        return True

    def _short(self, view: View, deck: str) -> dict[str, int]:
        """Where the table believes more cards than there are, and how many more."""
        believed = view["decks"].get(deck, {"places": {}})["places"]
        missing = {p: int(n) - self.felt.count(deck, p) for p, n in believed.items()}
        return {p: n for p, n in missing.items() if n > 0 and p not in NOT_ON_THE_LAYOUT}

    def _taken(self, shoe: StackShoe) -> list[Piece]:
        self.waiting.over()
        return shoe.take()

    def empty_shoe(self, shoe: Shoe) -> None:
        """Take every card out of a shoe that leaves the table."""
        for deck in self.felt.decks():
            if self.felt.count(deck, "shoe") or (isinstance(shoe, StackShoe) and shoe.tray):
                self.gather(deck)

    def busy(self) -> bool:
        """Whether the shoe is about something that hands must not reach into."""
        return isinstance(self.shoe, StackShoe) and self.shoe.running

    def busy_with(self, deck: str) -> bool:
        """The same, about cards of this deck."""
        return self.busy() and self.shoe is not None and self.shoe.deck == deck

    def load(self, deck: str) -> None:
        """A hand puts the deck into the shoe, wherever it lay."""
        if self.shuffler is not None:
            self.shuffler.take_out(deck)
        if self.shoe is None:
            self.felt.move(deck, "stack", "shoe")
        else:
            self.shoe.load(deck)

    def tidy(self, view: View) -> None:
        """Put a card that was taken aside where the table says it belongs."""
        for deck in self.felt.decks():
            believed = view["decks"].get(deck, {"places": {}})["places"]
            for aside in ("next", "loose"):
                while self.felt.count(deck, aside) > believed.get(aside, 0):
                    short = [
                        p
                        for p, count in believed.items()
                        if p != aside and self.felt.count(deck, p) < count
                    ]
                    if not short:
                        break
                    self._lay(deck, aside, short[0])

    def _lay(self, deck: str, aside: str, place: str) -> None:
        """One card from what lies aside; into the shoe they go back as they came out of it."""
        loose, pile = self.felt.pile(deck, aside), self.felt.pile(deck, place)
        if place == "shoe":
            pile.insert(0, loose.pop())
        else:
            pile.append(loose.pop(0))

    # ------------------------------------------------------------ whole decks

    def gather(self, deck: str) -> None:
        """All cards of a deck onto one stack, also those that lie in a tray."""
        self._empty_tray(deck)
        self.felt.gather(deck, "stack")

    def put_away(self, deck: str) -> None:
        """Nothing of this deck is left in a machine: others will have its name."""
        self._empty_tray(deck)
        if self.shuffler is not None:
            self.shuffler.take_out(deck)

    def _empty_tray(self, deck: str) -> None:
        if isinstance(self.shoe, StackShoe) and self.shoe.deck == deck:
            self.felt.pile(deck, "loose").extend(self._taken(self.shoe))

    # ------------------------------------------------------------ the shuffler

    def insert(self, deck: str, part: str = "") -> None:
        """Put the deck into the shuffler, once; or a part of it, from the place where that lies."""
        shuffler = self.shuffler
        if shuffler is None or not shuffler.takes(deck):
            return
        if part:
            self.felt.move(deck, part, "stack")
        else:
            self.gather(deck)
        shuffler.insert(deck, part=bool(part))
        self.waiting.over()
