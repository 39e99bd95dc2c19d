"""Where cards can be. A place is a name; these are the ones every table has."""

from __future__ import annotations

from functools import lru_cache

SHOE = "shoe"
"""Cards still to be dealt: a shoe, or the deck in the dealer's hand."""
RACK = "rack"
"""The discard rack."""
STACK = "stack"
"""A whole deck being inspected, spread, washed, shuffled or cut."""
SHUFFLER = "shuffler"
"""A deck that waits in the shuffler while another is played."""
LOOSE = "loose"
"""A card that came out and belongs nowhere yet."""
NEXT = "next"
"""A card that came out too early and that nobody has seen: the next one to be dealt."""
OFFERED = "offered"
"""A card that came out too early and that everybody has seen: on offer."""
OUT = "out"
"""Off the table."""
MISSING = "missing"
"""Nowhere that anybody knows of: cards that ought to be on the table and were not found."""
DEALER = "dealer"

OFF_LAYOUT = frozenset((SHOE, RACK, STACK, SHUFFLER, LOOSE, NEXT, OUT, MISSING))


def seat_place(seat: int) -> str:
    return f"seat_{seat}"


def seat_number(place: str) -> int:
    """The number of the seat that a hand belongs to."""
    return int(seat_of(place).removeprefix("seat_"))


def seat_of(place: str) -> str:
    """The seat a hand belongs to: seat_3 for seat_3 and for seat_3.2 after a split."""
    return place.partition(".")[0]


def is_seat(place: str) -> bool:
    return place.startswith("seat_")


@lru_cache(maxsize=256)
def by_seat(place: str) -> tuple[int, int, str]:
    """A sort key: seats from the dealer's left, then everything else by name."""
    return (0, seat_number(place), place) if is_seat(place) else (1, 0, place)
