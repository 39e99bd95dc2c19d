"""One mutant: its module is changed as it is imported, and scenarios are played until one fails.

In a process of its own, in which nothing of the changed packages has been imported before.
"""

from __future__ import annotations

import importlib
import importlib.util
import signal
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from tests.mutants.mutating import PACKAGES, ROOT, all_mutants, mutated

SCENARIOS = ROOT / "tests" / "scenarios"
PATIENCE_S = 60
"""Seconds of computing for one scenario; a mutant that goes in circles is noticed as well."""


WARM = (
    "simulators.referee.judge",
    "tablectl.clauses.registry",
    "tablectl.hosts.clock",
    "tablectl.journal",
    "tablectl.sealing",
    "tablectl.yamlmodel",
)
"""What every scenario needs and no mutant changes."""


def warm_up() -> None:
    """Import beforehand what is never changed, and see that nothing else came with it."""
    for name in WARM:
        importlib.import_module(name)
    changed = tuple(package.replace("/", ".") for package in PACKAGES)
    early = [name for name in sys.modules if name.startswith(changed)]
    if early:
        raise ImportError(f"imported before it could be changed: {', '.join(early)}")


class Loader(SourceFileLoader):
    """Compiles the module with one change; no file of bytecode is read or written."""

    number = 0

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = mutated(self.get_data(path).decode(), self.number)
        made: CodeType = compile(tree, path, "exec")
        return made


class Finder(MetaPathFinder):
    def __init__(self, module: str, path: str, number: int) -> None:
        self._module = module
        self._path = path
        self._number = number

    def find_spec(
        self, fullname: str, _: Sequence[str] | None, __: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._module:
            return None
        loader = Loader(fullname, self._path)
        loader.number = self._number
        return importlib.util.spec_from_file_location(fullname, self._path, loader=loader)


def paths() -> list[Path]:
    """Every game's: what games share is shown by any of them."""
    return sorted(SCENARIOS.rglob("*.yaml"))


def name_of(scenario: Path) -> str:
    """Scenarios of different games may be called alike."""
    return f"{scenario.parent.name}/{scenario.stem}"


def noticed_by(module: str, path: str, number: int, scenarios: Sequence[Path]) -> str:
    """The scenario that failed first, or why nothing could be played; empty if all passed."""
    sys.meta_path.insert(0, Finder(module, str(ROOT / path), number))
    try:
        return _first_that_fails(scenarios)
    except Exception as error:  # a module that cannot even be imported is noticed too
        return f"{type(error).__name__}: {error}"


def _first_that_fails(scenarios: Sequence[Path]) -> str:
    scenario = importlib.import_module("tablectl.scenario")  # only now: the module is changed
    for path in scenarios:
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE_S)  # its signal ends the process
        if not scenario.play(scenario.load(path)).passed:
            return name_of(path)
    return ""


if __name__ == "__main__":
    (wanted,) = (each for each in all_mutants() if each.key == sys.argv[1])
    sys.stdout.write(noticed_by(wanted.module, wanted.path, wanted.number, paths()))
