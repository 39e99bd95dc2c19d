"""Rounds by hand: what people do, what machines do for them, and what the screen says meanwhile."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl.cli.pasting import Paster
from tests.cli.people import BY_MACHINE, BY_PEOPLE, OPENING, Table, by_hand
from tests.cli.shell import seen, with_preset

CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b(?!-)")  # and no model TC-...
TO_THE_REVEAL = (
    "d1 move to=rack",
    "d1 choose question=play hand=seat_2 choice=fold",
    "d1 settle stage=forfeits",
    "d1 move to=rack",
)
DEALT = {"seat_2": 3, "dealer": 3, "shoe": 46}


@pytest.fixture
def automated(tmp_path: Path) -> Iterator[Table]:
    """The demonstration table: a shuffler, a shoe that gives stacks, a reader and a generator."""
    with by_hand(tmp_path / "door.sock", "--pace", "0.01") as table:
        yield table


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[Table]:
    """A table with one shoe, from which hands draw card by card."""
    with by_hand(tmp_path / "door.sock", "--pace", "0.01", *counting_file(tmp_path)) as table:
        yield table


def counting_file(folder: Path) -> tuple[str | Path, ...]:
    file = folder / "table.yaml"
    file.write_text(with_preset("counting"))
    return "--table", file


def do(table: Table, acts: tuple[str, ...]) -> None:
    for words in acts:
        table.act(words)


def dealt(table: Table) -> dict[str, int]:
    """Where the cards of the round are, once they are dealt."""
    view = seen(table.door, lambda view: view["prompt"]["due"]["is"] == "move_due")
    return {place: pile["count"] for place, pile in view["places"].items()}


def shown(table: Table) -> list[str]:
    """The cards that the account tells, and told nothing of before."""
    *before, last = table.told_until("SIMULATED     felt: ").splitlines()
    assert not CARD.search("\n".join(before))
    return CARD.findall(last)


def test_people_open_the_table_and_its_machines_shuffle_and_deal(automated: Table) -> None:
    do(automated, BY_MACHINE)
    assert dealt(automated) == DEALT
    automated.child.send_signal(signal.SIGINT)
    told = automated.told_until("irregular ")
    assert "deck blue     machine shuffled" in told
    assert f"acts          {len(BY_MACHINE)}, 0 of them refused" in told
    assert "irregular     0" in told


def test_from_a_shoe_of_single_cards_those_come_that_are_due(counting: Table) -> None:
    do(counting, BY_PEOPLE)
    assert dealt(counting) == DEALT
    counting.child.send_signal(signal.SIGINT)
    assert "irregular     0" in counting.told_until("irregular ")


def test_while_the_shoe_deals_the_status_says_so(tmp_path: Path) -> None:
    slowly = ("--pace", "600", *counting_file(tmp_path))
    with by_hand(tmp_path / "door.sock", *slowly) as table:
        do(table, BY_PEOPLE)
        told = table.status()
    assert "wait: shoe_1 gives the card" in told
    assert "nothing at the moment" not in told


def test_simulated_cards_are_told_when_they_are_due_to_be_turned_up(counting: Table) -> None:
    do(counting, BY_PEOPLE)
    dealt(counting)
    do(counting, TO_THE_REVEAL)
    cards = shown(counting)
    assert len(cards) == 3
    assert "turn dealer=CARD,CARD,CARD" in counting.status()
    counting.act(f"d1 turn dealer={','.join(cards)}")
    assert " ".join(cards) in counting.told_until("  reveal ")


def test_a_simulated_reader_reads_the_cards_that_are_due_to_be_turned_up(automated: Table) -> None:
    do(automated, BY_MACHINE)
    dealt(automated)
    do(automated, TO_THE_REVEAL)
    assert len(CARD.findall(automated.told_until("  reveal ").splitlines()[-1])) == 3


ROUND_TWO = {"automated": BY_MACHINE, "counting": BY_PEOPLE}


@pytest.mark.parametrize("name", ROUND_TWO)
def test_the_next_round_by_hand_is_dealt_like_the_first(
    name: str, request: pytest.FixtureRequest
) -> None:
    """To the shoe, a deck that is loaded again is a new load, of which it has given nothing."""
    table: Table = request.getfixturevalue(name)
    do(table, ROUND_TWO[name])
    dealt(table)
    do(table, TO_THE_REVEAL)
    if name == "counting":  # at the other table a reader reads them
        table.act(f"d1 turn dealer={','.join(shown(table))}")
    seen(table.door, lambda view: view["prompt"]["due"]["is"] == "move_due")
    table.act("d1 move to=rack")
    do(table, ROUND_TWO[name][len(OPENING) :])
    view = seen(table.door, lambda view: view["prompt"]["due"]["is"] == "move_due")
    assert view["round"]["number"] == 2
    assert dealt(table) == DEALT


# ------------------------------------------------------------------ the line for a turn


def turn_line(kind: str, can: list[str]) -> str:
    view = {
        "devices": {"it_1": {"kind": kind, "can": can}},
        "places": {"dealer": {"count": 2, "faces": []}},
    }
    paster = Paster("dealer", view, {"d1": ("dealer",)}, None)
    (line,) = paster.lines({"deed": "turn", "places": ["dealer"]})
    return line


@pytest.mark.parametrize(
    ("kind", "can", "says"),
    [
        ("shoe", ["count"], "turn dealer=CARD,CARD   # put in the cards, as in AS,KD,2C"),
        ("shoe", ["count", "faces"], "turn dealer=unread   # it_1 has read them"),
        ("reader", ["faces"], "turn dealer=CARD,CARD   # put in the cards, as in AS,KD,2C, if"),
    ],
)
def test_the_line_for_a_turn_asks_for_cards_that_no_shoe_has_read(
    kind: str, can: list[str], says: str
) -> None:
    assert says in turn_line(kind, can)


def test_the_line_for_a_count_of_chips_asks_for_the_number() -> None:
    paster = Paster("dealer", {"devices": {}, "places": {}}, {"d1": ("dealer",)}, None)
    offer = {"deed": "confirm", "what": "count_bonus", "subject": "", "checklist": []}
    (line,) = paster.lines({**offer, "counted": True})
    assert line.endswith("confirm what=count_bonus number=   # put in what you counted")
