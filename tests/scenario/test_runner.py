"""A runner that could not fail would prove nothing: here it fails, and says where and why."""

import json
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from tablectl.scenario import Failure, ScenarioReport, find, loads, play, run_file
from tablectl.yamlfile import FileErrors

HEAD = """\
name: a round
table: {game: three_card_poker, method: manual_shoe, seats: 6, preset: counting, decks: [blue]}
wagers: {1: {ante: 10}, 3: {ante: 25, pair_plus: 5}}
steps:
"""

FLAVOUR = """\
name: a second face-up card voids all hands and sends the deck to be shuffled
table: {game: three_card_poker, method: manual_shoe, seats: 6, preset: counting, decks: [blue]}
wagers: {1: {ante: 10}, 3: {ante: 25, pair_plus: 5}}
cards: seed 7
steps:
  - play_until: dealing              # the robot follows the prompts up to here
  - physical: {shoe: {face_up_next: 1}}
  - expect: {ruling: rack_card, clause: "19:47-20.12(a)", stub_expected: 42}
  - physical: {shoe: {face_up_next: 1}}
  - expect: {ruling: void_round, clause: "19:47-20.12(a)", refused: [deal, choose], allowance: none}
  - act: {by: sup1, confirm_ruling: {}}
  - play_until: shuffling
  - expect: {wagers: all_returned, places: {seat_1: 0, rack: 0}, cases: none}
"""


def played(steps: str, head: str = HEAD) -> ScenarioReport:
    return play(loads(head + steps, "s.yaml"))


def only_failure(steps: str) -> Failure:
    report = played(steps)
    assert not report.passed
    assert len(report.failures) == 1, f"\n{report}"
    return report.failures[0]


def errors(text: str) -> list[str]:
    with pytest.raises(FileErrors) as caught:
        loads(text, "s.yaml")
    return [str(error) for error in caught.value.errors]


# ------------------------------------------------------------------ passing


def test_a_scenario_passes_and_counts_what_it_checked() -> None:
    report = played(FLAVOUR, head="")
    assert report.passed, f"\n{report}"
    assert report.name == "a second face-up card voids all hands and sends the deck to be shuffled"
    assert report.presets == ("counting",)
    assert report.expectations == 10


def test_a_file_runs_once_for_each_of_its_presets() -> None:
    head = HEAD.replace("preset: counting, ", "").replace(
        "wagers:", "presets: [blind, mixed]\nwagers:"
    )
    report = played("  - play_until: dealing\n  - expect: {step: dealing}\n", head)
    assert report.passed
    assert report.presets == ("blind", "mixed")
    assert report.expectations == 2


def test_the_same_scenario_gives_the_same_report() -> None:
    assert played(FLAVOUR, head="") == played(FLAVOUR, head="")


# ------------------------------------------------------------------ failing


