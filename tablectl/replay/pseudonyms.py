"""Pseudonyms: p1, p2 … in place of people, and notes and keys without what somebody wrote.

Whether the table does the same with other names is not taken for granted: whoever uses this
compares (see `excerpts`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tablectl.words.canonical import Plain

NAMED = ("by", "second", "not_by", "person")
"""Fields that hold the name of a person."""
WRITTEN = ("note", "why", "detail")
"""Fields that hold what somebody may have written. A detail may also be a device's own word."""


@dataclass
class Pseudonyms:
    people: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)

    def of(self, plain: Plain) -> Plain:
        """The same data with other names."""
        match plain:
            case dict():
                is_act = plain.get("is") == "act"
                return {name: self._value(name, value, is_act) for name, value in plain.items()}
            case list():
                return [self.of(value) for value in plain]
            case _:
                return plain

    def _value(self, name: str, value: Any, is_act: bool) -> Plain:
        match name, value:
            case "people", dict():
                return {self._person(each): self.of(person) for each, person in value.items()}
            case "present" | "enrolled", dict():
                return {self._person(each): kept for each, kept in value.items()}
            case "done_by", dict():
                return {step: self._person(each) for step, each in value.items()}
            case "key", str() if is_act:
                return self.keys.setdefault(value, f"k{len(self.keys) + 1}")
            case _, str() if name in NAMED:
                return self._person(value)
            case _, str() if name in WRITTEN:
                return self._note(name, value)
            case _:
                return self.of(value)

    def _person(self, name: str) -> str:
        return self.people.setdefault(name, f"p{len(self.people) + 1}") if name else name

    def _note(self, name: str, said: str) -> str:
        if not said.strip() or (name == "detail" and said not in self.notes):
            return said
        return self.notes.setdefault(said, f"note {len(self.notes) + 1}")
