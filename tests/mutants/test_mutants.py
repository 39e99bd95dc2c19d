"""The mutator changes one place at a time, and a change to the rules is noticed by a scenario."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from tests.apart import each_apart
from tests.mutants.__main__ import summed_up
from tests.mutants.mutating import ROOT, Mutant, all_mutants, mutants_of, mutated, sample, sites
from tests.mutants.reach import Reach, Run
from tests.mutants.results import Results, explained, outdated

SOURCE = """
def due(cards: int = 3) -> bool:
    if cards == 2 and cards > 0:
        return True
    return cards + 1 in (4, 5)
"""
FILE = "tablectl/table/due.py"


def _mutants(source: str = SOURCE) -> list[Mutant]:
    return list(mutants_of(FILE, ast.parse(source)))


def _mutant(words: str) -> Mutant:
    return next(each for each in _mutants() if words in each.name)


def test_every_place_is_changed_by_itself() -> None:
    places = list(sites(ast.parse(SOURCE)))
    made = {ast.unparse(mutated(SOURCE, number)) for number in range(len(places))}
    assert len(made) == len(places) == 13
    assert ast.unparse(ast.parse(SOURCE)) not in made


def test_only_what_the_scenarios_play_is_changed() -> None:
    paths = {mutant.path for mutant in all_mutants()}
    assert "tablectl/table/consequences.py" in paths
    assert "tablectl/irregularities/rows.py" in paths
    assert "tablectl/games/blackjack_settlement.py" in paths
    assert "tablectl/games/let_it_ride.py" in paths
    assert not any("holdem" in path or "clauses" in path for path in paths)


def test_a_mutant_has_a_name_of_its_own_that_says_where_and_what() -> None:
    names = [each.name for each in _mutants()]
    assert len(set(names)) == len(names)
    assert "due: compares otherwise: cards == 2" in names
    assert "due: 1 and one more: return cards + 1 in (4, 5)" in names


def test_a_mutant_keeps_its_name_and_its_chance_when_other_lines_change() -> None:
    longer = "LIMIT = 5\n" + SOURCE.replace("return True", "return cards < LIMIT")
    before, after = _mutants(), _mutants(longer)
    kept = {each.key for each in before} & {each.key for each in after}
    assert len(kept) == len(before) - 1

    drawn = [each.key for each in sample(before, len(before), seed=1) if each.key in kept]
    assert drawn == [each.key for each in sample(after, len(after), seed=1) if each.key in kept]
    assert drawn != [each.key for each in sample(before, len(before), seed=2) if each.key in kept]


def test_only_scenarios_that_run_the_place_are_played_the_quickest_first() -> None:
    reach = Reach(
        {FILE: [2]},
        {
            "slow": Run(2.0, {FILE: [3, 4]}),
            "quick": Run(1.0, {FILE: [3]}),
            "elsewhere": Run(0.1, {"tablectl/table/other.py": [3]}),
        },
    )
    assert reach.scenarios(_mutant("cards > 0")) == ["quick", "slow"]
    assert reach.scenarios(_mutant("not True")) == ["slow"]
    assert reach.scenarios(_mutant("3 and one more")) == ["elsewhere", "quick", "slow"]


def test_what_is_saved_is_not_tried_again_unless_survivors_are_wanted(tmp_path: Path) -> None:
    saved = tmp_path / "results"
    killed, survivor = _mutant("otherwise: cards == 2"), _mutant("otherwise: cards > 0")
    first = Results(saved, again=False)
    first.note(killed, "a_scenario")
    first.note(survivor, "")

    resumed, again = Results(saved, again=False), Results(saved, again=True)

    assert killed in resumed
    assert survivor in resumed
    assert resumed.survived(survivor)
    assert killed in again
    assert survivor not in again


def test_a_survivor_with_a_reason_is_told_apart_from_one_without() -> None:
    results = Results(None, again=False)
    same, missed, killed = _mutants()[:3]
    for mutant, by in ((same, ""), (missed, ""), (killed, "a_scenario")):
        results.note(mutant, by)

    told = list(summed_up((same, missed, killed), Reach({}, {}), results, {same.key: "alike"}))

    assert told == [
        f"explained {same}: alike",
        f"SURVIVED {missed} (0 scenarios run it)",
        "1 of 3 mutants killed, 33.3%; 1 that survived are explained, 1 are not",
    ]


def test_an_explanation_names_mutants_and_a_reason() -> None:
    reasons = explained()
    assert reasons
    assert all(key.startswith("tablectl/") and reason for key, reason in reasons.items())


def test_explanations_of_mutants_that_there_are_no_longer_are_told() -> None:
    kept = _mutants()[0]
    assert outdated([kept], {kept.key: "alike", "gone": "alike"}) == ["gone"]


def test_work_that_ends_its_process_is_told_as_such() -> None:
    def halve(number: int) -> int:
        return number // 2 if number else sys.exit()

    assert dict(each_apart(halve, [4, 0, 2], jobs=1)) == {4: 2, 0: None, 2: 1}


def test_a_change_to_the_rules_is_killed() -> None:
    """A deck that something is decided about stays as it is, and the other way round."""
    mutant = next(
        each
        for each in all_mutants()
        if each.path.endswith("consequences.py") and "fate in (Fate.REMOVE, fate)" in each.name
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants.one", mutant.key],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
