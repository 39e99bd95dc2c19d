"""Every figure of `make bench` can still be made. How large it is, no test says."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.__main__ import GROUPS
from benchmarks.bare import WARM_UP, echoes
from benchmarks.measure import Aim, Comparison, Figure, Peer, Result, Spread
from benchmarks.printing import as_json, as_text
from benchmarks.process import ROLLUP
from benchmarks.ranking import EVALUATORS
from benchmarks.sizes import Sizes

MEMORY = ["memory, resident", "memory, its share of it"]
PEERS = [each.package for each in EVALUATORS if find_spec(each.package) is not None]
NAMES = {
    "core": [
        "apply, blind",
        "apply, counting",
        "apply, recognising",
        "whole round, blind",
        "whole round, counting",
        "whole round, recognising",
        "whole round, counting, and its bytes",
        "whole round, recognising, and its bytes",
        "view of the dealer",
        "snapshot, there and back",
        "commit in SQLite",
        "ladder of three-card hands",
        "standing of a three-card hand",
    ],
    "ranking": ["standing of a five-card hand"] * (1 + len(PEERS)),
    "wire": ["observation to order", "observation to record", "decode of a frame"],
    "process": ["start-up of a table", *(MEMORY if ROLLUP.exists() else [])],
    "journal": [
        f"{what}, {records} records"
        for what in ("start", "start", "its memory", "verify", "its memory", "round", "round")
        for records in ("1,000", "2,000")
    ],
}


def tiny(folder: Path) -> Sizes:
    return Sizes(
        folder=folder,
        rounds=1,
        played=1,
        repeats=1,
        samples=3,
        frames=2,
        settled=0,
        looked_up=5,
        records=(1_000, 2_000),
        openings=1,
    )


@pytest.mark.parametrize("group", GROUPS)
def test_every_figure_of_a_group_can_be_made(group: str, tmp_path: Path) -> None:
    made = list(GROUPS[group](tiny(tmp_path)))

    assert [result.name for result in made] == NAMES[group]
    assert all(number > 0 for result in made for number in numbers(result))
    assert all(as_text(result).startswith(result.name) for result in made)
    assert not list(tmp_path.iterdir()), "a benchmark leaves nothing behind"


def numbers(result: Result) -> list[float]:
    match result:
        case Figure():
            return [result.subject_us, result.floor_us, result.ratio, result.per_second]
        case Comparison():
            spreads = [result.subject, *(peer.spread for peer in result.peers)]
            return [spread.p50 for spread in spreads] + [spread.samples for spread in spreads]


def test_a_bare_echo_commits_once_a_round_trip(tmp_path: Path) -> None:
    file = tmp_path / "echo.db"

    samples = echoes(b"a frame of several bytes", 50, str(file), "text")

    with closing(sqlite3.connect(file)) as record:
        (rows,) = record.execute("SELECT count(*) FROM record").fetchone()
    assert (len(samples), rows) == (50, WARM_UP + 50)


WAITS = Comparison(
    "wait",
    "us",
    Spread.of([float(number) for number in range(1, 102)]),
    (Peer("a floor", Spread.of([10.0] * 100)), Peer("a rare one", Spread.of([17.0]))),
    Aim("three of a rare one", 3 * 17.0),
)


def test_a_spread_tells_its_middle_and_its_one_in_a_hundred() -> None:
    assert WAITS.subject == Spread(p50=51.0, p99=100.0, samples=101)


def test_of_few_samples_nobody_tells_the_one_in_a_hundred() -> None:
    assert Spread.of([3.0, 1.0, 2.0]) == Spread(p50=2.0, p99=None, samples=3)


def test_a_comparison_is_told_as_multiples_of_each_peer_and_of_its_aim() -> None:
    told = json.loads(as_json(WAITS))

    ratios = [(peer["name"], peer["ratio_p50"], peer["ratio_p99"]) for peer in told["peers"]]
    assert ratios == [("a floor", 5.1, 10.0), ("a rare one", 3.0, None)]
    assert told["disturbed"] is False
    assert told["aim"] == {"what": "three of a rare one", "most": 51.0, "ratio": 1.0, "met": True}


def test_people_read_every_peer_and_the_aim_on_a_line_of_its_own() -> None:
    subject, floor, rare, aim = as_text(WAITS).splitlines()

    assert subject.split() == ["wait", "p50", "51.0,", "p99", "100.0", "us", "of", "101"]
    assert floor.strip() == "5.10 x, p99 10.00 x a floor (p50 10.0, p99 10.0 us of 100)"
    assert rare.strip() == "3.00 x a rare one (17.0 us)"
    assert aim.strip() == "aim: at most three of a rare one (51.0 us): met, 1.00 x"


def test_a_subject_below_its_own_floor_is_told_to_be_disturbed() -> None:
    slow = replace(WAITS, peers=(Peer("a floor", Spread.of([52.0])),))

    assert json.loads(as_json(slow))["disturbed"] is True
    assert as_text(slow).splitlines()[-1].strip().startswith("DISTURBED")
