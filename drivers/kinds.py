"""What each kind of device may report and what may be demanded of it, and what its reports mean.

This is where faces are hidden: a card that left a shoe becomes a token here, before anything else
sees it, and an event that is kept to be looked at has its cards taken out. What has no meaning for
the kind becomes `Unreadable`, so that the event is numbered, recorded and acknowledged all the
same; its text tells a code and a size, never what was in the body.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drivers.driving import Seals
from drivers.happenings import (
    CODES,
    CardsDrawn,
    CardsSeen,
    Happening,
    Recognised,
    Shuffled,
    happening,
)
from drivers.layout import Malformed, in_byte_order
from drivers.messages import Event, KindCode
from tablectl.words.cards import UNSEEN, Face, Known, Sealed, Secret
from tablectl.words.observations import (
    CardChecked,
    CardsOut,
    CardsRead,
    CardsReturned,
    ChamberLoaded,
    Counted,
    CuttingCardOut,
    Jammed,
    Loaded,
    NumberDrawn,
    OrderDone,
    OrderFailed,
    Report,
    ShuffleEnded,
    Unreadable,
)
from tablectl.words.orders import Allow, Demand, Draw, Shuffle
from tablectl.words.settings import DeviceKind


@dataclass(frozen=True, slots=True)
class Duties:
    """What a kind of device reports and which demands it takes."""

    code: KindCode
    reports: frozenset[type[Any]]
    takes: frozenset[type[Any]] = frozenset()


_OUTCOMES = (OrderDone, OrderFailed)

DUTIES: Mapping[DeviceKind, Duties] = {
    DeviceKind.SHUFFLER: Duties(
        KindCode.SHUFFLER,
        reports=frozenset({Shuffled, Recognised, Counted, Jammed, *_OUTCOMES}),
        takes=frozenset({Shuffle}),
    ),
    DeviceKind.SHOE: Duties(
        KindCode.SHOE,
        reports=frozenset(
            {
                CardsDrawn,
                CardsReturned,
                Loaded,
                ChamberLoaded,
                Counted,
                CuttingCardOut,
                Jammed,
                *_OUTCOMES,
            }
        ),
        takes=frozenset({Allow}),
    ),
    DeviceKind.READER: Duties(
        KindCode.READER,
        reports=frozenset({CardsSeen, CardChecked, Jammed}),
    ),
    DeviceKind.GENERATOR: Duties(
        KindCode.GENERATOR,
        reports=frozenset({NumberDrawn, Jammed, *_OUTCOMES}),
        takes=frozenset({Draw}),
    ),
}

_SHOWN: Mapping[DeviceKind, frozenset[int]] = {
    kind: frozenset(CODES[made] for made in duties.reports - {CardsDrawn, Recognised})
    for kind, duties in DUTIES.items()
}
"""The codes whose body holds no hidden face, coming from this kind."""

_NO_FACES = "cards, from a reader that may not tell which they are"
_NAMES: Mapping[int, str] = {code: made.__name__ for made, code in CODES.items()}


def kind_name(code: int) -> str:
    """A kind as it is called in a sentence, from the code in an identity."""
    for kind, duties in DUTIES.items():
        if duties.code == code:
            return f"a {kind.value}"
    return f"a device of kind {code}"


def takes(kind: DeviceKind, demand: Demand) -> bool:
    return type(demand) in DUTIES[kind].takes


# ---------------------------------------------------------------- what an event means


def inside(event: Event) -> Happening | None:
    """What the event tells, hidden faces and all; None where its body has no meaning."""
    try:
        return happening(event.happening, event.body)
    except Malformed:
        return None


def meaning(
    kind: DeviceKind,
    event: Event,
    happened: Happening | None,
    serial: str,
    seals: Seals,
    *,
    faces: bool = True,
) -> tuple[Report, tuple[Secret, ...]]:
    """The event as a word of the core, and what is sealed in it; `happened` is what is inside.

    A reader that may tell no faces is shown cards that lie face down: one that tells them all the
    same is not listened to.
    """
    if happened is None:
        return Unreadable(_unread(event)), ()
    if type(happened) not in DUTIES[kind].reports:
        return Unreadable(f"{_named(event.happening)} from a {kind.value}"), ()
    if isinstance(happened, CardsSeen) and not faces:
        return Unreadable(_NO_FACES), ()
    if _without_number(happened):
        return Unreadable(_unread(event)), ()
    if isinstance(happened, CardsDrawn):
        if not _agrees(happened):
            return Unreadable(_unread(event)), ()
        return _drawn(happened, f"{serial}-{event.epoch}-{happened.load}", seals)
    if isinstance(happened, Recognised):
        if not _tells_no_order(happened):
            return Unreadable(_unread(event)), ()
        return _recognised(happened, seals), ()
    return _word(happened), ()


def plain_meaning(
    kind: DeviceKind,
    happened: Happening,
    serial: str,
    deck: str,
    seals: Seals,
    *,
    faces: bool = True,
) -> tuple[Report, tuple[Secret, ...]]:
    """As `meaning`, of a device that numbers no events. `deck` is the one it was told to shuffle.

    Cards that it does not number may be told; a face may not, for it could not be sealed.
    """
    if type(happened) not in DUTIES[kind].reports:
        return Unreadable(f"{type(happened).__name__} from a {kind.value}"), ()
    if isinstance(happened, CardsSeen) and not faces:
        return Unreadable(_NO_FACES), ()
    if isinstance(happened, CardsDrawn):
        if happened.cards and not _agrees(happened):
            return Unreadable("a card that is not numbered"), ()
        return _drawn(happened, f"{serial}-{happened.load}", seals)
    if isinstance(happened, Shuffled) and not happened.deck:
        return ShuffleEnded(deck, happened.count if happened.counts else None), ()
    return _word(happened), ()


def _word(happened: Happening) -> Report:
    match happened:
        case CardsSeen():
            # A card that the reader did not recognise lies there all the same: it counts.
            faces = (UNSEEN if card is None else Known(card) for card in happened.cards)
            return CardsRead(happened.spot, tuple(faces))
        case Shuffled():
            return ShuffleEnded(happened.deck, happened.count if happened.counts else None)
        case CardsDrawn() | Recognised():
            raise TypeError("cards that nobody has turned up are sealed or compared, not told")
        case _:
            return happened


def _drawn(drawn: CardsDrawn, shuffle: str, seals: Seals) -> tuple[Report, tuple[Secret, ...]]:
    faces: list[Face] = []
    secrets: list[Secret] = []
    foreign = 0
    for number, card in enumerate(drawn.cards, drawn.first):
        if card is None:
            faces.append(UNSEEN)
            continue
        secret = seals.seal(card, shuffle, number)
        secrets.append(secret)
        faces.append(Sealed(secret.token))
        foreign += not seals.belongs(card)
    out = CardsOut(
        drawn.count,
        tuple(faces),
        face_up=bool(drawn.face_up),
        foreign=foreign,
        load=drawn.load,
        first=drawn.first,
    )
    return out, tuple(secrets)


def _recognised(seen: Recognised, seals: Seals) -> Report:
    """How the deck differs from a whole one; which cards it has besides is in every deck. What a
    part of one lacks lies elsewhere, and some of it face down: that is not told."""
    missing, extra = seals.differences(card for card in seen.cards if card is not None)
    return ShuffleEnded(seen.deck, len(seen.cards), () if seals.in_parts else missing, extra)


def _tells_no_order(seen: Happening | None) -> bool:
    """Whether the cards of a deck stand in the order of their bytes. In any other order the list
    might be the deck as it will be dealt, which nobody may know."""
    return isinstance(seen, Recognised) and in_byte_order(seen.cards) == seen.cards


def _without_number(happened: Happening) -> bool:
    """Whether a load, a chamber or a number of cards is told that there cannot be."""
    match happened:
        case Loaded():
            return not happened.load
        case ChamberLoaded():
            return not (happened.load and happened.chamber)
        case CardsReturned():
            return not (happened.load and happened.count)
        case _:
            return False


def _agrees(drawn: CardsDrawn) -> bool:
    """Whether the numbers make sense. Faces are sealed under their load: none may have no number,
    for then cards of two shuffles would be sealed alike."""
    numbered = drawn.load >= 1 and drawn.first >= 1 and drawn.count >= 1
    return numbered and len(drawn.cards) in (0, drawn.count)


def _unread(event: Event) -> str:
    return f"{_named(event.happening)} with a body of {len(event.body)} bytes that has no meaning"


def _named(code: int) -> str:
    return _NAMES.get(code, f"happening 0x{code:02x}")


# ---------------------------------------------------------------- what may be looked at


def shown(
    kind: DeviceKind,
    event: Event,
    happened: Happening | None,
    *,
    faces: bool = True,
    in_parts: bool = False,
) -> Event:
    """The event without any hidden face: drawn cards are blank, a body unfit to show is gone.

    The cards of a deck are not hidden where nothing tells in which order they lie, unless they may
    be part of it: whoever knows that part knows the rest.
    """
    if event.happening in _SHOWN[kind] and (faces or event.happening != CODES[CardsSeen]):
        return event
    if kind is DeviceKind.SHUFFLER and not in_parts and _tells_no_order(happened):
        return event
    body = _blank(event.body, happened)
    if body is event.body:
        return event
    return Event(event.epoch, event.number, event.oldest, event.happening, body)


def _blank(body: bytes, happened: Happening | None) -> bytes:
    """The body of a draw with as many cards, none of them recognised; nothing if it makes no sense.

    In a body that makes no sense any byte may be a card, the length of the list too.
    """
    if not isinstance(happened, CardsDrawn) or not _agrees(happened):
        return b""
    cards = len(happened.cards)
    return body[: len(body) - cards] + bytes(cards) if cards else body
