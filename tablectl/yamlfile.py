"""YAML files written by people: plain values with the place in the text where each stands.

Responsible for reading one YAML file under strict rules: no aliases, no tags, no YAML 1.1
surprises. Must not know what any particular file means, nor of any model.
"""

from __future__ import annotations

import codecs
import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from yaml.resolver import Resolver

from tablectl.words.errors import TablectlError

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 40
MAX_DIGITS = 300  # longer numbers are mistakes, and Python refuses to print very long ones
MAX_SHOWN = 60

Key: TypeAlias = str | int
Loc: TypeAlias = tuple[Key, ...]
Mark: TypeAlias = tuple[int, int]
Value: TypeAlias = "bool | int | float | str | list[Value] | dict[Key, Value] | None"

ANYTHING = object()
"""Stands for no particular value: any reading of a path will do."""
FLOAT = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?|[-+]?\.(inf|nan)", re.I)

_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVER: Any = Resolver()
_CORE = "tag:yaml.org,2002:"
_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_CONTROL = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_INT = re.compile("[-+]?(0|[1-9][0-9]*)|0x[0-9a-fA-F]+")
_START: Mark = (1, 1)
_UNREADABLE: dict[type[Exception], str] = {
    FileNotFoundError: "the file does not exist",
    IsADirectoryError: "this is a directory, not a file",
    PermissionError: "no permission to read the file",
}


@dataclass(frozen=True)
class FileError:
    """One thing wrong in one place, and what to do about it."""

    file: str
    line: int
    column: int
    path: Loc
    problem: str
    hint: str = ""

    def __str__(self) -> str:
        path = f"{dotted(self.path)}: " if self.path else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.file}:{self.line}:{self.column}: {path}{self.problem}{hint}"


class FileErrors(TablectlError):
    """Everything found wrong with one file, in the order of the file."""

    code = "bad_file"

    def __init__(self, errors: Iterable[FileError]) -> None:
        self.errors = tuple(sorted(errors, key=lambda error: (error.line, error.column)))
        super().__init__(self.errors)

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


@dataclass(frozen=True)
class Document:
    """The plain value of a YAML file, and where each value and each key stands in it."""

    name: str
    value: Value
    marks: Mapping[Loc, Mark]
    key_marks: Mapping[Loc, Mark]

    def where(self, loc: Loc, key: bool = False) -> str:
        """`name:line:column` of the deepest node of `loc` that the file really has."""
        line, column = self.mark(located(self.value, loc), key)
        return f"{self.name}:{line}:{column}"

    def error(self, loc: Loc, problem: str, hint: str = "", *, key: bool = False) -> FileError:
        """Something wrong at `loc`, told by the deepest node of it that the file really has."""
        path = located(self.value, loc)
        return FileError(self.name, *self.mark(path, key), path, problem, hint)

    def mark(self, path: Loc, key: bool = False) -> Mark:
        """Line and column of an existing path; where there is no key its value is meant."""
        return self.key_marks.get(path, self.marks[path]) if key else self.marks[path]


class _RefusedError(Exception):
    """A scalar that YAML permits and we do not: its problem and its hint."""


class _StopError(Exception):
    """Nothing after this point can be read; what was refused so far is already noted."""