@pytest.mark.parametrize(
    ("expectation", "expected", "was"),
    [
        ("phase: closed", "phase: closed", "open"),
        ("step: decisions", "step: decisions", "deal"),
        ("prompt: move_due", "prompt: move_due", "cards_due"),
        ("asked: supervisor", "asked: supervisor", "[dealer]"),
        ("offered: [bet]", "offered: [bet]", "deal, declare"),
        ("refused: [deal]", "refused: [deal]", "[deal] offered"),
        ("irregularity: misdeal", "irregularity: misdeal", "none"),
        ("irregularities: [misdeal]", "irregularities: [misdeal]", "[]"),
        ("ruling: void_round", "ruling: void_round", "none"),
        ('clause: "19:47-20.12(a)"', "clause: 19:47-20.12(a)", "none"),
        ("remedies: [go_on]", "remedies: [go_on]", "[]"),
        ("cases: [misdeal]", "cases: [misdeal]", "none"),
        ("places: {seat_1: 3, rack: 0}", "places: {seat_1: 3, rack: 0}", "{seat_1: 0, rack: 0}"),
        ("felt: {shoe: 51}", "felt: {shoe: 51}", "{shoe: 52}"),
        ("faces: {shoe: [AS]}", "faces: {shoe: [AS]}", "{shoe: hidden}"),
        ("stub_expected: 42", "stub_expected: 42", "43"),
        ("allowance: none", "allowance: none", "9"),
        ("gate: shut", "gate: shut", "9"),
        ("wagers: none", "wagers: none", "{1: {ante: $10}, 3: {ante: $25, pair_plus: $5}}"),
        ("wagers: all_returned", "wagers: all_returned", "last settled {}"),
        ("wagers: {1: {ante: 11}}", "wagers: {1: {ante: 11}}", "{1: {ante: $10}"),
        ("settlement: {1: {ante: collect}}", "settlement: {1: {ante: collect}}", "{1: {}}"),
        ("decks: {blue: spent}", "decks: {blue: spent}", "{blue: loaded}"),
        ("devices: {shoe_1: faulted}", "devices: {shoe_1: faulted}", "{shoe_1: ready}"),
        ("rounds: 1", "rounds: 1", "0"),
        ("refusal: not_due", "refusal: not_due", "no answer"),
    ],
)
def test_a_wrong_expectation_says_where_what_and_what_was(
    expectation: str, expected: str, was: str
) -> None:
    failure = only_failure(f"  - play_until: dealing\n  - expect: {{{expectation}}}\n")
    assert (failure.kind, failure.step, failure.preset) == ("expectation", 2, "counting")
    assert failure.where == "s.yaml:6:14"
    assert failure.expected == expected
    assert was in failure.was


def test_all_wrong_expectations_of_a_step_are_told_in_the_order_of_the_file() -> None:
    report = played(
        "  - play_until: dealing\n  - expect: {step: stub, rounds: 3, phase: open, cases: [jam]}\n"
    )
    assert [failure.expected for failure in report.failures] == [
        "step: stub",
        "rounds: 3",
        "cases: [jam]",
    ]


def test_nothing_is_played_after_a_step_that_failed() -> None:
    failure = only_failure("  - expect: {rounds: 9}\n  - expect: {rounds: 8}\n")
    assert failure.step == 1


def test_an_act_that_is_refused_and_not_expected_to_be_fails() -> None:
    failure = only_failure("  - act: {by: d1, deal: {}}\n  - expect: {phase: closed}\n")
    assert (failure.kind, failure.step, failure.where) == ("step", 1, "s.yaml:5:5")
    assert failure.expected == "the act to be accepted"
    assert failure.was == "refused: not_due, due is confirm_due:open_table"


def test_an_act_that_is_accepted_although_a_refusal_is_expected_fails() -> None:
    failure = only_failure(
        "  - act: {by: s1, confirm: open_table}\n  - expect: {refusal: not_due}\n"
    )
    assert (failure.step, failure.was) == (2, "none")


def test_a_crew_that_gets_nowhere_says_what_it_waits_for() -> None:
    failure = only_failure(
        "  - play_until: decisions\n"
        "  - act: {by: d1, declare: {kind: card_exposed, place: seat_1}}\n"
        "  - play_until: losers\n"
        "  - expect: {step: losers}\n"
    )
    assert (failure.step, failure.expected) == (3, "to reach losers")
    assert failure.was == "the crew has nothing to do: choice_due:remedy for supervisor"


def test_wagers_that_the_table_does_not_take_fail() -> None:
    head = HEAD.replace("ante: 10", "ante: 1, aunt: 5")
    report = played("  - play_until: dealing\n  - expect: {step: deal}\n", head)
    assert [failure.was for failure in report.failures] == ["ante of seat 1: below_minimum"]


@pytest.mark.parametrize(
    ("choices", "expected", "was"),
    [
        ("{play: fould}", "'fould' to be an answer to play", "fold, play"),
        ("{play: {3: foald}}", "'foald' to be an answer to play", "fold, play"),
        ("{ply: fold}", "'ply' of 'choices' to be asked", "it never was; did you mean 'play'?"),
    ],
)
def test_a_misspelt_choice_fails_where_players_would_only_have_done_something_else(
    choices: str, expected: str, was: str
) -> None:
    head = HEAD.replace("steps:\n", f"choices: {choices}\nsteps:\n")
    report = played("  - play_rounds: 1\n  - expect: {cases: none}\n", head)
    assert [(f.expected, f.was) for f in report.failures] == [(expected, was)]


