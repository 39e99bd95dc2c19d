"""Sessions: how a person who has proved it proves every act, without proving it anew.

A session has a name and a key, both random, told once over the connection that opened it. Every
request is then signed: HMAC-SHA256 with the key over the number that the door chose for the
connection, a count that rises, and the request's own words. So nothing can be changed, sent twice,
or sent over another connection. Sessions live in memory and end with the process. It must not know
where requests come from or what they mean; times, in seconds, are handed in.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

NAME_BYTES, KEY_BYTES, NUMBER_BYTES = 16, 32, 16


class Wrong(StrEnum):
    """Why a proof is none; the words are those on record."""

    NO_SESSION = "no_session"
    NOT_THEIRS = "not_theirs"
    OTHER_USER = "other_user"
    FORGED = "forged"
    REPLAYED = "replayed"
    UNPROVED = "unproved"


@dataclass(frozen=True, slots=True)
class Proof:
    """Which session, the how manyth proof over this connection, and the signature."""

    session: str
    count: int
    mac: str


@dataclass(frozen=True, slots=True)
class Signer:
    """The client's end of a session."""

    session: str
    key: bytes

    def proof(self, number: str, count: int, words: str) -> Proof:
        return Proof(self.session, count, _mac(self.key, number, self.session, count, words))


class Pen:
    """The client's end of a connection as far as proofs go: its number, and a count that rises."""

    def __init__(self, number: str) -> None:
        self._number = number
        self._count = 0

    def proofs(self, signers: Iterable[Signer], words: str) -> tuple[Proof, ...]:
        """Everybody's own, over the same words."""
        made = []
        for signer in signers:
            self._count += 1
            made.append(signer.proof(self._number, self._count, words))
        return tuple(made)


@dataclass(slots=True)
class Session:
    """The door's end of one."""

    name: str
    person: str
    user: int
    key: bytes
    used_at: float


def new_number() -> str:
    """A number for a connection: no proof that was made for another one fits it."""
    return secrets.token_hex(NUMBER_BYTES)


def _mac(key: bytes, number: str, session: str, count: int, words: str) -> str:
    signed = f"{number}|{session}|{count}|{words}"
    return hmac.new(key, signed.encode(), hashlib.sha256).hexdigest()


class Sessions:
    """Everybody who is signed in; one session a person."""

    def __init__(self) -> None:
        self._by_name: dict[str, Session] = {}

    def open(self, person: str, user: int, now: float) -> Session:
        name, key = secrets.token_hex(NAME_BYTES), secrets.token_bytes(KEY_BYTES)
        made = self._by_name[name] = Session(name, person, user, key, now)
        return made

    def of(self, person: str) -> Session | None:
        return next((each for each in self._by_name.values() if each.person == person), None)

    def close(self, name: str) -> None:
        self._by_name.pop(name, None)

    def idle(self, now: float, limit: float) -> list[Session]:
        """Those that nobody has used for so long."""
        return [each for each in self._by_name.values() if now - each.used_at >= limit]

    def check(self, proof: Proof, person: str, user: int, line: Line, words: str) -> Wrong | None:
        """Why the proof is not that of this person's session, by this user, over this line."""
        known = self._by_name.get(proof.session)
        if known is None:
            return Wrong.NO_SESSION
        if known.user != user:
            return Wrong.OTHER_USER
        fits = _mac(known.key, line.number, known.name, proof.count, words)
        if not hmac.compare_digest(proof.mac.encode(), fits.encode()):
            return Wrong.REPLAYED if line.is_older(proof) else Wrong.FORGED
        if known.person != person:
            return Wrong.NOT_THEIRS
        if not line.takes(proof):
            return Wrong.REPLAYED
        return None

    def use(self, name: str, now: float) -> None:
        self._by_name[name].used_at = now


class Line:
    """A connection as far as proofs go: its number, and the last count of each session over it."""

    def __init__(self) -> None:
        self.number = new_number()
        self._last: dict[str, int] = {}

    def is_older(self, proof: Proof) -> bool:
        """Whether a proof with this count, or a later one, was taken over this line before."""
        return proof.count <= self._last.get(proof.session, 0)

    def takes(self, proof: Proof) -> bool:
        """Take the proof, once."""
        if self.is_older(proof):
            return False
        self._last[proof.session] = proof.count
        return True
