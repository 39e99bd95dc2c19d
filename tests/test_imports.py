"""Who may import whom.

The first table is the architecture of the project as far as imports can show it; the checks
below it read every module's source, without running it, and name each import that breaks a
rule. The core also stays free of clocks, chance and input or output, and of any game's words.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# ----------------------------------------------------------------------------- the rules

ALL_OF_TABLECTL = "tablectl.*"

# A layer may import itself and, of our own code, what stands beside it. Nothing else.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    # The core: pure rules, no device, no game's name below tablectl.games.
    "tablectl.words": (),
    "tablectl.clauses": ("tablectl.words",),
    "tablectl.irregularities": ("tablectl.words", "tablectl.clauses"),
    "tablectl.table": ("tablectl.words", "tablectl.clauses", "tablectl.irregularities"),
    "tablectl.games": (
        "tablectl.words",
        "tablectl.clauses",
        "tablectl.irregularities",
        "tablectl.table",
    ),
    # What remembers, decides and guards.
    "tablectl.signing": ("tablectl.words", "tablectl.keyfile"),
    "tablectl.journal": ("tablectl.words", "tablectl.signing"),
    "tablectl.kernel": ("tablectl.words", "tablectl.journal", "tablectl.table"),
    "tablectl.sealing": ("tablectl.words",),
    "tablectl.door": ("tablectl.words", "tablectl.journal", "tablectl.kernel", "tablectl.table"),
    # What is read from files.
    "tablectl.yamlfile": ("tablectl.words.errors",),
    "tablectl.yamlmodel": ("tablectl.words", "tablectl.yamlfile"),
    "tablectl.fitting": ("tablectl.words", "tablectl.yamlfile", "tablectl.yamlmodel", "drivers"),
    "tablectl.config": (
        "tablectl.words",
        "tablectl.fitting",
        "tablectl.yamlfile",
        "tablectl.yamlmodel",
        "tablectl.games",
        "tablectl.table",
        "tablectl.clauses",
        "drivers",
    ),
    "tablectl.keyfile": ("tablectl.words",),
    "tablectl.texts": ("tablectl.words",),
    "tablectl.sessions": (),
    "tablectl.doorwire": ("tablectl.words", "tablectl.sessions"),
    "tablectl.doorclient": ("tablectl.words", "tablectl.sessions", "tablectl.doorwire"),
    # What people see: a client of the door, which holds no rule.
    "tablectl.console": (
        "tablectl.words",
        "tablectl.texts",
        "tablectl.sessions",
        "tablectl.doorwire",
        "tablectl.doorclient",
    ),
    # Who is believed at the door.
    "tablectl.credentials": ("tablectl.words", "tablectl.keyfile"),
    "tablectl.doorkeeper": (
        "tablectl.words",
        "tablectl.credentials",
        "tablectl.sessions",
        "tablectl.doorwire",
        "tablectl.table",
    ),
    # Whether an installation is as it has to be.
    "tablectl.installation": ("tablectl.config", "tablectl.credentials", "tablectl.yamlfile"),
    "tablectl.doctoring": (
        "tablectl.words",
        "tablectl.installation",
        "tablectl.config",
        "tablectl.credentials",
        "tablectl.journal",
        "tablectl.keyfile",
        "tablectl.yamlfile",
    ),
    # What puts the parts together.
    "tablectl.hosts": (
        "tablectl.words",
        "tablectl.doorwire",
        "tablectl.doorkeeper",
        "tablectl.credentials",
        "tablectl.sessions",
        "tablectl.journal",
        "tablectl.kernel",
        "tablectl.door",
        "tablectl.table",
        "tablectl.config",
        "tablectl.sealing",
        "tablectl.games",
    ),
    "tablectl.lines": (
        "tablectl.words",
        "tablectl.hosts",
        "tablectl.games",
        "tablectl.sealing",
        "drivers",
    ),
    "tablectl.rig": (
        "tablectl.words",
        "tablectl.lines",
        "tablectl.config",
        "tablectl.hosts",
        "tablectl.door",
        "tablectl.journal",
        "tablectl.kernel",
        "tablectl.games",
        "tablectl.table",
        "tablectl.sealing",
        "drivers",
        "simulators",
    ),
    # Going over a record again, with whichever rules are handed in.
    "tablectl.replay": (
        "tablectl.words",
        "tablectl.clauses",
        "tablectl.journal",
        "tablectl.kernel",
        "tablectl.table",
        "tablectl.texts",
    ),
    # The auditor's part of the console reads the record itself, and goes over it with the rules.
    "tablectl.console.told_rounds": (
        "tablectl.words",
        "tablectl.kernel",
        "tablectl.replay",
        "tablectl.table",
        "tablectl.texts",
    ),
    "tablectl.console.shelf": (
        "tablectl.words",
        "tablectl.console.told_rounds",
        "tablectl.games",
        "tablectl.journal",
        "tablectl.replay",
        "tablectl.table",
        "tablectl.texts",
    ),
    "tablectl.console.verifying": ("tablectl.words", "tablectl.journal", "tablectl.texts"),
    "tablectl.console.records": (
        "tablectl.words",
        "tablectl.console.shelf",
        "tablectl.console.verifying",
        "tablectl.journal",
        "tablectl.replay",
        "tablectl.texts",
    ),
    # The referee at a simulated table.
    "tablectl.refereeing": (
        "tablectl.words",
        "tablectl.journal",
        "tablectl.kernel",
        "simulators.referee",
        "simulators.felt",
    ),
    "tablectl.scenario": (
        "tablectl.words",
        "tablectl.config",
        "tablectl.refereeing",
        "tablectl.yamlfile",
        "tablectl.yamlmodel",
        "tablectl.rig",
        "tablectl.hosts",
        "tablectl.door",
        "tablectl.journal",
        "tablectl.games",
        "tablectl.table",
        "tablectl.clauses",
        "tablectl.kernel",
        "drivers",
        "simulators",
    ),
    # From a clause to the code and the tests; nothing that runs a table needs it.
    "tablectl.tracing": (
        "tablectl.words",
        "tablectl.clauses",
        "tablectl.irregularities",
        "tablectl.games",
        "tablectl.config",
        "tablectl.fitting",
        "tablectl.scenario",
        "tablectl.yamlfile",
    ),
    "tablectl.soak": (
        "tablectl.words",
        "tablectl.clauses",
        "tablectl.irregularities",
        "tablectl.config",
        "tablectl.fitting",
        "tablectl.refereeing",
        "tablectl.tracing",
        "tablectl.rig",
        "tablectl.scenario",
        "tablectl.journal",
        "tablectl.games",
        "tablectl.table",
        "tablectl.kernel",
        "simulators",
        "tablectl.yamlfile",
    ),
    # Whether a device is what its profile says; a simulated one too, in virtual time.
    "tablectl.conformance": ("tablectl.words", "tablectl.hosts", "drivers", "simulators"),
    "tablectl.cli": (ALL_OF_TABLECTL, "drivers", "simulators"),
    "tablectl.__main__": ("tablectl.cli",),
    "tablectl.__init__": (),
    # Both ends of a line know what is said on it, never the table or a game.
    "drivers": ("tablectl.words", "tablectl.yamlfile", "tablectl.yamlmodel"),
    # A simulator that shared the controller's side of a session could not find a mistake in it.
    "simulators": (
        "tablectl.words",
        "drivers.frames",
        "drivers.layout",
        "drivers.messages",
        "drivers.happenings",
        "drivers.driving",
        "drivers.wire",
        "drivers.profile_form",
        "drivers.framings",
        "drivers.plain.profile",
        "drivers.plain.speech",
        "drivers.plain.template",
        "drivers.plain.wording",
        "drivers.stream.profile",
        "drivers.stream.speech",
    ),
    # A referee that asked the controller's rules what is right could not find a mistake in them.
    "simulators.referee": ("tablectl.words", "simulators.felt"),
}

# The same input gives the core the same output, on every machine and at every hour.
CORE = (
    "tablectl.words",
    "tablectl.clauses",
    "tablectl.irregularities",
    "tablectl.table",
    "tablectl.games",
)

# All the core may take from the standard library: nothing here reads a clock, draws a number
# or touches the world outside.
PURE_STANDARD_LIBRARY = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "graphlib",
    "hashlib",
    "heapq",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "string",
    "textwrap",
    "types",
    "typing",
}

# All else that the core may import, each with the one module that may: `sys` is asked for the
# mode that Python runs in.
CORE_EXCEPTIONS = {"transitions": "tablectl.table.phases", "sys": "tablectl.words.values"}

# Where the event loops live; everything else in tablectl is plain synchronous code.
ASYNCIO_HOMES = ("tablectl.hosts.service", "tablectl.console")

# The layers that serve every game alike, and words that belong to some game only.
SERVES_EVERY_GAME = ("tablectl.table", "tablectl.kernel", "tablectl.irregularities")
GAME_WORDS = re.compile(
    r"(?<![a-z])(?:ante|pair_?plus|poker|blackjack|community)s?(?![a-z])", re.IGNORECASE
)

# Every place the first table speaks of.
NAMED = {*MAY_IMPORT, *(place for allowed in MAY_IMPORT.values() for place in allowed)}

CHECKED = ("tablectl", "drivers", "simulators")
OURS = (*CHECKED, "device_profiles", "benchmarks", "tests")

# ---------------------------------------------------------------------------- the reading


@dataclass(frozen=True)
class Import:
    """One imported name: who imports it, what it is, and where that is written."""

    importer: str
    imported: str
    path: Path
    line: int

    def breaks(self, rule: str) -> str:
        return f"{self.path}:{self.line}: {self.importer} imports {self.imported}: {rule}"


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def module_name(relative: Path) -> str:
    parts = relative.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str | None:
    """The row of the table a module belongs to, or None when no row speaks of it."""
    if module == "tablectl":
        return "tablectl.__init__"
    rows = [row for row in MAY_IMPORT if is_within(module, row)]
    return max(rows, key=len, default=None)


def base_of(node: ast.ImportFrom, relative: Path) -> str:
    """The absolute module a `from` import starts at, with its leading dots resolved."""
    if node.level == 0:
        return node.module or ""
    folders = relative.parts[:-1]
    package = folders[: len(folders) - node.level + 1]
    return ".".join([*package, node.module] if node.module else package)


def imported_names(node: ast.AST, relative: Path) -> Iterator[str]:
    """What a statement imports, or a call that imports by a name written out in full."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(names=names):
            base = base_of(node, relative)
            for alias in names:
                if base == "tablectl" and alias.name == "__version__":
                    continue  # the one thing that the package itself holds
                # `from tablectl import table` imports the layer, not the package above it.
                inner = f"{base}.{alias.name}"
                yield inner if inner in NAMED else base
        case ast.Call(
            func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(name)), *_],
        ):
            yield name


