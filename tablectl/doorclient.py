"""The door from outside: what can be asked there, as calls, and the proofs that go with an act.

It must not know how a line gets there and back: whoever has a connection brings it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tablectl.doorwire import (
    Direct,
    Frames,
    Look,
    Manage,
    People,
    Ping,
    Request,
    SignIn,
    SignOut,
    Submit,
    Watch,
    WireError,
    parse_answer,
    request_line,
    signer_of,
    words_of,
)
from tablectl.sessions import Pen, Proof, Signer
from tablectl.words.acts import Act
from tablectl.words.bases import Role
from tablectl.words.canonical import Plain, from_plain
from tablectl.words.outcomes import Receipt


@dataclass(frozen=True, slots=True)
class Seen:
    """What a watch was answered: the view, who works there, the mark of it, and the stage of a
    simulated table."""

    view: dict[str, Any]
    people: People
    mark: str
    stage: dict[str, Any] | None


def seen_of(answer: Mapping[str, Any]) -> Seen:
    """What a watch was answered, or a look, which has neither mark nor stage."""
    people = {name: tuple(roles) for name, roles in answer["people"].items()}
    stage = answer.get("stage")
    told = None if stage is None else dict(stage)
    return Seen(dict(answer["view"]), people, str(answer.get("mark", "")), told)


def frames_of(answer: Mapping[str, Any]) -> list[str]:
    lines = answer["frames"]
    if not isinstance(lines, list):
        raise WireError("the answer has no frames")
    return [str(line) for line in lines]


class DoorClient:
    """The door from outside. `exchange` sends one line and returns the line that answers it."""

    def __init__(self, exchange: Callable[[bytes], bytes]) -> None:
        self._exchange = exchange
        self.signers: dict[str, Signer] = {}
        """The sessions of people who act over this line."""
        self._pen: Pen | None = None

    def submit(self, act: Act) -> Receipt:
        asked = Submit(act)
        people = (act.by, act.second) if act.second else (act.by,)
        proved = Submit(act, self._proofs(asked, *people))
        return from_plain(Receipt, self._ask(proved)["receipt"])

    def sign_in(self, person: str, proof: str, new: str = "") -> Signer:
        """Prove it; from now on this line acts for the person."""
        signer = signer_of(self._ask(SignIn(person, proof, new)))
        self.signers[person] = signer
        return signer

    def sign_out(self, person: str) -> None:
        asked = SignOut(person)
        self._ask(SignOut(person, self._proofs(asked, person)))
        self.signers.pop(person, None)

    def administer(self, deed: str, person: str, by: str, first: str = "") -> Receipt:
        asked = Manage(deed, person, by, first)
        proved = Manage(deed, person, by, first, self._proofs(asked, by))
        return from_plain(Receipt, self._ask(proved)["receipt"])

    def _proofs(self, request: Request, *people: str) -> tuple[Proof, ...]:
        """Of everybody who has a session here; nothing where somebody has none."""
        signers = [self.signers[name] for name in people if name in self.signers]
        if len(signers) < len(people):
            return ()
        if self._pen is None:
            self._pen = Pen(str(self._ask(Ping()).get("number", "")))
        return self._pen.proofs(signers, words_of(request))

    def view(self, role: Role) -> dict[str, Any]:
        return dict(self._ask(Look(role))["view"])

    def look(self, role: Role) -> tuple[dict[str, Any], People]:
        """The view of a role, and who works at the table."""
        seen = seen_of(self._ask(Look(role)))
        return seen.view, seen.people

    def watch(self, role: Role, since: str = "") -> Seen:
        """The view of a role as soon as it differs from what the mark stood for."""
        return seen_of(self._ask(Watch(role, since)))

    def direct(self, order: str, name: str = "", by: str = "") -> dict[str, Any]:
        """Have the stage of a simulated table do something; how it is then."""
        asked = Direct(order, name, by)
        proofs = self._proofs(asked, by) if by else ()
        return dict(self._ask(Direct(order, name, by, proofs))["stage"])

    def frames(self, device: str) -> list[str]:
        """What went over the line of a device lately, the oldest first; its counters last."""
        return frames_of(self._ask(Frames(device)))

    def ping(self) -> str:
        """The name of the table that answers."""
        return str(self._ask(Ping())["table"])

    def _ask(self, request: Request) -> dict[str, Plain]:
        return parse_answer(self._exchange(request_line(request)))
