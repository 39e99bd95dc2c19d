"""A short part of the campaign, and builds that it has to find out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.crash_campaign.__main__ import Progress
from tests.crash_campaign.scripts import SCRIPTS
from tests.crash_campaign.trying import Verdict

ROOT = Path(__file__).parents[2]
STACKS = "three_card_poker-automated_shoe-automated"
FACES = "let_it_ride-manual_shoe-recognising"
AN_ORDER_IS_OUT = "36.before"
"""The shuffler has its order, and the record does not know that it took it."""


def campaign(progress: Path, *options: str) -> tuple[int, str]:
    """Run by itself: it forks, and processes with threads had better not."""
    command = [sys.executable, "-m", "tests.crash_campaign", "--progress", str(progress)]
    done = subprocess.run(
        [*command, *options], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_a_controller_that_dies_here_and_there_loses_and_doubles_nothing(tmp_path: Path) -> None:
    points = ("--point", AN_ORDER_IS_OUT, "--point", "24.0")
    code, told = campaign(tmp_path / "progress", "--script", STACKS, *points)

    assert code == 0, told
    assert "tried 6 / 6" in told
    assert "losses 0, doubles 0, differences 0, untold 0, errors 0" in told


def test_hidden_faces_that_were_told_late_are_in_the_hands_that_got_them(tmp_path: Path) -> None:
    points = ("--point", "23.before", "--point", "24.0", "--how", "killed")
    code, told = campaign(tmp_path / "progress", "--script", FACES, *points)

    assert code == 0, told
    assert "tried 2 / 2, 2 deaths, losses 0, doubles 0" in told


def test_a_build_with_the_commit_behind_the_effects_is_caught(tmp_path: Path) -> None:
    build = ("--broken", "commit_behind_the_effects", "--how", "killed")
    code, told = campaign(tmp_path / "progress", "--script", STACKS, "--point", "36.before", *build)

    assert code == 1, told
    assert "losses 1" in told
    assert "is forgotten and not on record" in told


def test_a_build_that_orders_twice_after_a_restart_is_caught(tmp_path: Path) -> None:
    build = ("--broken", "orders_repeated_after_a_restart", "--how", "killed")
    where = ("--script", STACKS, "--point", AN_ORDER_IS_OUT)

    code, told = campaign(tmp_path / "progress", *where, *build)

    assert code == 1, told
    assert "doubles 1" in told
    assert "order 4 is ordered again of shuffler_1" in told


def test_a_campaign_that_was_broken_off_goes_on_from_there(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress", None)
    progress.read()
    progress.add(Verdict(f"{STACKS} killed 1.before", 1))

    points = ("--point", "1.before", "--point", "2.before", "--how", "killed")
    code, told = campaign(progress.path, "--script", STACKS, *points)

    assert code == 0, told
    assert "1 were tried before" in told
    assert "tried 2 / 2, 2 deaths" in told
    assert not progress.path.exists(), "a campaign that is over begins anew"


def test_a_campaign_of_another_build_does_not_count(tmp_path: Path) -> None:
    broken = Progress(tmp_path / "progress", "commit_behind_the_effects")
    broken.read()
    broken.add(Verdict("one", 1))

    assert Progress(broken.path, None).read() == {}


def test_every_game_and_way_of_dealing_is_scripted() -> None:
    played = {(script.seating.game, script.seating.method) for script in SCRIPTS.values()}
    assert played == {
        (game, method)
        for game in ("three_card_poker", "let_it_ride")
        for method in ("manual_shoe", "hand", "automated_shoe")
    }
