"""The people file: what each person proves it by, hashed, and how often it was guessed wrong.

One small file, for the user who runs the controller alone; written whole or not at all. A PIN or
passphrase is hashed by Argon2id (RFC 9106), so that every guess costs memory and time, and after
some wrong guesses nothing is looked at for a while that doubles. The count survives a restart. What
a person may do is none of its business, nor who asks: times and names are handed in.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from tablectl import keyfile
from tablectl.words.canonical import dumps, loads
from tablectl.words.errors import TablectlError, WordError

VERSION = 1
MOST_BYTES = 1 << 20
LEAST_DIGITS, LEAST_SIGNS, MOST_SIGNS = 6, 10, 128
"""A PIN of digits has at least so many, anything else at least so many signs."""
FREE_TRIES = 3
"""Wrong guesses in a row that cost nothing yet: fingers slip."""
FIRST_WAIT, LONGEST_WAIT = 30, 900
"""Seconds for which nothing is looked at: first, and at most; each wait is twice the last."""
MOST_TRIES = 20
"""Wrong guesses in a row after which only an administrator lets a person try again."""
IF_KNOWN = "take every PIN in it for known: remove it, begin anew and enrol everybody again"


class CredentialError(TablectlError):
    """The people file cannot be had, or what was asked of it is not possible."""

    code = "people_file"


class WeakProof(TablectlError):
    """A PIN or passphrase that is too easily guessed."""

    code = "weak_proof"


class Verdict(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    LOCKED = "locked"
    UNKNOWN = "unknown"
    CHOOSE = "choose"
    """Right, and only good for choosing one's own."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one look at a proof costs. One lane: the table's own work keeps the other cores."""

    passes: int = 3
    kibibytes: int = 65_536

    def hasher(self) -> PasswordHasher:
        return PasswordHasher(
            time_cost=self.passes, memory_cost=self.kibibytes, parallelism=1, type=Type.ID
        )


@dataclass(frozen=True, slots=True)
class Credential:
    """What one person proves it by. `name` is no secret: records tell one credential by it."""

    name: str
    hashed: str
    first: bool = False
    """Given by an administrator, and good for nothing but to choose another."""
    wrong: int = 0
    """Wrong guesses since the last right one."""
    locked_until: int = 0
    """Seconds since 1970; before then nothing is looked at."""

    @property
    def shut(self) -> bool:
        """Locked until somebody unlocks it."""
        return self.wrong >= MOST_TRIES

    def wait(self, now: int) -> int:
        """Seconds until something is looked at again."""
        return min(max(0, self.locked_until - now), LONGEST_WAIT)

    def too_long(self, now: int) -> bool:
        """Locked for longer than anybody ever is: the clock was set back since."""
        return self.locked_until - now > LONGEST_WAIT

    def by_this_clock(self, now: int) -> Credential:
        """The same, locked for no longer than the longest wait from now on."""
        return replace(self, locked_until=now + LONGEST_WAIT) if self.too_long(now) else self

    def having_failed(self, now: int) -> Credential:
        wrong = self.wrong + 1
        doubled = wrong - FREE_TRIES - 1
        wait = 0 if doubled < 0 else min(FIRST_WAIT << doubled, LONGEST_WAIT)
        return replace(self, wrong=wrong, locked_until=now + wait if wait else 0)


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a proof: the credential after it, and for how long it is locked out now."""

    verdict: Verdict
    credential: str = ""
    wait: int = 0
    """Seconds; 0 where nothing is locked, or where only an administrator unlocks it."""
    shut: bool = False
    locked_now: bool = False
    """This very guess has locked the person out."""


def check_strength(person: str, proof: str) -> None:
    """WeakProof unless a person may prove it by this."""
    said = _normal(proof)
    if len(said) > MOST_SIGNS:
        raise WeakProof(f"it is longer than {MOST_SIGNS} signs; take a shorter one")
    if said.isdecimal():
        if len(said) < LEAST_DIGITS:
            raise WeakProof(f"a PIN has at least {LEAST_DIGITS} digits; take a longer one")
        steps = {(ord(b) - ord(a)) % 10 for a, b in pairwise(said)}
        if len(steps) == 1 and steps <= {0, 1, 9}:
            raise WeakProof("its digits are all the same, or in a row; take another one")
    elif len(said) < LEAST_SIGNS:
        raise WeakProof(
            f"a passphrase has at least {LEAST_SIGNS} signs, a PIN only digits; take a longer one"
        )
    elif person.casefold() in said.casefold() or len(set(said)) < 5:
        raise WeakProof("it is your name, or few different signs; take another one")


def _normal(proof: str) -> str:
    """The same text however it was typed (NFKC, as RFC 8265 wants of a passphrase)."""
    return unicodedata.normalize("NFKC", proof)


