"""What became of each mutant, saved as it comes; and which survivors are explained."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml

from tests.mutants.mutating import Mutant

UNNOTICED = "?"
EXPLAINED = Path(__file__).parent / "explained.yaml"


class Results:
    """By mutant, the scenario that noticed it; empty for one that survived.

    One that a first look did not notice is not known yet, except to another first look.
    """

    def __init__(self, saved: Path | None, *, again: bool, look: bool = False) -> None:
        self._saved = saved
        self._by: dict[str, str] = {}
        for key, by in self._read():
            if by == UNNOTICED:
                if look:
                    self._by[key] = by
            elif by or not again:
                self._by[key] = by

    def _read(self) -> Iterator[tuple[str, str]]:
        if self._saved and self._saved.exists():
            for line in self._saved.read_text("utf-8").splitlines():
                told = json.loads(line)
                yield told["mutant"], told["by"]

    def __contains__(self, mutant: Mutant) -> bool:
        return mutant.key in self._by

    def survived(self, mutant: Mutant) -> bool:
        return self._by[mutant.key] in ("", UNNOTICED)

    def note(self, mutant: Mutant, by: str) -> None:
        self._by[mutant.key] = by
        if self._saved:
            with self._saved.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"mutant": mutant.key, "by": by}) + "\n")

    def notices(self, path: str) -> Counter[str]:
        """How often each scenario has noticed a change to this file."""
        return Counter(by for key, by in self._by.items() if key.startswith(f"{path} "))


def explained(path: Path = EXPLAINED) -> dict[str, str]:
    """Mutants that no scenario can tell from the original, with the reason."""
    found: dict[str, str] = {}
    for each in yaml.safe_load(path.read_text("utf-8")):
        for name in each["mutants"]:
            found[f"{each['path']} {name}"] = each["reason"]
    return found


def outdated(known: Iterable[Mutant], reasons: Iterable[str]) -> list[str]:
    """What is explained and is no mutant any more: the code there has changed."""
    return sorted(set(reasons) - {mutant.key for mutant in known})