def test_a_question_that_is_not_reached_may_have_its_answer() -> None:
    head = HEAD.replace("steps:\n", "choices: {remedy: go_on, play: fold}\nsteps:\n")
    assert played("  - play_until: decisions\n  - expect: {cases: none}\n", head).passed


def test_what_cannot_happen_here_fails() -> None:
    failure = only_failure("  - physical: {lose: {from: seat_1}}\n  - expect: {phase: closed}\n")
    assert failure.expected == "a step that can happen here"
    assert failure.was == "there are 0 cards at seat_1, and 1 are needed"


def test_a_table_that_cannot_be_closed_again_fails_at_the_end(mocker: MockerFixture) -> None:
    mocker.patch("tablectl.scenario.playing.MOST_STEPS", 0)
    report = played("  - act: {by: s1, confirm: {what: open_table}}\n  - expect: {phase: open}\n")
    (failure,) = report.failures
    assert failure.expected == "a way to a closed table after the last step"


# ------------------------------------------------------------------ what cannot fail


@pytest.mark.parametrize(
    "expectation",
    [
        "places: {}",
        "felt: {}",
        "faces: {}",
        "decks: {}",
        "devices: {}",
        "settlement: {}",
        "offered: []",
        "refused: []",
        "places: {dealr: 0}",
        "felt: {disk: 0}",
    ],
)
def test_an_expectation_that_cannot_fail_is_rejected(expectation: str) -> None:
    failure = only_failure(f"  - play_until: dealing\n  - expect: {{{expectation}}}\n")
    assert (failure.kind, failure.step, failure.where) == ("vacuous", 2, "s.yaml:6:14")
    assert "can fail" in failure.expected


def test_a_scenario_that_expects_nothing_is_rejected() -> None:
    assert errors(HEAD + "  - play_until: dealing\n") == [
        "s.yaml:5:3: steps: no step expects anything, so nothing could fail (add an 'expect')"
    ]


def test_an_empty_expectation_is_rejected() -> None:
    (error,) = errors(HEAD + "  - expect: {}\n")
    assert error == "s.yaml:5:13: steps.0.expect: nothing is expected here, so nothing could fail"


# ------------------------------------------------------------------ files


