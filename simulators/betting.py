"""What a dealer keys in of the wagers: whatever players want otherwise than it lies there.

It knows no rule: what keeps a round from being dealt, the screen says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablectl.words.acts import Bet, Deed, TakeBack

View = Mapping[str, Any]
Wagering = Callable[[int], Mapping[int, Mapping[str, int | None]]]
"""The wagers that players want in a round, by its number."""


def changes(
    again: Mapping[str, Mapping[str, int | None]],
    wanted: Mapping[int, Mapping[str, int | None]],
) -> Iterator[Deed]:
    """What the dealer keys in so that the wagers lying there again are those that are wanted."""
    for place, mine in again.items():
        seat = int(place.removeprefix("seat_"))
        yield from (TakeBack(seat, wager) for wager in mine if wager not in wanted.get(seat, {}))
    for seat, wishes in wanted.items():
        there = again.get(f"seat_{seat}", {})
        for wager, cents in wishes.items():
            if wager not in there or there[wager] != cents:
                yield Bet(seat, wager, cents)


def lying(view: View) -> Mapping[str, Mapping[str, int | None]]:
    """The wagers that are down, and those that lie there again."""
    down, again = view["round"]["wagers"], view["round"]["again"]
    return {place: {**again.get(place, {}), **down.get(place, {})} for place in (*again, *down)}


@dataclass
class Betting:
    """The wagers of one round after the other."""

    away: int = 0
    """The round in which others have worked here instead."""
    _round: int = 0
    _bets: list[Deed] = field(default_factory=list)
    _looked_over: bool = False
    """Whether what lies there has been compared with what was wanted once more."""

    def next_bets(self, view: View, wishes: Wagering, *, brisk: bool) -> Iterator[Deed]:
        """What is keyed in now: one wager, or, by practised hands, all of them in one go."""
        number = view["round"]["number"]
        if self._round != number:
            self._round, self._looked_over = number, False
            self._bets = self._wanted(view, wishes)
        if not self._bets and (not self._looked_over or self._unplayable(view)):
            # What was keyed in while the controller died may not be there.
            self._looked_over = True
            self._bets = self._wanted(view, wishes)
        for _ in range(len(self._bets) if brisk else min(len(self._bets), 1)):
            yield self._bets.pop(0)

    def _wanted(self, view: View, wishes: Wagering) -> list[Deed]:
        """What players change about the wagers. What others have put down while nobody of them was
        here stays as it is, unless the round cannot be played with it."""
        number, there = view["round"]["number"], lying(view)
        made = list(changes(there, wishes(number)))
        if number != self.away or self._unplayable(view):
            return made
        bets = [deed for deed in made if isinstance(deed, Bet)]
        return [bet for bet in bets if not there.get(f"seat_{bet.seat}")]

    def _unplayable(self, view: View) -> bool:
        """Whether what others put down keeps the round from being dealt: the cards do not."""
        ready = any(deck["phase"] == "loaded" for deck in view["decks"].values())
        others = view["round"]["number"] == self.away
        return others and ready and any("lacking" in due for due in view["dues"])
