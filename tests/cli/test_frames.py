"""`tablectl frames`: the last frames of a line, without what lies face down."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

from tablectl.doorclient import DoorClient
from tests.cli.shell import answering, running, seen, tablectl, with_preset

CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def test_the_frames_of_a_device_are_shown_and_no_hidden_card(tmp_path: Path) -> None:
    table, door = tmp_path / "table.yaml", tmp_path / "door.sock"
    table.write_text(with_preset("recognising"))
    args = ("run", "--table", table, "--no-mishaps", "--pace", "0.01", "--quiet")
    with running(*args, "--socket", door) as child, closing(answering(child, door)) as line:
        seen(DoorClient(line.exchange), lambda view: view["round"]["step"] == "decisions")
        shown = tablectl("frames", "shoe_1", "--socket", door)
        unknown = tablectl("frames", "toaster", "--socket", door)

    assert shown.exit_code == 0
    *frames, counters = shown.output.splitlines()
    assert any(" > Give order=" in frame and "Allow total=" in frame for frame in frames)
    drawn = [frame for frame in frames if "CardsDrawn" in frame]
    assert drawn
    assert all("cards=1 hidden" in frame for frame in drawn)
    assert not [frame for frame in frames if "Identity" not in frame and CARD.search(frame)]
    assert re.fullmatch(
        r"frames in \d+, frames out \d+, .*discarded bytes 0, .*outages 0", counters
    )
    assert unknown.exit_code == 2
    assert "no line leads to 'toaster'" in unknown.output
    assert "lines lead to shoe_1" in unknown.output


def test_a_table_that_nobody_runs_has_no_frames(tmp_path: Path) -> None:
    done = tablectl("frames", "shoe_1", "--socket", tmp_path / "none.sock")
    assert done.exit_code == 3
    assert "tablectl run" in done.output
