"""Names as people say them: places, roles, amounts, bases, and any code word by word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablectl.words.bases import Basis, cited
from tablectl.words.canonical import from_tagged
from tablectl.words.money import dollars

PLACES: Mapping[str, str] = {
    "shoe": "the shoe",
    "rack": "the discard rack",
    "stack": "the stack",
    "loose": "the cards set aside",
    "next": "the card that is the next one",
    "offered": "the card on offer",
    "determinant": "the card that decides the side",
    "out": "off the table",
    "missing": "the missing cards",
    "dealer": "the dealer",
}


def spoken(code: str) -> str:
    """A code word by word: "pair_plus" is "pair plus"."""
    return code.replace("_", " ")


def place_name(place: str) -> str:
    """A place of the table: "seat_3.2" is "seat 3, hand 2"."""
    if place.startswith("seat_"):
        seat, _, hand = place.removeprefix("seat_").partition(".")
        return f"seat {seat}, hand {hand}" if hand else f"seat {seat}"
    whole, _, part = place.partition(".")
    name = PLACES.get(whole, spoken(whole))
    return f"{name}, {spoken(part)}" if part else name


def device_name(device: str) -> str:
    """A device: by its kind with an article, by its own name as it is."""
    return PLACES.get(device, device)


def role_name(role: str) -> str:
    return f"the {role}"


def roles_text(roles: Iterable[str]) -> str:
    """Whoever may, of several roles."""
    return listed(map(role_name, roles), "or")


def amount(cents: int | None) -> str:
    return "" if cents is None else dollars(cents)


def listed(items: Iterable[str], last: str = "and") -> str:
    """Several things in a row: "a, b and c"."""
    *most, end = items
    return f"{', '.join(most)} {last} {end}" if most else end


def sentence(text: str) -> str:
    """A sentence begins with a capital letter and ends with a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def bracketed(text: str, basis: str) -> str:
    """A sentence with the basis on which it stands at its end."""
    return f"{text} [{basis}]"


def basis_name(plain: Mapping[str, Any]) -> str:
    """A basis that arrived as plain data."""
    basis: Basis = from_tagged(Basis, plain)
    return cited(basis)


def printable(text: str) -> str:
    """A text on one line with nothing in it that a terminal would obey.

    What people wrote reaches other people: a control character, a line break or a mark that turns
    the direction of writing is shown as its escape.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
