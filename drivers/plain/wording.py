"""What a plain device can say and be told: each thing by its name in a profile, with its places.

The happenings and demands are those of every device (`happenings`); here is how they are taken
apart into single values, and put together again. Knows no template and no bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from drivers.happenings import CardsDrawn, CardsSeen, Happening, Shuffled
from drivers.layout import Cards
from drivers.plain.template import Value, Values
from tablectl.words.cards import Card
from tablectl.words.errors import TablectlError
from tablectl.words.observations import CardChecked, Counted, CuttingCardOut, Jammed, Loaded
from tablectl.words.orders import Allow, Demand, Draw, Shuffle
from tablectl.words.values import value

Places = Mapping[str, str]
"""The places that a template may have, and the form of each in text."""

IDENTITY: Places = {"model": "word", "serial": "word", "firmware": "word", "digest": "word"}
STANDING: Places = {"load": "int", "out": "int"}
ALIVE: Places = {"rest": "text"}
REASON: Places = {"reason": "text"}


@value
class TagShown:
    """A card was shown to a reader that knows it by the tag or code on it. `again` is 1 where the
    reader says that it has said so before. No event of the reference protocol tells this."""

    tag: str
    again: int = 0


Happened = Happening | TagShown


class NoMeaning(TablectlError):
    """Values that no device could mean."""

    code = "no_meaning"


@dataclass(frozen=True)
class Meaning:
    """One kind of happening: the places it has, what is so where nothing is said, and both ways."""

    made: type[Any]
    places: Places
    unsaid: Values
    put_together: Callable[[Values], Happened]
    taken_apart: Callable[[Any], Values]


def _cards(values: Values) -> Cards:
    """The one card that was named, or none; `?` is a card that was not recognised."""
    code = str(values["card"])
    if not code:
        return ()
    return (None,) if code == "?" else (Card.of(code),)


def _code(cards: Cards) -> str:
    if not cards:
        return ""
    return "?" if cards[0] is None else cards[0].code


def _drawn(values: Values) -> Happened:
    load, first, count, face_up = (int(values[n]) for n in ("load", "first", "count", "face_up"))
    return CardsDrawn(load, first, count, face_up, _cards(values))


def _shuffled(values: Values) -> Happened:
    count = int(values["count"])
    return Shuffled(str(values["deck"]), int(count > 0), count)


def _shown(values: Values) -> Happened:
    if not values["tag"]:
        raise NoMeaning("a tag with nothing in it")
    return TagShown(str(values["tag"]), int(values["again"]))


def _plain(made: type[Any]) -> Callable[[Values], Happened]:
    def put_together(values: Values) -> Happened:
        found: Happened = made(**values)
        return found

    return put_together


def _fields(*names: str) -> Callable[[Any], Values]:
    return lambda happening: {name: getattr(happening, name) for name in names}


MEANINGS: Mapping[str, Meaning] = {
    "cards_drawn": Meaning(
        CardsDrawn,
        {"load": "int", "first": "int", "count": "int", "face_up": "int", "card": "word"},
        {"load": 0, "first": 0, "count": 1, "face_up": 0, "card": ""},
        _drawn,
        lambda drawn: {
            **_fields("load", "first", "count", "face_up")(drawn),
            "card": _code(drawn.cards),
        },
    ),
    "cards_seen": Meaning(
        CardsSeen,
        {"spot": "word", "card": "word"},
        {"spot": "", "card": "?"},
        lambda values: CardsSeen(str(values["spot"]), _cards(values)),
        lambda seen: {"spot": seen.spot, "card": _code(seen.cards)},
    ),
    "card_shown": Meaning(
        TagShown,
        {"tag": "text", "again": "int", "rest": "word"},
        {"tag": "", "again": 0},
        _shown,
        _fields("tag", "again"),
    ),
    "counted": Meaning(
        Counted,
        {"place": "word", "count": "int"},
        {"place": "shoe", "count": 0},
        _plain(Counted),
        _fields("place", "count"),
    ),
    "shuffled": Meaning(
        Shuffled,
        {"deck": "word", "count": "int"},
        {"deck": "", "count": 0},
        _shuffled,
        _fields("deck", "count"),
    ),
    "cutting_card_out": Meaning(CuttingCardOut, {}, {}, _plain(CuttingCardOut), _fields()),
    "card_checked": Meaning(
        CardChecked,
        {"check": "word", "yes": "int"},
        {"check": "", "yes": 0},
        lambda values: CardChecked(str(values["check"]), bool(values["yes"])),
        lambda checked: {"check": checked.check, "yes": int(checked.yes)},
    ),
    "jammed": Meaning(
        Jammed, {"detail": "text"}, {"detail": ""}, _plain(Jammed), _fields("detail")
    ),
    "loaded": Meaning(Loaded, {"load": "int"}, {"load": 0}, _plain(Loaded), _fields("load")),
}


def happening(means: str, values: Values) -> Happened:
    """What is meant by these values; NoMeaning if nothing can be."""
    meaning = MEANINGS[means]
    try:
        return meaning.put_together({**meaning.unsaid, **values})
    except (TablectlError, ValueError) as error:
        raise NoMeaning(f"{means}: a value that no device could mean") from error


def said(happened: Happened) -> tuple[str, Values]:
    """The name of a happening and its values."""
    for name, meaning in MEANINGS.items():
        if isinstance(happened, meaning.made):
            return name, meaning.taken_apart(happened)
    raise NoMeaning(f"no plain device says {type(happened).__name__}")


# ---------------------------------------------------------------- what it is told

DEMANDS: Mapping[str, tuple[type[Any], Places]] = {
    "allow": (Allow, {"load": "int", "total": "int"}),
    "draw": (Draw, {"low": "int", "high": "int"}),
    "shuffle": (Shuffle, {"deck": "word"}),
}


def demanded(demand: Demand) -> tuple[str, dict[str, Value]]:
    """The name of a demand and the values that a device may be told of it."""
    for name, (made, places) in DEMANDS.items():
        if isinstance(demand, made):
            return name, {place: getattr(demand, place) for place in places}
    raise NoMeaning(f"no plain device is told {type(demand).__name__}")
