"""Deeds from the command line: a name and `field=value` pairs, checked against the words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from enum import Enum
from types import NoneType
from typing import Any, get_args, get_type_hints

from tablectl.cli.suggest import near
from tablectl.cli.trouble import Trouble
from tablectl.words.acts import Administer, Deed, Shown, Turn
from tablectl.words.canonical import tag_of
from tablectl.words.cards import Card
from tablectl.words.errors import WordError

DEEDS: Mapping[str, type[Any]] = {
    tag_of(kind): kind for kind in get_args(Deed) if kind not in get_args(Administer)
}
"""Everything a person can do at the table, by name."""

UNREAD = "unread"
"""What stands for the cards of a place that nobody keys in."""

YES, NO = ("yes", "true", "1"), ("no", "false", "0")


def deed_of(name: str, pairs: Iterable[str]) -> Deed:
    """The deed that was written; Trouble with what would be right where it is none."""
    kind = DEEDS.get(name)
    if kind is None:
        known = "\n".join(usage(each) for each in DEEDS)
        hint = near(name, DEEDS)
        problem = f"there is no deed {name!r}{f': {hint}' if hint else ''}"
        raise Trouble("no_such_deed", problem, known)
    given = _pairs(name, pairs)
    if kind is Turn:
        shown = (Shown(place, _cards(name, place, text)) for place, text in given.items())
        return Turn(tuple(shown))
    made: Deed = kind(**_fields(name, kind, given))
    return made


def usage(name: str) -> str:
    """A deed with its fields, those that may be left out in brackets."""
    if DEEDS[name] is Turn:
        return f"turn PLACE=CARDS ...   (as in dealer=AS,KD,2C; {UNREAD} if nobody keys them in)"
    hints = get_type_hints(DEEDS[name])
    shown = [_usage(f.name, hints[f.name], _optional(f)) for f in fields(DEEDS[name])]
    return " ".join([name, *shown])


def _usage(name: str, hint: Any, optional: bool) -> str:
    kind = _plain_type(hint)
    value = "yes|no" if kind is bool else "NUMBER" if kind is int else name.upper()
    return f"[{name}={value}]" if optional else f"{name}={value}"


def _pairs(deed: str, pairs: Iterable[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise _wrong(deed, f"{pair!r} is no field=value")
        if name in given:
            raise _wrong(deed, f"{name} is given twice")
        given[name] = value
    return given


def _fields(deed: str, kind: type[Any], given: Mapping[str, str]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    known = {f.name: f for f in fields(kind)}
    unknown = [name for name in given if name not in known]
    if unknown:
        raise _wrong(deed, f"{deed} has no field {unknown[0]!r}")
    missing = [name for name, f in known.items() if name not in given and not _optional(f)]
    if missing:
        raise _wrong(deed, f"{deed} needs {missing[0]}")
    return {name: _value(deed, name, hints[name], text) for name, text in given.items()}


def _value(deed: str, name: str, hint: Any, text: str) -> Any:
    kind = _plain_type(hint)
    if kind is int:
        return _number(deed, name, text)
    if kind is bool:
        return _yes(deed, name, text)
    if issubclass(kind, Enum):
        return _member(deed, name, kind, text)
    return text


def _number(deed: str, name: str, text: str) -> int:
    if not text.lstrip("-").isdecimal() or not text.isascii() or len(text) > 15:
        raise _wrong(deed, f"{name}: {text!r} is no whole number")
    return int(text)


def _yes(deed: str, name: str, text: str) -> bool:
    if text.lower() not in (*YES, *NO):
        raise _wrong(deed, f"{name}: {text!r} is neither yes nor no")
    return text.lower() in YES


def _member(deed: str, name: str, kind: type[Enum], text: str) -> Enum:
    for member in kind:
        if member.value == text:
            return member
    known = ", ".join(str(member.value) for member in kind)
    raise _wrong(deed, f"{name}: {text!r} is none of {known}")


def _cards(deed: str, place: str, text: str) -> tuple[Card, ...]:
    if text.strip() == UNREAD:
        return ()
    if not text.strip(" ,"):
        raise _wrong(deed, f"{place}: no cards are given; {UNREAD} says that nobody keys them in")
    try:
        return tuple(Card.of(code.strip().upper()) for code in text.split(",") if code.strip())
    except WordError as error:
        raise _wrong(deed, error.problem) from error


def _plain_type(hint: Any) -> type[Any]:
    """The type of a field that may also be left empty."""
    kinds = [kind for kind in get_args(hint) if kind is not NoneType] or [hint]
    found: type[Any] = kinds[0]
    return found


def _optional(field: Any) -> bool:
    return field.default is not MISSING


def _wrong(deed: str, problem: str) -> Trouble:
    return Trouble("bad_field", problem, f"tablectl act --by PERSON {usage(deed)}", deed)
