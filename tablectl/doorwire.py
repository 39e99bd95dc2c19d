"""The door's wire format: one JSON object a line, a request there and an answer back.

    {"do":"submit","act":{"by":"d1","key":"k1","deed":{"is":"call","call":"no_more_bets"}}}
    {"do":"view","role":"dealer"}
    {"do":"watch","role":"dealer","since":""}
    {"do":"frames","device":"shoe_1"}
    {"do":"stage","order":"pause"}
    {"do":"ping"}

A watch is answered as a view is, with a mark besides, once that differs from the mark in `since`.
The stage is that of a table whose devices are all simulated (docs/console.md).

Where people prove who they are, `ping` also answers with the number of the connection, and an act
comes with `proofs`: of its person's session, and of the second person's (`sessions`).

    {"do":"sign_in","person":"d1","proof":"…","new":""}
    {"do":"sign_out","person":"d1","proofs":[{"session":"…","count":1,"mac":"…"}]}
    {"do":"administer","deed":"enrol","person":"d2","by":"m1","first":"…","proofs":[…]}

An answer is {"ok":true,…} or {"ok":false,"error":{"code","problem","hint"}}, with "wait" besides,
in seconds, for who is locked out. A refused act is an answer, not an error: its receipt says so.
Nothing here reads or writes anything; whoever has a connection brings it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablectl.sessions import Proof, Signer
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


def people_as(roles: Sequence[str], people: People) -> list[str]:
    """Those who have one of the roles."""
    return [name for name, theirs in people.items() if {*roles} & {*theirs}]


class WireError(TablectlError):
    """A message that is none, with what its sender can do about it."""

    code = "bad_request"

    wait = 0

    def __init__(self, problem: str, hint: str = "", code: str = "bad_request") -> None:
        super().__init__(f"{problem}{f' ({hint})' if hint else ''}")
        self.code = code
        self.problem = problem
        self.hint = hint


# ---------------------------------------------------------------- requests


@dataclass(frozen=True, slots=True)
class Submit:
    act: Act
    proofs: tuple[Proof, ...] = ()
    words: str = ""
    """What the proofs are signed over: the request without them."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """Somebody proves it; with `new` they choose another proof in its place."""

    person: str
    proof: str = field(repr=False)
    new: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class SignOut:
    person: str
    proofs: tuple[Proof, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Manage:
    """An administrator enrols somebody with a first proof, unlocks or dismisses them."""

    deed: str
    person: str
    by: str
    first: str = field(default="", repr=False)
    proofs: tuple[Proof, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    role: Role


@dataclass(frozen=True, slots=True)
class Watch:
    """A look that waits until it would show something new: `since` is the mark of the last one."""

    role: Role
    since: str = ""


@dataclass(frozen=True, slots=True)
class Direct:
    """What the stage of a simulated table is to do; `by` is who proves it, where people do."""

    order: str
    name: str = ""
    by: str = ""
    proofs: tuple[Proof, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Frames:
    """What went over the line of a device lately."""

    device: str


@dataclass(frozen=True, slots=True)
class Ping:
    pass


Request = Submit | SignIn | SignOut | Manage | Look | Watch | Direct | Frames | Ping

_REQUESTS = "submit, view, watch, frames, stage, ping, sign_in, sign_out or administer"
ORDERS = ("pause", "resume", "trouble")
_ORDERS = "'order' is pause, resume, or trouble, and with trouble comes its 'name'"
MOST_PROOFS = 2
_ROLES = {role.value: role for role in Role}


def request_line(request: Request) -> bytes:
    said = _said(request)
    if isinstance(request, Submit | SignOut | Manage | Direct) and request.proofs:
        said["proofs"] = [
            {"session": each.session, "count": each.count, "mac": each.mac}
            for each in request.proofs
        ]
    return _line(said)


def words_of(request: Request) -> str:
    """What a proof of this request is signed over."""
    return dumps(_said(request))


def _said(request: Request) -> dict[str, Any]:
    match request:
        case Submit():
            return {"do": "submit", "act": to_plain(request.act)}
        case SignIn():
            proved = {"proof": request.proof, "new": request.new}
            return {"do": "sign_in", "person": request.person, **proved}
        case SignOut():
            return {"do": "sign_out", "person": request.person}
        case Manage():
            about = {"deed": request.deed, "person": request.person}
            return {"do": "administer", **about, "by": request.by, "first": request.first}
        case Look():
            return {"do": "view", "role": request.role.value}
        case Watch():
            return {"do": "watch", "role": request.role.value, "since": request.since}
        case Direct():
            given = {"name": request.name, "by": request.by}
            told = {name: value for name, value in given.items() if value}
            return {"do": "stage", "order": request.order, **told}
        case Frames():
            return {"do": "frames", "device": request.device}
        case Ping():
            return {"do": "ping"}


def parse_request(line: bytes) -> Request:
    """The request on a line; WireError where it is none."""
    data = _object(line)
    given = data.pop("proofs", None)
    proofs, words = ((), "") if given is None else (_proofs(given), dumps(data))
    match data.pop("do", None):
        case "submit":
            return Submit(_act(_only(data, "act")), proofs, words)
        case "sign_in":
            return SignIn(*_texts(data, "person", "proof", "new"))
        case "sign_out":
            (person,) = _texts(data, "person")
            return SignOut(person, proofs, words)
        case "administer":
            deed, person, by, first = _texts(data, "deed", "person", "by", "first")
            return Manage(deed, person, by, first, proofs, words)
        case "view":
            return Look(_role(_only(data, "role")))
        case "watch":
            role, since = _texts(data, "role", "since")
            return Watch(_role(role), since)
        case "stage":
            order, name, by = _texts({"name": "", "by": "", **data}, "order", "name", "by")
            if order not in ORDERS or bool(name) != (order == "trouble"):
                raise WireError("'order' and 'name' are not as they must be", _ORDERS)
            return Direct(order, name, by, proofs, words)
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


def _texts(data: dict[str, Plain], *names: str) -> list[str]:
    """The fields of a request that are texts. What is in them is not told: one may be a PIN."""
    values = [data.get(name) for name in names]
    texts = [value for value in values if isinstance(value, str)]
    if set(data) != set(names) or len(texts) != len(names):
        raise WireError("the fields of this request are not as they must be", ", ".join(names))
    return texts


def _proofs(data: Plain) -> tuple[Proof, ...]:
    if not isinstance(data, list) or len(data) > MOST_PROOFS:
        raise WireError("the proofs are no list of one or two", "see docs/people.md")
    return tuple(map(_proof, data))


def _proof(data: Plain) -> Proof:
    match data:
        case {"session": str(session), "count": int(count), "mac": str(mac), **rest} if not rest:
            return Proof(session, count, mac)
        case _:
            raise WireError("a proof is not as it must be", "session, count and mac")


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
    return _line(_seen(view, people))


def _seen(view: Mapping[str, Any], people: People) -> dict[str, Any]:
    who = {name: list(roles) for name, roles in people.items()}
    return {"ok": True, "people": who, "view": view}


def watch_line(
    view: Mapping[str, Any], people: People, mark: str, stage: Mapping[str, Any] | None
) -> bytes:
    return _line({**_seen(view, people), "mark": mark, "stage": stage})


def stage_line(stage: Mapping[str, Any]) -> bytes:
    return _line({"ok": True, "stage": stage})


def frames_line(lines: Sequence[str]) -> bytes:
    return _line({"ok": True, "frames": list(lines)})


def pong_line(table: str, seq: int, number: str = "") -> bytes:
    """`number` is that of the connection, where people prove who they are."""
    told = {"number": number} if number else {}
    return _line({"ok": True, "seq": seq, "table": table, **told})


def session_line(signer: Signer, idle_minutes: int) -> bytes:
    """The one time that the key of a session is told."""
    session = {"session": signer.session, "key": signer.key.hex()}
    return _line({"ok": True, **session, "idle_minutes": idle_minutes})


def signer_of(answer: Mapping[str, Plain]) -> Signer:
    """The client's end of the session that was told."""
    return Signer(str(answer["session"]), bytes.fromhex(str(answer["key"])))


