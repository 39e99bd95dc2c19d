"""Values: small dataclasses with slots that nobody writes to once they are made.

That nobody does is what mypy proves, over the whole repository, whenever it is checked. Python's
own guard is as strict and makes every value three times as dear to make, of which a round of play
makes thousands; it stands where Python is asked to be suspicious (`python -X dev`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

__all__ = ["GUARDED", "Label", "reading", "replace", "value"]

T = TypeVar("T")

GUARDED = sys.flags.dev_mode
"""Whether an assignment to a field of a value is refused while the program runs."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Make a class a value: compared and hashed by its fields, and frozen for the type checker."""
    return dataclass(frozen=GUARDED, unsafe_hash=not GUARDED, slots=True)(cls)


if TYPE_CHECKING:  # checked as Python's own is: every change against its field
    from dataclasses import replace
else:

    def replace(made: T, /, **changes: Any) -> T:
        """A value like this one but for some fields: what `dataclasses.replace` gives, sooner."""
        cls = type(made)
        places, read = _fields_of(cls)
        items = [*read(made)]
        for name, item in changes.items():
            items[places[name]] = item
        return cls(*items)


@cache
def _fields_of(cls: type[Any]) -> tuple[Mapping[str, int], Callable[[Any], Iterable[Any]]]:
    """Which place each field of a class has, and how all of them are read at once."""
    names = [each.name for each in fields(cls)]
    places = {name: place for place, name in enumerate(names)}
    return places, reading(names)


def reading(names: Sequence[str]) -> Callable[[Any], Iterable[Any]]:
    """How all these fields of a value are read at once, in this order."""
    if not names:
        return lambda _: ()
    read = attrgetter(*names)
    return read if len(names) > 1 else lambda made: (read(made),)


class Label(Enum):
    """An enum whose members are hashed by what they are, one object each.

    `Enum` hashes the name of a member, in Python, wherever one stands in a set or is a key.
    """

    __hash__ = object.__hash__