def test_all_errors_of_a_file_are_told_at_once_with_their_places_and_near_misses() -> None:
    text = """\
name: wrong in many ways
table: {game: three_card_poker, method: manual_sho, seats: 6, preset: counting, decks: [blue]}
steps:
  - play_untl: dealing
  - physical: {shoe: {face_up_nxt: 1}}
  - expect: {rulin: rack_card, cases: [misdeel]}
  - act: {by: s1, confirm_rulin: {}}
  - wait: 8 hours
"""
    found = errors(text)
    assert [error.split(": ")[0] for error in found] == [
        "s.yaml:2:41",
        "s.yaml:4:5",
        "s.yaml:5:23",
        "s.yaml:6:14",
        "s.yaml:6:40",
        "s.yaml:7:19",
        "s.yaml:8:11",
    ]
    for near in (
        "manual_shoe",
        "play_until",
        "face_up_next",
        "ruling",
        "misdeal",
        "confirm_ruling",
    ):
        assert any(f"did you mean {near!r}" in error for error in found), near


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("play_until: deeling", "there is no step, deck phase or moment 'deeling'"),
        ("expect: {step: deel}", "there is no step 'deel' (did you mean 'deal'?)"),
        ("expect: {decks: {red: loaded}}", "there is no deck 'red'"),
        ("expect: {decks: {blue: loded}}", "there is no deck phase 'loded'"),
        ("expect: {devices: {shoe_2: ready}}", "there is no device 'shoe_2'"),
        ("expect: {places: {seat_7: 0}}", "there is no place 'seat_7'"),
        ("expect: {refused: [deel]}", "there is no deed 'deel' (did you mean 'deal'?)"),
        ("expect: {refused: ['confirm:shufle']}", "there is no confirmation 'shufle'"),
        ("expect: {refused: ['bet:ante']}", "bet takes no particular here"),
        ('expect: {clause: "19:47-20.99(z)"}', "the registry has no clause '19:47-20.99(z)'"),
        ("expect: {settlement: {1: {ante: won}}}", "'won' is no result"),
        ("device: {unplug: shoe_9}", "there is no device 'shoe_9'"),
        ("physical: {expose: seat_9}", "there is no place 'seat_9'"),
        ("physical: {swap: {at: shoe, card: 1S}}", "'1S' is no card"),
        ("act: {confirm: shuffle}", "an act needs 'by'"),
        ("act: {by: d1}", "an act has exactly one deed, and none is here"),
        ("act: {by: d1, call: a, settle: b}", "exactly one deed, and call, settle are here"),
        ("act: {by: d1, again: true}", "'again' repeats the last act"),
        ("{wait: 1s, play_steps: 1}", "a step does one thing, and play_steps, wait are here"),
    ],
)
def test_words_that_the_game_does_not_know_are_told_before_anything_is_played(
    step: str, message: str
) -> None:
    found = errors(f"{HEAD}  - {step}\n  - expect: {{rounds: 0}}\n")
    assert len(found) == 1, found
    assert message in found[0]
    assert found[0].startswith("s.yaml:5:")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("wagers: {7: {ante: 10}}", "there is no seat 7"),
        ("wagers: {1: {ante: ten}}", "expected text that matches"),
        ("cards: [AS, AS]", "AS is named 2 times and the deck has 1"),
        ("cards: at random", "expected text that matches"),
        ("hands: {seat_1: [AS], seat_2: [AS]}", "AS is named 2 times and the deck has 1"),
        ("hands: {seat_9: [AS]}", "there is no place 'seat_9'"),
        ("choices: {play: {9: fold}}", "there is no place 'seat_9'"),
        ('clauses: ["20.12"]', "the registry has no clause '20.12'"),
        ("presets: [counting]", "the file lists presets too"),
    ],
)
def test_plans_that_cannot_be_are_told_before_anything_is_played(line: str, message: str) -> None:
    head = HEAD.replace("wagers: {1: {ante: 10}, 3: {ante: 25, pair_plus: 5}}\n", f"{line}\n")
    found = errors(f"{head}  - expect: {{rounds: 0}}\n")
    assert len(found) == 1, found
    assert message in found[0]


def test_a_file_that_is_no_scenario_is_a_report_with_every_error(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("name: broken\nstep: []\n", encoding="utf-8")
    report = run_file(path)
    assert not report.passed
    assert {failure.kind for failure in report.failures} == {"file"}
    assert any("'step' is not known here" in failure.was for failure in report.failures)
    assert str(path) in str(report)


def test_a_file_that_is_not_there_is_a_report_too(tmp_path: Path) -> None:
    report = run_file(tmp_path / "nothing.yaml")
    assert [failure.was for failure in report.failures] == [
        "the file does not exist (give the path of a readable YAML file)"
    ]


def test_folders_are_searched_and_every_file_is_found_once(tmp_path: Path) -> None:
    for name in ("b/two.yaml", "a/one.yaml", "a/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    found = find([tmp_path / "b" / "two.yaml", tmp_path])
    assert [path.name for path in found] == ["two.yaml", "one.yaml"]


def test_a_report_is_plain_data_for_programs_and_text_for_people() -> None:
    report = played("  - expect: {rounds: 9}\n")
    plain = json.loads(json.dumps(report.as_plain()))
    assert plain["passed"] is False
    assert plain["failures"][0] == {
        "kind": "expectation",
        "step": 1,
        "where": "s.yaml:5:14",
        "expected": "rounds: 9",
        "was": "0",
        "preset": "counting",
    }
    assert str(report) == (
        "FAILED s.yaml: a round\n  s.yaml:5:14: step 1 [counting]: expected rounds: 9\n    was 0"
    )
