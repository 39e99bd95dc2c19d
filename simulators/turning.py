"""Turning: cards that lie on the layout are shown, to people or to a device that reads them.

What a person has to name they read off the felt; what a device reads it tells itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Protocol

from simulators.dealing import Dealer
from simulators.felt import Piece
from simulators.hole_reader import HoleCardReader
from simulators.machines import unnoticed
from simulators.reader import CardReader
from tablectl.words.acts import Check, Shown, Turn
from tablectl.words.cards import Composition, Rank
from tablectl.words.irregularities import Kind

View = Mapping[str, Any]


class Turner(Dealer, Protocol):
    """What this asks of whoever turns cards."""

    composition: Composition
    reader: CardReader | None
    hole_reader: HoleCardReader | None


class Turning:
    """The cards of a place shown as they are due, or held into a reader."""

    def __init__(self, by: Turner) -> None:
        self._by = by

    def turn(self, view: View, due: View) -> bool:
        deck, reader = self._by.deck(view), self._by.reader
        if reader is not None and view["devices"][reader.name]["phase"] == "ready":
            return self._show_reader(reader, deck, due["places"][0])
        read = any(
            "faces" in device["can"] and device["kind"] == "shoe"
            for device in view["devices"].values()
        )
        places = due["places"] if self._by.brisk else due["places"][:1]
        there = all(self._pieces(deck, place) for place in places)
        named = due.get("named", ()) if read else places
        seen = tuple(self._show(deck, p, p in named) for p in places) if there else ()
        if seen and self._by.press(due, Turn(seen)):
            return True
        cards = Counter(card for shown in seen for card in shown.cards)
        twice = any(n > self._by.composition.copies(card) > 0 for card, n in cards.items())
        self._by.declare(Kind.DUPLICATE_CARD if twice else Kind.MISDEAL, places[0])
        return True

    def _show(self, deck: str, place: str, named: bool) -> Shown:
        pile = self._pieces(deck, place)
        return Shown(place, tuple(piece.card for piece in pile) if named else ())

    def _pieces(self, deck: str, place: str) -> list[Piece]:
        """The cards at a place, face up: those of the deck that is dealt from came last."""
        felt = self._by.felt
        others = (each for each in felt.decks() if each != deck)
        return [piece for each in (*others, deck) for piece in felt.turn_up(each, place)]

    def _show_reader(self, reader: CardReader, deck: str, place: str) -> bool:
        if unnoticed(reader) or reader.showing or self._just_shown(reader, place):
            return self._by.watch(reader)
        if not reader.reads:
            return False
        reader.read(place, self._pieces(deck, place))
        return True

    def _just_shown(self, reader: CardReader, place: str) -> bool:
        """Whether all of the hand was shown card by card, and the screen may not know it yet."""
        if reader.shown_at != place:
            return False
        waiting = self._by.machines.waiting
        if waiting.in_vain(f"{reader.name}: {place} to be heard", reader):
            waiting.over()
            return False
        return True

    def check(self, view: View, due: View) -> bool:
        """Whether the card at a place has one of the ranks that are asked about, and no more."""
        pile = self._by.felt.pile(self._by.deck(view), due["place"])
        if not pile:
            return self._by.declare(Kind.MISDEAL, due["place"]).accepted
        piece = pile[0]
        ranks = tuple(Rank(rank) for rank in due["ranks"])
        reader = self._by.hole_reader
        if reader is None or view["devices"][reader.name]["phase"] != "ready":
            return self._by.press(due, Check(due["check"], piece.card.rank in ranks))
        if unnoticed(reader):
            return self._by.watch(reader)
        if not reader.ready:
            return False
        reader.examine(due["check"], piece, ranks)
        return True
