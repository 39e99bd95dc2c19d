"""The stage over the door's socket: crew and people hand over to each other at a served table."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from tablectl import config
from tablectl.doorclient import DoorClient, Seen
from tablectl.doorwire import Answered
from tablectl.journal.verify import verify
from tablectl.words.bases import Role
from tests.cli.people import PIN, enrolled
from tests.cli.shell import answering, running
from tests.cli.staged import Somebody

FILE = """version: 1
table: staged
game: {game}
method: {method}
seats: 6
decks: [{decks}]
preset: {preset}
options: {{{options}}}
"""
GAMES = {
    "three_card_poker": FILE.format(
        game="three_card_poker",
        method="automated_shoe",
        decks="blue",
        preset="automated",
        options="",
    ),
    "let_it_ride": FILE.format(
        game="let_it_ride", method="manual_shoe", decks="blue", preset="counting", options=""
    ),
    "blackjack": FILE.format(
        game="blackjack",
        method="manual_shoe",
        decks="blue",
        preset="counting",
        options="hole_card: 1, decks_in_shoe: 2, cards_behind: 20",
    ),
}
LOOKS = 3_000
"""More than any of these tests looks; only one that fails looks so often."""


@contextmanager
def at(folder: Path, text: str, *args: str | Path) -> Iterator[tuple[DoorClient, config.Table]]:
    """A served table, until the test is done with it; its record is right then."""
    file, socket, journal = folder / "table.yaml", folder / "door.sock", folder / "table.db"
    file.write_text(text)
    served = ("run", "--table", file, "--pace", "0.01", "--no-mishaps", "--quiet")
    files = ("--socket", socket, "--journal", journal)
    with running(*served, *files, *args) as child:
        with closing(answering(child, socket)) as line:
            yield DoorClient(line.exchange), config.load(file)
        child.send_signal(signal.SIGINT)
        child.communicate()
        assert child.returncode == 0
    assert verify(journal).findings == ()


def stage_of(seen: Seen) -> dict[str, object]:
    assert seen.stage is not None
    return seen.stage


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_played_by_crew_and_people_in_turns(game: str, tmp_path: Path) -> None:
    chance = Random(game)
    with at(tmp_path, GAMES[game]) as (door, table):
        people, mark, orders = Somebody(table, 1), "", 0
        for _ in range(LOOKS):
            seen = door.watch(Role.DEALER, mark)
            mark = seen.mark
            if seen.view["round"]["number"] > 2:
                break
            if chance.random() < 0.05:
                orders += 1
                order = chance.choice(["pause", "resume"])
                crew = door.direct(order)["crew"]
                assert crew == {"pause": "paused", "resume": "playing"}[order]
            elif stage_of(seen)["crew"] == "paused":
                people.act(door, seen.view, stage_of(seen))
        assert seen.view["round"]["number"] > 2, seen.view["prompt"]
        assert orders
        assert seen.view["cases"] == []


def test_a_jam_is_ordered_and_told_of_and_the_crew_recovers(tmp_path: Path) -> None:
    with at(tmp_path, GAMES["three_card_poker"]) as (door, _):
        door.direct("trouble", "shoe_jams")
        seen, jammed = door.watch(Role.DEALER), 0
        for _ in range(LOOKS):
            if jammed and seen.view["round"]["number"] > jammed + 1:
                break
            if seen.view["cases"]:
                jammed = seen.view["round"]["number"]
            seen = door.watch(Role.DEALER, seen.mark)
        assert jammed


@pytest.mark.parametrize("order", ["pause", "resume"])
def test_where_people_run_the_table_there_is_no_crew_to_be_directed(
    order: str, tmp_path: Path
) -> None:
    with at(tmp_path, GAMES["three_card_poker"], "--by-hand") as (door, _):
        assert stage_of(door.watch(Role.DEALER))["crew"] == "none"
        with pytest.raises(Answered) as error:
            door.direct(order)
        assert error.value.code == "no_crew"
        with pytest.raises(Answered) as error:
            door.direct("trouble", "rain")
        assert error.value.code == "no_trouble"


def test_where_people_prove_who_they_are_a_technician_directs_the_stage(tmp_path: Path) -> None:
    people = enrolled(tmp_path / "people", "m1", "d1", "t1")
    text = GAMES["three_card_poker"] + "sign_in: {}\n" + PEOPLE
    with at(tmp_path, text, "--by-hand", "--people", people.path) as (door, _):
        for by, code in (("", "unproved"), ("t1", "unproved")):
            with pytest.raises(Answered) as error:
                door.direct("trouble", "misdeal", by)
            assert error.value.code == code
        door.sign_in("d1", PIN)
        with pytest.raises(Answered) as error:
            door.direct("trouble", "misdeal", "d1")
        assert error.value.code == "wrong_role"
        door.sign_in("t1", PIN)
        troubles = door.direct("trouble", "misdeal", "t1")["troubles"]
        assert [each["name"] for each in troubles if each["waits"]] == ["misdeal"]


PEOPLE = """people:
  m1: [administrator]
  d1: [dealer]
  d2: [dealer]
  s1: [supervisor]
  s2: [supervisor]
  t1: [technician]
  a1: [auditor]
"""
