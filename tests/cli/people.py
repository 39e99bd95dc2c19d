"""People at the door of a table that is served by hand, and the usual opening of a round."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tablectl.credentials import Cost, PeopleFile, new_name
from tablectl.doorclient import DoorClient
from tests.cli.shell import answering, running, seen, tablectl, told_until

OPENING = (
    "s1 confirm what=open_table",
    "d1 confirm what=inspect subject=blue",
    "s1 confirm what=verify subject=blue",
    "d1 confirm what=spread subject=blue",
    "d1 confirm what=wash subject=blue",
)
BY_MACHINE = (
    *OPENING,
    "d1 confirm what=load subject=blue",
    "d1 bet seat=2 wager=ante cents=1000",
    "d1 call call=no_more_bets",
)
BY_PEOPLE = (
    *OPENING,
    "d1 confirm what=shuffle subject=blue",
    "d1 confirm what=cut subject=blue number=26",
    *BY_MACHINE[len(OPENING) :],
)
"""Where no machine shuffles."""


class Table:
    """A table that is served to people, and its account as far as it has been read."""

    def __init__(self, child: subprocess.Popen[str], door: DoorClient, socket: Path) -> None:
        self.child = child
        self.door = door
        self.socket = socket

    def act(self, words: str) -> None:
        """Do something as soon as it can be done."""
        by, deed, *fields = words.split()
        if deed in ("confirm", "call"):
            seen(self.door, lambda view: _awaits(view, deed, fields[0]))
        done = tablectl("act", "--socket", self.socket, "--by", by, deed, *fields)
        assert done.exit_code == 0, done.output

    def until(self, due: str) -> dict[str, Any]:
        return seen(self.door, lambda view: view["prompt"]["due"]["is"] == due)

    def status(self) -> str:
        return tablectl("status", "--socket", self.socket).output

    def told_until(self, text: str) -> str:
        return told_until(self.child, text)


def _awaits(view: dict[str, Any], deed: str, first: str) -> bool:
    """Whether people are asked for this, and may do it."""
    field, _, word = first.partition("=")
    return any(
        due["is"] == f"{deed}_due"
        and due[field] == word
        and not due.get("device")
        and "lacking" not in due
        for due in view["dues"]
    )


PIN = "271828"


def enrolled(path: Path, *people: str) -> PeopleFile:
    """A people file with these people in it, the first of whom is administrator."""
    made = PeopleFile(path, Cost(passes=1, kibibytes=64))
    made.begin(people[0], f"passphrase {PIN}")
    for person in people[1:]:
        made.enrol(person, "161803", new_name())
        made.choose(person, PIN)
    return made


def signed_in(person: str, socket: Path, pin: str = PIN) -> None:
    done = tablectl("sign-in", "--socket", socket, person, typed=f"{pin}\n")
    assert done.exit_code == 0, done.output


@contextmanager
def by_hand(socket: Path, *args: str | Path) -> Iterator[Table]:
    """A table that people run, until the test is done with it."""
    served = ("run", "--by-hand", "--socket", socket, *args)
    with running(*served) as child, closing(answering(child, socket)) as line:
        yield Table(child, DoorClient(line.exchange), socket)
