"""Table files: what a house writes about one table, checked and made into `Settings`.

Everything wrong with a file is found in one run, at its line and column, and what a game does not
allow is told with the clause it rests on. Must not know how a table is run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from enum import Enum
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from tablectl import __version__
from tablectl.games.catalogue import GAMES
from tablectl.games.options import Game, problems, with_defaults
from tablectl.words.bases import HOUSE, Role, cited
from tablectl.words.settings import Can, Device, DeviceKind, Person, Settings
from tablectl.yamlfile import Document, FileError, FileErrors, Loc, Value, parse
from tablectl.yamlfile import load as load_yaml
from tablectl.yamlmodel import Strict, near, validated

DEMO = "demo_table.yaml"
"""The table file that comes with tablectl: simulated devices and a made-up crew."""

BY_HAND = "hand"
"""The one way of dealing that has no shoe."""

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", max_length=40)]


class Preset(Enum):
    """Sets of simulated devices, by how much they tell."""

    BLIND = "blind"
    COUNTING = "counting"
    RECOGNISING = "recognising"
    MIXED = "mixed"


class DeviceSpec(Strict):
    """A device as the house promises it; what answers on its line must be just this."""

    kind: DeviceKind
    can: tuple[Can, ...]
    model: str = Field(min_length=1)
    serial: str = Field(min_length=1)
    firmware: str = Field(min_length=1)
    simulated: bool = False


class TableSpec(Strict):
    """A table without its name, as it also stands in a scenario."""

    game: str
    method: str
    seats: int
    decks: tuple[Name, ...]
    options: Mapping[str, int | str] = Field(default_factory=dict)
    preset: Preset | None = None
    devices: Mapping[Name, DeviceSpec] | None = None
    people: Mapping[Name, tuple[Role, ...]] | None = None


class TableFile(TableSpec):
    """A whole table file. `version` is that of the format."""

    version: Literal[1] = 1
    table: Name


def _simulated(kind: DeviceKind, model: str, *can: Can) -> Device:
    return Device(kind, can, f"simulated {model}", "SIMULATED-1", __version__, simulated=True)


_COUNTING = (Can.COUNT, Can.FACE_UP, Can.WITHHOLD)

PRESETS: Mapping[Preset, Mapping[str, Device]] = {
    Preset.BLIND: {},
    Preset.COUNTING: {"shoe_1": _simulated(DeviceKind.SHOE, "counting shoe", *_COUNTING)},
    Preset.RECOGNISING: {
        "shoe_1": _simulated(DeviceKind.SHOE, "recognising shoe", *_COUNTING, Can.FACES)
    },
    Preset.MIXED: {
        "shoe_1": _simulated(DeviceKind.SHOE, "counting shoe", *_COUNTING),
        "reader_1": _simulated(DeviceKind.READER, "card reader", Can.FACES),
    },
}

CREW: Mapping[str, tuple[Role, ...]] = {
    "d1": (Role.DEALER,),
    "d2": (Role.DEALER,),
    "s1": (Role.SUPERVISOR,),
    "s2": (Role.SUPERVISOR,),
    "t1": (Role.TECHNICIAN,),
    "a1": (Role.AUDITOR,),
}
"""Who works at a simulated table whose file names nobody."""


def load(path: Path) -> Settings:
    """The settings in a table file; FileErrors with everything that is wrong with it."""
    return _settings(load_yaml(path))


def demo() -> Settings:
    """The settings of the table file that comes with tablectl."""
    with demo_file() as path:
        return load(path)


def demo_file() -> AbstractContextManager[Path]:
    """The path of the demonstration's table file, as a context: it may be inside an archive."""
    return as_file(files("tablectl") / DEMO)


def loads(text: str, name: str) -> Settings:
    """As `load`, of a text; `name` stands for the file in messages."""
    return _settings(parse(text, name))


def _settings(document: Document) -> Settings:
    broken = rule_errors(document)
    try:
        spec = validated(document, TableFile)
    except FileErrors as wrong:
        raise FileErrors([*wrong.errors, *broken]) from wrong
    broken += spec_errors(document, spec)
    if broken:
        raise FileErrors(broken)
    return settings_of(spec, spec.table)


def settings_of(spec: TableSpec, table: str, preset: Preset | None = None) -> Settings:
    """The settings that a spec without errors stands for; `preset` in place of its own."""
    chosen = preset or spec.preset
    devices = PRESETS[chosen] if chosen else _devices(spec)
    people = spec.people or CREW
    return Settings(
        table=table,
        game=spec.game,
        method=spec.method,
        seats=spec.seats,
        decks=spec.decks,
        options=with_defaults(GAMES[spec.game], spec.options),
        devices=devices,
        people={name: Person(roles) for name, roles in people.items()},
        version=__version__,
    )


def _devices(spec: TableSpec) -> dict[str, Device]:
    promised = spec.devices or {}
    return {
        name: Device(d.kind, d.can, d.model, d.serial, d.firmware, d.simulated)
        for name, d in promised.items()
    }


# ---------------------------------------------------------------- what the game does not allow