def load(path: Path) -> Document:
    """Read one file; every way this can fail is a FileErrors."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        problem = _UNREADABLE.get(type(error), f"the file cannot be read: {error}")
        raise _only(str(path), problem, "give the path of a readable YAML file") from error
    return parse(data, str(path))


def parse(text: str | bytes, name: str) -> Document:
    """Turn YAML text into a Document, or raise FileErrors with all that is wrong with it."""
    # A lone surrogate in a str survives this encoding and is then refused as invalid UTF-8.
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return _Reader(_decoded(data, name), name).document()


def dotted(path: Loc) -> str:
    """`commands.2.args`; a key that would garble the line is shown quoted."""
    texts = (str(part) for part in path)
    return ".".join(text if text and text.isprintable() else repr(text) for text in texts)


def _only(name: str, problem: str, hint: str, mark: Mark = _START) -> FileErrors:
    return FileErrors([FileError(name, *mark, (), problem, hint)])


def _decoded(data: bytes, name: str) -> str:
    if len(data) > MAX_BYTES:
        raise _only(name, f"the file is larger than {MAX_BYTES} bytes", "split or shorten it")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as bad:
        mark = _mark_after(data[: bad.start].decode("utf-8"))
        problem = f"the byte 0x{data[bad.start]:02x} is not valid UTF-8"
        raise _only(name, problem, "save the file as UTF-8", mark) from None
    if control := _CONTROL.search(text):
        mark = _mark_after(text[: control.start()])
        problem = f"the control character {control.group()!r} is not allowed"
        raise _only(name, problem, "remove it, or write it as an escape in double quotes", mark)
    return text


def _mark_after(text: str) -> Mark:
    lines = _LINE_BREAK.split(text)
    return len(lines), len(lines[-1]) + 1


def _mark_of(event: yaml.Event) -> Mark:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else _START


class _Reader:
    """Walks the parser's events, not composed nodes: composing recurses in C, so that deep
    nesting crashes the process, and a composed alias has lost its own position."""

    def __init__(self, text: str, name: str) -> None:
        self._text, self._name = text, name
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)
        self._errors: list[FileError] = []
        self._marks: dict[Loc, Mark] = {}
        self._key_marks: dict[Loc, Mark] = {}

    def document(self) -> Document:
        value: Value = None
        with contextlib.suppress(_StopError):
            value = self._root()
        if self._errors:
            raise FileErrors(self._errors)
        return Document(self._name, value, self._marks, self._key_marks)

    def _root(self) -> Value:
        self._next(())  # the start of the stream
        starts = isinstance(self._next(()), yaml.DocumentStartEvent)
        first = self._next(()) if starts else None
        if first is None or (isinstance(first, yaml.ScalarEvent) and _is_blank(first)):
            self._refuse(_START, (), "the file is empty", "write something in it")
            raise _StopError
        value = self._value(first, ())
        self._next(())  # the end of the document
        after = self._next(())
        if not isinstance(after, yaml.StreamEndEvent):
            problem = "a second document starts here, and a file holds only one"
            self._refuse(_mark_of(after), (), problem, "remove the '---', or use two files")
        return value

    def _next(self, path: Loc) -> yaml.Event:
        try:
            return next(self._events)
        # The pure Python parser lets ValueError and OverflowError out for odd escapes.
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            self._refuse_syntax(error, path)
            raise _StopError from error

    def _refuse(self, mark: Mark, path: Loc, problem: str, hint: str) -> None:
        self._errors.append(FileError(self._name, *mark, path, problem, hint))

    def _refuse_syntax(self, error: Exception, path: Loc) -> None:
        at = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        mark = (at.line + 1, at.column + 1) if at else _START
        problem = " ".join(str(getattr(error, "problem", None) or error).split())
        if context := getattr(error, "context_mark", None):
            problem += f", in what begins on line {context.line + 1}"
        hint = "check indentation, brackets and quotes; text starting with * & ! % @ ` needs quotes"
        if at and self._text[at.index : at.index + 1] == "\t":
            hint = "use spaces here, not a tab"
        self._refuse(mark, path, f"invalid YAML: {problem}", hint)

    def _value(self, event: yaml.Event, path: Loc) -> Value:
        self._marks[path] = mark = _mark_of(event)
        if isinstance(event, yaml.AliasEvent):
            problem = f"the alias *{event.anchor} is not allowed"
            self._refuse(mark, path, problem, "write the value out in full")
            return None
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, path)
        if len(path) >= MAX_DEPTH:
            self._refuse(mark, path, f"nested deeper than {MAX_DEPTH} levels", "make it flatter")
            raise _StopError
        is_list = isinstance(event, yaml.SequenceStartEvent)
        tag = getattr(event, "tag", None)
        if tag not in (None, "!", _CORE + ("seq" if is_list else "map")):
            self._refuse(mark, path, *_bad_tag(tag))
        return self._sequence(path) if is_list else self._mapping(path)

    def _scalar(self, event: yaml.ScalarEvent, path: Loc) -> Value:
        try:
            return _plain(event)
        except _RefusedError as refused:
            self._refuse(_mark_of(event), path, *refused.args)
            return None

    def _sequence(self, path: Loc) -> list[Value]:
        items: list[Value] = []
        while not isinstance(event := self._next(path), yaml.SequenceEndEvent):
            items.append(self._value(event, (*path, len(items))))
        return items

    def _mapping(self, path: Loc) -> dict[Key, Value]:
        pairs: dict[Key, Value] = {}
        lines: dict[str, int] = {}
        while not isinstance(event := self._next(path), yaml.MappingEndEvent):
            line, column = _mark_of(event)
            key = self._key(event, path)
            here = (*path, key)
            # 1 and "1" read the same to people and to JSON, so they count as one key.
            if isinstance(event, yaml.ScalarEvent) and str(key) in lines:
                problem = f"the key {shown(key)} was already used on line {lines[str(key)]}"
                self._refuse((line, column), here, problem, "remove or rename one of them")
            lines.setdefault(str(key), line)
            self._key_marks[here] = line, column
            pairs[key] = self._value(self._next(here), here)
        return pairs

    def _key(self, event: yaml.Event, path: Loc) -> Key:
        refused = len(self._errors)
        if isinstance(event, yaml.ScalarEvent):
            here: Loc = (*path, event.value)
            key = self._scalar(event, here)
        else:
            here = (*path, "?")
            key = self._value(event, here)
        if isinstance(key, str | int) and not isinstance(key, bool):
            return key
        if len(self._errors) == refused:
            problem = f"a key must be text or a whole number, not {shown(key)}"
            self._refuse(_mark_of(event), here, problem, "put the key in quotes")
        return here[-1]


def _is_blank(event: yaml.ScalarEvent) -> bool:
    return not event.value and not event.tag and event.implicit[0]


def _bad_tag(tag: str) -> tuple[str, str]:
    short = f"!!{tag.removeprefix(_CORE)}" if tag.startswith(_CORE) else tag
    return f"the tag {shown(short)} is not allowed", "remove the tag"


def _plain(event: yaml.ScalarEvent) -> Value:
    text = event.value
    implied = event.tag in (None, "!")
    tag = _RESOLVER.resolve(yaml.ScalarNode, text, event.implicit) if implied else event.tag
    match str(tag).split(_CORE):
        case ["", "str"] if not _SURROGATE.search(text):
            return text
        case ["", "null"] if text in ("", "~", "null", "Null", "NULL"):
            return None
        case ["", "bool"] if text in ("true", "false"):
            return text == "true"
        case ["", "int"] if _INT.fullmatch(text) and len(text) <= MAX_DIGITS:
            return int(text, 16 if text.startswith("0x") else 10)
        case ["", "float"] if FLOAT.fullmatch(text) and len(text) <= MAX_DIGITS:
            return float(re.sub(r"\.(?=[in])", "", text.lower()))
    raise _RefusedError(*_refusal(str(tag), text))


def _refusal(tag: str, text: str) -> tuple[str, str]:
    given, quote = shown(text), "put it in quotes if it is text"
    kind = tag.removeprefix(_CORE) if tag.startswith(_CORE) else ""
    if kind in ("int", "float") and ":" in text:
        return f"YAML reads {given} as a number in base 60", quote
    if kind == "int" and re.fullmatch("[-+]?0[0-7_]+", text):
        return f"YAML reads {given} as an octal number", f"drop the leading zero, or {quote}"
    problems = {
        "merge": ("the merge key << is not allowed", "write the keys out in full"),
        "bool": (f"{given} is not a boolean here", f"{quote}, or write true or false"),
        "int": (f"{given} is not a plain whole number", f"write digits only, or {quote}"),
        "float": (f"{given} is not a plain number", f"write digits and a dot, or {quote}"),
        "null": (f"{given} is not null", f"write null, or {quote}"),
        "timestamp": (f"YAML reads {given} as a date", quote),
        "value": (f"{given} has a special meaning in YAML", quote),
        "str": (f"{given} holds half of a surrogate pair", "write the character itself"),
    }
    return problems.get(kind, _bad_tag(tag))


def shown(value: object) -> str:
    """A value as an error message shows it: never long, never on two lines."""
    if isinstance(value, str):
        return repr(value if len(value) <= MAX_SHOWN else value[:MAX_SHOWN] + "...")
    if isinstance(value, list | dict):
        kind, unit = ("list", "item") if isinstance(value, list) else ("mapping", "key")
        return f"a {kind} of {len(value)} {unit}{'' if len(value) == 1 else 's'}"
    return "nothing" if value is None else json.dumps(value)


def child(node: Value, part: Key) -> tuple[Key, Value] | None:
    """The key and the value that a part of a path leads to, or None."""
    if isinstance(node, list) and isinstance(part, int) and 0 <= part < len(node):
        return part, node[part]
    if not isinstance(node, dict):
        return None
    # pydantic saw JSON, where the key 1 is the text "1".
    key = part if part in node else next((key for key in node if str(key) == part), None)
    return None if key is None else (key, node[key])


def located(root: Value, loc: Loc, given: object = ANYTHING) -> Loc:
    """The path of `loc` in the file, without the parts pydantic adds for unions.

    Such a part (a tag, a class name) may also happen to be a key, so all readings are followed;
    the one that holds the value pydantic was `given` wins, then the one that ends as loc does.
    """
    reached: dict[Loc, Value] = {(): root}
    for part in loc:
        for path, node in tuple(reached.items()):
            if found := child(node, part):
                reached.setdefault((*path, found[0]), found[1])
    return max(reached, key=lambda path: (reached[path] == given, path[-1:] == loc[-1:], len(path)))
