"""Finding and loading scenarios: from a path to something that can be played, or all its errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablectl.config import (
    Preset,
    Table,
    lacking,
    misfit,
    rule_errors,
    spec_errors,
    table_of,
)
from tablectl.games.catalogue import GAMES, rules_for
from tablectl.scenario.checking import Checks
from tablectl.scenario.model import ScenarioFile
from tablectl.scenario.plans import plans_of
from tablectl.scenario.world import Plans
from tablectl.yamlfile import Document, FileErrors, parse
from tablectl.yamlfile import load as load_yaml
from tablectl.yamlmodel import validated

TABLE = "scenario"


@dataclass(frozen=True)
class Scenario:
    """A scenario that can be played, once on each of its tables; these go by their presets."""

    path: str
    file: ScenarioFile
    document: Document
    tables: tuple[tuple[str, Table], ...]
    plans: Plans

    @property
    def name(self) -> str:
        return self.file.name


def find(paths: Iterable[Path]) -> list[Path]:
    """The scenario files among these paths and under these folders, in order, each once."""
    found: dict[Path, None] = {}
    for path in paths:
        inside = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        found.update(dict.fromkeys(inside))
    return list(found)


def load(path: Path) -> Scenario:
    """The scenario in a file; FileErrors with everything that is wrong with it."""
    return _loaded(load_yaml(path))


def loads(text: str, name: str) -> Scenario:
    """As `load`, of a text; `name` stands for the file in messages."""
    return _loaded(parse(text, name))


def _loaded(document: Document) -> Scenario:
    broken = rule_errors(document, ("table",))
    try:
        file = validated(document, ScenarioFile)
    except FileErrors as wrong:
        raise FileErrors([*wrong.errors, *broken]) from wrong
    presets = bool(file.presets)
    broken += spec_errors(document, file.table, ("table",), presets=presets)
    methods = file.methods or (file.table.method,)
    for index, preset in enumerate(file.presets):
        problems = [misfit(preset, method) for method in methods]
        if all(problems):
            broken.append(document.error(("presets", index), problems[0], "leave it out"))
    for index, method in enumerate(file.methods):
        if method not in GAMES[file.table.game].methods:
            problem, known = f"the game is not dealt by {method!r}", GAMES[file.table.game].methods
            broken.append(document.error(("methods", index), problem, ", ".join(known)))
    for name, device in (file.table.devices or {}).items():
        if not device.simulated:
            at = ("table", "devices", name)
            broken.append(document.error(at, "a scenario reaches no real device", "simulate it"))
    if broken:
        raise FileErrors(broken)
    tables = tuple(_tables(document, file))
    settings = tuple(table.settings for _, table in tables)
    rules = rules_for(settings[0])
    found = [
        document.error(loc, problem, hint)
        for loc, problem, hint in Checks(file, settings, rules).problems()
    ]
    if found:
        raise FileErrors(found)
    return Scenario(document.name, file, document, tables, plans_of(file))


def _tables(document: Document, file: ScenarioFile) -> Iterator[tuple[str, Table]]:
    """Every way of dealing with every preset that goes with it; without ways, just the table."""
    chosen: Sequence[Preset | None] = file.presets or (file.table.preset,)
    for preset in dict.fromkeys(chosen):
        named = preset.value if preset else ""
        if not file.methods:
            yield named, table_of(document, file.table, TABLE, preset, ("table",))
        for method in dict.fromkeys(file.methods):
            spec = file.table.model_copy(update={"method": method})
            if (preset and misfit(preset, method)) or lacking(document, spec, TABLE, preset):
                continue
            name = table_name(file.table.method, method, named)
            yield name, table_of(document, spec, TABLE, preset)


def table_name(own: str, method: str, preset: str) -> str:
    """How a report names a table of a scenario: by its method only where it is not its own."""
    return preset if method == own else f"{method}, {preset}"
