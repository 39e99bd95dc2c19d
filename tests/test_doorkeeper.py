"""The doorkeeper by itself: what it believes, and what it has put on record of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.credentials import LONGEST_WAIT, Credential, Tried, Verdict
from tablectl.doorkeeper import Disbelieved, Doorkeeper
from tablectl.doorwire import Direct, words_of
from tablectl.sessions import Line, Signer
from tablectl.table.apply import initial
from tablectl.words.attendance import Attendance, TurnedAway
from tablectl.words.settings import SignIn
from tests.tables import settings_for

USER = 1000


def keeper(posted: list[Attendance]) -> Doorkeeper:
    state = initial(replace(settings_for(), sign_in=SignIn()))
    return Doorkeeper(None, lambda: state, posted.append, lambda: 0.0)


def test_who_directs_the_stage_and_may_not_is_on_record() -> None:
    posted: list[Attendance] = []
    door, line = keeper(posted), Line()
    session = door.believed("d1", Tried(Verdict.RIGHT, "c"), USER)
    words = words_of(Direct("pause", by="d1"))
    proof = Signer(session.name, session.key).proof(line.number, 1, words)
    with pytest.raises(Disbelieved) as error:
        door.check_direction(Direct("pause", "", "d1", (proof,), words), USER, line)
    assert error.value.code == "wrong_role"
    assert posted[-1] == Attendance("d1", TurnedAway("wrong_role"), USER)


def test_a_wait_that_no_clock_explains_is_looked_at_anew() -> None:
    """What was locked by a clock that was ahead is left to the people file, which puts it right."""
    door = keeper([])
    locked = Credential("c", "hash", wrong=4, locked_until=LONGEST_WAIT)
    with pytest.raises(Disbelieved, match="wait 900 seconds"):
        door.locked("d1", USER, {"d1": locked}, 0)
    door.locked("d1", USER, {"d1": locked}, -1)
