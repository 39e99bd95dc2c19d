"""Canonical JSON: one byte string for one value, there and back.

A *word* is a frozen dataclass marked with `@word`. Its JSON form is an object with its fields,
sorted; a field that is None or empty is left out; where a field may hold one of several words the
object says which under "is". Nothing else is encoded implicitly: a type without a rule is an error
when the class is defined, not when the first value of it is written to a journal.
"""

from __future__ import annotations

import hashlib
import json
import operator
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from enum import Enum
from functools import reduce
from typing import Any, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

from tablectl.words.errors import WordError
from tablectl.words.values import reading, value

T = TypeVar("T")
Plain = Any  # None, bool, int, str, list[Plain] or dict[str, Plain]
Encode = Callable[[Any], Plain]
Write = Callable[[Any], str]
Decode = Callable[[Plain, str], Any]

R = TypeVar("R")
DERIVED: Mapping[str, bool] = {"derived": True}
"""Metadata of a field that can be worked out from the others and so is never written."""

_by_tag: dict[str, type[Any]] = {}
_dumps = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
_quoted = json.encoder.encode_basestring
_TRUTH = {False: "false", True: "true"}


class _Made(dict[Any, R]):
    """What was made for each type. What is there already is found without a call in Python."""

    def __init__(self, make: Callable[[Any], R]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, kind: Any) -> R:
        made = self[kind] = self._make(kind)
        return made


def _once(make: Callable[[Any], R]) -> Callable[[Any], R]:
    """Remember what was made for each type."""
    return _Made(make).__getitem__


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def word(cls: type[T]) -> type[T]:
    """Make a class a word: a frozen, slotted dataclass known by its name in snake case."""
    made = value(cls)
    tag = _snake(cls.__name__)
    if tag in _by_tag:
        raise TypeError(f"two words are called {tag!r}")
    _by_tag[tag] = made
    return made


def every_word() -> tuple[type[Any], ...]:
    """All words that have been defined so far."""
    return tuple(_by_tag.values())


@_once
def tag_of(cls: Any) -> str:
    """The name under which a word stands in JSON, in texts and in scenarios."""
    return _snake(cls.__name__)


def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def to_plain(value: Any) -> Plain:
    """A word as plain JSON data, without its own tag."""
    return _encoder(type(value))(value)


def to_tagged(value: Any) -> dict[str, Plain]:
    """A word as plain JSON data that also says which word it is."""
    return {"is": tag_of(type(value)), **to_plain(value)}


def from_plain(cls: type[T], data: Plain) -> T:
    """The word of this class that the data stands for; WordError says where it does not fit."""
    made: T = _decoder(cls)(data, tag_of(cls))
    return made


def from_tagged(kind: Any, data: Plain) -> Any:
    """The word that tagged data stands for, of one of the classes of the union `kind`."""
    return _union_decoder(_members(kind))(data, "value")


def dumps(plain: Plain) -> str:
    """Canonical JSON text of plain data."""
    return _dumps(plain)


def loads(text: str) -> Plain:
    """Plain data from JSON text; WordError where the text is none."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise WordError("json", str(error)) from error


def text(value: Any) -> str:
    """Canonical JSON text of a word: `dumps(to_plain(value))`, without the plain data between."""
    return _writer(type(value))(value)


def tagged_text(value: Any) -> str:
    """Canonical JSON text of a word that also says which word it is."""
    return _tagged_writer(type(value))(value)


def digest(value: Any) -> str:
    """sha256 over the canonical JSON of a word, in hexadecimal."""
    return hashlib.sha256(text(value).encode()).hexdigest()


# ---------------------------------------------------------------- encoding


@_once
def _encoder(cls: Any) -> Encode:
    if issubclass(cls, Enum):
        values = {member: member.value for member in cls}
        return values.__getitem__
    if custom := getattr(cls, "to_json", None):
        own: Encode = custom
        return own
    if not is_dataclass(cls):
        raise TypeError(f"{cls!r} has no canonical form")
    hints = get_type_hints(cls)
    names = [f.name for f in _written(cls)]
    kept = [not _can_be_empty(hints[name]) for name in names]
    rules = [_field_encoder(hints[name]) for name in names]
    read = reading(names)

    def encode(value: Any) -> Plain:
        return {
            name: item if rule is None else rule(item)
            for name, keep, rule, item in zip(names, kept, rules, read(value), strict=True)
            if item or (keep and item is not None)
        }

    return encode


@_once
def _field_encoder(kind: Any) -> Encode | None:
    """How a field of this type is encoded; None for what JSON takes as it is."""
    kind = _without_none(kind)
    if kind in (int, str, bool):
        return None
    origin = get_origin(kind)
    if origin is tuple:
        item = _field_encoder(_item_type(kind))
        return list if item is None else lambda value: [item(v) for v in value]
    if origin in (Mapping, dict):
        each = _field_encoder(get_args(kind)[1])
        return dict if each is None else lambda value: {k: each(v) for k, v in value.items()}
    if _is_union(kind):
        return _encode_union(kind)
    return _encoder(kind)


def _encode_union(kind: Any) -> Encode:
    members = _members(kind)
    if members == (int, str):
        return lambda value: value
    rules = {member: (tag_of(member), _encoder(member)) for member in members}

    def encode(value: Any) -> Plain:
        tag, rule = rules[type(value)]
        made = rule(value)
        made["is"] = tag
        return made

    return encode


# ---------------------------------------------------------------- writing


@_once
def _writer(cls: Any) -> Write:
    if issubclass(cls, Enum):
        texts = {member: _dumps(member.value) for member in cls}
        return texts.__getitem__
    if custom := getattr(cls, "to_json", None):
        return lambda value: _dumps(custom(value))
    return _fields_writer(cls, "")


@_once
def _tagged_writer(cls: Any) -> Write:
    return _fields_writer(cls, tag_of(cls))


def _fields_writer(cls: Any, tag: str) -> Write:
    """One object a word. What is the same for all of its values is worked out here, once."""
    if not is_dataclass(cls):
        raise TypeError(f"{cls!r} has no canonical form")
    hints = get_type_hints(cls)
    made = [
        (f'"{f.name}":', f.name, not _can_be_empty(hints[f.name]), _some_writer(hints[f.name]))
        for f in _written(cls)
    ]
    if tag:
        said = _quoted(tag)
        made.append(('"is":', "__class__", True, lambda _: said))
    made.sort(key=lambda rule: rule[0])
    keys, names, kept, rules = zip(*made, strict=True) if made else ((), (), (), ())
    read = reading(names)

    def write(value: Any) -> str:
        parts = [
            key + rule(item)
            for key, keep, rule, item in zip(keys, kept, rules, read(value), strict=True)
            if item or (keep and item is not None)
        ]
        return "{" + ",".join(parts) + "}"

    return write


def _some_writer(kind: Any) -> Write:
    """How a value of this type is written that is not None."""
    return _field_writer(_without_none(kind))


@_once
def _field_writer(kind: Any) -> Write:
    if _without_none(kind) is not kind:
        some = _some_writer(kind)
        return lambda value: "null" if value is None else some(value)
    if kind is str:
        return _quoted
    if kind is int:
        return int.__repr__
    if kind is bool:
        return _TRUTH.__getitem__
    origin = get_origin(kind)
    if origin is tuple:
        return _list_writer(_item_type(kind))
    if origin in (Mapping, dict):
        each = _field_writer(get_args(kind)[1])
        return lambda value: (
            "{" + ",".join([f"{_quoted(k)}:{each(value[k])}" for k in sorted(value)]) + "}"
        )
    if _members(kind) == (int, str):
        return lambda value: _quoted(value) if isinstance(value, str) else int.__repr__(value)
    if _is_union(kind):
        rules = _union_writers(kind)
        return lambda value: rules[type(value)](value)
    return _writer(kind)


def _list_writer(kind: Any) -> Write:
    if _is_union(kind) and _members(kind) != (int, str):
        rules = _union_writers(kind)
        return lambda value: "[" + ",".join([rules[type(item)](item) for item in value]) + "]"
    write = _field_writer(kind)
    return lambda value: "[" + ",".join([write(item) for item in value]) + "]"


def _union_writers(kind: Any) -> Mapping[type[Any], Write]:
    return {member: _tagged_writer(member) for member in _members(kind)}


# ---------------------------------------------------------------- decoding


@_once
def _decoder(cls: Any) -> Decode:
    if issubclass(cls, Enum):
        return _enum_decoder(cls)
    if custom := getattr(cls, "from_json", None):
        own: Decode = custom
        return own
    hints = get_type_hints(cls)
    names = [f.name for f in _written(cls)]
    empty = {name: _missing_value(hints[name]) for name in names}
    required = {name for name, value in empty.items() if value is MISSING}
    known = {*names, "is"}
    rules = [(name, _atom(hints[name]), _field_decoder(hints[name])) for name in names]

    def decode(data: Plain, where: str) -> Any:
        if not isinstance(data, dict):
            raise WordError(where, f"expected an object, got {type(data).__name__}")
        if not data.keys() <= known:
            unknown = min(data.keys() - known)
            raise WordError(f"{where}.{unknown}", f"{tag_of(cls)} has no such field")
        if not data.keys() >= required:
            missing = min(required - data.keys())
            raise WordError(f"{where}.{missing}", f"{tag_of(cls)} needs this field")
        made = {**empty}
        for name, atom, rule in rules:
            if name in data:
                item = data[name]
                # A number or a text is what it is; where it stands is told only of the others.
                made[name] = item if type(item) is atom else rule(item, f"{where}.{name}")
        return cls(**made)

    return decode


def _empty_value(kind: Any) -> Any:
    """What a field holds that was left out because it was None or empty."""
    if _without_none(kind) is not kind:
        return None
    origin = get_origin(kind)
    if origin is tuple:
        return ()
    if origin in (Mapping, dict):
        return {}
    return "" if kind is str else MISSING


def _can_be_empty(kind: Any) -> bool:
    """Whether a field of this type is left out where it is empty, and not only where it is None."""
    return _empty_value(kind) in ("", (), {})


def _missing_value(kind: Any) -> Any:
    """What a field holds that the data does not name: what was left out, or false."""
    return False if kind is bool else _empty_value(kind)


@_once
def _field_decoder(kind: Any) -> Decode:
    if _without_none(kind) is not kind:
        return _optional_decoder(_field_decoder(_without_none(kind)))
    if kind in (int, str, bool):
        return _atom_decoder(kind)
    origin = get_origin(kind)
    if origin is tuple:
        return _tuple_decoder(_field_decoder(_item_type(kind)))
    if origin in (Mapping, dict):
        return _mapping_decoder(_field_decoder(get_args(kind)[1]))
    if _is_union(kind):
        return _union_decoder(_members(kind))
    return _decoder(kind)


def _optional_decoder(inner: Decode) -> Decode:
    return lambda data, where: None if data is None else inner(data, where)


def _atom(kind: Any) -> Any:
    """The type that a field of this type may be taken over as, if it is so simple."""
    bare = _without_none(kind)
    return bare if bare in (int, str, bool) else None


def _atom_decoder(kind: type[Any]) -> Decode:
    def decode(data: Plain, where: str) -> Any:
        if type(data) is not kind:
            raise WordError(where, f"expected {kind.__name__}, got {data!r}")
        return data

    return decode


def _tuple_decoder(item: Decode) -> Decode:
    def decode(data: Plain, where: str) -> Any:
        if not isinstance(data, list):
            raise WordError(where, f"expected a list, got {type(data).__name__}")
        return tuple(item(v, f"{where}.{i}") for i, v in enumerate(data))

    return decode


def _mapping_decoder(item: Decode) -> Decode:
    def decode(data: Plain, where: str) -> Any:
        if not isinstance(data, dict):
            raise WordError(where, f"expected an object, got {type(data).__name__}")
        return {key: item(v, f"{where}.{key}") for key, v in data.items()}

    return decode


@_once
def _union_decoder(members: tuple[Any, ...]) -> Decode:
    if members == (int, str):
        return _scalar_decoder
    by_tag = {tag_of(m): m for m in members}

    def decode(data: Plain, where: str) -> Any:
        tag = data.get("is") if isinstance(data, dict) else None
        member = by_tag.get(tag) if isinstance(tag, str) else None
        if member is None:
            raise WordError(where, f"expected one of {', '.join(sorted(by_tag))}, got {tag!r}")
        return _decoder(member)(data, where)

    return decode


def _scalar_decoder(data: Plain, where: str) -> Any:
    if type(data) in (int, str):
        return data
    raise WordError(where, f"expected a number or a text, got {data!r}")


def _enum_decoder(cls: type[Enum]) -> Decode:
    values = {m.value: m for m in cls}

    def decode(data: Plain, where: str) -> Any:
        if type(data) not in (int, str) or data not in values:
            raise WordError(where, f"{data!r} is none of {', '.join(sorted(map(str, values)))}")
        return values[data]

    return decode


# ---------------------------------------------------------------- types


def _written(cls: Any) -> list[Field[Any]]:
    return [f for f in fields(cls) if not f.metadata.get("derived")]


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def _members(kind: Any) -> tuple[Any, ...]:
    return tuple(get_args(kind)) if _is_union(kind) else (kind,)


def _without_none(kind: Any) -> Any:
    if not _is_union(kind) or type(None) not in get_args(kind):
        return kind
    left = [m for m in get_args(kind) if m is not type(None)]
    return reduce(operator.or_, left)


def _item_type(kind: Any) -> Any:
    args = get_args(kind)
    if len(args) != 2 or args[1] is not Ellipsis:
        raise TypeError(f"{kind!r}: words hold tuples of one type and any length")
    return args[0]
