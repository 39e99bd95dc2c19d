"""Let it ride tables for the tests: the core alone, act by act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tablectl.words.acts import Bet
from tablectl.words.bases import Clause
from tablectl.words.dues import ConfirmDue, Due
from tests.tables import SHUFFLER, Table, settings_for

BETS = ("bet_1", "bet_2", "bet_3")
SHUFFLERS = {"shuffler_1": SHUFFLER}


def c(section: str) -> Clause:
    return Clause(f"19:47-18.{section}")


def bets(*seats: int, cents: int | None = 1000, bonus: tuple[int, ...] = ()) -> tuple[Bet, ...]:
    """Three equal bets at each of these seats, and a bonus wager at some of them."""
    three = tuple(Bet(seat, bet, cents) for seat in seats for bet in BETS)
    return (*three, *(Bet(seat, "bonus", 100) for seat in bonus))


def ride(
    preset: str = "blind",
    *,
    method: str = "manual_shoe",
    wagers: tuple[Bet, ...] = bets(2),
    shuffler: bool = False,
    decks: tuple[str, ...] = ("blue",),
    options: Mapping[str, int | str] | None = None,
) -> Table:
    settings = settings_for(
        preset,
        game="let_it_ride",
        method=method,
        devices=SHUFFLERS if shuffler or method == "hand" or len(decks) > 1 else {},
        options=options,
    )
    return Table(replace(settings, decks=decks), bets=wagers)


def ride_at(step: str, *seats: int, preset: str = "blind", method: str = "manual_shoe") -> Table:
    """A table whose round, with three bets at each of these seats, has come to this step."""
    return ride(preset, method=method, wagers=bets(*(seats or (2,)))).to(step)


def deck_due(table: Table) -> ConfirmDue:
    """The one thing that is due for the deck."""
    dues = [o.due for o in table.offers if o.owner == "deck"]
    (due,) = (due for due in dues if isinstance(due, ConfirmDue) and not due.idle)
    return due


def bases(table: Table, kind: type[Due]) -> list[object]:
    return [due.basis for due in table.dues if isinstance(due, kind)]
