"""The profile of a plain device: what does not go together in it, each at its place."""

from __future__ import annotations

import pytest

from drivers.plain.profile import PlainProfile
from drivers.profiles import find, loads
from tablectl.words.settings import Can
from tablectl.yamlfile import FileErrors

SHOE = """\
version: 1
profile: my_shoe
title: My shoe
maker: Me
kind: shoe
model: S-1
firmware: ["1.x"]
protocol: plain/1
delivery: counter
framing: {kind: lines}
identity: {ask: WHO, answer: "I AM {model} {serial}"}
alive: {ask: PING, answer: PONG}
standing: {ask: COUNT, answer: "COUNT {load} {out}"}
tells:
  - {says: "CARD {load} {first}", means: cards_drawn}
takes:
  allow: {say: "ALLOW {total}", done: "OK {total}", failed: "NO {reason}"}
can: [count, withhold]
delivers: {cards: single}
"""


def problems(old: str, new: str) -> list[str]:
    assert old in SHOE
    with pytest.raises(FileErrors) as wrong:
        loads(SHOE.replace(old, new), "my_shoe.yaml")
    return [f"{each.line}:{each.column}: {each.problem}" for each in wrong.value.errors]


def test_a_plain_profile_is_read() -> None:
    profile = loads(SHOE, "my_shoe.yaml")
    assert isinstance(profile, PlainProfile)
    assert profile.tells[0].means == "cards_drawn"


def test_the_plain_profile_that_is_shipped_has_no_error() -> None:
    assert isinstance(find("plain_sensing_shoe"), PlainProfile)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("counter", "exactly_once", "9:11: a plain device keeps nothing until it is on record"),
        ("counter", "at_most_once", "13:11: what it counts is not used"),
        (" {out}", "", "13:32: 'COUNT {load}' has no place {out}"),
        ("{serial}", "{sreial}", "there is no place {sreial} here"),
        ("{first}", "{fist}", "there is no place {fist} here"),
        ("cards_drawn", "cards_flown", "cards_flown"),
        ("means: cards_drawn", "means: cards_drawn, fixed: {flat: 1}", "cards_drawn has no 'flat'"),
        ("means: cards_drawn", "means: cards_drawn, fixed: {load: 1}", "'load' is said already"),
        ("  allow:", "  draw:", "it withholds cards and is never allowed any"),
        ("[count, withhold]", "[count, chambers]", "18:14: there are no words for 'chambers'"),
        ("[count, withhold]", "[count, continuous]", "there are no words for 'continuous'"),
        ("{kind: lines}", "{kind: ropes}", "ropes"),
        ("{kind: lines}", "{kind: counted}", "cannot be sent"),
        ("alive: {ask: PING, answer: PONG}\n", "", "an allowance lapses with the signs of life"),
        (
            'standing: {ask: COUNT, answer: "COUNT {load} {out}"}\n',
            "",
            "what it has counted is compared, and it is never asked",
        ),
    ],
)
def test_what_does_not_go_together_is_told_at_its_place(old: str, new: str, problem: str) -> None:
    assert any(problem in each for each in problems(old, new)), problems(old, new)


SHUFFLER = """\
version: 1
profile: my_shuffler
title: My shuffler
maker: Me
kind: shuffler
model: M-1
firmware: ["1.x"]
protocol: plain/1
delivery: at_most_once
framing: {kind: lines}
identity: {ask: WHO, answer: "I AM {model} {serial}"}
tells:
  - {says: "DONE {deck}", means: shuffled}
takes:
  shuffle: {say: "MIX {deck}", done: "OK {deck}"}
can: [two_decks]
"""


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("DONE {deck}", "DONE", "16:7: it takes two decks and does not say which of them is"),
        ("two_decks", "count, faces", "16:14: there are no words for 'faces' in a plain profile"),
        ("two_decks", "load_shoe", "16:7: there are no words for 'load_shoe' in a plain profile"),
    ],
)
def test_a_plain_shuffler_can_do_what_it_has_words_for(old: str, new: str, problem: str) -> None:
    assert loads(SHUFFLER, "my_shuffler.yaml").can == (Can.TWO_DECKS,)
    with pytest.raises(FileErrors) as wrong:
        loads(SHUFFLER.replace(old, new), "my_shuffler.yaml")
    (error,) = wrong.value.errors
    assert f"{error.line}:{error.column}: {error.problem}".startswith(problem)
