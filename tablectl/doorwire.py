"""The door's wire format: one JSON object a line, a request there and an answer back.

    {"do":"submit","act":{"by":"d1","key":"k1","deed":{"is":"call","call":"no_more_bets"}}}
    {"do":"view","role":"dealer"}
    {"do":"frames","device":"shoe_1"}
    {"do":"ping"}

An answer is {"ok":true,…} or {"ok":false,"error":{"code","problem","hint"}}. A refused act is an
answer, not an error: its receipt says so. Nothing here reads or writes anything; whoever has a
connection brings it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablectl.words.acts import Act
from tablectl.words.bases import Role
from tablectl.words.canonical import Plain, dumps, from_plain, loads, to_plain
from tablectl.words.errors import TablectlError, WordError
from tablectl.words.outcomes import Receipt

MAX_REQUEST = 64 * 1024
"""Bytes of a request without its line break. A longer one is refused unread."""
MAX_ANSWER = 4 * 1024 * 1024

People = Mapping[str, tuple[str, ...]]
"""Who works at the table, and as what."""


class WireError(TablectlError):
    """A message that is none, with what its sender can do about it."""

    code = "bad_request"

    def __init__(self, problem: str, hint: str = "", code: str = "bad_request") -> None:
        super().__init__(f"{problem}{f' ({hint})' if hint else ''}")
        self.code = code
        self.problem = problem
        self.hint = hint


# ---------------------------------------------------------------- requests


@dataclass(frozen=True, slots=True)
class Submit:
    act: Act


@dataclass(frozen=True, slots=True)
class Look:
    role: Role


@dataclass(frozen=True, slots=True)
class Frames:
    """What went over the line of a device lately."""

    device: str


@dataclass(frozen=True, slots=True)
class Ping:
    pass


Request = Submit | Look | Frames | Ping

_REQUESTS = "submit, view, frames or ping"
_ROLES = {role.value: role for role in Role}


def request_line(request: Request) -> bytes:
    match request:
        case Submit():
            return _line({"do": "submit", "act": to_plain(request.act)})
        case Look():
            return _line({"do": "view", "role": request.role.value})
        case Frames():
            return _line({"do": "frames", "device": request.device})
        case Ping():
            return _line({"do": "ping"})


def parse_request(line: bytes) -> Request:
    """The request on a line; WireError where it is none."""
    data = _object(line)
    match data.pop("do", None):
        case "submit":
            return Submit(_act(_only(data, "act")))
        case "view":
            return Look(_role(_only(data, "role")))
        case "frames":
            return Frames(_name(_only(data, "device")))
        case "ping":
            _only(data)
            return Ping()
        case other:
            raise WireError(f"'do' is {other!r}", f"it is {_REQUESTS}")


def _only(data: dict[str, Plain], field: str = "") -> Plain:
    """The one field that a request of this kind has."""
    wanted = {field} if field else set()
    if set(data) != wanted:
        has = ", ".join(sorted(data)) or "nothing"
        raise WireError(f"the request has {has} beside 'do'", f"it has {field or 'nothing'}")
    return data.get(field)


def _act(data: Plain) -> Act:
    try:
        return from_plain(Act, data)
    except WordError as error:
        raise WireError(str(error), "see `tablectl act --help` for deeds and fields") from error
    except RecursionError as error:
        raise WireError("the act is nested too deeply", "an act is a small object") from error


def _name(data: Plain) -> str:
    if not isinstance(data, str):
        raise WireError(f"{data!r} is no name of a device", "a text, as in the table file")
    return data


def _role(data: Plain) -> Role:
    role = _ROLES.get(data) if isinstance(data, str) else None
    if role is None:
        raise WireError(f"{data!r} is no role", f"one of {', '.join(_ROLES)}")
    return role


# ---------------------------------------------------------------- answers


def receipt_line(receipt: Receipt) -> bytes:
    return _line({"ok": True, "receipt": to_plain(receipt)})


def view_line(view: Mapping[str, Any], people: People) -> bytes:
    who = {name: list(roles) for name, roles in people.items()}
    return _line({"ok": True, "people": who, "view": view})


def frames_line(lines: Sequence[str]) -> bytes:
    return _line({"ok": True, "frames": list(lines)})


def pong_line(table: str, seq: int) -> bytes:
    return _line({"ok": True, "seq": seq, "table": table})


def error_line(code: str, problem: str, hint: str = "") -> bytes:
    error = {"code": code, "problem": problem, "hint": hint}
    return _line({"ok": False, "error": error})


def refused_line(error: TablectlError) -> bytes:
    """The answer for an error that was raised on purpose."""
    if isinstance(error, WireError):
        return error_line(error.code, error.problem, error.hint)
    return error_line(error.code, str(error))


class Answered(TablectlError):
    """The table answered that it could not do what was asked."""

    def __init__(self, code: str, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.code = code
        self.problem = problem
        self.hint = hint


class DoorClient:
    """The door from outside. `exchange` sends one line and returns the line that answers it."""

    def __init__(self, exchange: Callable[[bytes], bytes]) -> None:
        self._exchange = exchange

    def submit(self, act: Act) -> Receipt:
        return from_plain(Receipt, self._ask(Submit(act))["receipt"])

    def view(self, role: Role) -> dict[str, Any]:
        return dict(self._ask(Look(role))["view"])

    def look(self, role: Role) -> tuple[dict[str, Any], People]:
        """The view of a role, and who works at the table."""
        answer = self._ask(Look(role))
        people = {name: tuple(roles) for name, roles in answer["people"].items()}
        return dict(answer["view"]), people

    def frames(self, device: str) -> list[str]:
        """What went over the line of a device lately, the oldest first; its counters last."""
        lines = self._ask(Frames(device))["frames"]
        if not isinstance(lines, list):
            raise WireError("the answer has no frames")
        return [str(line) for line in lines]

    def ping(self) -> str:
        """The name of the table that answers."""
        return str(self._ask(Ping())["table"])

    def _ask(self, request: Request) -> dict[str, Plain]:
        answer = _object(self._exchange(request_line(request)))
        if answer.get("ok") is True:
            return answer
        error = answer.get("error")
        if not isinstance(error, dict):
            raise WireError("the answer is neither a result nor an error")
        said = (str(error.get(name, "")) for name in ("code", "problem", "hint"))
        raise Answered(*said)


# ---------------------------------------------------------------- lines


class TooLong:
    """Stands for a line that was longer than allowed and has been thrown away."""


class Lines:
    """Cuts a stream of bytes into lines, without ever keeping more than one line's worth."""

    def __init__(self, most: int = MAX_REQUEST) -> None:
        self._most = most
        self._kept = b""
        self._skipping = False

    def feed(self, data: bytes) -> Iterator[bytes | TooLong]:
        """The lines that are complete now, in order. Empty ones are left out."""
        *complete, rest = (self._kept + data).split(b"\n")
        self._kept = b""
        for line in complete:
            if self._skipping:
                self._skipping = False
                yield TooLong()
            elif len(line) > self._most:
                yield TooLong()
            elif line.strip():
                yield line
        self._skipping = self._skipping or len(rest) > self._most
        self._kept = b"" if self._skipping else rest

    @property
    def half(self) -> bool:
        """Whether a line has begun and not ended."""
        return bool(self._kept.strip()) or self._skipping


def _line(data: Mapping[str, Any]) -> bytes:
    return dumps(dict(data)).encode() + b"\n"


def _object(line: bytes) -> dict[str, Plain]:
    try:
        data = loads(line.decode())
        # What JSON can write and UTF-8 cannot would only fail later, in the record.
        dumps(data).encode()
    except (WordError, UnicodeError) as error:
        raise WireError(f"not JSON: {error}", "one JSON object on one line") from error
    except RecursionError as error:
        raise WireError("nested too deep", "a request is a small, flat object") from error
    if not isinstance(data, dict):
        raise WireError(f"a {type(data).__name__} is no message", "one JSON object on one line")
    return data
