"""Whatever YAML can hold, for the tests of reading it and of making models of it."""

from typing import Any

import yaml
from hypothesis import strategies as st

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
numbers = st.integers(-(10**40), 10**40)
leaves = st.none() | st.booleans() | numbers | st.floats(allow_nan=False) | texts
# Keys that print alike, such as 1 and "1", count as duplicates and are left out.
keys = texts.filter(lambda text: not text.lstrip("-").isdecimal()) | numbers
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


class NoAliases(yaml.SafeDumper):
    def ignore_aliases(self, _data: Any) -> bool:
        return True
