"""Table files: what a house writes about one table, checked and made into a `Table`.

Everything wrong with a file is found in one run, at its line and column, and what a game does not
allow is told with the clause it rests on; what is wrong with its devices, `fitting` finds. Must not
know how a table is run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from drivers.profile_form import Profile
from tablectl import __version__
from tablectl.fitting import (
    DeviceSpec,
    Fitting,
    Preset,
    card_map_errors,
    device_problems,
    fitting,
    fitting_presets,
    folders_of,
    misfit,
    of_preset,
)
from tablectl.games.catalogue import GAMES
from tablectl.games.options import Game, problems, unsuited, with_defaults
from tablectl.words.bases import HOUSE, Role, cited
from tablectl.words.settings import Approval, Person, Settings, SignIn
from tablectl.yamlfile import Document, FileError, FileErrors, Loc, Value, parse, shown
from tablectl.yamlfile import load as load_yaml
from tablectl.yamlmodel import Strict, near, validated

__all__ = [
    "CREW",
    "DeviceSpec",
    "Name",
    "Preset",
    "Table",
    "TableFile",
    "TableSpec",
    "demo",
    "demo_file",
    "lacking",
    "load",
    "loads",
    "misfit",
    "rule_errors",
    "spec_errors",
    "table_of",
]

DEMO = "demo_table.yaml"
"""The table file that comes with tablectl: simulated devices and a made-up crew."""

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", max_length=40)]


Line = Annotated[str, Field(min_length=1, max_length=200)]


def _whole_or_word(given: object) -> object:
    if isinstance(given, bool | float):
        told = "an option is a whole number (1 for yes, 0 for no), or one of its words"
        raise ValueError(f"{told}; got {shown(given)}")
    return given


Option = Annotated[int | str, BeforeValidator(_whole_or_word)]


Approved = Literal["shuffler", "shoe", "payout_limit", "continuous_shuffler"]
"""What an approval may be of."""


class ApprovalSpec(Strict):
    """What the Commission approved; of a device, also what people do with one that failed."""

    reference: Annotated[str, Field(min_length=1, max_length=80)]
    steps: tuple[Line, ...] = ()


class SignInSpec(Strict):
    """How people prove who they are."""

    idle_minutes: Annotated[int, Field(ge=1, le=480)] = 15


class TableSpec(Strict):
    """A table without its name, as it also stands in a scenario."""

    game: str
    method: str
    seats: int
    decks: tuple[Name, ...]
    options: Mapping[str, Option] = Field(default_factory=dict)
    profiles: tuple[str, ...] = ()
    preset: Preset | None = None
    devices: Mapping[Name, DeviceSpec] | None = None
    people: Mapping[Name, tuple[Role, ...]] | None = None
    sign_in: SignInSpec | Literal["none"] | None = None
    approvals: Mapping[Approved, ApprovalSpec] = Field(default_factory=dict)


class TableFile(TableSpec):
    """A whole table file. `version` is that of the format."""

    version: Literal[1] = 1
    table: Name
    sign_approval: Annotated[str, Field(min_length=1, max_length=80)] | None = None


@dataclass(frozen=True)
class Table:
    """All that a table file says: the settings of the table, and by device its profile and line.

    A simulated device has no link.
    """

    settings: Settings
    profiles: Mapping[str, Profile]
    links: Mapping[str, str]
    real: bool = False
    """Whether real cards are dealt here."""


CREW: Mapping[str, tuple[Role, ...]] = {
    "d1": (Role.DEALER,),
    "d2": (Role.DEALER,),
    "s1": (Role.SUPERVISOR,),
    "s2": (Role.SUPERVISOR,),
    "t1": (Role.TECHNICIAN,),
    "a1": (Role.AUDITOR,),
}
"""Who works at a simulated table whose file names nobody."""

MADE_UP_APPROVALS: Mapping[str, Approval] = dict.fromkeys(
    ("shoe", "shuffler"),
    Approval(
        "SIMULATED",
        (
            "switch the device off, open it and take every card out",
            "put them with the cards of the deck that lie on the table, and count",
            "close the device and switch it on",
        ),
    ),
)
"""What was approved for a simulated table whose file names no procedure."""


def load(path: Path) -> Table:
    """The table in a table file; FileErrors with everything that is wrong with it."""
    return _table(load_yaml(path))


def demo() -> Table:
    """The table in the table file that comes with tablectl."""
    with demo_file() as path:
        return load(path)


def demo_file() -> AbstractContextManager[Path]:
    """The path of the demonstration's table file, as a context: it may be inside an archive."""
    return as_file(files("tablectl") / DEMO)


def loads(text: str, name: str) -> Table:
    """As `load`, of a text; `name` stands for the file in messages."""
    return _table(parse(text, name))


def _table(document: Document) -> Table:
    broken = rule_errors(document)
    try:
        spec = validated(document, TableFile)
    except FileErrors as wrong:
        raise FileErrors([*wrong.errors, *broken]) from wrong
    broken += spec_errors(document, spec)
    if broken:
        raise FileErrors(broken)
    made = table_of(document, spec, spec.table)
    return replace(made, settings=replace(made.settings, sign_approval=spec.sign_approval or ""))


