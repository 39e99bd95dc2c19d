"""Habits: what a crew does of its own accord, where the table lets it.

Whoever sees the cutting card says that it is out; now and then another dealer takes over. Nobody is
prompted for either, so a crew has these habits only where somebody gives it them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from simulators.crew import Crew
from tablectl.words.acts import Confirm
from tablectl.words.bases import Role

View = Mapping[str, Any]

CUTTING_CARD, TAKE_OVER = "cutting_card", "take_over"
DEEPEST = 30
"""So many cards lie behind a cutting card at most."""
RELIEVED = 0.15
"""In so many rounds another dealer comes."""


@dataclass
class Habits:
    crew: Crew
    chance: Random
    _behind: dict[str, int] = field(default_factory=dict)
    """How many cards lie behind the cutting card of a deck that is in the shoe."""
    _left: dict[str, int] = field(default_factory=dict)
    _round: int = 0

    def step(self, view: View) -> bool:
        """Do one such thing, if it is time for it."""
        self._look_at_shoes()
        return any(self._tells(view, due) or self._relieves(view, due) for due in _idle(view))

    def _look_at_shoes(self) -> None:
        """A shoe that has more cards than before was loaded, and its cutting card put in anew."""
        felt = self.crew.felt
        for deck in felt.decks():
            left = felt.count(deck, "shoe")
            if left > self._left.get(deck, 0):
                self._behind[deck] = self.chance.randint(0, DEEPEST)
            self._left[deck] = left

    def _tells(self, view: View, due: View) -> bool:
        deck = str(due.get("subject", ""))
        if due["what"] != CUTTING_CARD or self._left.get(deck, 0) > self._behind.get(deck, 0):
            return False
        return self.crew.press(due, Confirm(CUTTING_CARD, deck, _whose_is_next(view)))

    def _relieves(self, view: View, due: View) -> bool:
        number = int(view["round"]["number"])
        if due["what"] != TAKE_OVER or self._round == number:
            return False
        self._round = number
        if self.chance.random() >= RELIEVED or not self.crew.press(due, Confirm(TAKE_OVER)):
            return False
        self._change_dealers(str(due.get("not_by", "")))
        return True

    def _change_dealers(self, leaves: str) -> None:
        """Whoever has dealt stands back."""
        dealers = self.crew.people[Role.DEALER]
        others = tuple(person for person in dealers if person != leaves)
        self.crew.people = {**self.crew.people, Role.DEALER: (*others, leaves)}


def _idle(view: View) -> Iterator[View]:
    return (due for due in view["dues"] if due["is"] == "confirm_due" and due.get("idle"))


def _whose_is_next(view: View) -> int:
    """The seat that gets the next card, as far as anybody can tell; none for the dealer."""
    for due in view["dues"]:
        if due["is"] == "cards_due" and due["to"][0]["place"].startswith("seat_"):
            return int(due["to"][0]["place"].removeprefix("seat_").partition(".")[0])
    return 0
