"""A reader that sees one card at a time and knows it by the tag or code on it.

Shown a hand, it sees the cards of it one after the other: each lies there for a while and is taken
away. Whether it says a tag once or for as long as the card lies there is in its profile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from drivers.driving import MILLISECOND
from drivers.plain.profile import PlainProfile
from simulators.felt import Piece
from simulators.plain import PlainFirmware
from simulators.reader import CardReader
from tablectl.words.cards import Card

STRANGER = 99
"""The number of a made-up tag that is on no card."""


@dataclass(kw_only=True)
class TagReader(CardReader):
    reading: PlainProfile
    lying: int = 250 * MILLISECOND
    """How long each card lies there."""
    between: int = 150 * MILLISECOND
    """How long it takes to put the next one there."""
    every: int = 60 * MILLISECOND
    """How often the tag of a card that lies there is said, by one that says it again and again."""
    _free_at: int = 0

    def __post_init__(self) -> None:
        self._plain = PlainFirmware(self, self.timing, self.reading)
        self.firmware = self._plain

    @property
    def reads(self) -> bool:
        """It has no session: it says what it sees, whether anybody listens or not."""
        return self.socket is not None and self.plugged and not self.jammed

    @property
    def showing(self) -> bool:
        return self.time.clock() < self._free_at

    def read(self, place: str, pieces: Iterable[Piece]) -> None:
        self.shown_at = place
        self.show(self.tag(piece.card) for piece in pieces)

    def tag(self, card: Card) -> str:
        """The tag on this card; of a card that is none of the house's, one that no map has."""
        cards = self.reading.card_map
        return (cards and cards.tag(card)) or self.stranger

    @property
    def stranger(self) -> str:
        """A tag that is on no card."""
        form = self.reading.tag_form
        return "" if form is None else form.made_up(STRANGER)

    def show(self, tags: Iterable[str]) -> None:
        """Somebody puts cards with these tags there, one after the other."""
        at = max(self.time.clock(), self._free_at)
        for tag in tags:
            self.time.call_at(at, partial(self._comes, tag, at + self.lying))
            at += self.lying + self.between
        self._free_at = at

    def _comes(self, tag: str, until: int) -> None:
        self.moved()
        seen = [tag]
        for fault in self.faults:
            seen = [other for one in seen for other in fault.shows(one)]
        for each in seen:
            self._lies(each, until)

    def _lies(self, tag: str, until: int) -> None:
        if self.jammed:
            return
        now = self.time.clock()
        self._plain.show(tag, now)
        self._arm()
        if self.reading.gone_after is not None and now + self.every < until:
            self.time.call_at(now + self.every, partial(self._lies, tag, until))
