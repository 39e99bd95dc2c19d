"""What does not fit together within any profile: its name, kind, abilities, firmware and timing.

Read off the plain values of the file, so that a misspelt key elsewhere does not hide any of it from
the same run. A value of the wrong type is not this module's to report, and counts as absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, TypeVar

from drivers.driving import MILLISECOND, Timing
from tablectl.words.settings import Can, DeviceKind
from tablectl.yamlfile import Loc, Value

WILD = re.compile(r"([0-9]+\.)+x")
"""A range of versions: `1.x` is every version that begins with `1.`."""

Found = tuple[Loc, str, str]
"""Where something is wrong, what it is, and what to do."""

_EXACT = re.compile(r"(?!.*\.x(\.|$))[A-Za-z0-9][A-Za-z0-9_.+-]*")
_ABLE: Mapping[DeviceKind, tuple[Can, ...]] = {
    DeviceKind.SHUFFLER: (Can.COUNT, Can.FACES, Can.TWO_DECKS, Can.LOAD_SHOE),
    DeviceKind.SHOE: (
        Can.COUNT,
        Can.FACE_UP,
        Can.WITHHOLD,
        Can.FACES,
        Can.CONTINUOUS,
        Can.CHAMBERS,
    ),
    DeviceKind.READER: (Can.FACES, Can.CHECK, Can.CONCEAL),
    DeviceKind.GENERATOR: (Can.DRAW,),
}
_COUNTED_OUT = (DeviceKind.SHOE, DeviceKind.SHUFFLER)
"""What these know of cards they know of cards that went through them."""
_ON_A_COUNT: Mapping[Can, str] = {
    Can.FACES: "a face belongs to a card that was counted",
    Can.FACE_UP: "what lies face up is a card that was counted",
    Can.WITHHOLD: "an allowance is a count of cards",
    Can.CONTINUOUS: "what goes back in was counted out",
    Can.CHAMBERS: "a chamber is told of cards that are counted",
}
_NOT_BOTH: tuple[tuple[Can, Can, str], ...] = (
    (Can.TWO_DECKS, Can.LOAD_SHOE, "a shoe has room for one deck: what loads it takes no second"),
    (Can.CONTINUOUS, Can.CHAMBERS, "what takes every card back has no chambers that are apart"),
    (
        Can.CONTINUOUS,
        Can.FACES,
        "a card comes out of one load more than once, and could not be sealed twice alike",
    ),
)
_SINGLE: Mapping[Can, str] = {
    Can.CONTINUOUS: "what takes cards back gives them one at a time",
    Can.CHAMBERS: "a hand draws from one chamber or the other, one card at a time",
}
E = TypeVar("E", bound=Enum)


def problems(value: Value, stem: str) -> Iterator[Found]:
    """Everything in a profile that does not go with something else in it."""
    given: Mapping[Any, Value] = value if isinstance(value, dict) else {}
    yield from _name(given, stem)
    yield from _firmware(given)
    yield from _timing(given)
    kind = _member(DeviceKind, given.get("kind"))
    if kind is not None:
        yield from _abilities(given, kind)
        yield from _delivers(given, kind)


def _member(kind: type[E], value: Value) -> E | None:
    return next((each for each in kind if each.value == value), None)


def _name(given: Mapping[Any, Value], stem: str) -> Iterator[Found]:
    name = given.get("profile")
    if isinstance(name, str) and name != stem:
        problem = f"the profile is named {name!r} and its file {stem!r}"
        yield ("profile",), problem, "a profile is found by its file; make the two alike"


def _firmware(given: Mapping[Any, Value]) -> Iterator[Found]:
    listed = given.get("firmware")
    versions = listed if isinstance(listed, list) else []
    for index, version in enumerate(versions):
        if not isinstance(version, str):
            continue
        if version in versions[:index]:
            yield ("firmware", index), f"{version!r} is listed twice", "remove one of them"
        elif not WILD.fullmatch(version) and not _EXACT.fullmatch(version):
            problem = f"{version!r} is no version and no range of versions"
            yield ("firmware", index), problem, 'write a version, "1.0.2", or a range, "1.x"'
    one = len(versions) == 1 and not WILD.fullmatch(str(versions[0]))
    if given.get("digest") and versions and not one:
        problem = "a digest is that of one program, and several versions are accepted"
        yield ("digest",), problem, "list one version, or pin the digest in the table file"


# ---------------------------------------------------------------- what it can tell


def _abilities(given: Mapping[Any, Value], kind: DeviceKind) -> Iterator[Found]:
    listed = given.get("can")
    if not isinstance(listed, list):
        return
    able = [_member(Can, each) for each in listed]
    known = ", ".join(can.value for can in _ABLE[kind])
    if not listed and kind is not DeviceKind.SHUFFLER:
        yield ("can",), f"a {kind.value} that can do nothing is none", f"it can: {known}"
    for index, can in enumerate(able):
        if can is None:
            continue
        if can in able[:index]:
            yield ("can", index), f"{can.value!r} is listed twice", "remove one of them"
        elif can not in _ABLE[kind]:
            yield ("can", index), f"a {kind.value} cannot {_DO[can]}", f"it can: {known}"
        elif kind in _COUNTED_OUT and can in _ON_A_COUNT and Can.COUNT not in able:
            yield ("can", index), f"{can.value!r} needs 'count': {_ON_A_COUNT[can]}", "add count"
        elif can is Can.CONCEAL and Can.CHECK not in able:
            yield ("can", index), "only a card that is checked is concealed", "add check"
        elif can is Can.CONCEAL and Can.FACES in able:
            yield ("can", index), "what tells faces conceals none", "remove conceal or faces"
    for one, other, why in _NOT_BOTH:
        if one in able and other in able:
            yield ("can", able.index(other)), why, f"keep {one.value} or {other.value}"


_DO: Mapping[Can, str] = {
    Can.COUNT: "count cards",
    Can.FACES: "know faces",
    Can.FACE_UP: "see that a card lies face up",
    Can.WITHHOLD: "withhold cards",
    Can.CHECK: "check a hole card",
    Can.CONCEAL: "conceal a hole card",
    Can.DRAW: "draw a number",
    Can.TWO_DECKS: "take two decks",
    Can.LOAD_SHOE: "put cards into a shoe",
    Can.CONTINUOUS: "take cards back between rounds",
    Can.CHAMBERS: "have two chambers",
}


def _delivers(given: Mapping[Any, Value], kind: DeviceKind) -> Iterator[Found]:
    delivers = given.get("delivers")
    if kind is not DeviceKind.SHOE:
        if delivers is not None:
            yield ("delivers",), f"a {kind.value} delivers no cards", "remove it"
        return
    if delivers is None:
        problem = "the required key 'delivers' is missing"
        yield (), problem, "a shoe delivers: {cards: single} or {cards: stacks, stack_size: 3}"
    elif isinstance(delivers, dict):
        size = delivers.get("stack_size")
        if delivers.get("cards") == "stacks" and size is None:
            yield ("delivers",), "the required key 'stack_size' is missing", "cards in a stack"
        listed = given.get("can")
        able = listed if isinstance(listed, list) else []
        for can, why in _SINGLE.items():
            if can.value in able and delivers.get("cards") == "stacks":
                yield ("delivers", "cards"), f"{can.value!r}: {why}", "write cards: single"
        if delivers.get("cards") == "single" and size is not None:
            problem = "a shoe that gives single cards has no stacks"
            yield ("delivers", "stack_size"), problem, "remove it, or write cards: stacks"


# ---------------------------------------------------------------- timing


@dataclass(frozen=True)
class _Relation:
    """One time that has to be above so many times another, why, and what to do; told at `at`."""

    at: str
    longer: str
    shorter: str
    why: str
    remedy: str
    times: int = 1
    or_equal: bool = False

    def holds(self, ms: Mapping[str, int]) -> bool:
        longer, shorter = ms[self.longer], self.times * ms[self.shorter]
        return longer > shorter or (self.or_equal and longer == shorter)

    def problem(self, ms: Mapping[str, int]) -> str:
        twice = "twice " if self.times == 2 else ""
        above = "below" if self.or_equal else "not above"
        longer = f"{self.longer} ({ms[self.longer]} ms)"
        return f"{longer} is {above} {twice}{self.shorter} ({ms[self.shorter]} ms): {self.why}"


_RELATIONS = (
    _Relation(
        "silent",
        "silent",
        "beat",
        "one lost answer would count as a lost device",
        "make silent longer or beat shorter",
        times=2,
    ),
    _Relation(
        "lapse",
        "lapse",
        "beat",
        "one lost beat would end the session",
        "make lapse longer or beat shorter",
        times=2,
    ),
    _Relation(
        "silent",
        "lapse",
        "silent",
        "the device would end the session, and its allowance, while the controller still counts "
        "on both",
        "make silent at most lapse",
        or_equal=True,
    ),
    _Relation(
        "repeat",
        "silent",
        "repeat",
        "the device would count as lost before an unanswered frame is sent again",
        "make repeat shorter",
    ),
    _Relation(
        "gap",
        "repeat",
        "gap",
        "a broken frame would not be given up before it is sent again",
        "make gap shorter",
    ),
)


def _timing(given: Mapping[Any, Value]) -> Iterator[Found]:
    timing = given.get("timing")
    written: Mapping[Any, Value] = timing if isinstance(timing, dict) else {}
    ms: dict[str, int] = {}
    for each in fields(Timing):
        value = written.get(each.name, getattr(Timing(), each.name) // MILLISECOND)
        if type(value) is int and value > 0:
            ms[each.name] = value
    for relation in _RELATIONS:
        if {relation.longer, relation.shorter} <= ms.keys() and not relation.holds(ms):
            yield ("timing", relation.at), relation.problem(ms), relation.remedy
