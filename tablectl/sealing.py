"""Sealing: a face that the rules keep hidden becomes a token before anything else sees it.

A token is a keyed hash of the card under a name for the shuffle it belongs to, so equal cards of
one shuffle have equal tokens (a duplicate betrays itself unread) and the same card of another
shuffle has another. Whoever holds the key can open a token by trying the 53 cards; nobody else
learns anything from it. The key never enters the record.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from tablectl.words.cards import JOKER, STANDARD_52, Card, Sealed

_ALL = (*STANDARD_52, JOKER)


class Sealer:
    def __init__(self, key: bytes) -> None:
        if len(key) < 16:
            raise ValueError("a sealing key has at least 16 bytes")
        self._key = key

    def seal(self, card: Card, shuffle: str) -> Sealed:
        return Sealed(f"{shuffle}.{self._mac(card, shuffle)}")

    def opened(self, token: str) -> Card | None:
        """The card behind a token, or None for a token of another key."""
        shuffle, _, mac = token.rpartition(".")
        for card in _ALL:
            if hmac.compare_digest(self._mac(card, shuffle), mac):
                return card
        return None

    def _mac(self, card: Card, shuffle: str) -> str:
        return hmac.new(self._key, f"{shuffle}|{card.code}".encode(), sha256).hexdigest()[:32]