def rule_errors(document: Document, at: Loc = ()) -> list[FileError]:
    """What the game does not allow, read off the plain values under `at`.

    Plain, so that a misspelt key elsewhere does not hide them from the same run; a value of the
    wrong type is not this function's to report, and counts as one the game takes.
    """
    given = _under(document.value, at)
    name = given.get("game")
    if not isinstance(name, str):
        return []
    game = GAMES.get(name)
    if game is None:
        hint = near(name, GAMES) or f"the games are {', '.join(sorted(GAMES))}"
        return [document.error((*at, "game"), f"there is no game {name!r}", hint)]
    return [*_game_errors(document, at, game, given), *_deck_errors(document, at, given)]


def _under(value: Value, at: Loc) -> Mapping[Any, Value]:
    for part in at:
        value = value.get(part) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _game_errors(
    document: Document, at: Loc, game: Game, given: Mapping[Any, Value]
) -> Iterator[FileError]:
    for problem in problems(game, _plausible(game, given)):
        what, name = problem.path[0], problem.path[-1]
        known = name in game.options
        hint = near(given.get(what), game.methods) if what == "method" else ""
        if what == "options" and not known:
            hint = near(name, game.options)
        why = f" ({cited(problem.basis)})" if problem.basis != HOUSE else ""
        yield document.error(
            (*at, *problem.path), problem.problem + why, hint, key=what == "options" and not known
        )


def _plausible(game: Game, given: Mapping[Any, Value]) -> Settings:
    """The settings as far as they have the right types, and what the game takes for the rest."""
    method, seats, decks = given.get("method"), given.get("seats"), given.get("decks")
    options = given.get("options")
    return Settings(
        table="",
        game=game.name,
        method=method if isinstance(method, str) else game.methods[0],
        seats=seats if type(seats) is int else game.seats[0],
        decks=tuple(map(str, decks)) if isinstance(decks, list) else ("",) * game.decks[0],
        options={
            str(name): value
            for name, value in (options.items() if isinstance(options, dict) else ())
            if type(value) in (int, str) and isinstance(value, int | str)
        },
        devices={},
        people={},
        version="",
    )


def _deck_errors(document: Document, at: Loc, given: Mapping[Any, Value]) -> Iterator[FileError]:
    decks = given.get("decks")
    for index, deck in enumerate(decks if isinstance(decks, list) else ()):
        if isinstance(decks, list) and deck in decks[:index]:
            problem = f"there is already a deck {deck!r}"
            yield document.error((*at, "decks", index), problem, "decks are told by their colours")


# ---------------------------------------------------------------- devices and people


def spec_errors(
    document: Document, spec: TableSpec, at: Loc = (), *, presets: bool = False
) -> list[FileError]:
    """What is wrong between the parts of a spec; with `presets` its devices come from elsewhere."""
    return [
        document.error((*at, *loc), problem, hint)
        for loc, problem, hint in _spec_problems(spec, presets)
    ]


def _spec_problems(spec: TableSpec, presets: bool) -> Iterator[tuple[Loc, str, str]]:
    names = ", ".join(preset.value for preset in Preset)
    if presets and (spec.preset or spec.devices is not None):
        yield ("preset",), "the file lists presets too", "keep one of the two"
    elif spec.preset and spec.devices is not None:
        yield ("preset",), "a table has a preset or devices, not both", "remove one of them"
    elif not presets and not spec.preset and spec.devices is None:
        yield (), "neither 'preset' nor 'devices' is here", f"add preset: one of {names}"
    if spec.preset and (problem := misfit(spec.preset, spec.method)):
        yield ("preset",), problem, "use blind"
    if spec.people is None:
        simulated = presets or spec.preset or _all_simulated(spec)
        if spec.devices is not None and not simulated:
            yield (), "the required key 'people' is missing", "only a simulated table has a crew"
        return
    yield from _crew_problems(spec.people)


def misfit(preset: Preset, method: str) -> str:
    """Why a preset does not go with a way of dealing, or nothing."""
    kinds = {device.kind for device in PRESETS[preset].values()}
    if DeviceKind.SHOE in kinds and method == BY_HAND:
        return f"{preset.value} has a shoe, and the cards are dealt by hand"
    return ""


def _all_simulated(spec: TableSpec) -> bool:
    return bool(spec.devices) and all(device.simulated for device in _devices(spec).values())


def _crew_problems(people: Mapping[str, tuple[Role, ...]]) -> Iterator[tuple[Loc, str, str]]:
    for name, roles in people.items():
        if not roles:
            yield ("people", name), f"{name} has no role", "list at least one"
    needs = {
        Role.DEALER: "a table cannot be opened without one",
        Role.SUPERVISOR: "a table cannot be opened without one",
        Role.TECHNICIAN: "only a technician clears faults and releases a table that stopped",
    }
    for role, why in needs.items():
        if not any(role in roles for roles in people.values()):
            yield ("people",), f"nobody is {role.value}", why
    if len(_who(people, Role.DEALER) | _who(people, Role.SUPERVISOR)) == 1:
        yield ("people",), "one person is not enough", "who inspects a deck may not verify it"


def _who(people: Mapping[str, tuple[Role, ...]], role: Role) -> set[str]:
    return {name for name, roles in people.items() if role in roles}
