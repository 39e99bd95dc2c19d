"""The registry holds every clause once and finds it again."""

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tablectl.clauses import data
from tablectl.clauses.citations import levels
from tablectl.clauses.entries import Enforce, Entry, Topic
from tablectl.clauses.registry import SUBCHAPTERS, family, find, of_game

ENTRIES_OF = {
    "craps": 29,
    "blackjack": 131,
    "punto_banco": 45,
    "roulette": 23,
    "big_six": 8,
    "red_dog": 52,
    "minibaccarat": 38,
    "all_games": 16,
    "pai_gow": 59,
    "pai_gow_poker": 105,
    "poker": 58,
    "seven_card_stud": 31,
    "holdem": 21,
    "double_down_stud": 89,
    "let_it_ride": 155,
    "three_card_poker": 120,
    "fast_action_holdem": 112,
}
ALL = tuple(entry for game in SUBCHAPTERS for entry in of_game(game))

LOADED_AFTER = """
import sys
import tablectl.table.rules
from tablectl.clauses import registry

def loaded():
    return [name.rpartition(".")[2] for name in sys.modules if name.startswith(DATA + ".")]

DATA = "tablectl.clauses.data"
before = loaded()
registry.find("19:47-20.12(a)#1")
print(before, loaded())
"""


def cited(entries: tuple[Entry, ...]) -> list[str]:
    return [entry.citation for entry in entries]


# ---------------------------------------------------------------- what it holds


def test_every_game_has_all_its_entries() -> None:
    assert {game: len(of_game(game)) for game in SUBCHAPTERS} == ENTRIES_OF


def test_every_data_module_is_a_game_of_the_registry() -> None:
    folder = Path(data.__path__[0])
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert modules == set(SUBCHAPTERS)


def test_no_citation_is_registered_twice() -> None:
    assert len(ALL) == len(set(cited(ALL))) == 1092


@pytest.mark.parametrize("game", SUBCHAPTERS)
def test_every_citation_is_well_formed_and_of_its_game_s_subchapter(game: str) -> None:
    read = {entry.citation: levels(entry.citation) for entry in of_game(game)}
    wrong = [
        name for name, steps in read.items() if not steps or int(steps[0]) != SUBCHAPTERS[game]
    ]
    assert not wrong


def test_the_rules_of_one_clause_are_counted_from_one_without_a_gap() -> None:
    counts: dict[str, list[str]] = defaultdict(list)
    for entry in ALL:
        clause, _, count = entry.citation.partition("#")
        counts[clause].append(count)
    assert all(
        found == [""] or found == [str(n) for n in range(1, len(found) + 1)]
        for found in counts.values()
    )


def test_every_entry_says_something_that_ends_like_a_sentence() -> None:
    assert not [entry.citation for entry in ALL if not entry.says.strip(" ").endswith((".", ")"))]


def test_every_topic_and_every_way_to_enforce_is_in_use() -> None:
    assert {entry.topic for entry in ALL} == set(Topic)
    assert {entry.enforce for entry in ALL} == set(Enforce)
    assert sum(entry.partial for entry in ALL) == 29


# ---------------------------------------------------------------- how it is asked


def test_an_entry_is_found_by_its_citation() -> None:
    assert [find(entry.citation) for entry in ALL] == list(ALL)


def test_games_that_share_a_subchapter_are_all_searched() -> None:
    for game in ("poker", "seven_card_stud", "holdem"):
        assert find(of_game(game)[0].citation) is of_game(game)[0]


@pytest.mark.parametrize(
    "citation",
    [
        pytest.param("19:47-20.12(a)", id="stands for several"),
        pytest.param("19:47-20.12(a)#3", id="counted too far"),
        pytest.param("19:47-20.99(a)", id="no such section"),
        pytest.param("19:47-99.1(a)", id="no such subchapter"),
        pytest.param("19:47-20.12(a)#1 ", id="blank at the end"),
        pytest.param("20.12(a)#1", id="no title"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_no_entry_is_not_found(citation: str) -> None:
    assert find(citation) is None


@pytest.mark.parametrize(
    ("citation", "members"),
    [
        ("19:47-20.12(a)", ["19:47-20.12(a)#1", "19:47-20.12(a)#2"]),
        ("19:47-20.12(a)#2", ["19:47-20.12(a)#2"]),
        (
            "19:47-20.7(e)2",
            ["19:47-20.7(e)2#1", "19:47-20.7(e)2#2", "19:47-20.7(e)2#3"],
        ),
        ("19:47-10.1 Bank", ["19:47-10.1 Bank"]),
        ("19:47-20.99", []),
        ("19:47-99.1", []),
        ("three card poker", []),
    ],
)
def test_a_family_is_all_that_a_citation_covers(citation: str, members: list[str]) -> None:
    assert cited(family(citation)) == members


def test_a_section_s_family_spans_its_subsections_but_not_the_section_with_a_letter() -> None:
    sections = {tuple((levels(name) or ())[:2]) for name in cited(family("19:47-11.8"))}
    assert sections == {("11", "8")}
    assert family("19:47-11.8A")


def test_an_unknown_game_is_an_error() -> None:
    with pytest.raises(KeyError):
        of_game("snap")


def test_only_the_game_that_was_asked_about_is_loaded() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED_AFTER], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[] ['three_card_poker']"
