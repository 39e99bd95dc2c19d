"""Values: small dataclasses with slots that nobody writes to once they are made.

That nobody does is what mypy proves, over the whole repository, whenever it is checked. Python's
own guard is as strict and makes every value three times as dear to make, of which a round of play
makes thousands; it stands where Python is asked to be suspicious (`python -X dev`).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")

GUARDED = sys.flags.dev_mode
"""Whether an assignment to a field of a value is refused while the program runs."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Make a class a value: compared and hashed by its fields, and frozen for the type checker."""
    return dataclass(frozen=GUARDED, unsafe_hash=not GUARDED, slots=True)(cls)
