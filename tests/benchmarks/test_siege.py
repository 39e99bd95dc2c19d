"""The siege of a door, a short one: everything fails and is on record. How fast, no test says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.siege import ENOUGH, UNLIKE, Siege, Turns, besieged, complaints
from tablectl.credentials import Cost

GUESSES = 80


def test_nothing_that_besiegers_try_is_believed_and_all_of_it_is_on_record(tmp_path: Path) -> None:
    turns = Turns(besieged=0.3, settling=0.1, quiet=0.1, least=1)
    siege = besieged(tmp_path, GUESSES, turns, tries=4, cost=Cost(passes=1, kibibytes=64))
    assert list(complaints(siege, timed=False)) == []
    guessed = ("not_believed", "locked", "busy")
    assert sum(siege.answers[code] for code in guessed) >= GUESSES
    assert siege.orders["besieged"], "the shoe was served meanwhile"
    assert siege.loop("besieged").an_order > 0


def timed(besieged_us: float, quiet_us: float) -> str:
    """What is complained of where every order took so long."""
    siege = Siege(pairs=[([besieged_us] * ENOUGH, [quiet_us] * ENOUGH)])
    return "\n".join(complaints(siege))


def test_a_siege_that_goes_better_than_quiet_shows_nothing() -> None:
    assert UNLIKE in timed(1_000, 2_500)
    assert UNLIKE not in timed(1_000, 1_500)
    assert "in the middle" not in timed(1_500, 1_000)
    assert "in the middle" in timed(2_500, 1_000)


WEIGHTS = """
import os, subprocess, sys
from benchmarks.weight import _session_of, give_way, going_first
told = lambda: f"{os.getpriority(os.PRIO_PROCESS, 0)} {_session_of('self')}"
if len(sys.argv) > 1:
    give_way(10)
    print(told())
else:
    before = _session_of("self")
    with going_first(10):
        print(told(), flush=True)
        subprocess.run([sys.executable, sys.argv[0], "apart"], check=True, start_new_session=True)
    print(_session_of("self") == before)
"""


def test_whoever_gives_way_has_less_than_who_goes_first_and_all_is_then_as_before(
    tmp_path: Path,
) -> None:
    script = tmp_path / "weights.py"
    script.write_text(WEIGHTS)
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True, text=True, check=True, start_new_session=True,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    first, apart, restored = done.stdout.splitlines()
    (nice, session), (nicer, other) = (map(int, each.split()) for each in (first, apart))
    assert nicer == nice + 10
    assert other in (session, session + 10), "where sessions have weights at all"
    assert restored == "True"
