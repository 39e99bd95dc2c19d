"""The mutator changes one place at a time, and a change to the rules is noticed by a scenario."""

from __future__ import annotations

import ast
import subprocess
import sys

from tests.mutants.mutating import ROOT, all_mutants, mutated, sites

SOURCE = """
def due(cards: int = 3) -> bool:
    if cards == 2 and cards > 0:
        return True
    return cards + 1 in (4, 5)
"""


def test_every_place_is_changed_by_itself() -> None:
    places = [does for _, does, _ in sites(ast.parse(SOURCE))]
    made = {ast.unparse(mutated(SOURCE, number)) for number in range(len(places))}
    assert len(made) == len(places) == 13
    assert ast.unparse(ast.parse(SOURCE)) not in made


def test_only_what_the_scenarios_play_is_changed() -> None:
    paths = {mutant.path for mutant in all_mutants()}
    assert "tablectl/table/consequences.py" in paths
    assert "tablectl/irregularities/rows.py" in paths
    assert not any("blackjack" in path for path in paths)


def test_a_change_to_the_rules_is_killed() -> None:
    """A deck that something is decided about stays as it is, and the other way round."""
    mutant = next(
        each
        for each in all_mutants()
        if each.path.endswith("consequences.py") and "fate in (Fate.REMOVE, fate)" in each.does
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants.one", mutant.module, mutant.path, str(mutant.number)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout
