"""YAML documents as strict models, and pydantic's complaints as sentences that point at the text.

Responsible for `file:line:column`, what was expected there, and the near miss that was probably
meant. Must not know what any particular file means: the models belong to the callers.
"""

from __future__ import annotations

import difflib
import json
import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from tablectl.yamlfile import (
    FLOAT,
    Document,
    FileError,
    FileErrors,
    Key,
    Loc,
    Value,
    child,
    located,
    shown,
)

M = TypeVar("M", bound=BaseModel)


class Strict(BaseModel):
    """A model of a file that people write: every key known, every value of its own type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


_REPR = re.compile("'([^']*)'|\"([^\"]*)\"")
_EXPECTED = {
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "a whole number"),
    **dict.fromkeys(("float_type", "float_parsing"), "a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "true or false"),
    **dict.fromkeys(("dict_type", "model_type", "mapping_type"), "a mapping (key: value)"),
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type"), "a list"),
    **dict.fromkeys(("literal_error", "enum"), "{expected}"),
    "union_tag_invalid": "one of {expected_tags}",
    "string_type": "text",
    "none_required": "nothing (null)",
    "finite_number": "a finite number",
    "greater_than": "a number above {gt}",
    "greater_than_equal": "a number of at least {ge}",
    "less_than": "a number below {lt}",
    "less_than_equal": "a number of at most {le}",
    "multiple_of": "a multiple of {multiple_of}",
    "too_short": "{min_length} or more items",
    "too_long": "{max_length} or fewer items",
    "string_too_short": "text of {min_length} or more characters",
    "string_too_long": "text of {max_length} or fewer characters",
    "string_pattern_mismatch": "text that matches {pattern}",
}
_CHOICES = ("literal_error", "enum", "union_tag_invalid")


def validated(document: Document, model: type[M]) -> M:
    """The document as a strict `model`, or FileErrors with every complaint at its place."""
    # Strict JSON input lets a list be a tuple and text be an enum; strict Python input does not.
    payload = json.dumps(document.value)
    try:
        return model.model_validate_json(payload, strict=True)
    except ValidationError as invalid:
        found = invalid.errors()
    errors = [_explained(document, model, error) for error in found if not _is_echo(error, found)]
    # The branches of a union may say the same thing several times.
    raise FileErrors(dict.fromkeys(errors))


def _is_echo(error: Mapping[str, Any], found: Iterable[Mapping[str, Any]]) -> bool:
    """pydantic calls a list too short when bad items, each reported already, leave too few."""
    size = len(error["loc"])
    return error["type"] == "too_short" and any(
        len(other["loc"]) > size and other["loc"][:size] == error["loc"] for other in found
    )


def _explained(document: Document, model: type[BaseModel], error: Mapping[str, Any]) -> FileError:
    kind, loc, given, context = error["type"], error["loc"], error["input"], error.get("ctx", {})
    path = located(document.value, loc[:-1] if kind == "missing" else loc, given)
    tag_key = str(context.get("discriminator", "")).strip("'")
    is_key = kind == "extra_forbidden" or loc[-1:] == ("[key]",)
    if kind == "missing":
        problem, hint = _absence(loc[-1])
    elif kind == "union_tag_not_found":
        problem, hint = _absence(tag_key)
    elif kind == "extra_forbidden":
        problem, hint = _surplus(loc[-1], _known_keys(document.value, model, path))
    elif kind == "union_tag_invalid":
        path = located(document.value, (*path, tag_key))
        problem, hint = _mismatch(kind, context["tag"], context)
    elif kind in _EXPECTED:
        problem, hint = _mismatch(kind, given, context)
    else:
        # An error raised by a model's own check; pydantic's message would put a label before it.
        problem, hint = str(context.get("error", "")) or error["msg"], ""
    mark = document.mark(path, is_key)
    return FileError(document.name, *mark, path, " ".join(problem.split()), hint)


def _absence(name: Key) -> tuple[str, str]:
    if isinstance(name, int):
        return f"item {name + 1} of the list is missing", "add it"
    return f"the required key {name!r} is missing", "add it here"


def _surplus(key: Key, names: list[str]) -> tuple[str, str]:
    hint = near(key, names) or (f"the keys known here: {', '.join(names)}" if names else "")
    return f"the key {shown(key)} is not known here", hint


def _mismatch(kind: str, given: object, context: Mapping[str, Any]) -> tuple[str, str]:
    expected = _EXPECTED[kind].format(**context)
    names = [one or other for one, other in _REPR.findall(expected)] if kind in _CHOICES else []
    return f"expected {expected}, got {shown(given)}", near(given, names) or _hint(kind, given)


def _hint(kind: str, given: object) -> str:
    expected = _EXPECTED.get(kind, "")
    if given is None and expected:
        return "write a value after the colon"
    if kind == "string_type" and isinstance(given, int | float):
        return "put it in quotes"
    if expected in ("a number", "a whole number") and FLOAT.fullmatch(str(given)):
        return "remove the quotes" if isinstance(given, str) else "remove the fraction"
    if expected == "true or false" and isinstance(given, str):
        return "write true or false, without quotes"
    if expected == "a list":
        return "write each item on its own line after '- '"
    return ""


def near(word: object, names: Iterable[str]) -> str:
    """ "did you mean ...?" where one of the names is close to the word, or nothing."""
    by_folded = {name.casefold(): name for name in names}
    found = difflib.get_close_matches(str(word).casefold(), by_folded, n=1)
    return f"did you mean {by_folded[found[0]]!r}?" if found else ""


def _known_keys(value: Value, model: type[BaseModel], path: Loc) -> list[str]:
    """The keys of every model that may stand where `path` has a key too many."""
    annotations: list[Any] = [model]
    for part in path[:-1]:
        annotations = [inner for outer in annotations for inner in _inside(outer, part)]
        found = child(value, part)
        value = found[1] if found else None
    choices = [_fields(option) for outer in annotations for option in _options(outer)]
    fitting = [fields for fields in choices if _fits(fields, value)] or choices
    return sorted({name for fields in fitting for name in fields})


def _options(annotation: Any) -> Iterator[Any]:
    """What an annotation may be, seen through aliases, Annotated, unions and root models."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if hasattr(annotation, "__value__"):
        yield from _options(annotation.__value__)
    elif origin is typing.Annotated:
        yield from _options(arguments[0])
    elif origin in (typing.Union, types.UnionType):
        yield from (option for argument in arguments for option in _options(argument))
    elif getattr(annotation, "__pydantic_root_model__", False):
        yield from _options(_fields(annotation)["root"])
    else:
        yield annotation


def _inside(annotation: Any, part: Key) -> Iterator[Any]:
    for option in _options(annotation):
        fields = _fields(option)
        if part in fields:
            yield fields[str(part)]
        elif not fields:  # a list, tuple or dict: its arguments are what it may hold
            yield from typing.get_args(option)


def _fields(option: Any) -> dict[str, Any]:
    fields = getattr(option, "model_fields", {}) if isinstance(option, type) else {}
    return {field.alias or name: field.annotation for name, field in fields.items()}


def _fits(fields: Mapping[str, Any], value: Value) -> bool:
    """False where a Literal field, such as a discriminator, says it is another model's mapping."""
    given = value if isinstance(value, dict) else {}
    return all(
        given[name] in typing.get_args(annotation)
        for name, annotation in fields.items()
        if name in given and typing.get_origin(annotation) is typing.Literal
    )
