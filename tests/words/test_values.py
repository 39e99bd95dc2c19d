"""Values are compared and hashed by their fields, and guarded where Python is told to be strict."""

import subprocess
import sys
from pathlib import Path

import pytest

from drivers.frames import Frame
from tablectl.words.acts import Call
from tablectl.words.canonical import every_word
from tablectl.words.values import value

ROOT = Path(__file__).resolve().parent.parent.parent
WRITE = """
from dataclasses import FrozenInstanceError
from drivers.frames import Frame
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
