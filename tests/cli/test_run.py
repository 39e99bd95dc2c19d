"""`tablectl run`: a readable account that ends by itself, and a record that can be gone on from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablectl import config
from tablectl.journal.verify import verify
from tablectl.replay.page import Page
from tests.cli.shell import BLIND, tablectl, with_preset


@pytest.fixture(scope="module")
def account() -> str:
    done = tablectl("run", "--virtual", "--rounds", "5")
    assert done.exit_code == 0, done.output
    return done.output


def part(account: str, heading: str) -> str:
    """What the account tells under a heading."""
    _, _, after = account.partition(f"\n{heading}\n")
    return after.partition("\n\n")[0]


def test_five_rounds_are_played_and_told(account: str) -> None:
    assert [f"Round {number}" in account for number in range(1, 7)] == [True] * 5 + [False]
    assert "the table is closed" in account


@pytest.mark.parametrize("label", ["wagers", "call", "dealt", "decisions", "reveal", "to rack"])
def test_a_round_is_told_from_the_wagers_to_the_cards_in_the_rack(account: str, label: str) -> None:
    assert f"\n  {label} " in "\n" + part(account, "Round 1")


def test_a_reveal_shows_the_cards_and_a_settlement_the_amounts(account: str) -> None:
    first = part(account, "Round 1")
    assert "reveal        the dealer: 7S 4H 4D" in first
    assert "Seat 3: ante $5 is paid $5 at 1 to 1. [19:47-20.11(a)1#1]" in first
    assert "Seat 6: pair plus $10 is paid $10 at 1 to 1. [19:47-20.11(a)2]" in first


def test_what_is_simulated_is_unmistakable(account: str) -> None:
    heading = account.splitlines()[1]
    assert heading.startswith("SIMULATED: shuffler_1 (TC-SHUFFLE-1), shoe_1 (TC-STACK-3), ")
    assert heading.endswith("generator_1 (TC-DRAW-1), the cards, the people.")
    assert "shoe_1 (SIMULATED) is ready" in account
    assert "SIMULATED     mishap: " in account
    assert "demo (SIMULATED devices): the table is closed" in part(account, "Summary")


@pytest.mark.clause("19:47-20.12(f)")
def test_the_second_round_shows_a_jam_its_ruling_and_the_way_out(account: str) -> None:
    second = part(account, "Round 2")
    assert "IRREGULARITY  The shoe jammed during the deal" in second
    assert "the supervisor confirms. [19:47-20.12(f)]" in second
    assert "shoe_1 (SIMULATED) is out of service until a technician clears its fault" in second
    assert "void return   Seat 3: ante $50 goes back. [house policy]" in second


@pytest.mark.clause("19:47-20.12(a)#1")
def test_at_a_manual_shoe_a_card_that_lay_face_up_is_ruled_on_at_once(tmp_path: Path) -> None:
    done = tablectl("run", "--virtual", "--rounds", "2", *table_file(tmp_path, "counting"))
    second = part(done.output, "Round 2")
    assert "IRREGULARITY  A card lay face up" in second
    assert "nobody has to confirm. [19:47-20.12(a)#1]" in second
    assert "way out       1 card from the cards set aside goes to the discard rack" in second


@pytest.mark.clause("19:47-20.12(d)")
def test_the_third_round_is_void_with_its_ruling_who_confirms_and_the_way_out(account: str) -> None:
    third = part(account, "Round 3")
    assert "IRREGULARITY  A card of the dealer was exposed" in third
    assert "the supervisor confirms. [19:47-20.12(d)]" in third
    assert "confirmed     s1 confirms the ruling of case 2" in third
    assert "way out       every wager goes back" in third
    assert "goes back. [house policy]" in third


def test_the_summary_counts_and_gives_the_head(account: str) -> None:
    summary = part(account, "Summary")
    assert "rounds        5, 2 of them void" in summary
    assert "irregular     2: jam [19:47-20.12(f)]; card exposed [19:47-20.12(d)]" in summary
    assert re.search(r"head          \d+:[0-9a-f]{64}$", summary, re.MULTILINE)


def test_the_same_seed_tells_the_same_story_and_another_one_another(account: str) -> None:
    rounds = ("run", "--virtual", "--rounds", "5")
    assert tablectl(*rounds).output == account
    assert tablectl(*rounds, "--seed", "2").output != account


def test_without_mishaps_nothing_goes_wrong() -> None:
    done = tablectl("run", "--virtual", "--rounds", "3", "--no-mishaps")
    assert "IRREGULARITY" not in done.output
    assert "irregular     0" in done.output


def test_quiet_tells_the_summary_only() -> None:
    done = tablectl("run", "--virtual", "--rounds", "1", "--quiet")
    assert done.output.startswith("\nSummary")


CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def table_file(folder: Path, preset: str) -> tuple[str | Path, ...]:
    file = folder / "table.yaml"
    file.write_text(with_preset(preset))
    return "--table", file


def test_no_face_is_told_before_it_is_turned_up(tmp_path: Path) -> None:
    recognising = table_file(tmp_path, "recognising")
    told = tablectl("run", "--virtual", "--no-mishaps", *recognising).output
    for number in (1, 2, 3):
        before, reveal, after = part(told, f"Round {number}").partition("  reveal ")
        assert reveal
        assert CARD.search(after)
        assert not CARD.search(before), before


VOID = dict.fromkeys(config.Preset, 1) | {config.Preset.AUTOMATED: 2}
"""How many of three rounds are void: a jam of the shoe costs a round, a face-up card does not."""


@pytest.mark.parametrize("preset", config.Preset, ids=lambda preset: preset.value)
def test_every_preset_plays_to_its_end(preset: config.Preset, tmp_path: Path) -> None:
    done = tablectl("run", "--virtual", *table_file(tmp_path, preset.value))
    assert done.exit_code == 0, done.output
    assert f"rounds        3, {VOID[preset]} of them void" in done.output


# ------------------------------------------------------------------ the record


def test_a_second_run_goes_on_where_the_first_one_ended(tmp_path: Path) -> None:
    journal = tmp_path / "table.db"
    first = tablectl("run", "--virtual", "--rounds", "2", "--journal", journal)
    middle = verify(journal)
    second = tablectl("run", "--virtual", "--rounds", "2", "--journal", journal)

    assert (first.exit_code, second.exit_code) == (0, 0), second.output
    assert "Round 2" in first.output
    assert "Round 1\n" not in second.output
    assert "Round 4" in second.output
    assert verify(journal, (middle.last_seq, middle.head)).findings == ()


def test_the_summary_names_the_command_that_verifies_the_record(tmp_path: Path) -> None:
    journal = tmp_path / "table.db"
    told = tablectl("run", "--virtual", "--rounds", "1", "--journal", journal).output
    command = next(line for line in told.splitlines() if "journal verify" in line).split()
    assert tablectl(*command[1:]).exit_code == 0


@pytest.mark.parametrize(
    "other",
    [
        BLIND,
        BLIND.replace("table: blind", "table: demo").replace("three_card_poker", "let_it_ride"),
    ],
    ids=["another table", "another game"],
)
def test_nobody_goes_on_with_the_record_of_another_table(other: str, tmp_path: Path) -> None:
    journal, file = tmp_path / "table.db", tmp_path / "table.yaml"
    file.write_text(other)
    tablectl("run", "--virtual", "--rounds", "1", "--quiet", "--journal", journal)
    middle = verify(journal)
    done = tablectl("run", "--virtual", "--table", file, "--journal", journal)
    assert done.exit_code == 2
    assert "other_table" in done.stderr
    assert "table demo (three card poker)" in done.stderr
    assert verify(journal) == middle


def test_a_game_that_is_not_settled_yet_says_so_at_the_start(account: str, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(BLIND.replace("three_card_poker", "holdem").replace("manual_shoe", "hand"))
    done = tablectl("run", "--virtual", "--rounds", "1", "--table", file)
    assert "Holdem is not settled yet" in done.output
    assert "not settled yet" not in account


def test_the_same_decision_made_again_is_told_again() -> None:
    told: list[str] = []
    page = Page(told.append)
    for answer in ("seat 5: raise", "seat 6: raise", "seat 5: raise", "seat 6: call"):
        page.add("decisions", answer)
    for place, count in (("seat 5", 1), ("seat 6", 1), ("seat 5", 2)):
        page.add("dealt", f"to {place}", count)
    page.end_line()

    assert [line.split(maxsplit=1)[1] for line in told] == [
        "seat 5: raise; seat 6: raise; seat 5: raise; seat 6: call",
        "3 to seat 5; 1 to seat 6",
    ]


def test_a_socket_in_the_environment_is_no_option_that_was_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TABLECTL_SOCKET", "/x")

    assert tablectl("run", "--virtual", "--rounds", "1", "--quiet").exit_code == 0
    typed = tablectl("run", "--virtual", "--socket", "/x")
    assert (typed.exit_code, "--socket is not for --virtual" in typed.stderr) == (2, True)
