"""How each clause is enforced: by what the code makes of its citation, or by a line beside a game.

What can be derived is derived; `Kept` has the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from tablectl.clauses.hows import Beyond, How, Kept
from tablectl.clauses.registry import SUBCHAPTERS, covers, family, find
from tablectl.tracing.citations import cited
from tablectl.tracing.sources import of_games
from tablectl.tracing.uses import uses

Hows = Mapping[str, frozenset[How]]


@cache
def derived() -> Hows:
    """What the code makes of every citation in it; nothing where it is only spoken of."""
    sources = of_games()
    found: dict[str, frozenset[How]] = {}
    for each in cited(sources):
        found[each.citation] = found.get(each.citation, frozenset()) | uses(sources, each.node)
    return found


@cache
def kept() -> Mapping[str, Kept]:
    """What games say they keep without citing it, each in `tablectl.games.GAME_clauses`."""
    found = {}
    for game in SUBCHAPTERS:
        name = f"tablectl.games.{game}_clauses"
        if find_spec(name) is not None:
            lines: tuple[Kept, ...] = import_module(name).KEPT
            found.update({line.citation: line for line in lines})
    return found


@cache
def beyond() -> Mapping[str, Beyond]:
    """What games say that no controller can see to, in the same modules."""
    found = {}
    for game in SUBCHAPTERS:
        name = f"tablectl.games.{game}_clauses"
        if find_spec(name) is not None:
            lines: tuple[Beyond, ...] = getattr(import_module(name), "BEYOND", ())
            found.update({line.citation: line for line in lines})
    return found


@cache
def hows(citation: str) -> frozenset[How]:
    """How this clause is enforced; nothing if it is not. A citation counts for all it covers."""
    found = [made for above, made in derived().items() if covers(above, citation)]
    line = kept().get(citation)
    return frozenset().union(*found, *([{line.how}] if line else []))


def told(citation: str) -> str:
    """The same, as it is written in a list."""
    return ", ".join(sorted(how.value for how in hows(citation)))


def problems() -> Iterator[str]:
    """Citations of nothing, and lines beside a game that are wrong or not needed."""
    for citation in derived():
        if not family(citation):
            yield f"the games cite {citation}, which is not registered"
    for citation, line in kept().items():
        if find(citation) is None:
            yield f"{citation} is said to be kept and is not registered"
        if derived().get(citation):
            yield f"{citation} is cited in the code; the line that says it is kept can go"
        if not _exists(line.where):
            yield f"{citation} is said to be kept by {line.where}, which is not there"
        if line.along_with and not derived().get(line.along_with):
            yield f"{citation} is said to fall with {line.along_with}, which the code does not cite"
    for citation in beyond():
        if find(citation) is None:
            yield f"{citation} is said to be out of reach and is not registered"
        if hows(citation):
            yield f"{citation} is said to be out of reach and is enforced ({told(citation)})"


def _exists(where: str) -> bool:
    module, _, path = where.partition(":")
    if find_spec(module) is None:
        return False
    found: object = import_module(module)
    for name in path.split("."):
        found = getattr(found, name, None)
    return found is not None
