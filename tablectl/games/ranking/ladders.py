"""Ladders: the hands of a game written down from the lowest to the highest, and looked up in it.

A game says in which order its hands stand by listing them; nothing is compared twice. A hand is
found by the sum of the weights of its cards, that is by how often each rank is in it and by whether
it is of one suit, so that a ladder is short: suits have no order, and 22,100 hands of three cards
are some nine hundred rungs. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import NamedTuple

from tablectl.words.cards import SUIT_BITS, Card, Rank, Suit, weight_of

Ranks = tuple[int, ...]

SUITS = (1 << SUIT_BITS) - 1
"""The part of a sum that the suits make; the ranks make the rest."""


class Rung(NamedTuple):
    """All hands of these ranks that are, or are not, of one suit."""

    kind: IntEnum
    ranks: Ranks
    one_suit: bool


class Standing(NamedTuple):
    """How high a hand stands: the greater is the better hand, equal ones draw."""

    kind: IntEnum
    place: int
    """From the bottom of the whole ladder."""


class Ladder:
    """Every hand of `size` cards, to be looked up; written down when the first one is."""

    def __init__(self, size: int, rungs: Callable[[], Iterable[Rung]]) -> None:
        self._size = size
        self._rungs = rungs
        self._mixed: dict[int, Standing] = {}
        self._of_one_suit: dict[int, Standing] = {}
        by_suits = [self._mixed] * (SUITS + 1)
        for suit in Suit:
            by_suits[size * weight_of(Rank.TWO, suit) & SUITS] = self._of_one_suit
        self.tables = tuple(by_suits)
        """By what the suits of a hand add up to: the standings by what its ranks do. Whoever knows
        how many cards there are adds them up and looks here; where nothing is found, `standing`
        knows why."""

    def __len__(self) -> int:
        if not self._mixed:
            self.write_down()
        return len(self._mixed) + len(self._of_one_suit)

    def standing(self, cards: tuple[Card, ...]) -> Standing:
        if len(cards) != self._size:
            raise ValueError(f"a hand is {self._size} cards, not {len(cards)}")
        if any(card.rank is None for card in cards):
            raise ValueError("a joker has no rank in this game")
        if not self._mixed:
            self.write_down()
        total = sum(card.weight for card in cards)
        return self.tables[total & SUITS][total >> SUIT_BITS]

    def write_down(self) -> None:
        """Whoever looks meanwhile, in another thread, finds nothing yet or everything."""
        mixed: dict[int, Standing] = {}
        of_one_suit: dict[int, Standing] = {}
        weights = {int(rank): weight_of(rank, Suit.CLUBS) >> SUIT_BITS for rank in Rank}
        for place, rung in enumerate(self._rungs()):
            table = of_one_suit if rung.one_suit else mixed
            total = sum([weights[rank] for rank in rung.ranks])
            if table.setdefault(total, Standing(rung.kind, place)).place != place:
                raise ValueError(f"the ranks {rung.ranks} stand on two rungs")
        self._of_one_suit.update(of_one_suit)
        self._mixed.update(mixed)  # last, for it is what everybody looks for
