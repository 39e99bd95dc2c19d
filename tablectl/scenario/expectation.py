"""What an expectation is: what it reads, when it holds, and what would be wrong in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablectl.scenario.facts import Facts
from tablectl.scenario.model import NONE, RefusalSpec, given_keys

SOMETHING_ELSE = "something_else"


@dataclass(frozen=True)
class Expectation:
    was: Callable[[Any, Facts], object]
    holds: Callable[[Any, Facts], bool]
    wrong: Callable[[Any, Facts], Iterator[Any]]
    """Values that must not hold where the right one does; none for what cannot fail."""


def shown(value: object) -> str:
    """A value as a scenario would write it."""
    match value:
        case None:
            return NONE
        case RefusalSpec():
            return shown({k: getattr(value, k) for k in given_keys(value)})
        case Mapping():
            return "{" + ", ".join(f"{k}: {shown(v)}" for k, v in value.items()) + "}"
        case str():
            return value
        case Sequence() | frozenset():
            return "[" + ", ".join(map(shown, value)) + "]"
        case _:
            return str(value)


# ---------------------------------------------------------------- kinds of expectations


def other(value: Any) -> Any:
    """A value of the same kind that is not this one."""
    match value:
        case int():
            return value + 1
        case str():
            return SOMETHING_ELSE
        case _:
            return value[:-1] if value else (SOMETHING_ELSE,)


def exact(read: Callable[[Facts], object]) -> Expectation:
    """Just this value; a list in just this order."""
    return Expectation(
        was=lambda _, facts: read(facts),
        holds=lambda expected, facts: read(facts) == expected,
        wrong=lambda expected, _: iter((other(expected),)),
    )


def either(read: Callable[[Facts], int | None], word: str) -> Expectation:
    """A number, or a word for there being none left."""

    def was(_: Any, facts: Facts) -> object:
        return read(facts) or word

    return Expectation(
        was=was,
        holds=lambda expected, facts: (read(facts) or word) == (expected or word),
        wrong=lambda expected, _: iter((1 if expected in (0, word) else expected + 1,)),
    )


def each(read: Callable[[Facts], Mapping[str, Any]], missing: Any) -> Expectation:
    """A mapping of which only the keys that are named count."""

    def was(expected: Any, facts: Facts) -> Mapping[str, Any]:
        return {key: read(facts).get(key, missing) for key in expected}

    return Expectation(
        was=was,
        holds=lambda expected, facts: was(expected, facts) == dict(expected),
        wrong=lambda expected, _: ({**expected, key: other(expected[key])} for key in expected),
    )


def unordered(read: Callable[[Facts], tuple[str, ...]]) -> Expectation:
    """A list in any order, or "none"."""
    return Expectation(
        was=lambda _, facts: read(facts) or NONE,
        holds=lambda expected, facts: sorted(read(facts)) == _listed(expected),
        wrong=lambda expected, _: iter((other(tuple(_listed(expected))),)),
    )


def _listed(expected: Any) -> list[str]:
    return [] if expected == NONE else sorted(expected)
