"""The felt follows the record: cards are laid where people have said that they put them.

Only cards move of which the record says that they moved, so what lies where nobody looked stays as
it is: a card that is lost stays lost until somebody counts. It must not know who said what.
"""

from __future__ import annotations

from collections.abc import Mapping

from simulators.felt import Felt, Piece
from tablectl.table.ledger import Holding
from tablectl.table.places import MISSING, OUT, SHOE, STACK
from tablectl.table.state import TableState
from tablectl.words.cards import JOKER, Known

LOST = "lost"
"""Where a card lies on the felt that fell off the table."""

Absent = Mapping[str, Mapping[str, int]]
"""How many cards are not there, of those that the record has at a place, by deck and place."""


def follow(felt: Felt, state: TableState, absent: Absent) -> None:
    """Lay every card where the record has it by now; `absent` cards are believed to move too."""
    for deck, holding in state.ledger.items():
        missed = _put_in(felt, deck, absent.get(deck, {}))
        _move(felt, deck, holding)
        for place in felt.places(deck):
            pile = felt.pile(deck, place)
            pile[:] = [piece for piece in pile if id(piece) not in missed]
        _turn_up(felt, deck, holding)


def absences(felt: Felt, state: TableState, before: Absent) -> Absent:
    """What is missing now; as before for a deck of which cards are on their way somewhere."""
    return {
        deck: before.get(deck, {}) if _over(felt, deck, holding) else _short(felt, deck, holding)
        for deck, holding in state.ledger.items()
    }


def _put_in(felt: Felt, deck: str, absent: Mapping[str, int]) -> dict[int, Piece]:
    """Stand-ins for the cards that are not there, as they would lie below the others."""
    put: dict[int, Piece] = {}
    for place, count in absent.items():
        pieces = [Piece(JOKER) for _ in range(count)]
        felt.pile(deck, place).extend(pieces)
        put |= {id(piece): piece for piece in pieces}
    return put


def _move(felt: Felt, deck: str, holding: Holding) -> None:
    short = _short(felt, deck, holding)
    for source, extra in _over(felt, deck, holding).items():
        left = extra
        while left and short:
            to = next((place for place, lack in short.items() if lack == left), next(iter(short)))
            count = min(left, short[to])
            _lay(felt, deck, source, to, count)
            left -= count
            short = {place: lack - count * (place == to) for place, lack in short.items()}
            short = {place: lack for place, lack in short.items() if lack}


def _lay(felt: Felt, deck: str, source: str, to: str, count: int) -> None:
    pile = felt.pile(deck, source)
    at = 0 if source in (SHOE, STACK) else len(pile) - count
    taken = pile[at : at + count]
    del pile[at : at + count]
    for piece in taken if to in (SHOE, STACK) else ():
        piece.up = False
    target = felt.pile(deck, to)
    if to == SHOE:
        target[:0] = taken
    else:
        target.extend(taken)


def _turn_up(felt: Felt, deck: str, holding: Holding) -> None:
    """What everybody has seen lies face up."""
    for place in holding.on_layout():
        pile, faces = felt.pile(deck, place), holding.at(place).all_faces()
        for piece, face in zip(pile, faces, strict=False):
            piece.up = piece.up or isinstance(face, Known)


def _over(felt: Felt, deck: str, holding: Holding) -> dict[str, int]:
    """Where more cards lie than the record has there."""
    places = [place for place in felt.places(deck) if place not in (LOST, OUT)]
    extra = {place: felt.count(deck, place) - holding.count(place) for place in places}
    return {place: count for place, count in extra.items() if count > 0}


def _short(felt: Felt, deck: str, holding: Holding) -> dict[str, int]:
    """Where fewer do. Nobody can lay a card where it is missing."""
    lack = {place: holding.count(place) - felt.count(deck, place) for place in holding.piles}
    return {place: count for place, count in lack.items() if count > 0 and place != MISSING}
