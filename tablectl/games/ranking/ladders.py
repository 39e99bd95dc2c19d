"""Ladders: the hands of a game written down from the lowest to the highest, and looked up in it.

A game says in which order its hands stand by listing them; nothing is compared twice. A hand is
found by how often each rank is in it and by whether it is of one suit, so that a ladder is short:
suits have no order, and 22,100 hands of three cards are some nine hundred rungs. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from tablectl.words.cards import Card, Rank

Ranks = tuple[int, ...]

_DIGIT = 4
"""Bits for the number of cards of one rank: as many as fifteen fit."""
_WEIGHTS = tuple(1 << _DIGIT * rank for rank in range(max(Rank) + 1))
"""What a card of each rank adds to the key of its hand."""


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
    """Every hand of `size` cards, to be looked up."""

    def __init__(self, size: int, rungs: Iterable[Rung]) -> None:
        self._size = size
        self._mixed: dict[int, Standing] = {}
        self._of_one_suit: dict[int, Standing] = {}
        for place, rung in enumerate(rungs):
            table = self._of_one_suit if rung.one_suit else self._mixed
            if table.setdefault(_key(rung.ranks), Standing(rung.kind, place)).place != place:
                raise ValueError(f"the ranks {rung.ranks} stand on two rungs")

    def __len__(self) -> int:
        return len(self._mixed) + len(self._of_one_suit)

    def standing(self, cards: tuple[Card, ...]) -> Standing:
        if len(cards) != self._size:
            raise ValueError(f"a hand is {self._size} cards, not {len(cards)}")
        key, suit, one_suit = 0, cards[0].suit, True
        for card in cards:
            if card.rank is None:
                raise ValueError("a joker has no rank in this game")
            key += _WEIGHTS[card.rank]
            if card.suit is not suit:
                one_suit = False
        return (self._of_one_suit if one_suit else self._mixed)[key]


def _key(ranks: Ranks) -> int:
    return sum(_WEIGHTS[rank] for rank in ranks)
