"""Facts: what has happened in this round. A round is its facts and nothing else."""

from __future__ import annotations

from tablectl.words.canonical import word
from tablectl.words.money import Cents


@word
class Wagered:
    """The wager of a seat now stands at this; `on` is false when it was taken back."""

    seat: int
    wager: str
    cents: Cents | None
    on: bool


@word
class Called:
    call: str


@word
class Dealt:
    place: str
    count: int


@word
class Racked:
    """A card left the deal for the rack."""

    place: str


@word
class Chose:
    question: str
    hand: str
    choice: str


@word
class Checked:
    check: str
    yes: bool


@word
class CountedAt:
    place: str
    count: int


@word
class Drew:
    draw: str
    number: int


@word
class Turned:
    place: str


@word
class Moved:
    source: str
    to: str
    count: int


@word
class Settled:
    """All lines of a stage are done; `paid` if money went out with any of them."""

    stage: str
    paid: bool = False


@word
class Confirmed:
    what: str
    subject: str
    number: int | None


Fact = (
    Wagered
    | Called
    | Dealt
    | Racked
    | Chose
    | Checked
    | CountedAt
    | Drew
    | Turned
    | Moved
    | Settled
    | Confirmed
)
