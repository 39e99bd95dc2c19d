"""Which tables a soak plays at: every way of dealing a game with every preset that goes with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from tablectl import config
from tablectl.fitting import Preset, misfit, profiles_of
from tablectl.games.catalogue import GAMES
from tablectl.yamlfile import FileErrors

COLOURS = ("blue", "red")
MOST_SEATS = 6
OPTIONS: Mapping[str, Mapping[str, int]] = {"let_it_ride": {"bonus": 1, "payout_limit": 5_000_000}}
"""What the house has chosen at the tables of a game, where that lets more happen."""


@dataclass(frozen=True)
class House:
    """One way in which a house plays a game that it may play in several."""

    options: Mapping[str, int]
    besides: Mapping[str, str] = field(default_factory=dict)
    """Profiles of devices that stand there besides those of the preset, by their names."""
    methods: tuple[str, ...] = ()
    """The ways of dealing that it is for."""
    presets: tuple[Preset, ...] = tuple(Preset)
    """The presets that it goes with: what stands there besides may take the place of a shoe."""
    approved: str = ""
    """For what the house has an approval, where it needs one."""


_LIBERAL = {"surrender": 1, "even_money": 1, "split_hands": 4, "resplit_aces": 1, "shared_boxes": 1}
_SHORT = {"decks_in_shoe": 1, "cards_behind": 20}
"""A shoe that ends every few rounds, and now and then in the middle of one."""
_UNMARKED = {"decks_in_shoe": 2, "cards_behind": 0}
"""One that ends with its cutting card, or with its last card."""
_SINGLE, _BART, _DOUBLE, _CONTINUOUS = (
    ("manual_shoe",),
    ("manual_shoe", "bart_carter"),
    ("double_shoe",),
    ("continuous_shuffler",),
)
_COUNTED = (Preset.COUNTING, Preset.MIXED)
_HIDES, _SHOWS = {"reader_2": "reference_hole_reader"}, {"reader_2": "reference_lamp_reader"}
HOUSES: Mapping[str, Mapping[str, House]] = {
    "blackjack": {
        "no hole card": House({"hole_card": 0, **_SHORT, **_LIBERAL}, methods=_SINGLE),
        "hole card down": House(
            {"hole_card": 1, **_UNMARKED, "insurance_at_turn": 1, "split_hands": 3}, methods=_BART
        ),
        "reader": House({"hole_card": 2, **_SHORT, **_LIBERAL}, _HIDES, _SINGLE),
        "lamp": House({"hole_card": 2, **_UNMARKED}, _SHOWS, _BART),
        "reader by hand": House(
            {"hole_card": 2, **_LIBERAL, "decks_in_shoe": 2, "cards_behind": 20}, methods=_SINGLE
        ),
        "hole card up": House({"hole_card": 3, **_SHORT, "shared_boxes": 1}, methods=_SINGLE),
        "six decks": House(
            {"hole_card": 0, "decks_in_shoe": 6, "cards_behind": 208, **_LIBERAL}, methods=_BART
        ),
        "two sides": House({"hole_card": 0, **_SHORT, **_LIBERAL, "red_side": 1}, methods=_DOUBLE),
        "two sides counted": House(
            {"hole_card": 1, **_SHORT, "surrender": 1, "red_side": 2},
            {"shoe_1": "reference_double_shoe"},
            _DOUBLE,
            _COUNTED,
        ),
        "shuffled on": House(
            {"hole_card": 0, "decks_in_shoe": 1, **_LIBERAL},
            {"shoe_1": "reference_continuous_shuffler"},
            _CONTINUOUS,
            _COUNTED,
            "continuous_shuffler",
        ),
    }
}
"""The tables of a game that a house may run in several ways, by a name for each."""


@dataclass(frozen=True)
class Seating:
    """One table of a soak."""

    game: str
    method: str
    preset: Preset
    decks: int
    house: str = ""
    """Which of the ways in which houses play the game, where there are several."""

    def __str__(self) -> str:
        decks = "1 deck" if self.decks == 1 else f"{self.decks} decks"
        house = f", {self.house}" if self.house else ""
        return f"{self.method}, {self.preset.value}, {decks}{house}"

    @property
    def options(self) -> Mapping[str, int]:
        return self._house.options

    @property
    def devices(self) -> Mapping[str, str]:
        """The profiles of what stands there, by name; none where the preset is all of it."""
        besides = self._house.besides
        return {**profiles_of(self.preset), **besides} if besides else {}

    @property
    def approved(self) -> tuple[str, ...]:
        """What the house has approvals for; those of any simulated table, if none is named."""
        named = self._house.approved
        return (named, "shoe", "shuffler") if named else ()

    @property
    def _house(self) -> House:
        if not self.house:
            return House(OPTIONS.get(self.game, {}))
        return HOUSES[self.game][self.house]

    @property
    def table(self) -> config.Table:
        return _table(self)


def seatings(
    game: str, presets: tuple[Preset, ...] = (), methods: tuple[str, ...] = ()
) -> tuple[Seating, ...]:
    """Every table that the game can be played at, or those with these presets and methods."""
    least, most = GAMES[game].decks
    made = (
        Seating(game, method, preset, decks, house)
        for method in GAMES[game].methods
        if not methods or method in methods
        for preset in Preset
        if (not presets or preset in presets) and not misfit(preset, method)
        for decks in sorted({least, max(least, min(most, len(COLOURS)))})
        for house in _houses(game, method, preset)
    )
    return tuple(seating for seating in made if _can_be_played(seating))


def _houses(game: str, method: str, preset: Preset) -> tuple[str, ...]:
    if game not in HOUSES:
        return ("",)
    return tuple(
        name
        for name, house in HOUSES[game].items()
        if method in house.methods and preset in house.presets
    )


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
        f"seats: {seats}, decks: [{decks}], {_fitted(seating)}, options: {{{options}}}, "
        f"approvals: {{{_approvals(seating)}}}}}",
        str(seating),
    )


def _approvals(seating: Seating) -> str:
    return ", ".join(f"{name}: {{reference: SIMULATED}}" for name in seating.approved)


def _fitted(seating: Seating) -> str:
    if not seating.devices:
        return f"preset: {seating.preset.value}"
    devices = (
        f"{name}: {{profile: {profile}, simulated: true}}"
        for name, profile in seating.devices.items()
    )
    return f"devices: {{{', '.join(devices)}}}"
