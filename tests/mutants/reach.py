"""Which lines each scenario runs: a change to a line can only be noticed by those that run it."""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.apart import each_apart
from tests.mutants.mutating import PACKAGES, ROOT, Mutant
from tests.mutants.one import name_of

Lines = dict[str, list[int]]
"""By file, from the root."""
Trace = Callable[[FrameType, str, Any], "Trace | None"]


@dataclass(frozen=True)
class Run:
    """What one scenario took, and which lines it ran."""

    seconds: float
    lines: Lines


class Reach:
    """What is run as the packages are imported, and by which scenarios the rest."""

    def __init__(self, imported: Lines, runs: Mapping[str, Run]) -> None:
        self._imported = imported
        self._runs = runs

    def scenarios(self, mutant: Mutant) -> list[str]:
        """Those that run the mutant, the quickest first."""
        found = [
            name
            for name, run in self._runs.items()
            if _runs(mutant, self._imported) or _runs(mutant, run.lines)
        ]
        return sorted(found, key=self.seconds)

    def first(self, scenarios: Sequence[str], seconds: float) -> Iterator[str]:
        """As many of them as take so long."""
        for name in scenarios:
            seconds -= self.seconds(name)
            if seconds > 0:
                yield name

    def seconds(self, scenario: str) -> float:
        """What it took while its lines were noted."""
        return self._runs[scenario].seconds


def _runs(mutant: Mutant, lines: Lines) -> bool:
    return not set(lines.get(mutant.path, ())).isdisjoint(mutant.lines)


def reach(scenarios: Sequence[Path], jobs: int, saved: Path | None) -> Reach:
    """Of these scenarios; what is saved for the code and the scenario as they are is taken."""
    known = json.loads(saved.read_text("utf-8")) if saved and saved.exists() else {}
    code = _digest(*(p for package in PACKAGES for p in sorted((ROOT / package).rglob("*.py"))))
    digests = {path: f"{code} {_digest(path)}" for path in scenarios}
    missing = [path for path, digest in digests.items() if digest not in known]
    if missing or code not in known:
        ((_, imported),) = each_apart(_while_imported, [Path()], 1)
        known[code] = imported
    for path, run in each_apart(_while_played, missing, jobs):
        if run is None:
            raise RuntimeError(f"{path} could not be played to its end")
        known[digests[path]] = asdict(run)
    if saved:
        saved.write_text(json.dumps(known), "utf-8")
    return Reach(known[code], {name_of(p): Run(**known[digest]) for p, digest in digests.items()})


def _digest(*paths: Path) -> str:
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def _while_imported(_: Path) -> Lines:
    lit = _Lit()
    with lit:
        importlib.import_module("tablectl.scenario")
    return lit.lines()


def _while_played(path: Path) -> Run:
    """In a process that has played nothing yet: what is kept in memory would not be run again."""
    scenario = importlib.import_module("tablectl.scenario")
    lit = _Lit()
    began = time.process_time()
    with lit:
        scenario.play(scenario.load(path))
    return Run(time.process_time() - began, lit.lines())


class _Lit:
    """Notes the lines that are run; code whose lines are all noted is no longer watched."""

    def __init__(self) -> None:
        self._ours = tuple(str(ROOT / package) for package in PACKAGES)
        self._left: dict[CodeType, set[int]] = {}
        self._all: dict[CodeType, frozenset[int]] = {}

    def __enter__(self) -> None:
        sys.settrace(self._look)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _look(self, frame: FrameType, _event: str, _arg: Any) -> Trace | None:
        code = frame.f_code
        left = self._left.get(code)
        if left is None:
            ours = code.co_filename.startswith(self._ours)
            self._all[code] = frozenset(n for *_, n in code.co_lines() if n and ours)
            self._left[code] = left = set(self._all[code])
        left.discard(frame.f_lineno)
        return self._look if left else None

    def lines(self) -> Lines:
        found: dict[str, set[int]] = {}
        for code, every in self._all.items():
            if every:
                path = str(Path(code.co_filename).relative_to(ROOT))
                found.setdefault(path, set()).update(every - self._left[code])
        return {path: sorted(lines) for path, lines in found.items()}
