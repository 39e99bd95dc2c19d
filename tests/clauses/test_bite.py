"""`make clause-bite` notices a clause whose tests do not: tried on two tests made up for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl.tracing.hows import kept
from tests.apart import each_apart
from tests.clause_bite import rows
from tests.clause_bite.__main__ import ENOUGH, share, told
from tests.clause_bite.by_hand import BY_HAND
from tests.clause_bite.running import Bite, bites, node

FACE_UP, STRAIGHT_FLUSH = "19:47-20.12(a)#1", "19:47-20.3(b)1"
TESTS = """
from tablectl.games.ranking.three_cards import Class, class_of
from tablectl.words.cards import Card
from tablectl.words.irregularities import Kind
from tests.tables import at

def ruled():
    table = at("deal")
    table.declare(Kind.FACE_UP_CARD)
    return table.rulings[-1]

def test_toothless():
    assert ruled().irregularity.kind is Kind.FACE_UP_CARD

def test_that_bites():
    assert ruled().ruling.confirm == ()

def test_of_the_ranking():
    cards = tuple(Card.of(code) for code in ("AS", "KS", "QS"))
    assert class_of(cards) is Class.STRAIGHT_FLUSH

def test_far_away():
    assert True
"""


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made_up")
    (folder / "pytest.ini").write_text("[pytest]\n")
    path = folder / "test_made_up.py"
    path.write_text(TESTS)
    return path


def tried(path: Path, citation: str, *tests: str) -> Bite:
    marked = (citation, [f"{path}::{test}" for test in tests])
    ((_, found),) = each_apart(lambda each: bites([each], jobs=1), [marked], jobs=1)
    assert found is not None
    return found[0]


def test_a_test_that_passes_without_the_rule_is_noticed(made_up: Path) -> None:
    found = tried(made_up, FACE_UP, "test_toothless")
    assert (found.bitten, found.seams, found.why) == (False, "row", "its tests pass without it")


def test_one_test_that_fails_without_the_rule_is_enough(made_up: Path) -> None:
    found = tried(made_up, FACE_UP, "test_toothless", "test_that_bites")
    assert (found.bitten, found.seams, found.tests) == (True, "row", 2)


def test_a_rule_that_no_seam_reaches_is_taken_out_by_hand(made_up: Path) -> None:
    found = tried(made_up, STRAIGHT_FLUSH, "test_of_the_ranking")
    assert (found.bitten, found.seams) == (True, "by hand")


def test_a_test_that_never_comes_near_the_rule_is_noticed(made_up: Path) -> None:
    found = tried(made_up, FACE_UP, "test_far_away")
    assert (found.bitten, found.why) == (False, "its tests do not come near it")


def test_tests_that_cannot_be_run_bite_nothing(made_up: Path) -> None:
    found = tried(made_up, FACE_UP, "test_that_is_not_there")
    assert not found.bitten
    assert "did not run" in found.why


def test_a_clause_without_tests_bites_nothing() -> None:
    (found,) = bites([(FACE_UP, [])], jobs=1)
    assert found == Bite(FACE_UP, "", 0, False, "no test is marked with it")


def test_the_table_names_what_does_not_bite_and_how_many_do() -> None:
    bites = [Bite(FACE_UP, "row", 2, True), Bite(STRAIGHT_FLUSH, "", 0, False, "no test")]
    lines = list(told(bites))
    assert [line.split()[-1] for line in lines[1:3]] == ["yes", "test"]
    assert lines[-1] == "1 of 2 clauses bite, 50.0%"
    assert share(bites) < ENOUGH


def test_every_clause_that_is_kept_without_a_citation_can_be_taken_out() -> None:
    alone = {citation for citation, line in kept().items() if not line.along_with}
    assert alone == set(BY_HAND)


def test_a_scenario_is_run_by_the_test_of_the_catalogue() -> None:
    assert node("tests/scenarios/three_card_poker/jam_in_the_deal.yaml") == (
        "tests/scenario/test_catalogue.py::test_scenario[three_card_poker/jam_in_the_deal]"
    )


# ---------------------------------------------------------------- rows


ONE_ROW = """name: the clock is set
table: {game: holdem, method: hand, seats: 6, decks: [blue], preset: blind}
steps:
  - act: {by: s1, confirm: open_table}
  - clock: +1h
  - expect: {EXPECTED}
"""


@pytest.mark.parametrize(("expected", "code"), [("ruling: [go_on]", 0), ("phase: open", 1)])
def test_a_row_whose_scenarios_pass_whatever_it_rules_is_noticed(
    expected: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.yaml").write_text(ONE_ROW.replace("EXPECTED", expected))
    """In a game without a referee, which would notice by itself."""
    assert rows.main(["--game", "holdem", "--scenarios", str(tmp_path)]) == code
    told = capsys.readouterr().out
    assert ("hand, blind: clock_stepped: " in told) == bool(code)
    assert f"{1 - code} of 1 cells bite" in told
