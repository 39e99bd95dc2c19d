"""Dues: the closed vocabulary of what may or must happen next.

A step of a game, the agenda of a case and the preparation of a deck all speak in dues; prompts,
buttons, acceptance, allowances and the robot are read off them. A due is data: who may answer it,
what the answer may be, and the basis on which it is asked for.
"""

from __future__ import annotations

from tablectl.words.bases import HOUSE, Basis, Role
from tablectl.words.canonical import word
from tablectl.words.cards import Rank
from tablectl.words.money import Cents, Odds
from tablectl.words.values import Label

DEALER = (Role.DEALER,)
SUPERVISOR = (Role.SUPERVISOR,)


@word
class Lack:
    """Why a thing that is due cannot happen yet, and at which place where it is about one."""

    code: str
    basis: Basis
    place: str = ""


@word
class WagerKind:
    """A wager a seat may place: its name and limits in cents, where the house posted any.

    With `behind` it is somebody else's than the player's whose position it is.
    """

    name: str
    least: Cents | None = None
    most: Cents | None = None
    basis: Basis = HOUSE
    behind: bool = False


@word
class WagerDue:
    """Seats may place, change or take back these wagers.

    With `must` they are owed: the round waits for every one of them. Only who is `seated` bets;
    with `two_positions` a player bets at one more that is `adjacent`, with `several` at any number,
    on this basis.
    """

    seats: tuple[int, ...]
    wagers: tuple[WagerKind, ...]
    basis: Basis
    roles: tuple[Role, ...] = DEALER
    must: bool = False
    two_positions: bool = False
    seated: Basis = HOUSE
    adjacent: Basis = HOUSE
    several: Basis | None = None


@word
class CallDue:
    """The dealer calls something out; `lacking` says what must be so before."""

    call: str
    basis: Basis
    lacking: Lack | None = None
    roles: tuple[Role, ...] = DEALER


@word
class Target:
    """Where a card, or a stack of `count` cards, goes, and whether face up."""

    place: str
    count: int = 1
    up: bool = False


@word
class CardsDue:
    """These cards come out of `source`, in this order.

    They are of the deck of the round, or of any of `decks`: the one they come from is its deck.
    """

    to: tuple[Target, ...]
    basis: Basis
    source: str = "shoe"
    roles: tuple[Role, ...] = DEALER
    decks: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        return sum([target.count for target in self.to])


@word
class Stake:
    """A wager that a choice adds: so many parts of another wager of the same hand.

    Where a `chip` is named it may be less than that, and a part that such chips cannot make goes up
    to the next one.
    """

    wager: str
    like: str
    parts: int = 1
    of: int = 1
    chip: Cents | None = None


@word
class Shift:
    """The last so many cards of one place go to another: of a stack those at the bottom."""

    source: str
    target: str
    count: int


@word
class Option:
    """One answer to a question, with what it does to wagers and cards."""

    name: str
    adds: tuple[Stake, ...] = ()
    takes_back: tuple[str, ...] = ()
    shifts: tuple[Shift, ...] = ()


@word
class ChoiceDue:
    """A question to the hands named, in this order, with the same answers open to each."""

    question: str
    hands: tuple[str, ...]
    options: tuple[Option, ...]
    basis: Basis
    roles: tuple[Role, ...] = DEALER


@word
class CheckDue:
    """Whether the card at a place is of one of these ranks: found out without showing it."""

    check: str
    place: str
    ranks: tuple[Rank, ...]
    basis: Basis
    roles: tuple[Role, ...] = DEALER


@word
class CountDue:
    """Somebody counts the cards at a place, as the checklist says where there is one.

    They are those of the deck of the round, unless another `deck` is named.
    """

    place: str
    basis: Basis
    roles: tuple[Role, ...] = DEALER
    checklist: tuple[str, ...] = ()
    deck: str = ""


@word
class NumberDue:
    """A random number between `low` and `high`, both included."""

    draw: str
    low: int
    high: int
    basis: Basis
    roles: tuple[Role, ...] = DEALER


@word
class TurnDue:
    """The cards at these places are turned face up, in this order; the checklist comes before.

    At those that are `named` it has to be said which cards they are.
    """

    places: tuple[str, ...]
    basis: Basis
    roles: tuple[Role, ...] = DEALER
    checklist: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


@word
class MoveDue:
    """All cards at these places go to another, in this order.

    They are those of the round, or of the `deck` that is named. With `next_deck` the round is dealt
    from that one afterwards.
    """

    sources: tuple[str, ...]
    to: str
    basis: Basis
    roles: tuple[Role, ...] = DEALER
    deck: str = ""
    next_deck: str = ""


class Settling(Label):
    """What becomes of a wager."""

    COLLECT = "collect"
    PAY = "pay"
    RETURN = "return"
    JUDGE = "judge"


@word
class Line:
    """One line of a settlement.

    PAY: winnings `cents` at `odds`, the stake back. COLLECT: the stake is lost; with `odds` only
    that part of it, which is `cents`, and the rest goes back. RETURN: the stake goes back, no
    winnings. JUDGE: no device showed us the hand; the dealer reads it.
    """

    hand: str
    wager: str
    settling: Settling
    stake: Cents | None = None
    odds: Odds | None = None
    cents: Cents | None = None
    basis: Basis = HOUSE


@word
class SettleDue:
    """Wagers are taken and paid, in the order of the lines."""

    stage: str
    lines: tuple[Line, ...]
    basis: Basis
    roles: tuple[Role, ...] = DEALER


@word
class ConfirmDue:
    """Somebody confirms that a thing has been done, step by step where there is a checklist.

    `not_by` is a person who must not be the one; `least` and `most` bound a number where the
    confirmation carries one, and `expects` is what was counted elsewhere: any other is irregular.
    `shifts` are the cards that changed place as it was done. With `told` it says in words what was
    decided. Where a `device` is named, the device does the thing and its report is the only
    confirmation. What is `idle` may be done while nothing else goes on, and nobody waits for it.
    `seat` is that of the player whose turn it is to do the thing. `reveals` is a place whose last
    card is shown as it is done. With a `part` it is about those cards of a deck alone that lay at
    that place.
    """

    what: str
    basis: Basis
    subject: str = ""
    roles: tuple[Role, ...] = DEALER
    not_by: str = ""
    checklist: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    expects: int | None = None
    shifts: tuple[Shift, ...] = ()
    device: str = ""
    idle: bool = False
    told: bool = False
    seat: int | None = None
    reveals: str = ""
    part: str = ""


Due = (
    WagerDue
    | CallDue
    | CardsDue
    | ChoiceDue
    | CheckDue
    | CountDue
    | NumberDue
    | TurnDue
    | MoveDue
    | SettleDue
    | ConfirmDue
)
