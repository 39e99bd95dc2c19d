"""Sealing: a face that the rules keep hidden is hidden before anything else sees it.

A sealed card is two things. Its token is a keyed hash of the card under a name for the shuffle it
belongs to, so equal cards of one shuffle have equal tokens (a duplicate betrays itself unread) and
the same card of another shuffle has another. Its cipher holds the card itself and is bound to the
token: neither opens anything without the other and the key. The key never enters the record.

Where a set holds every card several times, equal tokens would betray a hidden card as soon as its
equal is shown, so there each token also carries the number of its card and equals no other.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tablectl.words.cards import Card, Composition, Secret
from tablectl.words.errors import TablectlError

LEAST_KEY = 16
"""Bytes a sealing key has at least."""
_TOKEN_KEY = 32
_CIPHER_KEY = 64
# The name in a token is for people; the hash is taken over the whole name as it was given.
_UNREADABLE = re.compile(r"[^A-Za-z0-9#_-]")
_READABLE = 80


class SealBroken(TablectlError):
    """What is on record under a token cannot be opened with the key of this table."""

    code = "seal_broken"

    def __init__(self, token: str, problem: str) -> None:
        super().__init__(
            f"the card sealed as {token} cannot be opened: {problem}; "
            "start the table with the key it was sealed with, or have the card shown and keyed in"
        )
        self.token = token
        self.problem = problem


class Sealer:
    """Seals and opens with one key. The same card of the same shuffle is sealed alike for ever."""

    def __init__(self, key: bytes) -> None:
        if len(key) < LEAST_KEY:
            raise ValueError(f"a sealing key has at least {LEAST_KEY} bytes")
        self._token_key = _derived(key, b"tablectl token", _TOKEN_KEY)
        self._cipher = AESSIV(_derived(key, b"tablectl cipher", _CIPHER_KEY))

    def seal(self, card: Card, shuffle: str, number: int | None = None) -> Secret:
        """`number` tells this card from its equals, where the set holds a card more than once."""
        name = shuffle if number is None else f"{shuffle}#{number}"
        mac = hmac.digest(self._token_key, f"{name}|{card.code}".encode(), "sha256")[:16].hex()
        token = f"{_UNREADABLE.sub('_', name)[:_READABLE]}.{mac}"
        return Secret(token, self._cipher.encrypt(card.code.encode(), [token.encode()]).hex())

    def open(self, secret: Secret) -> Card:
        """The card, or SealBroken if token, cipher and key do not belong together."""
        try:
            sealed = bytes.fromhex(secret.cipher)
            code = self._cipher.decrypt(sealed, [secret.token.encode()]).decode()
        except InvalidTag:
            raise SealBroken(secret.token, "token, cipher and key do not belong together") from None
        except ValueError as error:
            raise SealBroken(secret.token, "what stands beside it is no cipher") from error
        return Card.of(code)


class TableSeals:
    """How the cards of one table are sealed: by what its set is made of, and whether part of it may
    be shuffled while the rest lies on the table."""

    def __init__(self, sealer: Sealer, composition: Composition, *, in_parts: bool = False) -> None:
        self.in_parts = in_parts
        self._sealer = sealer
        self._composition = composition

    def seal(self, card: Card, shuffle: str, number: int) -> Secret:
        """Seal the card that was the `number`th out of this shuffle."""
        several = self._composition.decks > 1
        return self._sealer.seal(card, shuffle, number if several else None)

    def belongs(self, card: Card) -> bool:
        """Whether the card is one of the set that is in play here."""
        return self._composition.copies(card) > 0

    def differences(self, seen: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Of a whole set that was seen: the cards that are missing, and those that are too many."""
        return self._composition.differences(seen)


def _derived(key: bytes, label: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=label).derive(key)
