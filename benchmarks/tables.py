"""The tables that are measured: three card poker, six seats, one deck from a counting shoe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulators.chance import split
from simulators.crew import Crew, DoorLike, Wishes
from simulators.felt import Felt
from simulators.wires import Manner
from tablectl.games.catalogue import GAMES, rules_for
from tablectl.games.options import with_defaults
from tablectl.journal.records import Journal
from tablectl.rig import Rig, build
from tablectl.words.bases import Role
from tablectl.words.settings import Can, Device, DeviceKind, Person, Settings

SEATS = 6
PRESETS: Mapping[str, tuple[Can, ...]] = {
    "blind": (),
    "counting": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD),
    "recognising": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD, Can.FACES),
}


def settings(preset: str) -> Settings:
    caps = PRESETS[preset]
    shoe = Device(DeviceKind.SHOE, caps, "sim-shoe", "B-1", "1.0", simulated=True)
    return Settings(
        table="bench",
        game="three_card_poker",
        method="manual_shoe",
        seats=SEATS,
        decks=("blue",),
        options=with_defaults(GAMES["three_card_poker"], {}),
        devices={"shoe_1": shoe} if caps else {},
        people={role.value: Person((role,)) for role in Role},
        version="bench",
    )


def rig(
    preset: str,
    rounds: int,
    journal: Journal | None = None,
    seed: int = 1,
    manner: Manner | None = None,
) -> Rig:
    """A table whose crew will play so many rounds and close it."""
    wishes = Wishes(_wagers, _first, close_after=rounds)
    made = build(settings(preset), wishes, seed, journal, manner=manner)
    made.crew.brisk = True
    return made


def crew_at(table: Settings, door: DoorLike) -> Crew:
    """People at a table whose devices are not simulated here."""
    crew = Crew(
        door=door,
        felt=Felt(split(1, "shuffle")),
        shoe=None,
        composition=rules_for(table).composition,
        people={role: (role.value,) for role in Role},
        wishes=Wishes(_wagers, _first),
        chance=split(1, "crew"),
    )
    crew.brisk = True
    return crew


def play(made: Rig) -> Rig:
    while made.step():
        pass
    return made


def _wagers(_: int) -> Mapping[int, Mapping[str, int | None]]:
    return {seat: {"ante": 1000} for seat in range(1, SEATS + 1)}


def _first(_: Mapping[str, Any], due: Mapping[str, Any]) -> str:
    return str(due["options"][0]["name"])
