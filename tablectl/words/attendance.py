"""Attendance: who was at the table's door, and what they proved there.

The door finds it out before the core hears of it; a PIN, a hash or a key has no word here. A
credential is a name for one proof that somebody was given or chose, so that an auditor sees whether
the proof that was used is one that was enrolled on record.
"""

from __future__ import annotations

from tablectl.words.canonical import word


@word
class SignedIn:
    """The person has proved it, and acts in this session from now on."""

    credential: str
    session: str


@word
class SignedOut:
    """The session is over: it was asked for, nobody used it, or another took its place."""

    session: str
    why: str


@word
class TurnedAway:
    """Somebody who said to be this person was not believed, so many times since the last of these.

    Where nobody was named, a client was turned away: it sent what is no request, or too much.
    """

    why: str
    times: int = 1


@word
class LockedOut:
    """After too many wrong proofs none is looked at for so long; 0: until somebody unlocks it."""

    seconds: int


@word
class Renewed:
    """The person has chosen another PIN or passphrase."""

    credential: str


@word
class Found:
    """The people file holds this credential of the person, or none if empty, and the record did
    not know of it: somebody changed the file, or restored it, while the table was not running."""

    credential: str


Attending = SignedIn | SignedOut | TurnedAway | LockedOut | Renewed | Found


@word
class Attendance:
    """What the door found out about a person, or about a client that named nobody.

    `user` is the number of the system's user on the other end of the line, where there was one.
    """

    person: str
    event: Attending
    user: int | None = None
