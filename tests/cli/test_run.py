"""`tablectl run`: a readable account that ends by itself, and a record that can be gone on from."""

from __future__ import annotations

import re
import signal
from contextlib import closing
from pathlib import Path

import pytest

from tablectl import config
from tablectl.doorwire import DoorClient
from tablectl.journal.verify import verify
from tablectl.words.acts import Act, Confirm
from tablectl.words.bases import Role
from tests.cli.shell import BLIND, answering, process, running, tablectl


@pytest.fixture(scope="module")
def account() -> str:
    done = tablectl("run", "--rounds", "5")
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
    assert "reveal        the dealer: " in first
    assert "ante $5 is taken. [house policy]" in first
    assert "is paid $10 at 1 to 1. [19:47-20.11(a)2]" in first


def test_what_is_simulated_is_unmistakable(account: str) -> None:
    assert "SIMULATED: shoe_1 (simulated counting shoe), the cards, the people." in account
    assert "shoe_1 (SIMULATED) is ready" in account
    assert "SIMULATED     mishap: " in account


@pytest.mark.clause("19:47-20.12(a)#1")
def test_the_second_round_shows_an_irregularity_that_is_ruled_on_at_once(account: str) -> None:
    second = part(account, "Round 2")
    assert "IRREGULARITY  A card lay face up" in second
    assert "nobody has to confirm. [19:47-20.12(a)#1]" in second
    assert "way out       1 card from the cards set aside goes to the discard rack" in second


@pytest.mark.clause("19:47-20.12(d)")
def test_the_third_round_is_void_with_its_ruling_who_confirms_and_the_way_out(account: str) -> None:
    third = part(account, "Round 3")
    assert "IRREGULARITY  A card of the dealer was exposed" in third
    assert "the supervisor confirms. [19:47-20.12(d)]" in third
    assert "confirmed     s1 confirms the ruling of case 1" in third
    assert "way out       every wager goes back" in third
    assert "goes back. [house policy]" in third


def test_the_summary_counts_and_gives_the_head(account: str) -> None:
    summary = part(account, "Summary")
    assert "rounds        5, 1 of them void" in summary
    assert (
        "irregular     2: face up card [19:47-20.12(a)#1]; card exposed [19:47-20.12(d)]" in summary
    )
    assert "head " in summary


def test_the_same_seed_tells_the_same_story_and_another_one_another(account: str) -> None:
    assert tablectl("run", "--rounds", "5").output == account
    assert tablectl("run", "--rounds", "5", "--seed", "2").output != account


def test_without_mishaps_nothing_goes_wrong() -> None:
    done = tablectl("run", "--rounds", "3", "--no-mishaps")
    assert "IRREGULARITY" not in done.output
    assert "irregular     0" in done.output


def test_quiet_tells_the_summary_only() -> None:
    done = tablectl("run", "--rounds", "1", "--quiet")
    assert done.output.startswith("\nSummary")


CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def test_no_face_is_told_before_it_is_turned_up(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(BLIND.replace("preset: blind", "preset: recognising"))
    told = tablectl("run", "--table", file, "--no-mishaps").output
    for number in (1, 2, 3):
        before, reveal, after = part(told, f"Round {number}").partition("  reveal ")
        assert reveal
        assert CARD.search(after)
        assert not CARD.search(before), before


@pytest.mark.parametrize("preset", config.Preset, ids=lambda preset: preset.value)
def test_every_preset_plays_to_its_end(preset: config.Preset, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(BLIND.replace("preset: blind", f"preset: {preset.value}"))
    done = tablectl("run", "--table", file)
    assert done.exit_code == 0, done.output
    assert "rounds        3, 1 of them void" in done.output


# ------------------------------------------------------------------ the record


def test_a_second_run_goes_on_where_the_first_one_ended(tmp_path: Path) -> None:
    journal = tmp_path / "table.db"
    first = tablectl("run", "--rounds", "2", "--journal", journal)
    middle = verify(journal)
    second = tablectl("run", "--rounds", "2", "--journal", journal)

    assert (first.exit_code, second.exit_code) == (0, 0), second.output
    assert "Round 2" in first.output
    assert "Round 1\n" not in second.output
    assert "Round 4" in second.output
    assert verify(journal, (middle.last_seq, middle.head)).findings == ()


def test_the_summary_names_the_command_that_verifies_the_record(tmp_path: Path) -> None:
    journal = tmp_path / "table.db"
    told = tablectl("run", "--rounds", "1", "--journal", journal).output
    command = next(line for line in told.splitlines() if "journal verify" in line).split()
    assert tablectl(*command[1:]).exit_code == 0


def test_a_real_device_is_refused_and_not_played_by_a_simulated_one(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(
        BLIND.replace(
            "preset: blind",
            "devices:\n  shoe_1: {kind: shoe, can: [count], model: M, serial: S, firmware: F}\n"
            "people: {d1: [dealer], s1: [supervisor], t1: [technician]}",
        )
    )
    done = tablectl("run", "--table", file)
    assert done.exit_code == 2
    assert "no_driver" in done.output


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
    tablectl("run", "--rounds", "1", "--quiet", "--journal", journal)
    middle = verify(journal)
    done = tablectl("run", "--table", file, "--journal", journal)
    assert done.exit_code == 2
    assert "other_table" in done.stderr
    assert "table demo (three card poker)" in done.stderr
    assert verify(journal) == middle


def test_a_game_that_is_not_settled_yet_says_so_at_the_start(account: str, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(BLIND.replace("three_card_poker", "let_it_ride"))
    done = tablectl("run", "--rounds", "1", "--table", file)
    assert "Let it ride is not settled yet" in done.output
    assert "not settled yet" not in account


# ------------------------------------------------------------------ in real time


def test_real_time_tells_the_same_story_as_virtual_time(account: str, tmp_path: Path) -> None:
    done = process(
        *("run", "--real-time", "--pace", "0", "--rounds", "5"),
        *("--socket", tmp_path / "door.sock"),
    )
    assert done.returncode == 0, done.stderr
    for number in range(1, 6):
        assert part(done.stdout, f"Round {number}") == part(account, f"Round {number}")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_signal_ends_a_table_in_good_order(name: str, tmp_path: Path) -> None:
    socket, journal = tmp_path / "door.sock", tmp_path / "table.db"
    with running("run", "--by-hand", "--socket", socket, "--journal", journal) as child:
        with closing(answering(child, socket)) as line:
            door = DoorClient(line.exchange)
            receipt = door.submit(Act(Confirm("open_table"), "s1", "k1"))
            child.send_signal(getattr(signal, name))
        told, _ = child.communicate()

    assert child.returncode == 0
    assert receipt.accepted
    assert "Summary" in told
    assert not socket.exists()
    assert verify(journal).findings == ()


def test_by_hand_nobody_acts_but_the_people_and_the_shoe_gives_what_is_due(tmp_path: Path) -> None:
    socket = tmp_path / "door.sock"
    served = ("run", "--by-hand", "--pace", "0", "--quiet", "--socket", socket)
    with running(*served) as child, closing(answering(child, socket)) as line:
        door = DoorClient(line.exchange)
        for by, words in OPENING:
            done = tablectl("act", "--socket", socket, "--by", by, *words.split())
            assert done.exit_code == 0, done.output
        while (view := door.view(Role.DEALER))["round"]["step"] == "deal":
            pass
    assert {place: pile["count"] for place, pile in view["places"].items()} == {
        "seat_2": 3,
        "dealer": 3,
        "shoe": 46,
    }


OPENING = (
    ("s1", "confirm what=open_table"),
    ("d1", "confirm what=inspect subject=blue"),
    ("s1", "confirm what=verify subject=blue"),
    ("d1", "confirm what=spread subject=blue"),
    ("d1", "confirm what=wash subject=blue"),
    ("d1", "confirm what=shuffle subject=blue"),
    ("d1", "confirm what=cut subject=blue number=26"),
    ("d1", "confirm what=load subject=blue"),
    ("d1", "bet seat=2 wager=ante cents=1000"),
    ("d1", "call call=no_more_bets"),
)
