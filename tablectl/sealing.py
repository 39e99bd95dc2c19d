"""Sealing: a face that the rules keep hidden becomes a token before anything else sees it.

A token is a keyed hash of the card under a name for the shuffle it belongs to, so equal cards of
one shuffle have equal tokens (a duplicate betrays itself unread) and the same card of another
shuffle has another. Whoever holds the key can open a token by trying the 53 cards; nobody else
learns anything from it. The key never enters the record.

Where a set holds every card several times, equal tokens would betray a hidden card as soon as its
equal is shown, so there each token also carries the number of its card and equals no other.
"""

from __future__ import annotations

import hmac

from tablectl.words.cards import JOKER, STANDARD_52, Card, Sealed

_ALL = (*STANDARD_52, JOKER)


class Sealer:
    def __init__(self, key: bytes) -> None:
        if len(key) < 16:
            raise ValueError("a sealing key has at least 16 bytes")
        self._key = key
        self._last: tuple[str, dict[str, Card]] = ("", {})
        """The tokens of one shuffle, worked out once: its cards are opened one after another."""

    def seal(self, card: Card, shuffle: str, number: int | None = None) -> Sealed:
        """`number` tells this card from its equals, where the set holds a card more than once."""
        name = shuffle if number is None else f"{shuffle}#{number}"
        return Sealed(f"{name}.{self._mac(card, name)}")

    def opened(self, token: str) -> Card | None:
        """The card behind a token, or None for a token of another key."""
        shuffle, _, mac = token.rpartition(".")
        name, cards = self._last
        if name != shuffle or not cards:
            cards = {self._mac(card, shuffle): card for card in _ALL}
            self._last = (shuffle, cards)
        return cards.get(mac)

    def _mac(self, card: Card, shuffle: str) -> str:
        text = f"{shuffle}|{card.code}".encode()
        return hmac.digest(self._key, text, "sha256")[:16].hex()
