"""A button, and what a person fills in before it becomes an act.

`path` is where the answer goes in the deed, `value` what is proposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablectl import texts

Ask = dict[str, Any]
Button = dict[str, Any]
Choices = Iterable[tuple[str | int, str]]


def ask(
    name: str,
    kind: str,
    *,
    label: str = "",
    path: list[str | int] | None = None,
    optional: bool = False,
    least: int | None = None,
    most: int | None = None,
    count: int | None = None,
    choices: Choices = (),
    value: Any = None,
) -> Ask:
    """One thing to be filled in; it goes to the field of its name unless a path says otherwise."""
    return {
        "path": [name] if path is None else path,
        "kind": kind,
        "label": texts.ask_label(label or name),
        "optional": optional,
        "least": least,
        "most": most,
        "count": count,
        "choices": [{"value": each, "label": told} for each, told in choices],
        "value": value,
    }


def note(label: str, *, optional: bool = False) -> Ask:
    return ask("note", "text", label=label, optional=optional)


def place_ask(places: Iterable[str], name: str = "place", *, optional: bool = False) -> Ask:
    """Which place; proposed where there is only one."""
    choices = [(place, texts.place_label(place)) for place in places]
    value = choices[0][0] if len(choices) == 1 and not optional else None
    return ask(name, "one_of", choices=choices, value=value, optional=optional)


def name_ask(names: Iterable[str], name: str) -> Ask:
    """Which device or deck; proposed where there is only one."""
    choices = [(each, each) for each in names]
    return ask(name, "one_of", choices=choices, value=choices[0][0] if len(choices) == 1 else None)


def counted_ask(size: int, found: int | None = None) -> Ask:
    """How many were counted: proposed only where there are no real cards to be counted."""
    return ask("cards", "number", label="counted", least=0, most=size, value=found)


def button(
    which: str,
    label: str,
    deed: Mapping[str, Any],
    basis: str,
    *,
    hint: str = "",
    primary: bool = False,
    place: str = "",
    asks: tuple[Ask, ...] = (),
    checklist: tuple[str, ...] = (),
    second: tuple[str, ...] = (),
    not_by: str = "",
    only_by: str = "",
) -> Button:
    """An act that may be done now."""
    return {
        "id": which,
        "label": label,
        "hint": hint,
        "basis": basis,
        "primary": primary,
        "place": place,
        "deed": dict(deed),
        "asks": list(asks),
        "checklist": list(checklist),
        "second": list(second),
        "not_by": not_by,
        "only_by": only_by,
    }
