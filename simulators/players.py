"""Players: what they wager and how they answer, all of it from one seed.

Some look at their cards before they answer, where they can and the game has a plain rule of thumb;
the others say whatever comes to mind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simulators.chance import split
from simulators.crew import DoorLike, Wishes
from simulators.felt import Felt
from tablectl.words.bases import Role
from tablectl.words.cards import Card, Rank

View = Mapping[str, Any]

HABITS: Mapping[str, tuple[Mapping[str, int], ...]] = {
    "let_it_ride": (
        {"bet_1": 1, "bet_2": 1, "bet_3": 1},
        {"bet_1": 1, "bet_2": 1, "bet_3": 1, "bonus": 1},
        {"bet_1": 2, "bet_2": 2, "bet_3": 2, "bonus": 1},
        {"bet_1": 2_000, "bet_2": 2_000, "bet_3": 2_000, "bonus": 1},
    ),
    "three_card_poker": ({"ante": 2}, {"ante": 1, "pair_plus": 1}, {"pair_plus": 1}),
}
"""What players of a game like to wager, in units; elsewhere one unit on everything offered."""
UNIT = 500
MOST = 1_000_000
SHOE = "shoe"
REMEDY = "remedy"


def _made(cards: Sequence[Card]) -> bool:
    """A pair of tens, two pairs or three of a kind among the cards that a player sees."""
    often = Counter(card.rank for card in cards if card.rank is not None).items()
    high = any(count > 1 and rank >= Rank.TEN for rank, count in often)
    return high or sum(count > 1 for _, count in often) > 1 or any(n > 2 for _, n in often)


STANDS: Mapping[str, Callable[[Sequence[Card]], bool]] = {"let_it_ride": _made}
"""With which cards a player of a game who looks gives the first answer, and not the last."""
LOOKS, EAGER = 0.5, 0.7
"""So many look at their cards; so many of the others give the first answer."""


class Players:
    def __init__(self, game: str, seats: int, seed: int | str) -> None:
        self._habits = HABITS.get(game, ())
        self._stands = STANDS.get(game)
        self._seats = seats
        self._seed = seed
        self.door: DoorLike | None = None
        self.felt: Felt | None = None
        """Where players can look at their cards; without it they do not."""

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
        chance = split(self._seed, asked)
        first = chance.random() < EAGER
        if self._stands is not None and self.felt is not None and chance.random() < LOOKS:
            first = self._stands(_seen(self.felt, str(view["round"]["deck"]), str(hand)))
        return names[0] if first else names[-1]


def _seen(felt: Felt, deck: str, hand: str) -> list[Card]:
    """The cards of one's own hand, and those on the table that lie face up for everybody."""
    own = [piece.card for piece in felt.pile(deck, hand)]
    common = (p for p in felt.places(deck) if p.startswith("common_"))
    return own + [piece.card for p in common for piece in felt.pile(deck, p) if piece.up]


def _cards_out(view: View) -> int:
    """Tells one asking of a hand from the next, however long either took and whoever noted it."""
    return sum(pile["count"] for place, pile in view["places"].items() if place != SHOE)
