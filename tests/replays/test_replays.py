"""Every record of the field that was made a test comes out today as it came out then.

`tablectl replay JOURNAL --to-test tests/replays` adds one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.replay.excerpts import SUFFIX, load, play

EXCERPTS = sorted(Path(__file__).parent.glob(f"*{SUFFIX}"))


def test_there_are_records_to_replay() -> None:
    assert EXCERPTS


@pytest.mark.parametrize("path", EXCERPTS, ids=lambda path: path.stem)
def test_a_record_of_the_field_comes_out_as_it_did(path: Path) -> None:
    difference = play(load(path), rules_for)
    assert difference is None, "\n" + "\n".join(difference.lines())