@dataclass
class PeopleFile:
    """The file, which several processes may share: each change is made under a lock of its own."""

    path: Path
    cost: Cost = field(default_factory=Cost)
    owner: int | None = None
    """The user of the system whose file it is; whoever runs this, where none is named."""

    def exists(self) -> bool:
        return os.path.lexists(self.path)

    def read(self) -> Mapping[str, Credential]:
        """Everybody who is enrolled; CredentialError where the file is none, or anybody's."""
        try:
            body = keyfile.load(self.path, if_known=IF_KNOWN, most=MOST_BYTES, owner=self.owner)
        except keyfile.KeyFileError as error:
            raise CredentialError(str(error)) from error
        try:
            return _people(loads(body.decode()))
        except (WordError, UnicodeError, KeyError, TypeError, ValueError) as error:
            raise CredentialError(
                f"{self.path}: it is damaged ({error}); restore it from a copy, or remove it, "
                "begin anew and enrol everybody again"
            ) from error

    def begin(self, administrator: str, proof: str) -> str:
        """A new file with one administrator in it; the name of the credential."""
        check_strength(administrator, proof)
        made = self._credential(proof, first=False)
        try:
            keyfile.make(self.path, _written({administrator: made}))
        except FileExistsError as error:
            raise CredentialError(f"{self.path} is there already; nothing was done") from error
        except keyfile.KeyFileError as error:
            raise CredentialError(str(error)) from error
        return made.name

    def try_proof(self, person: str, proof: str, now: int) -> Tried:
        """Whether the person proves it. A wrong guess is on disk before this returns."""
        with self._changing() as people:
            known = people.get(person)
            if known is None:
                return Tried(Verdict.UNKNOWN)
            people[person] = known = known.by_this_clock(now)
            if known.shut or known.wait(now):
                return Tried(Verdict.LOCKED, known.name, known.wait(now), known.shut)
            if not self._fits(known, proof):
                people[person] = failed = known.having_failed(now)
                wait, shut = failed.wait(now), failed.shut
                return Tried(Verdict.WRONG, known.name, wait, shut, bool(wait) or shut)
            if known.wrong or self.cost.hasher().check_needs_rehash(known.hashed):
                fresh = self.cost.hasher().hash(_normal(proof))
                people[person] = replace(known, hashed=fresh, wrong=0, locked_until=0)
            return Tried(Verdict.CHOOSE if known.first else Verdict.RIGHT, known.name)

    def choose(self, person: str, proof: str) -> str:
        """The person's own proof in place of the one before; the name of the credential."""
        check_strength(person, proof)
        with self._changing() as people:
            if person not in people:
                raise CredentialError(f"{person} is not enrolled; an administrator enrols people")
            if self._fits(people[person], proof):
                raise WeakProof("it is the same as before; take another one")
            people[person] = made = self._credential(proof, first=False)
        return made.name

    def enrol(self, person: str, proof: str, name: str) -> None:
        """A first proof, under this name, for somebody who then chooses their own."""
        check_strength(person, proof)
        with self._changing() as people:
            people[person] = replace(self._credential(proof, first=True), name=name)

    def unlock(self, person: str) -> None:
        with self._changing() as people:
            if person in people:
                people[person] = replace(people[person], wrong=0, locked_until=0)

    def dismiss(self, person: str) -> None:
        with self._changing() as people:
            people.pop(person, None)

    def _credential(self, proof: str, *, first: bool) -> Credential:
        return Credential(new_name(), self.cost.hasher().hash(_normal(proof)), first)

    def _fits(self, known: Credential, proof: str) -> bool:
        try:
            return self.cost.hasher().verify(known.hashed, _normal(proof))
        except (VerificationError, InvalidHashError):
            return False

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Credential]]:
        """The people, to be changed; written at the end if they were."""
        with _locked(self.path):
            people = dict(self.read())
            before = dict(people)
            yield people
            if people != before:
                keyfile.rewrite(self.path, _written(people))


def new_name() -> str:
    """A name for a credential; no secret, and no two alike."""
    return secrets.token_hex(6)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Nobody else changes the file meanwhile. The file is replaced, so the lock lies beside it."""
    beside = path.with_name(f".{path.name}.lock")
    handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _written(people: Mapping[str, Credential]) -> bytes:
    body = {
        person: {
            "name": each.name,
            "hash": each.hashed,
            "first": each.first,
            "wrong": each.wrong,
            "locked_until": each.locked_until,
        }
        for person, each in people.items()
    }
    return dumps({"version": VERSION, "people": body}).encode() + b"\n"


def _people(data: Any) -> dict[str, Credential]:
    if data["version"] != VERSION:
        raise ValueError(f"version {data['version']} is not known")
    found = {}
    for person, each in data["people"].items():
        made = Credential(
            each["name"], each["hash"], each["first"], each["wrong"], each["locked_until"]
        )
        kinds = (str, str, bool, int, int)
        said = (made.name, made.hashed, made.first, made.wrong, made.locked_until)
        if any(type(a) is not kind for a, kind in zip(said, kinds, strict=True)):
            raise TypeError(f"{person} is written wrong")
        found[str(person)] = made
    return found
