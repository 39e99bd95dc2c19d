"""A disagreement is written as a scenario that shows it, and that passes once it is mended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from pytest_mock import MockerFixture

from tablectl.fitting import Preset
from tablectl.games import blackjack_settlement, three_card_poker_settlement
from tablectl.irregularities.base import GO_ON, VOID, hold
from tablectl.irregularities.rows import Rulebook
from tablectl.scenario import loads, play
from tablectl.soak.retelling import Told
from tablectl.soak.seatings import seatings
from tablectl.soak.shrinking import shrunk
from tablectl.soak.soaking import soak
from tablectl.soak.stretch import Logged, Stretch
from tablectl.soak.troubles import Rates
from tablectl.words.cards import Card
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.rulings import Ruling
from tests.cli.shell import tablectl

GAME = "three_card_poker"


def wrong_on_misdeals(mocker: MockerFixture) -> None:
    original = Rulebook.ruling

    def ruling(self: Rulebook, found: Irregularity) -> Ruling:
        return hold(GO_ON, VOID) if found.kind is Kind.MISDEAL else original(self, found)

    mocker.patch.object(Rulebook, "ruling", ruling)


def dissent(rates: Rates) -> Stretch:
    stretch = soak(GAME, 400, 5, rates).dissent
    assert stretch is not None
    return stretch


def test_a_wrong_ruling_is_told_in_a_few_steps_and_passes_once_it_is_right(
    mocker: MockerFixture,
) -> None:
    wrong_on_misdeals(mocker)
    text = shrunk(dissent(Rates(0.2, 1, 0)))

    scenario = loads(text, "shrunk")
    assert len(scenario.file.steps) <= 4
    assert scenario.file.clauses == ("19:47-20.12(c)",)
    assert not play(scenario).passed
    mocker.stopall()
    assert play(scenario).passed


def test_a_wrong_settlement_is_told_with_the_hands_that_show_it(mocker: MockerFixture) -> None:
    low = tuple(map(Card.of, ("9S", "3D", "2C")))
    mocker.patch.object(three_card_poker_settlement, "QUEEN_HIGH", low)
    text = shrunk(dissent(Rates(0, 0, 0)))

    scenario = loads(text, "shrunk")
    assert len(scenario.file.wagers) == 1
    assert not play(scenario).passed
    mocker.stopall()
    assert play(scenario).passed


def test_a_settlement_of_cards_that_a_shoe_told_is_told_with_them(mocker: MockerFixture) -> None:
    mocker.patch.object(blackjack_settlement, "THREE_TO_TWO", blackjack_settlement.EVEN)
    found = soak("blackjack", 400, 5, Rates(0, 0, 0), presets=(Preset.RECOGNISING,)).dissent
    assert found is not None

    scenario = loads(shrunk(found), "shrunk")
    assert not play(scenario).passed
    mocker.stopall()
    assert play(scenario).passed


def test_what_went_wrong_later_in_a_deal_is_told_after_as_many_cards() -> None:
    seating = next(iter(seatings(GAME, (Preset.RECOGNISING,), ("manual_shoe",))))
    troubles = (
        Logged(1, "deal", 0, "lost_bytes", "shoe_1"),
        Logged(1, "deal", 2, "foreign_card"),
        Logged(1, "deal", 5, "cards_touched"),
    )
    told = Told("a deal", seating, 6, {1: {"ante": 1000}}, {}, {}, troubles)

    steps = yaml.safe_load(told.text())["steps"]
    assert steps[:6] == [
        {"play_until": "deal"},
        {"device": {"fault": {"shoe_1": "lost_bytes"}}},
        {"play_steps": 2},
        {"mishap": "foreign_card"},
        {"play_steps": 3},
        {"mishap": "cards_touched"},
    ]


def test_the_command_writes_the_scenario_and_ends_with_1(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    wrong_on_misdeals(mocker)
    path = tmp_path / "found.yaml"

    done = tablectl("soak", "--rounds", "400", "--errors", "1", "--scenario", str(path))

    assert done.exit_code == 1
    assert "disagreements  1" in done.output
    assert "ruling on misdeal" in path.read_text(encoding="utf-8")


def test_the_command_tells_what_was_reached_and_what_was_not() -> None:
    done = tablectl("soak", "--rounds", "20", "--preset", "counting", "--reached", "--json")

    told = json.loads(done.output)["reached"]
    assert set(told) == {"states", "transitions", "rows", "faults", "errors", "clauses"}
    assert told["states"]["reached"]["round deal"] > 10
    assert told["transitions"]["reached"]["round wagers > deal"] > 10
    never = told["rows"]["never"]
    assert never["manual_shoe: number_out_of_range"] == "no number is drawn in this game"
    assert told["clauses"]["reached"]["19:47-20.7(c)#1"] > 10


@pytest.mark.parametrize("name", ["misdeal_noticed", "hands_swapped", "late_wager"])
def test_a_mishap_of_any_kind_is_a_step_of_a_scenario(name: str) -> None:
    text = (
        "{name: a mishap, table: {game: three_card_poker, method: manual_shoe, seats: 6, "
        "preset: blind, decks: [blue]}, wagers: {1: {ante: 10}, 2: {ante: 10}}, "
        f"steps: [{{play_until: decisions}}, {{mishap: {name}}}, {{expect: {{phase: open}}}}]}}"
    )
    report = play(loads(text, "mishap"))
    assert report.passed, report


def test_a_mishap_that_cannot_come_about_fails_the_scenario() -> None:
    text = (
        "{name: a mishap, table: {game: three_card_poker, method: manual_shoe, seats: 6, "
        "preset: blind, decks: [blue]}, wagers: {1: {ante: 10}}, "
        "steps: [{play_until: betting}, {mishap: hands_swapped}, {expect: {phase: open}}]}"
    )
    assert "hands_swapped cannot come about here" in str(play(loads(text, "mishap")))
