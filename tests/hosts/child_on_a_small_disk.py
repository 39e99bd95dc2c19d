"""A served table whose journal is on a small disk of its own, which somebody else fills.

Run by the tests as `unshare --map-root-user --mount python -m tests.hosts.child_on_a_small_disk
FOLDER`, where mounting a disk is nobody else's business. Prints what people saw as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from tablectl.doorclient import DoorClient
from tablectl.doorwire import Answered
from tablectl.journal.errors import JournalError
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.words.acts import Act, Bet
from tablectl.words.bases import Role
from tests.hosts.serving import client
from tests.hosts.slow import OPEN, serving

ROOM = 2_000_000
MANY = 500
"""More acts than there is room for in what SQLite has of the disk already."""


def mounted(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], check=True)


def fill(folder: Path) -> Path:
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):
            pass
    return filler


def bets(door: DoorClient, first: int) -> tuple[list[str], Act, Answered | None]:
    """Bet until an act is refused: the keys of those that were taken, the last act, and why."""
    taken: list[str] = []
    act = OPEN
    for number in range(first, first + MANY):
        act = Act(Bet(1, "ante", 500 + number % 50), "d1", f"bet-{number}")
        try:
            door.submit(act)
        except Answered as refused:
            return taken, act, refused
        taken.append(act.key)
    return taken, act, None


def full(folder: Path) -> dict[str, Any]:
    """A disk that fills up while the table is open, and on which there is room again later."""
    disk = folder / "disk"
    disk.mkdir()
    mounted(disk, f"size={ROOM}")
    journal = SqliteJournal(disk / "table.journal")
    with serving(folder / "door.sock", journal), client(folder / "door.sock") as door:
        door.submit(OPEN)
        filler = fill(disk)
        taken, refused, why = bets(door, 0)
        during = door.view(Role.SUPERVISOR)
        filler.unlink()
        again = door.submit(refused)
        after = door.view(Role.SUPERVISOR)
    with closing(journal):
        there = [key for key in (*taken, refused.key) if journal.by_key(key) is not None]
    return {
        "refused": None if why is None else [why.code, str(why)],
        "status": during["trouble"],
        "phase": during["phase"],
        "again": again.accepted,
        "after": after["trouble"],
        "missing": len(taken) + 1 - len(there),
        "findings": [str(finding) for finding in verify(disk / "table.journal").findings],
    }


def read_only(folder: Path) -> dict[str, Any]:
    """A disk that can only be read when the table is switched on."""
    disk = folder / "read-only"
    disk.mkdir()
    mounted(disk, "ro")
    try:
        SqliteJournal(disk / "table.journal").close()
    except JournalError as error:
        return {"code": error.code, "says": str(error)}
    return {}


def main() -> None:
    folder = Path(sys.argv[1])
    sys.stdout.write(json.dumps({"full": full(folder), "read_only": read_only(folder)}))


if __name__ == "__main__":
    main()