def imports_of(path: Path, root: Path) -> Iterator[Import]:
    relative = path.relative_to(root)
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(relative))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Call):
            for name in dict.fromkeys(imported_names(node, relative)):
                yield Import(module_name(relative), name, relative, node.lineno)


def modules_under(root: Path) -> list[Path]:
    return sorted(path for package in CHECKED for path in (root / package).rglob("*.py"))


def all_imports(root: Path) -> Iterator[Import]:
    for path in modules_under(root):
        yield from imports_of(path, root)


# ----------------------------------------------------------------------------- the checks


def broken_layer(found: Import) -> str | None:
    if not any(is_within(found.imported, package) for package in OURS):
        return None
    layer = layer_of(found.importer)
    if layer is None:
        return f"no row of MAY_IMPORT speaks of {found.importer}"
    allowed = MAY_IMPORT[layer]
    if any(is_within(found.imported, place) for place in (layer, *allowed)):
        return None
    if ALL_OF_TABLECTL in allowed and is_within(found.imported, "tablectl"):
        return None
    return f"of ours, {layer} may import only itself and {', '.join(allowed) or 'nothing else'}"


def broken_purity(found: Import) -> str | None:
    if layer_of(found.importer) not in CORE:
        return None
    package = found.imported.partition(".")[0]
    if package in OURS or package in PURE_STANDARD_LIBRARY:
        return None
    home = CORE_EXCEPTIONS.get(package)
    if home is None:
        return "the core takes only what PURE_STANDARD_LIBRARY and CORE_EXCEPTIONS name"
    if is_within(found.importer, home):
        return None
    return f"within the core, {package} is for {home} only"