def table_of(
    document: Document,
    spec: TableSpec,
    name: str,
    preset: Preset | None = None,
    at: Loc = (),
) -> Table:
    """The table that a spec without errors stands for; `preset` in place of its own devices.

    FileErrors where the game needs a device that the table does not have.
    """
    lacks = lacking(document, spec, name, preset, at)
    if lacks:
        raise FileErrors(lacks)
    return _table_with(document, spec, name, preset)


def lacking(
    document: Document,
    spec: TableSpec,
    name: str,
    preset: Preset | None = None,
    at: Loc = (),
) -> list[FileError]:
    """The devices that the game needs for what this table is to do, and that it does not have."""
    game, table = GAMES[spec.game], _table_with(document, spec, name, preset)
    ready_made = preset is None and spec.preset is not None
    return [
        document.error(
            (*at, "preset") if ready_made and lack.path[0] == "devices" else (*at, *lack.path),
            f"{lack.problem} ({cited(lack.basis)})",
        )
        for lack in (*unsuited(game, table.settings), *game.lacks(table.settings))
    ]


def _table_with(document: Document, spec: TableSpec, name: str, preset: Preset | None) -> Table:
    people, real = spec.people or CREW, preset is None and is_real(spec)
    settings = Settings(
        table=name,
        game=spec.game,
        method=spec.method,
        seats=spec.seats,
        decks=spec.decks,
        options=with_defaults(GAMES[spec.game], spec.options),
        devices={},
        people={each: Person(roles) for each, roles in people.items()},
        version=__version__,
        approvals=_approvals(spec, real),
        sign_in=_sign_in(spec, real),
    )
    if chosen := preset or spec.preset:
        return _fitted(settings, of_preset(chosen), real)
    folders = folders_of(document, spec.profiles)
    promised, beside = spec.devices or {}, Path(document.name).parent
    return _fitted(settings, {n: fitting(d, folders, beside) for n, d in promised.items()}, real)


def _approvals(spec: TableSpec, real: bool) -> Mapping[str, Approval]:
    """A real table has what its file says; one that is made up has what is made up for it."""
    if not spec.approvals and not real:
        return MADE_UP_APPROVALS
    return {
        kind: Approval(each.reference, each.steps) for kind, each in sorted(spec.approvals.items())
    }


def _sign_in(spec: TableSpec, real: bool) -> SignIn | None:
    """At a real table people prove who they are; at a simulated one where its file asks for it."""
    match spec.sign_in:
        case SignInSpec() as asked:
            return SignIn(asked.idle_minutes)
        case "none":
            return None
        case _:
            return SignIn() if real else None


def is_real(spec: TableSpec) -> bool:
    """Whether real cards are dealt here: a device is real, or there is none and no preset."""
    return spec.preset is None and spec.devices is not None and not _all_simulated(spec)


def _fitted(settings: Settings, fittings: Mapping[str, Fitting], real: bool) -> Table:
    return Table(
        replace(settings, devices={name: each.device for name, each in fittings.items()}),
        {name: each.profile for name, each in fittings.items()},
        {name: each.link for name, each in fittings.items() if each.link},
        real,
    )


# ---------------------------------------------------------------- what the game does not allow


def rule_errors(document: Document, at: Loc = ()) -> list[FileError]:
    """What the game does not allow, and what is wrong with the devices, by the values under `at`.

    Plain, so that a misspelt key elsewhere does not hide them from the same run; a value of the
    wrong type is not this function's to report, and counts as one the game takes.
    """
    given = _under(document.value, at)
    found = [
        document.error((*at, *loc), problem, hint)
        for loc, problem, hint in device_problems(document, given)
    ]
    found += card_map_errors(document, given)
    name = given.get("game")
    if not isinstance(name, str):
        return found
    game = GAMES.get(name)
    if game is None:
        hint = near(name, GAMES) or f"the games are {', '.join(sorted(GAMES))}"
        return [*found, document.error((*at, "game"), f"there is no game {name!r}", hint)]
    found += _game_errors(document, at, game, given)
    return [*found, *_deck_errors(document, at, given)]


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
        yield ("preset",), problem, f"use {' or '.join(fitting_presets(spec.method))}"
    if spec.people is None:
        if is_real(spec) and not presets:
            yield (), "the required key 'people' is missing", "only a simulated table has a crew"
        return
    yield from _crew_problems(spec.people)
    if is_real(spec) and not presets:
        yield from _proof_problems(spec, spec.people)


def _proof_problems(
    spec: TableSpec, people: Mapping[str, tuple[Role, ...]]
) -> Iterator[tuple[Loc, str, str]]:
    if spec.sign_in == "none":
        problem = "people at a real table prove who they are"
        yield ("sign_in",), problem, "leave it out; only a simulated table goes without"
    if not _who(people, Role.ADMINISTRATOR):
        problem = "nobody is administrator"
        yield ("people",), problem, "at a real table people are enrolled, and somebody does it"


def _all_simulated(spec: TableSpec) -> bool:
    return bool(spec.devices) and all(device.simulated for device in (spec.devices or {}).values())


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
