"""Facts: what has happened in this round. A round is its facts and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.words.bases import Basis
from tablectl.words.canonical import word
from tablectl.words.dues import Stake
from tablectl.words.irregularities import Kind
from tablectl.words.money import Cents


@word
class Wagered:
    """The wager of a seat now stands at this; `on` is false when it was taken back."""

    seat: int
    wager: str
    cents: Cents | None
    on: bool
    player: int | None = None
    """The seat of the player whose wager it is, where that is another one."""


@word
class Called:
    call: str


@word
class Dealt:
    place: str
    count: int


@word
class LaidAgain:
    """The cards of the deal turned out to lie here, in the order in which they came."""

    places: tuple[str, ...]


@word
class Flawed:
    """Something is wrong at a place that the round itself makes good; with a number only the card
    of that place which is the nth to be due there is meant."""

    kind: Kind
    place: str
    nth: int | None = None


@word
class DidWithout:
    """The round goes on without this device."""

    device: str


@word
class CuttingCard:
    """The cutting card came out, and the card after it was that of this place; the shoe's own where
    nobody can say."""

    place: str


@word
class Racked:
    """A card left the deal for the rack."""

    place: str


@word
class Chose:
    """An answer, with what it did to the wagers of the hand, and whether cards moved with it."""

    question: str
    hand: str
    choice: str
    adds: tuple[Stake, ...] = ()
    takes_back: tuple[str, ...] = ()
    moved: bool = False
    cents: Cents | None = None
    """What was staked with it, where that is less than it might have been."""


@word
class Checked:
    check: str
    yes: bool


@word
class CountedAt:
    """So many cards lie at a place; of which deck, where that is not the one of the round."""

    place: str
    count: int
    deck: str = ""


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
class Refilled:
    """So many cards of the deck of the round went back into the shoe in the middle of it."""

    deck: str
    count: int


@word
class DealtFrom:
    """From here on the round is dealt from this deck."""

    deck: str


@word
class Settled:
    """All lines of a stage are done, those of these hands.

    `paid` if money went out with any of them.
    """

    stage: str
    paid: bool = False
    hands: tuple[str, ...] = ()


@word
class Confirmed:
    """A thing was done; `note` is what was decided, where the confirmation says it in words."""

    what: str
    subject: str
    number: int | None
    note: str = ""


Amendable = Wagered | Chose | CountedAt


@word
class Amended:
    """Something was keyed in wrong: the fact at this place of the round reads so from here on.

    The old one stays where it is. With no place there was none: it had not been keyed in at all.
    """

    to: Amendable
    by: str
    why: str
    at: int | None = None


@word
class ContentsDeclared:
    """Two people said how many cards lie at a place; the difference is at the `other` one."""

    deck: str
    place: str
    was: int
    now: int
    other: str
    by: str
    second: str
    why: str


@word
class Warned:
    """Something that was let through and that somebody should look at; `args` are for its text."""

    code: str
    basis: Basis
    args: Mapping[str, int | str]


@word
class Noticed:
    """A change was asked for; a rule starts at this time."""

    notice: str
    option: str
    value: int
    starts_at: int
    by: str


@word
class OptionChanged:
    """An option has another value from here on."""

    notice: str
    option: str
    was: int
    now: int


@word
class NoticeDropped:
    """A change will not come: it was withdrawn, it lapsed, the table closed, it is not allowed."""

    notice: str
    option: str
    why: str


Fact = (
    Wagered
    | Called
    | Dealt
    | LaidAgain
    | Flawed
    | DidWithout
    | CuttingCard
    | Racked
    | Chose
    | Checked
    | CountedAt
    | Drew
    | Turned
    | Moved
    | Refilled
    | DealtFrom
    | Settled
    | Confirmed
    | Amended
    | ContentsDeclared
    | Warned
    | Noticed
    | OptionChanged
    | NoticeDropped
)
