"""Refusals: an act that is not allowed now, why, and what would be."""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.words.bases import Basis
from tablectl.words.canonical import word


@word
class Refusal:
    """`code` and `args` are for the catalogue of texts; `hint` is the code of what is due."""

    code: str
    basis: Basis
    args: Mapping[str, int | str]
    hint: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """The roles that may do it, where it was the role that was wrong."""
        needs = str(self.args.get("needs", ""))
        return tuple(needs.split(" or ")) if needs else ()
