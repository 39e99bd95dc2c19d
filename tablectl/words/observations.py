"""Observations: what a device reported. Every one carries who, in which epoch, and its number."""

from __future__ import annotations

from tablectl.words.canonical import word
from tablectl.words.cards import Card, Face


@word
class CardsOut:
    """Cards left the device in one go: one card, or a stack.

    `face_up` where a sensor saw a card lying the wrong way; `foreign` counts the cards that do
    not belong to the set; `faces` is empty for a device that only counts. `load` is the load of
    the device that they belong to, and `first` the place of the first of them among all that came
    out of that load, from 1; both are 0 where the device does not say.
    """

    count: int
    faces: tuple[Face, ...] = ()
    face_up: bool = False
    foreign: int = 0
    load: int = 0
    first: int = 0


@word
class Loaded:
    """Cards were put into the device. Loads are numbered: what came out of an earlier one and is
    told late has nothing to do with this one."""

    load: int


@word
class ChamberLoaded:
    """As `Loaded`, of a device with several chambers: this load lies in that one, from 1. Every
    card tells its load, and by that its chamber."""

    load: int
    chamber: int


@word
class CardsReturned:
    """So many cards went back into the device, to come out of the same load again."""

    load: int
    count: int


@word
class CardsRead:
    """A reader saw the cards that lie face up at a place."""

    place: str
    faces: tuple[Face, ...]


@word
class CardShown:
    """A reader that cannot say where saw one card: the tag or code that it read off it, and the
    card that the house's map has for that; unseen where the map has none."""

    tag: str
    face: Face


@word
class Counted:
    """A device counted the cards at a place."""

    place: str
    count: int


@word
class ShuffleEnded:
    """A shuffle is complete, with the count where the shuffler counts.

    `missing` and `extra` come from a shuffler that recognises cards: those of the set that it did
    not see, and those that it saw more often than the set has them. Never in which order they lie.
    """

    deck: str
    count: int | None = None
    missing: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()


@word
class CuttingCardOut:
    """The cutting card came out; it is not a card and is not counted."""


@word
class CardChecked:
    """The answer to a check that shows the card to nobody."""

    check: str
    yes: bool


@word
class NumberDrawn:
    """A random number, and the draw it was for."""

    draw: str
    number: int


@word
class Jammed:
    """The device stopped with cards in it, or did not finish what it began."""

    detail: str = ""


@word
class LinkUp:
    """The line to the device is open; it is not identified yet."""


@word
class LinkLost:
    """The line to the device is gone."""

    detail: str = ""


@word
class Identified:
    """Who answered: model, serial number and firmware as the device gave them.

    `last_order` is the number of the last order the device received, so that what never reached
    it is sent and what did is not sent again; `last_event` that of the last event it told, so that
    a memory that went back is noticed; None for a device that does not keep them. `digest` is what
    the device says is the sha256 of its program, empty if it cannot say.
    """

    model: str
    serial: str
    firmware: str
    last_order: int | None = None
    digest: str = ""
    simulated: bool = False
    load: int = 0
    """The load that is in it, where it numbers them."""
    last_event: int | None = None
    out: int | None = None
    """How many cards of that load have left it; None for a device that is not asked."""


@word
class Unreadable:
    """The device reported something that has no meaning here, whole and well numbered."""

    detail: str


@word
class OrderDone:
    """The device carried out the order with this number."""

    order: int


@word
class OrderFailed:
    """The device refused or could not carry out the order with this number."""

    order: int
    reason: str = ""


Report = (
    CardsOut
    | Loaded
    | ChamberLoaded
    | CardsReturned
    | CardsRead
    | CardShown
    | Counted
    | ShuffleEnded
    | CuttingCardOut
    | CardChecked
    | NumberDrawn
    | Jammed
    | LinkUp
    | LinkLost
    | Identified
    | OrderDone
    | OrderFailed
    | Unreadable
)


@word
class Observation:
    """A report of a device. Event numbers rise by one within an epoch; a restart is a new epoch.

    Event number 0 marks what the link itself saw and the device did not number.
    `late` marks what was delivered after a gap: it reconciles counts and never advances a deal.
    """

    device: str
    report: Report
    epoch: int = 1
    event: int = 0
    late: bool = False
