"""A round by hand: what the screen offers while a shoe deals, and what simulated cards show."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablectl.cli.pasting import Paster
from tablectl.doorwire import DoorClient
from tablectl.words.bases import Role
from tests.cli.shell import answering, running, tablectl
from tests.cli.test_run import OPENING

CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")
DECIDING = (("d1", "move to=rack"), ("d1", "choose question=play hand=seat_2 choice=play"))


class Table:
    """A table that is served to people, and its account as far as it has been read."""

    def __init__(self, child: subprocess.Popen[str], door: DoorClient, socket: Path) -> None:
        self.child = child
        self.door = door
        self.socket = socket

    def act(self, by: str, words: str) -> None:
        done = tablectl("act", "--socket", self.socket, "--by", by, *words.split())
        assert done.exit_code == 0, done.output

    def until(self, due: str) -> dict[str, Any]:
        while (view := self.door.view(Role.DEALER))["prompt"]["due"]["is"] != due:
            pass
        return view

    def status(self) -> str:
        return tablectl("status", "--socket", self.socket).output

    def told_until(self, text: str) -> str:
        assert self.child.stdout is not None
        told = ""
        for line in self.child.stdout:
            told += line
            if text in line:
                return told
        raise AssertionError(f"{text!r} is not in {told}")


def served(tmp_path: Path, pace: str) -> Iterator[Table]:
    socket = tmp_path / "door.sock"
    args = ("run", "--by-hand", "--pace", pace, "--socket", socket)
    with running(*args) as child, closing(answering(child, socket)) as line:
        table = Table(child, DoorClient(line.exchange), socket)
        for by, words in OPENING:
            table.act(by, words)
        yield table


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Table]:
    yield from served(tmp_path, "0.01")


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Table]:
    yield from served(tmp_path, "600")


def test_while_the_shoe_deals_the_status_says_so(slow: Table) -> None:
    told = slow.status()
    assert "wait: shoe_1 gives the card" in told
    assert "nothing at the moment" not in told


def test_simulated_cards_are_told_when_they_are_due_to_be_turned_up(quick: Table) -> None:
    quick.until("move_due")
    for by, words in DECIDING:
        quick.act(by, words)
    (place, *_) = quick.until("turn_due")["prompt"]["due"]["places"]
    *before, shown = quick.told_until("SIMULATED     felt: ").splitlines()
    assert not CARD.search("\n".join(before))
    cards = CARD.findall(shown)
    assert len(cards) == 3
    assert f"turn {place}=CARD,CARD,CARD" in quick.status()
    quick.act("d1", f"turn {place}={','.join(cards)}")
    assert " ".join(cards) in quick.told_until("  reveal ")


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