def done_line() -> bytes:
    return _line({"ok": True})


def error_line(code: str, problem: str, hint: str = "", wait: int = 0) -> bytes:
    """`wait` is for how many seconds it is of no use to ask again, where somebody is locked out."""
    told = {"wait": wait} if wait else {}
    error = {"code": code, "problem": problem, "hint": hint, **told}
    return _line({"ok": False, "error": error})


def refused_line(error: TablectlError) -> bytes:
    """The answer for an error that was raised on purpose."""
    if isinstance(error, WireError):
        return error_line(error.code, error.problem, error.hint, error.wait)
    return error_line(error.code, str(error))


class Answered(TablectlError):
    """The table answered that it could not do what was asked."""

    def __init__(self, code: str, problem: str, hint: str, wait: int = 0) -> None:
        super().__init__(problem)
        self.code = code
        self.problem = problem
        self.hint = hint
        self.wait = wait


def parse_answer(line: bytes) -> dict[str, Plain]:
    """What a line answers; Answered where that is an error, WireError where it is neither."""
    answer = _object(line)
    if answer.get("ok") is True:
        return answer
    error = answer.get("error")
    if not isinstance(error, dict):
        raise WireError("the answer is neither a result nor an error")
    code, problem, hint = (str(error.get(name, "")) for name in ("code", "problem", "hint"))
    wait = error.get("wait", 0)
    raise Answered(code, problem, hint, wait if isinstance(wait, int) else 0)


# ---------------------------------------------------------------- one line


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
