"""One mutant: its module is changed as it is imported, and the scenarios are played."""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from tests.mutants.mutating import ROOT, mutated

SURVIVED, KILLED = 0, 1


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


def main(module: str, path: str, number: int) -> int:
    sys.meta_path.insert(0, Finder(module, str(ROOT / path), number))
    try:
        return SURVIVED if _all_pass() else KILLED
    except Exception as error:  # a module that cannot even be imported is noticed too
        sys.stdout.write(f"{type(error).__name__}: {error}")
        return KILLED


def _all_pass() -> bool:
    """Play in an order of chance, so that what is found does not hang on the alphabet."""
    scenario = importlib.import_module("tablectl.scenario")  # only now: the module is changed
    paths = scenario.find([Path(ROOT / "tests" / "scenarios" / "three_card_poker")])
    random.Random(1).shuffle(paths)
    for path in paths:
        if not scenario.play(scenario.load(path)).passed:
            sys.stdout.write(path.stem)
            return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
