"""The siege of a door, a short one: everything fails and is on record. How fast, no test says."""

from __future__ import annotations

from pathlib import Path

from benchmarks.siege import Turns, besieged, complaints
from tablectl.credentials import Cost

GUESSES = 80


def test_nothing_that_besiegers_try_is_believed_and_all_of_it_is_on_record(tmp_path: Path) -> None:
    turns = Turns(besieged=0.3, settling=0.1, quiet=0.1, least=1)
    siege = besieged(tmp_path, GUESSES, turns, tries=4, cost=Cost(passes=1, kibibytes=64))
    assert list(complaints(siege, timed=False)) == []
    guessed = ("not_believed", "locked", "busy")
    assert sum(siege.answers[code] for code in guessed) >= GUESSES
    assert siege.orders["besieged"], "the shoe was served meanwhile"
