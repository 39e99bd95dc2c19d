"""The felt: where every card really is. The only physical truth; nobody in tablectl can see it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tablectl.words.cards import Card, Composition, Rank


@dataclass
class Piece:
    """A card of pasteboard: what it is and which way it lies."""

    card: Card
    up: bool = False


Piles = dict[str, list[Piece]]


class Felt:
    """Cards by deck and place. The front of the list is the top, and is dealt first."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._decks: dict[str, Piles] = {}
        self.orders: list[tuple[Card, ...]] = []
        """Card orders that the next shuffles shall give, first card dealt first."""
        self.orders_kept = False
        """The last shuffle gave an order that a cut must not disturb."""
        self.rich: frozenset[Rank] = frozenset()
        """Ranks that the next shuffle brings to the top: few of them make rare hands common."""

    def decks(self) -> tuple[str, ...]:
        return tuple(self._decks)

    def pile(self, deck: str, place: str) -> list[Piece]:
        return self._decks.setdefault(deck, {}).setdefault(place, [])

    def places(self, deck: str) -> tuple[str, ...]:
        return tuple(p for p, pile in self._decks.get(deck, {}).items() if pile)

    def count(self, deck: str, place: str) -> int:
        return len(self._decks.get(deck, {}).get(place, ()))

    def bring(self, deck: str, composition: Composition) -> None:
        """A new deck in new order replaces whatever had that name."""
        self._decks[deck] = {"stack": [Piece(card) for card in composition.cards()]}

    def move(self, deck: str, source: str, to: str, count: int | None = None) -> None:
        """Cards from the top of one pile onto the end of another."""
        pile = self.pile(deck, source)
        number = len(pile) if count is None else min(count, len(pile))
        taken, pile[:number] = pile[:number], []
        self.pile(deck, to).extend(taken)

    def shift(self, deck: str, source: str, to: str, count: int) -> None:
        """The last cards of one pile, those at the bottom of a stack, onto the end of another."""
        pile = self.pile(deck, source)
        keep = len(pile) - count
        self.pile(deck, to).extend(pile[keep:])
        del pile[keep:]

    def gather(self, deck: str, to: str) -> None:
        for place in self.places(deck):
            if place != to:
                self.move(deck, place, to)
        for piece in self.pile(deck, to):
            piece.up = False

    def turn_up(self, deck: str, place: str) -> list[Piece]:
        """The cards at a place, which now lie face up."""
        pile = self.pile(deck, place)
        for piece in pile:
            piece.up = True
        return pile

    def shuffle(self, deck: str) -> None:
        """All cards of a deck, wherever they lie."""
        self.gather(deck, "stack")
        self.shuffle_stack(deck)

    def shuffle_stack(self, deck: str) -> None:
        """The cards that lie on the stack, and no others, all face down."""
        stack = self.pile(deck, "stack")
        for piece in stack:
            piece.up = False
        self._chance.shuffle(stack)
        self.orders_kept = bool(self.orders or self.rich)
        if self.rich:
            stack.sort(key=lambda piece: piece.card.rank not in self.rich)
            self.rich = frozenset()
        if self.orders:
            _put_in_order(stack, self.orders.pop(0))

    def put_among(self, deck: str, stacks: int) -> None:
        """The stack goes into the shoe in so many parts, each among the cards that are there."""
        stack, shoe = self.pile(deck, "stack"), self.pile(deck, "shoe")
        size, apart = -(-len(stack) // stacks), len(shoe) // (stacks + 1)
        for part in reversed(range(stacks)):
            shoe[apart * (part + 1) : apart * (part + 1)] = stack[part * size : (part + 1) * size]
        stack.clear()

    def put_back(self, deck: str, place: str) -> None:
        """The cards of a place go into the shoe, each to any place among those that are there."""
        shoe = self.pile(deck, "shoe")
        for piece in self.pile(deck, place):
            piece.up = False
            shoe.insert(self._chance.randint(0, len(shoe)), piece)
        self.pile(deck, place).clear()

    def cut(self, deck: str, packet: int) -> None:
        stack = self.pile(deck, "stack")
        stack[:] = stack[packet:] + stack[:packet]


def _put_in_order(stack: list[Piece], order: tuple[Card, ...]) -> None:
    """Bring the named cards to the top, as far as the stack has them."""
    for index, card in enumerate(order):
        found = next((i for i in range(index, len(stack)) if stack[i].card == card), None)
        if found is None:
            raise ValueError(f"the deck has no {card.code} left for place {index + 1}")
        stack.insert(index, stack.pop(found))
