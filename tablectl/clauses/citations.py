"""How a clause is cited, and which citation falls under which.

"19:47-20.7(e)2#1" is subchapter 20, section 7, subsection (e), paragraph 2, and of the rules in
it the first; only that last count is ours. Below a paragraph come "i" and then "(1)". A defined
term is cited by its section and its name: "19:47-20.1 Ante wager".
"""

from __future__ import annotations

import re
from functools import lru_cache

Levels = tuple[str, ...]

_NUMBER = "[1-9][0-9]{0,2}"
_CITATION = re.compile(
    rf"19:47-(?P<subchapter>{_NUMBER})\.(?P<section>{_NUMBER}[A-Z]?)"
    r"(?:(?P<term> [A-Za-z][A-Za-z -]*[a-z])"
    r"|(?P<subsection>\([a-z]{1,2}\))"
    rf"(?:(?P<paragraph>{_NUMBER})(?:(?P<subparagraph>[ivx]+)(?P<part>\({_NUMBER}\))?)?)?)?"
    rf"(?P<count>#{_NUMBER})?"
)


@lru_cache(maxsize=4096)
def levels(citation: str) -> Levels | None:
    """The steps from the subchapter down to what is cited; None for what is no citation."""
    read = _CITATION.fullmatch(citation)
    return read and tuple(level for level in read.groups() if level is not None)


def covers(wanted: str, given: str) -> bool:
    """Whether the given citation is the wanted one or falls under it.

    A subsection covers its paragraphs as it covers its counted rules, and a section covers its
    subsections. Section 6A is no part of section 6.
    """
    above, below = levels(wanted), levels(given)
    if above is None or below is None:
        return False
    return below[: len(above)] == above
