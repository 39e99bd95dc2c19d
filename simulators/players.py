"""Players: what they wager and how they answer, all of it from one seed.

Some look at their cards before they answer, where they can and the game has a plain rule of thumb;
the others say whatever comes to mind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from simulators.basic_strategy import best
from simulators.chance import split
from simulators.crew import DoorLike, Wishes
from simulators.felt import Felt
from tablectl.words.bases import Role
from tablectl.words.cards import Card, Rank

View = Mapping[str, Any]

HABITS: Mapping[str, tuple[Mapping[str, int], ...]] = {
    "blackjack": (
        {"wager": 1},
        {"wager": 2},
        {"wager": 3},
        {"wager": 5},
        {"wager": 2, "behind_1": 1},
        {"wager": 1, "behind_1": 4, "behind_2": 1},
    ),
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


@dataclass(frozen=True)
class Look:
    """What a player sees who looks before answering."""

    question: str
    offered: Sequence[str]
    own: Sequence[Card]
    shown: Sequence[Card]
    """Cards that are everybody's."""
    dealer: Sequence[Card]
    """Those of the dealer that lie face up."""


def _rides(look: Look) -> str:
    """A pair of tens, two pairs or three of a kind among the cards that a player sees."""
    cards = (*look.own, *look.shown)
    often = Counter(card.rank for card in cards if card.rank is not None).items()
    high = any(count > 1 and rank >= Rank.TEN for rank, count in often)
    made = high or sum(count > 1 for _, count in often) > 1 or any(n > 2 for _, n in often)
    return look.offered[0 if made else -1]


def _by_the_book(look: Look) -> str:
    """Basic strategy: no insurance, no card refused that one has asked for."""
    if look.question == INSURANCE:
        return look.offered[-1]
    if look.question == OFFERED_CARD:
        return look.offered[0]
    return best(look.own, look.dealer, look.offered) or look.offered[0]


INSURANCE, OFFERED_CARD = "insurance", "offered_card"
THUMBS: Mapping[str, Callable[[Look], str]] = {"let_it_ride": _rides, "blackjack": _by_the_book}
"""What a player of a game answers who looks at the cards."""
LOOKS, EAGER = 0.5, 0.7
"""So many look at their cards; so many of the others give the first of two answers."""
FOR_LESS = 0.25
"""So many put less down than they might, where they may."""
UNTOLD: Mapping[str, float] = {"blackjack": 0.1}
"""In so many rounds of a game nobody keys in how much was wagered."""


class Players:
    def __init__(self, game: str, seats: int, seed: int | str) -> None:
        self._habits = HABITS.get(game, ())
        self._thumb = THUMBS.get(game)
        self._untold = UNTOLD.get(game, 0.0)
        self._seats = seats
        self._seed = seed
        self.door: DoorLike | None = None
        self.felt: Felt | None = None
        """Where players can look at their cards; without it they do not."""

    def wishes(self, last_round: int | None) -> Wishes:
        return Wishes(self._wagers, self._choose, last_round, self._stake)

    def _wagers(self, number: int) -> Mapping[int, Mapping[str, int | None]]:
        offered = self._offered()
        chance = split(self._seed, f"wagers of round {number}")
        most = min(self._seats, 4)
        seats = chance.sample(range(1, self._seats + 1), chance.randint(min(2, most), most))
        made: dict[int, Mapping[str, int | None]] = {}
        untold = split(self._seed, f"told in round {number}").random() < self._untold
        for seat in sorted(seats):
            habit = chance.choice(self._habits) if self._habits else dict.fromkeys(offered, 1)
            unit = chance.choice((1, 2, 5)) * UNIT
            made[seat] = {
                wager: None if untold else min(max(units * unit, low), high)
                for wager, units in habit.items()
                if wager in offered
                for low, high in (offered[wager],)
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
        whim = _whim(names, chance)
        if self._thumb is None or self.felt is None or chance.random() >= LOOKS:
            return whim
        return self._thumb(_look(self.felt, str(view["round"]["deck"]), str(hand), due, names))

    def _stake(self, view: View, due: View, choice: str) -> int | None:
        """Some put down less than they might, and as much as a chip at least."""
        hand = str(due["hands"][0])
        chance = split(self._seed, f"stake {view['round']['number']} {choice} {hand}")
        option = next(each for each in due["options"] if each["name"] == choice)
        mine = view["round"]["wagers"].get(hand.partition(".")[0], {})
        for added in option.get("adds", ()):
            whole, chip = mine.get(added["like"]), added.get("chip")
            if chip and whole and chance.random() < FOR_LESS:
                half = int(whole) // int(added.get("of", 1)) // 2
                return max(half // int(chip), 1) * int(chip)
        return None


def _whim(names: Sequence[str], chance: Random) -> str:
    """Whatever comes to mind: of two answers more often the first, of several any of them."""
    if len(names) > 2:
        return chance.choice(names)
    return names[0] if chance.random() < EAGER else names[-1]


def _look(felt: Felt, deck: str, hand: str, due: View, names: Sequence[str]) -> Look:
    def up(places: Sequence[str]) -> list[Card]:
        return [piece.card for place in places for piece in felt.pile(deck, place) if piece.up]

    own = [piece.card for piece in felt.pile(deck, hand)]
    shown = [place for place in felt.places(deck) if place.startswith("common_")]
    return Look(str(due["question"]), names, own, up(shown), up(["dealer"]))


def _cards_out(view: View) -> int:
    """Tells one asking of a hand from the next, however long either took and whoever noted it."""
    return sum(pile["count"] for place, pile in view["places"].items() if place != SHOE)
