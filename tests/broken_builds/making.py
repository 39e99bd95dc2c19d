"""What a broken build is, and the places at which most of them are broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablectl.irregularities.rows import Rulebook
from tablectl.table.plan import Dues, Plan
from tablectl.table.round_view import RoundView
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.rulings import Ruling
from tests.clause_bite.seams import put

Change = Callable[[], None]
Breaking = Callable[..., Callable[[Change], Change]]


@dataclass(frozen=True)
class Build:
    """One way in which a controller is wrong."""

    name: str
    says: str
    change: Change
    presets: tuple[str, ...] = ()
    """Where it can show; everywhere if left out."""
    game: str = ""
    """The game that is soaked."""
    method: str = ""
    """The way of dealing at which it can show; all of them if left out."""


def collected(game: str) -> tuple[dict[str, Build], Breaking]:
    """The builds of a game, and the mark that makes a change one of them."""
    builds: dict[str, Build] = {}

    def broken(says: str, *presets: str, method: str = "") -> Callable[[Change], Change]:
        def known(change: Change) -> Change:
            name = change.__name__.strip("_")
            builds[name] = Build(name, says, change, presets, game, method)
            return change

        return known

    return builds, broken


def rules_on(kind: Kind, ruling: Callable[[Ruling], Ruling], **when: str) -> None:
    """Another ruling on one kind of irregularity."""
    original = Rulebook.ruling

    def changed(self: Rulebook, found: Irregularity) -> Ruling:
        made = original(self, found)
        meant = found.kind is kind and when.items() <= found.circumstances.items()
        return ruling(made) if meant else made

    put(Rulebook, "ruling", changed)


def every_due(change: Callable[[Dues, str, RoundView], Dues]) -> None:
    """Other things that are due, step by step."""
    original = Plan.due

    def due(self: Plan, step: str, view: RoundView) -> Dues:
        return change(original(self, step, view), step, view)

    put(Plan, "due", due)
