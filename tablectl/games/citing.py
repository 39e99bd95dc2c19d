"""Citations of one subchapter, written short: `c = citing(20); c("12(a)#1")`."""

from __future__ import annotations

from collections.abc import Callable

from tablectl.words.bases import Clause

Cite = Callable[[str], Clause]


def citing(subchapter: int) -> Cite:
    made: dict[str, Clause] = {}

    def cite(section: str) -> Clause:
        if section not in made:
            made[section] = Clause(f"19:47-{subchapter}.{section}")
        return made[section]

    return cite
