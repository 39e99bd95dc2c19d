"""How the fields of a body lie in its bytes: whole numbers first, then texts and lists of cards.

A layout reads a body exactly or not at all: a byte too many is as wrong as one too few. All
numbers are unsigned and big-endian. docs/protocol.md, section "Fields", says the same for people.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from tablectl.words.cards import JOKER, STANDARD_52, Card
from tablectl.words.errors import TablectlError

MAX_TEXT = 60
MAX_CARDS = 200
DIGEST_SIZE = 32
_NO_DIGEST = bytes(DIGEST_SIZE)
"""From a device that cannot tell its digest; an empty text on our side."""

Cards = tuple[Card | None, ...]
"""Cards as a device recognised them; None where it saw a card and not which."""

_BYTE_OF: Mapping[Card | None, int] = {
    None: 0,
    **{card: number for number, card in enumerate((*STANDARD_52, JOKER), 1)},
}
_CARD_OF: Mapping[int, Card | None] = {byte: card for card, byte in _BYTE_OF.items()}


class Malformed(TablectlError):
    """A body that does not have the form its code promises."""

    code = "malformed"


class Part(Enum):
    """A field of no fixed length. Those come after the numbers, in the order of the layout."""

    TEXT = "text"
    CARDS = "cards"
    DIGEST = "digest"
    REST = "rest"
    """Whatever is left, as it is; only as the last part."""


@dataclass(frozen=True)
class Layout:
    """The fields of one message, happening or demand.

    `numbers` is a struct format for the fields named first; the rest are parts.
    """

    code: int
    made: type[Any]
    numbers: str = ""
    names: tuple[str, ...] = ()
    parts: tuple[tuple[str, Part], ...] = ()
    packed: struct.Struct = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "packed", struct.Struct(">" + self.numbers))

    def to_body(self, value: Any) -> bytes:
        fields = [getattr(value, name) for name in self.names]
        try:
            body = self.packed.pack(*fields)
        except struct.error as error:
            # Never the value itself: it may hold cards that nobody has shown.
            raise Malformed(f"{self.made.__name__} does not fit its fields: {error}") from error
        for name, part in self.parts:
            body += _WRITE[part](getattr(value, name))
        return body

    def from_body(self, body: bytes) -> Any:
        numbers, name = self.packed, self.made.__name__
        if len(body) < numbers.size:
            raise Malformed(f"{name}: {len(body)} bytes where {numbers.size} are the least")
        values = numbers.unpack_from(body)
        if "?" in self.numbers and numbers.pack(*values) != body[: numbers.size]:
            raise Malformed(f"{name}: a truth value is 0 or 1")
        found = dict(zip(self.names, values, strict=True))
        at = numbers.size
        for part_name, part in self.parts:
            found[part_name], at = _READ[part](body, at, f"{name}.{part_name}")
        if at != len(body):
            raise Malformed(f"{name}: {len(body) - at} bytes too many")
        return self.made(**found)


def _write_text(text: str) -> bytes:
    if len(text) > MAX_TEXT or not _plain(text):
        raise Malformed(f"{text!r}: a text has at most {MAX_TEXT} visible ASCII characters")
    return bytes((len(text),)) + text.encode("ascii")


def _plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _read_text(body: bytes, at: int, where: str) -> tuple[str, int]:
    raw, end = _sized(body, at, where, MAX_TEXT)
    text = raw.decode("latin-1")
    if not _plain(text):
        raise Malformed(f"{where}: not visible ASCII")
    return text, end


def _write_cards(cards: Cards) -> bytes:
    if len(cards) > MAX_CARDS:
        raise Malformed(f"{len(cards)} cards; a list has at most {MAX_CARDS}")
    return bytes((len(cards), *(_BYTE_OF[card] for card in cards)))


def _read_cards(body: bytes, at: int, where: str) -> tuple[Cards, int]:
    raw, end = _sized(body, at, where, MAX_CARDS)
    if any(byte not in _CARD_OF for byte in raw):
        raise Malformed(f"{where}: a byte that is no card")
    return tuple(_CARD_OF[byte] for byte in raw), end


def _write_digest(digest: str) -> bytes:
    if not digest:
        return _NO_DIGEST
    try:
        raw = bytes.fromhex(digest)
    except ValueError as error:
        raise Malformed(f"{digest!r} is no digest in hexadecimal") from error
    if len(raw) != DIGEST_SIZE:
        raise Malformed(f"a digest has {DIGEST_SIZE} bytes, not {len(raw)}")
    return raw


def _read_digest(body: bytes, at: int, where: str) -> tuple[str, int]:
    end = at + DIGEST_SIZE
    if end > len(body):
        raise Malformed(f"{where}: {len(body) - at} bytes where {DIGEST_SIZE} are due")
    raw = body[at:end]
    return "" if raw == _NO_DIGEST else raw.hex(), end


def _write_rest(rest: bytes) -> bytes:
    return rest


def _read_rest(body: bytes, at: int, _: str) -> tuple[bytes, int]:
    return body[at:], len(body)


def _sized(body: bytes, at: int, where: str, most: int) -> tuple[bytes, int]:
    if at >= len(body):
        raise Malformed(f"{where}: its length is missing")
    size = body[at]
    end = at + 1 + size
    if size > most or end > len(body):
        raise Malformed(f"{where}: {size} bytes promised, {len(body) - at - 1} there")
    return body[at + 1 : end], end


_WRITE: Mapping[Part, Any] = {
    Part.TEXT: _write_text,
    Part.CARDS: _write_cards,
    Part.DIGEST: _write_digest,
    Part.REST: _write_rest,
}
_READ: Mapping[Part, Any] = {
    Part.TEXT: _read_text,
    Part.CARDS: _read_cards,
    Part.DIGEST: _read_digest,
    Part.REST: _read_rest,
}
