"""Values are compared and hashed by their fields, and guarded where Python is told to be strict."""

import copy
import dataclasses
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

from drivers.frames import Frame
from tablectl.table.state import DeviceState
from tablectl.words.acts import Call
from tablectl.words.canonical import every_word
from tablectl.words.values import Label, replace, value
from tests.words import strategies

ROOT = Path(__file__).resolve().parent.parent.parent
WRITE = """
from dataclasses import FrozenInstanceError
from drivers.frames import Frame
from tablectl.table.state import DeviceState
from tablectl.words.acts import Call

for made, name in ((Frame(1, 2), "kind"), (Call("a"), "call")):
    try:
        setattr(made, name, 3)
    except FrozenInstanceError:
        print("refused")
print(hash(Frame(1, 2)) == hash(Frame(1, 2)), Call("a") == Call("a"))
"""


def test_equal_fields_are_equal_values_with_equal_hashes() -> None:
    assert Frame(1, 2, b"x") == Frame(1, 2, b"x")
    assert hash(Frame(1, 2, b"x")) == hash(Frame(1, 2, b"x"))
    assert Frame(1, 2) != Frame(1, 3)
    assert {Call("a"), Call("a"), Call("b")} == {Call("a"), Call("b")}


def test_a_value_has_its_fields_and_no_others() -> None:
    @value
    class Pair:
        left: int
        right: int = 0

    assert not hasattr(Pair(1), "__dict__")
    with pytest.raises(AttributeError):
        object.__setattr__(Pair(1), "middle", 1)


def test_every_word_is_a_value() -> None:
    assert [made.__name__ for made in every_word() if made.__hash__ is None] == []
    assert [made.__name__ for made in every_word() if "__slots__" not in vars(made)] == []


def test_development_mode_refuses_to_write_to_a_value() -> None:
    suspicious = [sys.executable, "-X", "dev", "-c", WRITE]
    said = subprocess.run(suspicious, cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["refused", "refused", "True", "True"]


class Colour(Label):
    RED = "red"
    BLUE = "blue"


def test_a_label_is_one_object_however_it_was_come_by() -> None:
    found = {Colour.RED: 1, Colour.BLUE: 2}
    for again in (Colour("red"), copy.deepcopy(Colour.RED), pickle.loads(pickle.dumps(Colour.RED))):
        assert found[again] == 1
    assert hash(Colour.RED) == object.__hash__(Colour.RED)


@given(strategies.of(DeviceState), strategies.of(DeviceState))
def test_a_value_is_replaced_as_a_dataclass_is(one: DeviceState, other: DeviceState) -> None:
    named = replace(one, serial=other.serial, event=other.event, out=other.out)
    assert named == dataclasses.replace(one, serial=other.serial, event=other.event, out=other.out)
    assert replace(Call("a"), call="b") == Call("b")
    assert replace(one) == one


def test_a_field_that_is_none_cannot_be_replaced() -> None:
    changes = {"sirial": "x"}
    with pytest.raises(KeyError):
        replace(Call("a"), **changes)
