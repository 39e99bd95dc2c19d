"""A word that is nearly right, and the one that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near(word: str, known: Iterable[str]) -> str:
    """ "did you mean ...?" where one of the known words is close, or nothing."""
    found = get_close_matches(word.casefold(), list(known), n=1)
    return f"did you mean {found[0]}?" if found else ""
