"""A soak that ends before its time goes on from its file, and comes to the same result."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import time
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from tablectl.cli.soak_progress import CLEAR, Progress
from tablectl.fitting import Preset
from tablectl.games import three_card_poker_settlement
from tablectl.soak import saving
from tablectl.soak.result import Result, Tally, Violation, met_as
from tablectl.soak.saving import OFTEN, Asked, Keeping, NotASave, OtherCode, OtherSoak, Save
from tablectl.soak.soaking import soak
from tablectl.soak.troubles import Rates
from tablectl.words.cards import Card
from tests.cli.shell import PATIENCE_S, ROOT, command, environment, process, tablectl

GAME = "three_card_poker"
WILD = Rates(faults=0.5, errors=0.5, restarts=0.1)
ASKED = Asked(GAME, 25, 6, WILD, (Preset.BLIND, Preset.COUNTING))
TIMES = ("seconds", "rounds_per_second")


def timeless(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if key not in TIMES}


def played(asked: Asked, *, begun: Result | None = None, stretches: int = 99) -> Result:
    """The soak, or so many more stretches of it."""
    left = count(stretches - 1, -1)
    return soak(
        asked.game,
        asked.rounds,
        asked.seed,
        asked.rates,
        presets=asked.presets,
        methods=asked.methods,
        begun=begun,
        stopping=lambda: next(left) <= 0,
    )


# ---------------------------------------------------------------- going on


@pytest.mark.parametrize("stretches", [1, 2])
def test_a_soak_that_goes_on_comes_to_the_result_of_one_that_never_ended(
    stretches: int, tmp_path: Path
) -> None:
    save = Save(tmp_path / "a.soak", ASKED)
    begun = played(ASKED, stretches=stretches)
    assert begun.interrupted
    save.keep(begun)

    result, whole = played(ASKED, begun=save.found()), played(ASKED)

    assert result.whole.rounds == 25
    assert result.tables == whole.tables
    assert timeless(result.as_plain()) == timeless(whole.as_plain())


def test_all_that_is_counted_is_kept(tmp_path: Path) -> None:
    found = Violation("core_failed", "it did", "a table", 4, "9: x: 2")
    result = Result(GAME, 6, seconds=2.5)
    for name in ("z, a table that was first", "a, one that was second"):
        result.add(name, Tally(25, 3, 200, 7, 1, Counter(jam=4), violations=[found], judged=9))
        result.tables[name].rows[met_as("jam", {"deal": "running"})] += 2
    save = Save(tmp_path / "a.soak", ASKED)

    save.keep(result)

    kept = save.found()
    assert kept is not None
    assert [*kept.tables.items()] == [*result.tables.items()]
    assert (kept.seconds, kept.turns, kept.spent) == (2.5, 2, 50)
    assert [path.name for path in tmp_path.iterdir()] == ["a.soak"]


def test_a_soak_is_kept_from_its_first_stretch_on_at_a_pace_of_its_own_and_at_its_end(
    tmp_path: Path,
) -> None:
    save = Save(tmp_path / "a.soak", ASKED)
    now = 100.0
    keeping = Keeping(save, clock=lambda: now)
    result = Result(GAME, 6)

    def kept_after_one_more() -> int:
        result.add("a table", Tally(rounds=10))
        keeping(result)
        found = save.found()
        return found.spent if found else 0

    assert kept_after_one_more() == 10
    now += OFTEN - 1
    assert kept_after_one_more() == 10
    now += 1
    assert kept_after_one_more() == 30
    assert kept_after_one_more() == 30
    keeping.end(result)
    found = save.found()
    assert found is not None
    assert found.spent == 40


def test_a_soak_that_is_over_is_not_played_again(tmp_path: Path) -> None:
    save = Save(tmp_path / "a.soak", ASKED)
    result = played(ASKED)
    save.keep(result)

    again = played(ASKED, begun=save.found())

    assert (again.tables, again.turns) == (result.tables, result.turns)
    assert not again.interrupted


def test_a_disagreement_that_was_kept_ends_the_soak_again(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    low = tuple(map(Card.of, ("9S", "3D", "2C")))
    mocker.patch.object(three_card_poker_settlement, "QUEEN_HIGH", low)
    asked = Asked(GAME, 400, 8, Rates(0, 0, 0))
    save = Save(tmp_path / "a.soak", asked)
    result = played(asked)
    save.keep(result)

    again = played(asked, begun=save.found())

    assert result.dissent is not None
    assert again.dissent is not None
    assert again.dissent.name == result.dissent.name
    assert again.tables == result.tables


# ---------------------------------------------------------------- what cannot be gone on from


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"seed": 7}, "--seed 6 there and 7 here"),
        ({"rounds": 90}, "--rounds 25 there and 90 here"),
        ({"rates": Rates(0.5, 0.1, 0.1)}, "--errors 0.5 there and 0.1 here"),
        ({"presets": ()}, "--preset blind counting there and any here"),
        ({"game": "let_it_ride"}, "--game three_card_poker there and let_it_ride here"),
    ],
)
def test_another_soak_is_not_gone_on_with(other: dict[str, Any], told: str, tmp_path: Path) -> None:
    path = tmp_path / "a.soak"
    Save(path, ASKED).keep(Result(GAME, 6))

    with pytest.raises(OtherSoak, match=told):
        Save(path, replace(ASKED, **other)).found()


def test_a_soak_of_other_code_is_not_gone_on_with(mocker: MockerFixture, tmp_path: Path) -> None:
    save = Save(tmp_path / "a.soak", ASKED)
    save.keep(Result(GAME, 6))
    mocker.patch.object(saving, "code", return_value="other")

    with pytest.raises(OtherCode):
        save.found()


@pytest.mark.parametrize(
    "damage", [lambda _: b"", lambda b: b[:-9], lambda b: b.replace(b"3", b"4")]
)
def test_a_file_that_is_not_whole_is_not_gone_on_with(damage: Any, tmp_path: Path) -> None:
    save = Save(tmp_path / "a.soak", ASKED)
    save.keep(Result(GAME, 6, {"a table": Tally(rounds=33)}))
    save.path.write_bytes(damage(save.path.read_bytes()))

    with pytest.raises(NotASave):
        save.found()


def test_the_command_says_why_it_does_not_go_on(tmp_path: Path) -> None:
    path = tmp_path / "a.soak"
    Save(path, ASKED).keep(Result(GAME, 6))

    done = tablectl("soak", "--rounds", "45", "--save", path)

    assert done.exit_code == 2
    assert "tablectl: other_soak" in done.output


# ---------------------------------------------------------------- killed and interrupted


def interrupted_by(number: signal.Signals, *asked: str | Path, save: Path) -> tuple[int, str, str]:
    """Begin the soak, and end it so once something of it is kept."""
    with subprocess.Popen(
        command("soak", *asked, "--save", save),
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        end = time.monotonic() + PATIENCE_S
        while not save.exists():
            assert child.poll() is None, "it was over before anything was kept"
            assert time.monotonic() < end, "nothing is kept"
            time.sleep(0.005)
        child.send_signal(number)
        out, err = child.communicate(timeout=PATIENCE_S)
        return child.returncode, out, err


LONG = Asked(GAME, 60, 1, Rates(0.2, 1, 0.05), (Preset.BLIND,), ("manual_shoe",))
AS_ASKED = [
    "--rounds",
    "60",
    "--preset",
    "blind",
    "--method",
    "manual_shoe",
    "--errors",
    "1",
    "--json",
]


def test_the_command_goes_on_after_it_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "a.soak"

    interrupted_by(signal.SIGKILL, *AS_ASKED, "--jobs", "2", save=path)
    again = process("soak", *AS_ASKED, "--save", path)

    told = timeless(json.loads(again.stdout))
    assert told == timeless(played(LONG).as_plain())


def test_the_command_tells_the_result_so_far_when_it_is_interrupted_and_how_to_go_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.soak"

    code, out, err = interrupted_by(signal.SIGINT, *AS_ASKED, save=path)
    again = tablectl("soak", *AS_ASKED, "--save", path)

    assert code == 130
    assert json.loads(out)["interrupted"]
    assert 0 < json.loads(out)["rounds"] < 60
    assert f"the same command with --save {path} goes on from here" in err
    assert timeless(json.loads(again.stdout)) == timeless(played(LONG).as_plain())


# ---------------------------------------------------------------- how far it has got


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def so_far(rounds: int) -> Result:
    result = Result(GAME, 1)
    result.add("a table", Tally(rounds=rounds))
    return result


def told_on(stream: io.StringIO, *times: tuple[float, int]) -> str:
    """What is written when so many rounds are played at these times; 100 were played before."""
    clock = iter((0.0, *(at for at, _ in times)))
    progress = Progress(10_000, stream, done_before=100, clock=lambda: next(clock))
    for _, rounds in times:
        progress(so_far(rounds))
    progress.end()
    return stream.getvalue()


def test_a_terminal_has_one_line_that_is_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")

    told = told_on(Terminal(), (0.2, 110), (1.0, 140), (1.1, 150), (90.0, 3_700))

    assert told == (
        f"{CLEAR}140 of 10,000 rounds, 40 a second, 0 violations, "
        f"{CLEAR}3,700 of 10,000 rounds, 40 a second, 0 violations"
        f"{CLEAR}"
    )


def test_elsewhere_there_is_a_line_now_and_then() -> None:
    told = told_on(io.StringIO(), (1.0, 110), (30.0, 130), (31.0, 140), (60.0, 160))

    assert told == (
        "130 of 10,000 rounds, 1 a second, 0 violations, 0 disagreements, 2 h 44 min left\n"
        "160 of 10,000 rounds, 1 a second, 0 violations, 0 disagreements, 2 h 44 min left\n"
    )


@pytest.mark.parametrize(("asked", "lines"), [((), 3), (("--quiet",), 0)])
def test_how_far_it_has_got_is_told_beside_the_result_unless_it_is_to_be_quiet(
    asked: tuple[str, ...], lines: int, mocker: MockerFixture
) -> None:
    mocker.patch("tablectl.cli.soak_progress.SELDOM", 0)

    done = tablectl("soak", "--rounds", "30", "--preset", "blind", "--json", *asked)

    assert json.loads(done.stdout)["rounds"] == 30
    assert done.stderr.count(" of 30 rounds") == lines
