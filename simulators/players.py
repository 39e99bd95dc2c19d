"""Players: what they wager and how they answer, all of it from one seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulators.chance import split
from simulators.crew import DoorLike, Wishes
from tablectl.words.bases import Role

View = Mapping[str, Any]

HABITS: Mapping[str, tuple[Mapping[str, int], ...]] = {
    "let_it_ride": (
        {"bet_1": 1, "bet_2": 1, "bet_3": 1},
        {"bet_1": 1, "bet_2": 1, "bet_3": 1, "bonus": 1},
    ),
    "three_card_poker": ({"ante": 2}, {"ante": 1, "pair_plus": 1}, {"pair_plus": 1}),
}
"""What players of a game like to wager, in units; elsewhere one unit on everything offered."""
UNIT = 500
MOST = 1_000_000
SHOE = "shoe"
REMEDY = "remedy"


class Players:
    def __init__(self, game: str, seats: int, seed: int | str) -> None:
        self._habits = HABITS.get(game, ())
        self._seats = seats
        self._seed = seed
        self.door: DoorLike | None = None

    def wishes(self, last_round: int | None) -> Wishes:
        return Wishes(self._wagers, self._choose, last_round)

    def _wagers(self, number: int) -> Mapping[int, Mapping[str, int | None]]:
        offered = self._offered()
        chance = split(self._seed, f"wagers of round {number}")
        most = min(self._seats, 4)
        seats = chance.sample(range(1, self._seats + 1), chance.randint(min(2, most), most))
        made: dict[int, Mapping[str, int | None]] = {}
        for seat in sorted(seats):
            habit = chance.choice(self._habits) if self._habits else dict.fromkeys(offered, 1)
            unit = chance.choice((1, 2, 5)) * UNIT
            made[seat] = {
                wager: min(max(units * unit, offered[wager][0]), offered[wager][1])
                for wager, units in habit.items()
                if wager in offered
            }
        return made

    def _offered(self) -> dict[str, tuple[int, int]]:
        """The wagers that are open, and the least and the most that may be put on each."""
        if self.door is None:
            return {}
        dues = self.door.view(Role.DEALER)["dues"]
        kinds = (kind for due in dues if due["is"] == "wager_due" for kind in due["wagers"])
        return {kind["name"]: (kind.get("least", UNIT), kind.get("most", MOST)) for kind in kinds}

    def _choose(self, view: View, due: View) -> str:
        names = [str(option["name"]) for option in due["options"]]
        if due["question"] == REMEDY:
            return names[0]
        hand = due["hands"][0]
        asked = f"{view['round']['number']} {due['question']} {hand} {_cards_out(view)}"
        return names[0] if split(self._seed, asked).random() < 0.7 else names[-1]


def _cards_out(view: View) -> int:
    """Tells one asking of a hand from the next, however long either took and whoever noted it."""
    return sum(pile["count"] for place, pile in view["places"].items() if place != SHOE)
