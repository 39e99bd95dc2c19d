"""Acts: what a person did. A deed, who did it, with whom, and a key that makes it count once."""

from __future__ import annotations

from tablectl.words.canonical import word
from tablectl.words.cards import Card
from tablectl.words.irregularities import Kind
from tablectl.words.money import Cents


@word
class Bet:
    """A wager is down on a seat; without an amount, settlement speaks in odds.

    With `over` the dealer accepts it although it is above the maximum. `player` is the seat of the
    player whose wager it is, where that is another one.
    """

    seat: int
    wager: str
    cents: Cents | None = None
    over: bool = False
    player: int | None = None


@word
class TakeBack:
    """A wager is taken off again before it is bound."""

    seat: int
    wager: str


@word
class Call:
    """Something was called out."""

    call: str


@word
class Deal:
    """The cards that were due have been dealt, where no device counts them.

    `deck` is the one they came from, where there are several in the shoe.
    """

    deck: str = ""


@word
class Choose:
    """A hand's answer to a question.

    With `rest` it is that of every hand asked after this one too; `before` is the answer that
    every hand asked before this one has given, where none of them has been keyed in yet. So the
    hands are asked in their order, and only the exceptions cost an act. `cents` is what this hand
    stakes with it, where that may be less than the whole.
    """

    question: str
    hand: str
    choice: str
    rest: bool = False
    before: str = ""
    cents: Cents | None = None


@word
class Count:
    """Somebody counted the cards at a place."""

    place: str
    cards: int


@word
class Shown:
    """The cards of one place as they lie face up; empty where nobody keys them in."""

    place: str
    cards: tuple[Card, ...] = ()


@word
class Turn:
    """Cards were turned face up."""

    shown: tuple[Shown, ...]


@word
class Move:
    """The cards that were due at a place have been put there."""

    to: str


@word
class Settle:
    """All lines of this stage have been taken or paid."""

    stage: str


@word
class Check:
    """The answer to a check, where a person gives it."""

    check: str
    yes: bool


@word
class Confirm:
    """A thing has been done; `number` where the confirmation carries one."""

    what: str
    subject: str = ""
    number: int | None = None
    note: str = ""


@word
class Declare:
    """A person reports an irregularity that no device told us of.

    `nth` says which card of a place it is about, the first being one; left out, all of them.
    """

    kind: Kind
    place: str = ""
    device: str = ""
    seen: bool = False
    note: str = ""
    nth: int | None = None


@word
class AmendWager:
    """A wager was keyed in wrong: this lies there, or with `off` nothing does."""

    seat: int
    wager: str
    note: str
    cents: Cents | None = None
    off: bool = False


@word
class AmendChoice:
    """An answer was keyed in wrong: this is what the hand said, and `cents` what it staked with it
    where that is less than the whole."""

    question: str
    hand: str
    choice: str
    note: str
    cents: Cents | None = None


@word
class AmendCount:
    """A count was keyed in wrong: so many cards were counted."""

    place: str
    cards: int
    note: str


@word
class DeclareContents:
    """So many cards physically lie at a place, whatever was believed, and why that is said.

    `other` is where the cards in question come from or went to; left out, nobody knows.
    """

    place: str
    cards: int
    note: str
    other: str = ""
    deck: str = ""


@word
class Dispute:
    """Something about a round that is over came to light; the round stays as it is."""

    round: int
    note: str


@word
class ChangeOption:
    """The house wants another value of an option of its own; a rule starts in so many minutes."""

    option: str
    value: int
    minutes: int = 45


@word
class Enrol:
    """A person who works here is given a first proof of who they are, to be replaced by their own.

    The proof itself is nobody's business but the door's; `credential` is the name of it.
    """

    person: str
    credential: str


@word
class Unlock:
    """A person who was locked out may try again."""

    person: str


@word
class Dismiss:
    """What a person proved it by is no proof any more."""

    person: str


Amend = AmendWager | AmendChoice | AmendCount
Administer = Enrol | Unlock | Dismiss
"""Deeds about people, which the door carries out and nobody does with `tablectl act`."""

Deed = (
    Bet
    | TakeBack
    | Call
    | Deal
    | Choose
    | Count
    | Turn
    | Move
    | Settle
    | Check
    | Confirm
    | Declare
    | AmendWager
    | AmendChoice
    | AmendCount
    | Dispute
    | DeclareContents
    | ChangeOption
    | Enrol
    | Unlock
    | Dismiss
)


@word
class Act:
    """A deed by a person. `key` is chosen by the client, once per deed it means to do."""

    deed: Deed
    by: str
    key: str
    second: str = ""
