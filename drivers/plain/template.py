"""Templates: how a payload is written, with places for what differs from one to the next.

Two notations. In text, everything stands for itself: `CARD {load} {first}`. In bytes, two
hexadecimal digits stand for each byte, and a place says its size: `F3 00 {kind:u8} {code:ascii}`.
A template reads exactly what it writes. Must not know what any place means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from tablectl.words.errors import TablectlError

Value = int | str
Values = Mapping[str, Value]


class Notation(Enum):
    TEXT = "text"
    BYTES = "bytes"


class BadTemplate(TablectlError):
    """A template that cannot be meant."""

    code = "bad_template"

    def __init__(self, text: str, problem: str, hint: str) -> None:
        self.problem = f"{text!r}: {problem}"
        self.hint = hint
        super().__init__(f"{self.problem} ({hint})")


class DoesNotFit(TablectlError):
    """A value that cannot be written where the template has a place for it."""

    code = "does_not_fit"


@dataclass(frozen=True)
class Form:
    """How a value stands in a payload: the bytes that may stand there, and there and back."""

    pattern: bytes
    read: Callable[[bytes], Value]
    write: Callable[[Value], bytes]
    size: int = 0
    """How many bytes it has; 0 where that depends on the value."""


def _number(size: int, order: str) -> Form:
    little = order == "little"

    def read(data: bytes) -> Value:
        return int.from_bytes(data, "little" if little else "big")

    def write(value: Value) -> bytes:
        return int(value).to_bytes(size, "little" if little else "big")

    return Form(b".{%d}" % size, read, write, size)


def _text(pattern: bytes, size: int = 0) -> Form:
    return Form(
        pattern, lambda data: data.decode("ascii"), lambda value: str(value).encode("ascii"), size
    )


def _octets(pattern: bytes, size: int = 0) -> Form:
    return Form(
        pattern, lambda data: data.hex().upper(), lambda value: bytes.fromhex(str(value)), size
    )


def _digits(pattern: bytes, base: int) -> Form:
    written = "{:X}" if base == 16 else "{:d}"
    return Form(pattern, lambda d: int(d, base), lambda v: written.format(int(v)).encode())


_FORMS: Mapping[Notation, Mapping[str, Form]] = {
    Notation.TEXT: {
        "int": _digits(rb"[0-9]{1,10}", 10),
        "hex": _digits(rb"[0-9A-Fa-f]{1,8}", 16),
        "word": _text(rb"[!-~]+"),
        "text": _text(rb"[ -~]*"),
    },
    Notation.BYTES: {
        "u8": _number(1, "big"),
        "u16": _number(2, "big"),
        "u16le": _number(2, "little"),
        "u32": _number(4, "big"),
        "u32le": _number(4, "little"),
        "ascii": _text(rb"[ -~]*"),
        "hex": _octets(rb".*"),
    },
}
_PLACE = re.compile(r"\{([a-z_]+)(?::([a-z0-9]+))?\}")
_SIZED = re.compile(r"(ascii|hex)([1-9][0-9]{0,2})")
"""In bytes, a text or bytes of so many and no other: `ascii8`, `hex52`."""


def _sized(name: str) -> Form | None:
    found = _SIZED.fullmatch(name)
    if found is None:
        return None
    size = int(found.group(2))
    if found.group(1) == "hex":
        return _octets(b".{%d}" % size, size)
    return _text(b"[ -~]{%d}" % size, size)


@dataclass(frozen=True)
class _Place:
    name: str
    form: Form


class Template:
    """`kinds` says what form a place has whose template does not say so itself."""

    def __init__(self, text: str, notation: Notation, kinds: Mapping[str, str]) -> None:
        self.text = text
        self._parts = tuple(_parts(text, notation, kinds))
        self.names = tuple(part.name for part in self._parts if isinstance(part, _Place))
        if len(set(self.names)) < len(self.names):
            raise BadTemplate(text, "a place stands there twice", "give each place its own name")
        groups = (
            re.escape(part) if isinstance(part, bytes) else b"(%s)" % part.form.pattern
            for part in self._parts
        )
        self._pattern = re.compile(b"".join(groups), re.DOTALL)

    def read(self, payload: bytes) -> Values | None:
        """What stands in the places of this payload; None if it is written otherwise."""
        found = self._pattern.fullmatch(payload)
        return None if found is None else self._values(found)

    def find(self, data: bytes) -> tuple[int, int, Values] | None:
        """Where it stands first in a stream of bytes, from here to there, and what stands in its
        places; None if it does not, or not yet."""
        found = self._pattern.search(data)
        return None if found is None else (found.start(), found.end(), self._values(found))

    @property
    def ends(self) -> bool:
        """Whether one sees where it ends without anything that comes after it."""
        last = next((part for part in reversed(self._parts) if part), b"")
        return bool(last) if isinstance(last, bytes) else last.form.size > 0

    def size_of(self, name: str) -> int:
        """How many bytes stand in the place of this name; 0 if that depends on the value."""
        places = (part for part in self._parts if isinstance(part, _Place))
        return next((place.form.size for place in places if place.name == name), 0)

    def _values(self, found: re.Match[bytes]) -> Values:
        places = (part for part in self._parts if isinstance(part, _Place))
        return {
            place.name: place.form.read(given)
            for place, given in zip(places, found.groups(), strict=True)
        }

    def write(self, values: Values) -> bytes:
        """The payload with these values in its places; DoesNotFit if one cannot stand there."""
        return b"".join(
            part if isinstance(part, bytes) else self._written(part, values[part.name])
            for part in self._parts
        )

    def _written(self, place: _Place, value: Value) -> bytes:
        try:
            written = place.form.write(value)
        except (ValueError, OverflowError) as error:
            raise DoesNotFit(f"{value!r} does not fit {{{place.name}}} in {self.text!r}") from error
        if not re.fullmatch(place.form.pattern, written, re.DOTALL):
            raise DoesNotFit(f"{value!r} does not fit {{{place.name}}} in {self.text!r}")
        return written


def _parts(text: str, notation: Notation, kinds: Mapping[str, str]) -> Iterator[bytes | _Place]:
    last = 0
    for found in _PLACE.finditer(text):
        yield _literal(text, text[last : found.start()], notation)
        yield _place(text, found, notation, kinds)
        last = found.end()
    yield _literal(text, text[last:], notation)


def _literal(text: str, part: str, notation: Notation) -> bytes:
    if "{" in part or "}" in part:
        raise BadTemplate(text, "a brace belongs to no place", "write a place as {name}")
    try:
        return bytes.fromhex(part) if notation is Notation.BYTES else part.encode("ascii")
    except ValueError as error:
        hint = (
            "write each byte as two hexadecimal digits"
            if notation is Notation.BYTES
            else "only ASCII goes over the line"
        )
        raise BadTemplate(text, f"{part!r} cannot be sent", hint) from error


def _place(text: str, found: re.Match[str], notation: Notation, kinds: Mapping[str, str]) -> _Place:
    name, asked = found.group(1), found.group(2)
    if name not in kinds:
        known = ", ".join(kinds) or "none"
        raise BadTemplate(text, f"there is no place {{{name}}} here", f"the places are {known}")
    forms = _FORMS[notation]
    kind = asked or (kinds[name] if notation is Notation.TEXT else "")
    sized = _sized(kind) if notation is Notation.BYTES else None
    if sized is None and kind not in forms:
        hint = f"write {{{name}:FORM}}, FORM being one of {', '.join(forms)}"
        raise BadTemplate(text, f"{{{name}}} has no form {kind!r}", hint)
    return _Place(name, sized or forms[kind])
