"""Which tables a soak plays at: every way of dealing a game with every preset that goes with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tablectl import config
from tablectl.fitting import Preset, misfit
from tablectl.games.catalogue import GAMES
from tablectl.yamlfile import FileErrors

COLOURS = ("blue", "red")
MOST_SEATS = 6
OPTIONS: Mapping[str, Mapping[str, int]] = {"let_it_ride": {"bonus": 1, "payout_limit": 5_000_000}}
"""What the house has chosen at the tables of a game, where that lets more happen."""


@dataclass(frozen=True)
class Seating:
    """One table of a soak."""

    game: str
    method: str
    preset: Preset
    decks: int

    def __str__(self) -> str:
        decks = "1 deck" if self.decks == 1 else f"{self.decks} decks"
        return f"{self.method}, {self.preset.value}, {decks}"

    @property
    def options(self) -> Mapping[str, int]:
        return OPTIONS.get(self.game, {})

    @property
    def table(self) -> config.Table:
        return _table(self)


def seatings(
    game: str, presets: tuple[Preset, ...] = (), methods: tuple[str, ...] = ()
) -> tuple[Seating, ...]:
    """Every table that the game can be played at, or those with these presets and methods."""
    least, most = GAMES[game].decks
    made = (
        Seating(game, method, preset, decks)
        for method in GAMES[game].methods
        if not methods or method in methods
        for preset in Preset
        if (not presets or preset in presets) and not misfit(preset, method)
        for decks in sorted({least, max(least, min(most, len(COLOURS)))})
    )
    return tuple(seating for seating in made if _can_be_played(seating))


def _can_be_played(seating: Seating) -> bool:
    """Not where the game needs a device that the table does not have."""
    try:
        _table(seating)
    except FileErrors:
        return False
    return True


@cache
def _table(seating: Seating) -> config.Table:
    game = GAMES[seating.game]
    seats = max(game.seats[0], min(game.seats[1], MOST_SEATS))
    decks = ", ".join(COLOURS[: seating.decks])
    options = ", ".join(f"{name}: {value}" for name, value in seating.options.items())
    return config.loads(
        f"{{version: 1, table: soak, game: {seating.game}, method: {seating.method}, "
        f"seats: {seats}, decks: [{decks}], preset: {seating.preset.value}, "
        f"options: {{{options}}}}}",
        str(seating),
    )
