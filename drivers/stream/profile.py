"""The form of a byte generator's profile: what it is told, what it answers, how good its bytes are.

Responsible for the keys and for what does not go together among them. What is said is compiled in
`speech`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from drivers.plain.profile import AskSpec, Text, template_misfits
from drivers.plain.template import BadTemplate, Notation, Template
from drivers.plain.wording import IDENTITY, Places
from drivers.profile_checks import Found
from drivers.profile_form import MADE_UP, Profile, Said
from tablectl.yamlfile import Loc, Value
from tablectl.yamlmodel import Strict

START_UP = 1_024
"""So many bytes of each source are tested before the first is used, or more."""

WHO: Places = {**IDENTITY, "major": "int", "minor": "int", "patch": "int", "rest": "text"}
VERSION = ("major", "minor", "patch")
"""A firmware that is said in parts."""
ERRORS = ("errors", "errors_a", "errors_b", "errors_c", "errors_d")
HEALTH: Places = {"passed": "int", "rest": "text", **dict.fromkeys(ERRORS, "int")}
REQUEST: Places = {"count": "int", "request": "int"}


class CheckSpec(AskSpec):
    """A question about its health. It has failed where `passed` is 0, or where it tells more errors
    than `most`, since it was asked last."""

    most: Annotated[int, Field(ge=0, le=1_000)] = 0


class HealthSpec(Strict):
    """What is expected of its bytes: so much min-entropy in each, to a tenth of a bit, and a test
    that fails a good one with 2^-alpha."""

    entropy: Annotated[float, Field(ge=1, le=8)] = 6
    alpha: Annotated[int, Field(ge=20, le=60)] = 40
    startup: Annotated[int, Field(ge=START_UP, le=4_096)] = START_UP

    @property
    def exact_entropy(self) -> Fraction:
        return Fraction(round(self.entropy * 10), 10)


class StreamProfile(Profile):
    firmware: tuple[Said, ...] = ()
    """None for a device that cannot say."""
    notation: Literal["text", "bytes"] = "bytes"
    stop: tuple[Text, ...] = ()
    """What it is told before anything is asked, and at the end: give no bytes."""
    identity: tuple[AskSpec, ...] = ()
    checks: tuple[CheckSpec, ...] = ()
    again: tuple[Text, ...] = ()
    """What it is told after a failure, before it is checked again."""
    start: tuple[Text, ...] = ()
    """What it is told for bytes to flow; one that is told nothing gives them by itself."""
    request: AskSpec | None = None
    """How it is asked for bytes, if it gives none by itself, and what it says before them."""
    alive: CheckSpec | None = None
    """What is asked every `beat`, of a device that says nothing by itself."""
    sources: Annotated[int, Field(ge=1, le=8)] = 1
    """Its bytes come from so many sources by turns; each is tested by itself."""
    health: HealthSpec = HealthSpec()

    @property
    def written(self) -> Notation:
        return Notation(self.notation)

    @property
    def identifies_by(self) -> frozenset[str]:
        names = {name for answer in self._answers for name in answer.names}
        said = names & IDENTITY.keys()
        return frozenset(said | {"firmware"} if names & set(VERSION) else said)

    @property
    def sample_serial(self) -> str:
        if "serial" not in self.identifies_by:
            return ""
        size = max(answer.size_of("serial") for answer in self._answers)
        return MADE_UP.ljust(size, "0")[:size] if size else MADE_UP

    @property
    def _answers(self) -> tuple[Template, ...]:
        return tuple(Template(each.answer, self.written, WHO) for each in self.identity)


# ---------------------------------------------------------------- what does not go together


def misfits(given: Mapping[Any, Value]) -> Iterator[Found]:
    notation = Notation.TEXT if given.get("notation") == "text" else Notation.BYTES
    if given.get("kind") not in (None, "generator"):
        yield ("kind",), "only a generator gives random bytes", "write kind: generator"
    if given.get("delivery") in ("exactly_once", "counter"):
        problem = "a byte that nobody took is lost, and is not wanted back"
        yield ("delivery",), problem, "write delivery: at_most_once"
    yield from _words(given, notation)
    yield from _firmware(given)
    yield from _ways_of_giving(given)


def _words(given: Mapping[Any, Value], notation: Notation) -> Iterator[Found]:
    for key in ("stop", "again", "start"):
        for index, words in enumerate(_listed(given, key)):
            yield from template_misfits((key, index), words, notation, {})
    for key, places in (("identity", WHO), ("checks", HEALTH)):
        for index, spec in enumerate(_listed(given, key)):
            yield from _question((key, index), spec, notation, {}, places)
    yield from _question(("alive",), given.get("alive"), notation, {}, HEALTH)
    yield from _question(("request",), given.get("request"), notation, REQUEST, REQUEST, ("count",))


def _question(
    at: Loc,
    spec: Value,
    notation: Notation,
    asked: Places,
    answered: Places,
    needed: tuple[str, ...] = (),
) -> Iterator[Found]:
    if not isinstance(spec, dict):
        return
    answer = spec.get("answer")
    yield from template_misfits((*at, "ask"), spec.get("ask"), notation, asked, needed)
    yield from template_misfits((*at, "answer"), answer, notation, answered, needed)
    if isinstance(answer, str) and not _ends(answer, notation, answered):
        problem = f"nobody can tell where {answer!r} ends among random bytes"
        yield (*at, "answer"), problem, "say what comes last, or its size: {serial:ascii8}"


def _ends(answer: str, notation: Notation, places: Places) -> bool:
    try:
        return Template(answer, notation, places).ends
    except BadTemplate:
        return True  # told already


def _firmware(given: Mapping[Any, Value]) -> Iterator[Found]:
    asked = (each for each in _listed(given, "identity") if isinstance(each, dict))
    answers = [str(each.get("answer")) for each in asked]
    says = any(f"{{{name}" in answer for answer in answers for name in ("firmware", *VERSION))
    if given.get("firmware") and not says:
        yield ("firmware",), "it is never asked for its firmware", "remove it, or add identity: ..."
    if says and not given.get("firmware"):
        yield (), "the firmware that it says is compared with nothing", 'add firmware: ["1.x"]'


def _ways_of_giving(given: Mapping[Any, Value]) -> Iterator[Found]:
    asks = [key for key in ("identity", "checks") if given.get(key)]
    if given.get("request") is None:
        if given.get("alive") is not None:
            problem = "bytes that flow are a sign of life, and an answer would be lost among them"
            yield ("alive",), problem, "remove it"
        if asks and not given.get("stop"):
            yield (asks[0],), "its answer would be lost among the bytes", "add stop: [...]"
        return
    if given.get("alive") is None:
        problem = "it says nothing by itself, and is never asked whether it is there"
        yield (), problem, "add alive: {ask: ..., answer: ...}"
    if given.get("start"):
        yield ("start",), "it gives bytes when it is asked, not before", "remove start, or request"


def _listed(given: Mapping[Any, Value], key: str) -> list[Value]:
    listed = given.get(key)
    return listed if isinstance(listed, list) else []