def broken_synchrony(found: Import) -> str | None:
    if not is_within(found.imported, "asyncio") or not is_within(found.importer, "tablectl"):
        return None
    if found.importer.startswith(ASYNCIO_HOMES):
        return None
    return f"asyncio is for {'*, '.join(ASYNCIO_HOMES)}* only"


RULES = (broken_layer, broken_purity, broken_synchrony)


def violations(root: Path) -> list[str]:
    return [
        found.breaks(broken)
        for found in all_imports(root)
        for rule in RULES
        if (broken := rule(found)) is not None
    ]


def files_of(layer: str, root: Path) -> list[Path]:
    """The source and data files of a layer, be it one module or a package."""
    place = root.joinpath(*layer.split("."))
    inside = [path for kind in ("*.py", "*.yaml") for path in place.rglob(kind)]
    return sorted(path for path in [place.with_suffix(".py"), *inside] if path.is_file())


def game_words(root: Path) -> list[str]:
    return [
        f"{path.relative_to(root)}:{number}: {match.group()}: belongs to a game"
        for layer in SERVES_EVERY_GAME
        for path in files_of(layer, root)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for match in GAME_WORDS.finditer(line)
    ]


def plant(root: Path, path: str, source: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(source, encoding="utf-8")


# ------------------------------------------------------------------------------ the tests


def test_every_import_keeps_to_the_layers() -> None:
    assert modules_under(ROOT), "found no module to read"
    broken = violations(ROOT)
    assert not broken, "\n" + "\n".join(broken)


def test_every_module_belongs_to_a_layer() -> None:
    names = [module_name(path.relative_to(ROOT)) for path in modules_under(ROOT)]
    strays = [name for name in names if layer_of(name) is None]
    assert not strays, f"no row of MAY_IMPORT speaks of {strays}"


def test_the_layers_form_no_circle() -> None:
    try:
        TopologicalSorter(MAY_IMPORT).prepare()
    except CycleError as circle:
        pytest.fail(f"these layers wait for one another: {circle.args[1]}")


@pytest.mark.parametrize("layer", SERVES_EVERY_GAME)
def test_what_serves_every_game_has_files_to_read(layer: str) -> None:
    assert files_of(layer, ROOT), f"{layer} has no files, so searching it for words proves nothing"


def test_what_serves_every_game_holds_no_word_of_any_game() -> None:
    found = game_words(ROOT)
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    "package",
    [
        *("asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket"),
        *("sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "uuid"),
    ],
)
def test_the_core_may_not_import_clock_chance_or_io(package: str, tmp_path: Path) -> None:
    plant(tmp_path, "tablectl/words/cards.py", f"def f():\n    import {package}\n")
    expected = f"tablectl/words/cards.py:2: tablectl.words.cards imports {package}: "
    assert any(line.startswith(expected) for line in violations(tmp_path))


@pytest.mark.parametrize(
    ("path", "source", "imported", "rule"),
    [
        pytest.param(
            "tablectl/words/cards.py",
            "from tablectl.table import Table",
            "tablectl.table",
            "of ours, tablectl.words may import only itself and nothing else",
            id="upwards",
        ),
        pytest.param(
            "simulators/referee/judge.py",
            "from tablectl.irregularities.rows import Row",
            "tablectl.irregularities.rows",
            "of ours, simulators.referee may import only itself and "
            "tablectl.words, simulators.felt",
            id="the referee asks the rules",
        ),
        pytest.param(
            "tablectl/journal.py",
            "from tablectl import table",
            "tablectl.table",
            "of ours, tablectl.journal may import only itself and tablectl.words, tablectl.signing",
            id="through the package",
        ),
        pytest.param(
            "tablectl/table/round.py",
            "from ..games import draw",
            "tablectl.games",
            "of ours, tablectl.table may import only itself and "
            "tablectl.words, tablectl.clauses, tablectl.irregularities",
            id="by dots",
        ),
        pytest.param(
            "tablectl/table/__init__.py",
            "from .. import games",
            "tablectl.games",
            "of ours, tablectl.table may import only itself and "
            "tablectl.words, tablectl.clauses, tablectl.irregularities",
            id="by dots from a package",
        ),
        pytest.param(
            "tablectl/yamlfile.py",
            "from tablectl.words import cards",
            "tablectl.words",
            "of ours, tablectl.yamlfile may import only itself and tablectl.words.errors",
            id="beside the one module allowed",
        ),
        pytest.param(
            "simulators/shuffler.py",
            "import tablectl.games.cards",
            "tablectl.games.cards",
            f"of ours, simulators may import only itself and {', '.join(MAY_IMPORT['simulators'])}",
            id="simulator sees the game",
        ),
        pytest.param(
            "simulators/firmware.py",
            "from drivers.session import ReferenceDriver",
            "drivers.session",
            f"of ours, simulators may import only itself and {', '.join(MAY_IMPORT['simulators'])}",
            id="simulator shares the controller's side",
        ),
        pytest.param(
            "drivers/session.py",
            "from tablectl.sealing import Sealer",
            "tablectl.sealing",
            "of ours, drivers may import only itself and "
            "tablectl.words, tablectl.yamlfile, tablectl.yamlmodel",
            id="driver sees the seal",
        ),
        pytest.param(
            "drivers/shoe.py",
            "import tests.conftest",
            "tests.conftest",
            "of ours, drivers may import only itself and "
            "tablectl.words, tablectl.yamlfile, tablectl.yamlmodel",
            id="product leans on tests",
        ),
        pytest.param(
            "tablectl/surprise.py",
            "from tablectl.words import Card",
            "tablectl.words",
            "no row of MAY_IMPORT speaks of tablectl.surprise",
            id="unknown module",
        ),
        pytest.param(
            "tablectl/games/draw.py",
            "from transitions import Machine",
            "transitions",
            "within the core, transitions is for tablectl.table.phases only",
            id="transitions astray",
        ),
        pytest.param(
            "tablectl/clauses/text.py",
            "import yaml",
            "yaml",
            "the core takes only what PURE_STANDARD_LIBRARY and CORE_EXCEPTIONS name",
            id="third party in the core",
        ),
        pytest.param(
            "tablectl/games/draw.py",
            'clock = __import__("time")',
            "time",
            "the core takes only what PURE_STANDARD_LIBRARY and CORE_EXCEPTIONS name",
            id="by a call",
        ),
        pytest.param(
            "tablectl/hosts/bench.py",
            "import asyncio.subprocess",
            "asyncio.subprocess",
            "asyncio is for tablectl.hosts.service*, tablectl.console* only",
            id="asyncio astray",
        ),
    ],
)
def test_a_planted_violation_is_found(
    path: str, source: str, imported: str, rule: str, tmp_path: Path
) -> None:
    plant(tmp_path, path, f'"""Planted."""\n\n{source}\n')
    importer = module_name(Path(path))
    assert violations(tmp_path) == [f"{path}:3: {importer} imports {imported}: {rule}"]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("tablectl/table/phases.py", "from transitions import Machine"),
        ("tablectl/hosts/service.py", "import asyncio"),
        ("tablectl/hosts/service_lines.py", "from asyncio import Queue"),
        ("tablectl/table/round.py", "from . import phases\nfrom ..words import Card"),
        ("tablectl/cli/main.py", "from tablectl import __version__, surprise\nimport simulators"),
        ("tablectl/yamlfile.py", "import yaml\nfrom tablectl.words import errors"),
        ("simulators/shuffler.py", "import random\nfrom drivers import frames"),
        ("drivers/session.py", "import drivers.frames\nfrom tablectl import yamlfile"),
        ("tablectl/rig.py", "from drivers.profiles import find\nimport simulators.shoe"),
    ],
)
def test_an_import_within_the_rules_is_let_through(path: str, source: str, tmp_path: Path) -> None:
    plant(tmp_path, path, source)
    assert violations(tmp_path) == []


@pytest.mark.parametrize(
    "text", ["Ante", "ante_paid", "PAIR_PLUS", "pairplus", "three poker hands"]
)
def test_a_planted_game_word_is_found(text: str, tmp_path: Path) -> None:
    plant(tmp_path, "tablectl/kernel.py", f"first = 1\n# {text}\n")
    assert [line.rpartition(":")[2] for line in game_words(tmp_path)] == [" belongs to a game"]


@pytest.mark.parametrize("text", ["guarantee", "antecedent", "communities_of_practice", "repair"])
def test_an_ordinary_word_is_no_game_word(text: str, tmp_path: Path) -> None:
    plant(tmp_path, "tablectl/table/phases.py", f"# {text}\n")
    assert game_words(tmp_path) == []
