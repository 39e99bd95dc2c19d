"""A due and whose it is: the element of the one list that says where the table stands."""

from __future__ import annotations

from collections.abc import Container, Iterator
from math import inf
from typing import TypeVar

from tablectl.words.dues import ConfirmDue, Due
from tablectl.words.values import value


@value
class Offered:
    """`owner` is case, round, deck, device or table; `subject` names which."""

    owner: str
    subject: str
    due: Due


Standing = tuple[Offered, ...]
FOREVER = inf
D = TypeVar("D", bound=Due)


def first_due(offers: Standing, kind: type[D]) -> D | None:
    """The first of this kind that is due, whoever it belongs to."""
    for offered in offers:
        due = offered.due
        if isinstance(due, kind):
            return due
    return None


def shuffle_dues(whats: Container[str], offers: Standing, device: str) -> Iterator[ConfirmDue]:
    """The shuffles that this device is to make, `whats` being what preparations of a deck are."""
    for offered in offers:
        due = offered.due
        if isinstance(due, ConfirmDue) and due.device == device and due.what in whats:
            yield due


@value
class Memo:
    """What was worked out about a state, kept with it so that the next input need not again."""

    plan_dues: tuple[Due, ...]
    standing: Standing
    deck_in_shoe: str
    until: float
    """Until when what is due holds by itself: the first deadline."""
