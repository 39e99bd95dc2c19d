"""How the fields of a body lie in its bytes: whole numbers first, then texts and lists of cards.

A layout reads a body exactly or not at all: a byte too many is as wrong as one too few. All
numbers are unsigned and big-endian. docs/protocol.md, section "Fields", says the same for people.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from operator import attrgetter
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


def in_byte_order(cards: Iterable[Card | None]) -> Cards:
    """The cards in the order of their bytes, whatever order they came in."""
    return tuple(sorted(cards, key=_BYTE_OF.__getitem__))


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

    `numbers` is a struct format for the fields named first; the rest are parts. What is worked out
    from that once, when the layout is made, is what a frame would otherwise pay for.
    """

    code: int
    made: type[Any]
    numbers: str = ""
    names: tuple[str, ...] = ()
    parts: tuple[tuple[str, Part], ...] = ()
    packed: struct.Struct = field(init=False, repr=False, compare=False)
    _numbers_of: Callable[[Any], Sequence[int]] = field(init=False, repr=False, compare=False)
    _writers: tuple[tuple[str, Any], ...] = field(init=False, repr=False, compare=False)
    _readers: tuple[tuple[Any, str], ...] = field(init=False, repr=False, compare=False)
    _truths: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Where truth values stand."""
    _as_made: bool = field(init=False, repr=False, compare=False)
    """Whether the fields stand in the body in the order in which the class has them."""
    _plain: bool = field(init=False, repr=False, compare=False)
    """Whether they do, and all of them are whole numbers."""

    def __post_init__(self) -> None:
        truths = _truths(self.numbers)
        as_made = (*self.names, *(name for name, _ in self.parts)) == tuple(
            each.name for each in fields(self.made)
        )
        worked_out = {
            "packed": struct.Struct(">" + self.numbers),
            "_numbers_of": _getter(self.names),
            "_writers": tuple((name, _WRITE[part]) for name, part in self.parts),
            "_readers": tuple(
                (_READ[part], f"{self.made.__name__}.{name}") for name, part in self.parts
            ),
            "_truths": truths,
            "_as_made": as_made,
            "_plain": as_made and not truths and not self.parts,
        }
        for name, value in worked_out.items():
            object.__setattr__(self, name, value)

    def to_body(self, value: Any) -> bytes:
        try:
            body = self.packed.pack(*self._numbers_of(value))
        except struct.error as error:
            # Never the value itself: it may hold cards that nobody has shown.
            raise Malformed(f"{self.made.__name__} does not fit its fields: {error}") from error
        for name, write in self._writers:
            body += write(getattr(value, name))
        return body

    def from_body(self, body: bytes) -> Any:
        at = self.packed.size
        if self._plain and len(body) == at:  # as most bodies are: there is nothing left to check
            return self.made(*self.packed.unpack(body))
        if len(body) < at:
            raise Malformed(f"{self.made.__name__}: {len(body)} bytes where {at} are the least")
        values: Sequence[Any] = self.packed.unpack_from(body)
        for truth in self._truths:
            if body[truth] > 1:
                raise Malformed(f"{self.made.__name__}: a truth value is 0 or 1")
        if self._readers:
            values = [*values]
            for read, where in self._readers:
                value, at = read(body, at, where)
                values.append(value)
        if at != len(body):
            raise Malformed(f"{self.made.__name__}: {len(body) - at} bytes too many")
        if self._as_made:
            return self.made(*values)
        names = (*self.names, *(name for name, _ in self.parts))
        return self.made(**dict(zip(names, values, strict=True)))


def _getter(names: tuple[str, ...]) -> Callable[[Any], Sequence[int]]:
    """Reads these fields of a value, all at once where there are several."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    read = attrgetter(names[0])
    return lambda value: (read(value),)


def _truths(numbers: str) -> tuple[int, ...]:
    """Where in its bytes a struct has its truth values."""
    found = (at for at, code in enumerate(numbers) if code == "?")
    return tuple(struct.calcsize(">" + numbers[:at]) for at in found)


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
    return bytes([len(cards), *[_BYTE_OF[card] for card in cards]])


def _read_cards(body: bytes, at: int, where: str) -> tuple[Cards, int]:
    raw, end = _sized(body, at, where, MAX_CARDS)
    try:
        return tuple([_CARD_OF[byte] for byte in raw]), end
    except KeyError:
        raise Malformed(f"{where}: a byte that is no card") from None


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
