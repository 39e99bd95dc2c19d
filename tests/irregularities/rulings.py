"""How a table came to be ruled on, and what the tests say about it."""

from __future__ import annotations

from tablectl.words.acts import Bet
from tablectl.words.bases import HOUSE, Basis, Clause, Role
from tablectl.words.cards import Card
from tablectl.words.dues import CardsDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut
from tablectl.words.rulings import Consequence, Ruled
from tests.tables import SHOE_1, Table, at

SUPERVISOR = (Role.SUPERVISOR,)
TWO_SEATS = (Bet(1, "ante", 1000), Bet(4, "pair_plus", 500))


def clause(section: str) -> Clause:
    return Clause(f"19:47-20.{section}")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(code) for code in text.split())


def ruled(table: Table, kind: Kind, **when: str) -> Ruled:
    """The last ruling, which has to be on this."""
    last = table.rulings[-1]
    assert (last.irregularity.kind, last.irregularity.circumstances) == (kind, when)
    return last


def void_by(last: Ruled, basis: Basis, deck: Consequence = Consequence.RESHUFFLE) -> None:
    """The ruling voids the round on this basis, and the supervisor confirms it."""
    assert last.ruling.consequences == (Consequence.VOID_ROUND, deck)
    assert (last.ruling.basis, last.ruling.confirm) == (basis, SUPERVISOR)


def held(last: Ruled) -> tuple[str, ...]:
    """The remedies of a ruling that holds for the supervisor by house policy."""
    assert (last.ruling.basis, last.ruling.confirm) == (HOUSE, SUPERVISOR)
    return tuple(remedy.name for remedy in last.ruling.remedies)


def dealing(preset: str = "counting", bets: tuple[Bet, ...] = TWO_SEATS, given: int = 1) -> Table:
    """In the middle of the deal."""
    table = at("deal", preset, bets)
    for _ in range(given):
        table.see(SHOE_1, CardsOut(1))
    return table


def next_place(table: Table) -> str:
    due = table.dues[0]
    assert isinstance(due, CardsDue)
    return due.to[0].place
