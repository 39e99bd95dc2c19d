"""Playing cards, what a deck is made of, and what we know of a card's face.

A cutting card and a cover card are not cards: they are never counted and never in a pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field
from enum import IntEnum

from tablectl.words.canonical import Plain, word
from tablectl.words.errors import WordError
from tablectl.words.values import Label


class Rank(IntEnum):
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14


class Suit(Label):
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


SUIT_BITS = 8
"""The low bits of a weight, in which the suits of as many as seven cards add up."""
_SUIT_WEIGHTS = dict(zip(Suit, (0, 1, 6, 36), strict=True))
_RANK_WEIGHTS = dict(
    zip(
        Rank,
        (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545),
        strict=True,
    )
)
_JOKER_WEIGHT = 1 << 40

_LETTERS = dict(zip(Rank, "23456789TJQKA", strict=True))
_SUITS = {suit: suit.value for suit in Suit}
_JOKER_CODE = "JK"


def weight_of(rank: Rank | None, suit: Suit | None) -> int:
    if rank is None or suit is None:
        return _JOKER_WEIGHT
    return (_RANK_WEIGHTS[rank] << SUIT_BITS) + _SUIT_WEIGHTS[suit]


@word
class Card:
    """One of the 52 cards, or the joker, which has neither rank nor suit."""

    rank: Rank | None
    suit: Suit | None
    weight: int = field(init=False, repr=False, compare=False, metadata={"derived": True})
    """What it adds to a hand. Of five cards or fewer the sum tells which ranks they have, however
    often each, and whether they are of one suit; it stays so small that adding is cheap."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "weight", weight_of(self.rank, self.suit))

    @property
    def code(self) -> str:
        if self.rank is None or self.suit is None:
            return _JOKER_CODE
        return _LETTERS[self.rank] + _SUITS[self.suit]

    @classmethod
    def of(cls, code: str) -> Card:
        """The card written as rank and suit, "AS" or "TD", or "JK" for the joker."""
        card = _BY_CODE.get(code)
        if card is None:
            raise WordError("card", f"{code!r} is no card; write rank and suit, as in AS, TD, 7C")
        return card

    def to_json(self) -> Plain:
        return self.code

    @classmethod
    def from_json(cls, data: Plain, where: str) -> Card:
        if not isinstance(data, str) or data not in _BY_CODE:
            raise WordError(where, f"{data!r} is no card")
        return _BY_CODE[data]

    def __str__(self) -> str:
        return self.code


JOKER = Card(None, None)
STANDARD_52 = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
_BY_CODE = {card.code: card for card in (*STANDARD_52, JOKER)}


@word
class Composition:
    """What a set of cards that is shuffled together is made of."""

    decks: int = 1
    jokers: int = 0

    @property
    def size(self) -> int:
        return 52 * self.decks + self.jokers

    def copies(self, card: Card) -> int:
        """How often this card belongs to the set."""
        return self.jokers if card == JOKER else self.decks

    def cards(self) -> tuple[Card, ...]:
        return STANDARD_52 * self.decks + (JOKER,) * self.jokers

    def differences(self, seen: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards that are missing among those seen, and those that are too many."""
        whole, there = Counter(self.cards()), Counter(seen)
        return tuple((whole - there).elements()), tuple((there - whole).elements())


@word
class Known:
    """A face that everybody at the table may know."""

    card: Card


@word
class Sealed:
    """A face that a device knows and the rules keep hidden: only a token of it is here."""

    token: str


@word
class Secret:
    """What is behind a token, enciphered: only whoever holds the key can tell the card."""

    token: str
    cipher: str


@word
class Unseen:
    """A face nobody has told us."""


Face = Known | Sealed | Unseen
UNSEEN = Unseen()


@word
class Pile:
    """Cards of one deck at one place, the one that came first in front.

    `faces` is empty while nothing is known of any of them, and has one entry a card otherwise:
    a shoe of 416 unseen cards is a number.
    """

    count: int = 0
    faces: tuple[Face, ...] = ()

    def all_faces(self) -> tuple[Face, ...]:
        return self.faces or (UNSEEN,) * self.count

    def plus(self, other: Pile) -> Pile:
        if self.count == 0:
            return other
        if not self.faces and not other.faces:
            return Pile(self.count + other.count)
        return Pile(self.count + other.count, self.all_faces() + other.all_faces())

    def split(self, count: int) -> tuple[Pile, Pile]:
        """The last `count` cards, and what stays."""
        if not self.faces:
            return Pile(count), Pile(self.count - count)
        keep = self.count - count
        return Pile(count, self.faces[keep:]), Pile(keep, self.faces[:keep])
