"""Any value of any word, made from its type hints, for property tests."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from tablectl.words.cards import JOKER, STANDARD_52, Card

Values = st.SearchStrategy[Any]


@dataclass(frozen=True)
class Maker:
    """Makes values of any type that words use, out of these texts and numbers."""

    texts: st.SearchStrategy[str]
    numbers: st.SearchStrategy[int]

    def of(self, kind: Any) -> Values:
        atoms: dict[Any, Values] = {
            Card: st.sampled_from((*STANDARD_52, JOKER)),
            int: self.numbers,
            bool: st.booleans(),
            str: self.texts,
            type(None): st.none(),
        }
        if kind in atoms:
            return atoms[kind]
        origin = get_origin(kind)
        if origin is tuple:
            return st.lists(self.of(get_args(kind)[0]), max_size=2).map(tuple)
        if origin is Mapping:
            return st.dictionaries(self.texts, self.of(get_args(kind)[1]), max_size=2)
        if origin in (Union, types.UnionType):
            return st.one_of([self.of(member) for member in get_args(kind)])
        if isinstance(kind, type) and issubclass(kind, Enum):
            return st.sampled_from(list(kind))
        return st.deferred(lambda: self.word(kind))

    def word(self, cls: type[Any]) -> Values:
        hints = get_type_hints(cls)
        written = [f for f in fields(cls) if not f.metadata.get("derived")]
        return st.builds(cls, **{f.name: self.of(hints[f.name]) for f in written})


ANYTHING = Maker(st.text(max_size=6), st.integers(-(2**40), 2**40))
of = ANYTHING.of
