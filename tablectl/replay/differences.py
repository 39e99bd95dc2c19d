"""Where two values differ, field by field, for somebody who has to find out why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablectl.words.canonical import Plain, dumps
from tablectl.words.values import value

ABSENT = "(nothing)"


@value
class Field:
    """One field that differs: what is on record and what comes out now, as JSON."""

    path: str
    recorded: str
    now: str


@value
class Difference:
    """The first record at which a record and this version of tablectl part."""

    seq: int
    what: str
    fields: tuple[Field, ...]

    def lines(self) -> Iterator[str]:
        yield f"record {self.seq}: {self.what}"
        for field in self.fields:
            yield f"  {field.path}"
            yield f"    on record  {field.recorded}"
            yield f"    now        {field.now}"


def fields(recorded: Plain, now: Plain, path: str = "") -> Iterator[Field]:
    """Every field in which two plain values differ, as deep as they are alike in shape."""
    match recorded, now:
        case dict(), dict():
            for name in sorted({*recorded, *now}):
                inner = f"{path}.{name}" if path else name
                yield from _either(recorded.get(name, _NONE), now.get(name, _NONE), inner)
        case list(), list():
            for index in range(max(len(recorded), len(now))):
                pair = [each[index] if index < len(each) else _NONE for each in (recorded, now)]
                yield from _either(pair[0], pair[1], f"{path}[{index}]")
        case _ if recorded != now:
            yield Field(path, _shown(recorded), _shown(now))


_NONE = object()


def _either(recorded: Any, now: Any, path: str) -> Iterator[Field]:
    if recorded is _NONE or now is _NONE:
        yield Field(path, _shown(recorded), _shown(now))
    else:
        yield from fields(recorded, now, path)


def _shown(plain: Any) -> str:
    return ABSENT if plain is _NONE else dumps(plain)
