"""Card maps: which card a tag or code stands for.

A reader of tags or codes knows no cards; the house says which tag is on which card, in a file that
the table file names, or in the profile where it is so for everybody. Responsible for what such a
map may hold. Must not know how a tag is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from drivers.plain.template import DoesNotFit, Template, Values
from drivers.profile_checks import Found
from tablectl.words.canonical import dumps
from tablectl.words.cards import STANDARD_52, Card
from tablectl.words.errors import TablectlError
from tablectl.yamlfile import FileErrors, Loc, Value
from tablectl.yamlfile import load as load_yaml
from tablectl.yamlmodel import Strict, validated

TAG, REST = "tag", "rest"
Tag = Annotated[str, Field(min_length=1, max_length=200)]
Tags = Tag | tuple[Tag, ...]
Cards = Mapping[str, Tags]
"""The tags of each card, by its code. Cards of several decks have several."""
MOST_NAMED = 6


class CardMapFile(Strict):
    """A whole file. `version` is that of the format."""

    version: Literal[1]
    cards: Cards


class TagForm:
    """How a reader says a tag. `says` is what it says when it is shown one."""

    def __init__(self, says: Template) -> None:
        self._says = says

    def said(self, tag: str) -> str:
        """The tag as the reader says it; DoesNotFit if it never does."""
        filler: Values = {REST: "00" * max(self._says.size_of(REST), 1), "again": 0}
        read = self._says.read(self._says.write({**filler, TAG: tag}))
        return str((read or {})[TAG])

    def made_up(self, number: int) -> str:
        """A tag that such a reader could say, for a card that is made up."""
        size = self._says.size_of(TAG)
        return f"{0xCA << 8 * (size - 1) | number:0{2 * size}X}" if size else f"CARD-{number}"


class CardMap:
    def __init__(self, cards: Cards, form: TagForm) -> None:
        self._tags = {
            Card.of(code): [form.said(tag) for tag in ([tags] if isinstance(tags, str) else tags)]
            for code, tags in cards.items()
        }
        self._cards = {tag: card for card, tags in self._tags.items() for tag in tags}

    def card(self, tag: str) -> Card | None:
        """The card with this tag on it; None if there is none."""
        return self._cards.get(tag)

    def tag(self, card: Card) -> str:
        """The tag on this card, the first if there are several; none on a card of another house."""
        return next(iter(self._tags.get(card, ())), "")

    @property
    def digest(self) -> str:
        """What the map says, as a sha256 in hexadecimal digits."""
        plain = {card.code: tags for card, tags in self._tags.items()}
        return hashlib.sha256(dumps(plain).encode()).hexdigest()


def made_up(form: TagForm) -> Cards:
    """A map for a reader that is made up."""
    return {card.code: form.made_up(number) for number, card in enumerate(STANDARD_52, 1)}


def load(path: Path, form: TagForm) -> Cards:
    """The map in a file, for a reader that says its tags so; FileErrors with all that is wrong."""
    document = load_yaml(path)
    found = [document.error(*each) for each in problems(document.value, form)]
    try:
        read = validated(document, CardMapFile)
    except FileErrors as wrong:
        raise FileErrors([*wrong.errors, *found]) from wrong
    if found:
        raise FileErrors(found)
    return read.cards


# ---------------------------------------------------------------- what is wrong with one


def problems(given: Value, form: TagForm) -> Iterator[Found]:
    """What is wrong with the map under `cards`, read off plain values; a value of the wrong type is
    told by the form, and counts as absent here."""
    cards = given.get("cards") if isinstance(given, dict) else None
    if not isinstance(cards, dict):
        return
    known = {card.code for card in STANDARD_52}
    yield from _unknown(cards)
    missing = [code for code in sorted(known) if code not in cards]
    if missing:
        more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
        named = ", ".join(missing[:MOST_NAMED]) + more
        yield ("cards",), f"cards without a tag: {named}", "every card of a deck has one"
    tagged: dict[str, str] = {}
    for at, code, tag in _tags(cards):
        try:
            said = form.said(tag)
        except DoesNotFit:
            hint = f"it says them as in {form.made_up(1)!r}"
            yield at, f"{tag!r} is no tag that this reader could say", hint
            continue
        if said in tagged:
            other = tagged[said]
            whose = "listed twice" if other == code else f"the tag of {other} already"
            yield at, f"{tag!r} is {whose}", "a tag is on one card"
        tagged.setdefault(said, code)


def _unknown(cards: Mapping[Any, Value]) -> Iterator[Found]:
    for code, tags in cards.items():
        try:
            Card.of(str(code))
        except TablectlError:
            yield ("cards", code), f"{code!r} is no card", "write rank and suit, as in AS, TD, 7C"
        if tags == []:
            yield ("cards", code), f"{code} has no tag", "every card of a deck has one"


def _tags(cards: Mapping[Any, Value]) -> Iterator[tuple[Loc, str, str]]:
    """Every tag in a map: where it stands, its card, and the tag."""
    for code, given in cards.items():
        if isinstance(given, str):
            yield ("cards", code), str(code), given
        for index, tag in enumerate(given if isinstance(given, list) else ()):
            if isinstance(tag, str):
                yield ("cards", code, index), str(code), tag
