"""Visits: who sits at which screen. A cookie names one, and the sessions at the door go with it.

A cookie is 256 random bits; only its hash is kept, and the token that every POST brings follows
from it. There are so many visits at most: whoever comes when there are more takes the place of the
one that nobody has used for the longest time, those first in which nobody is signed in. It must not
know the door: who is believed there is handed in.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tablectl.sessions import Signer

COOKIE_BYTES = 32
MOST_VISITS = 512
MOST_STREAMS = 64
"""Streams of events that one visit may have open."""


@dataclass(eq=False, slots=True)
class Visit:
    """A screen, and who is signed in there; `signer` where people prove who they are."""

    used_at: float
    person: str = ""
    roles: tuple[str, ...] = ()
    signer: Signer | None = None
    since: float = 0.0
    """When they signed in."""
    streams: int = 0

    def enter(self, person: str, roles: tuple[str, ...], signer: Signer | None, at: float) -> None:
        self.person, self.roles, self.signer, self.since = person, roles, signer, at

    def leave(self) -> None:
        self.person, self.roles, self.signer = "", (), None


class Visits:
    """`now` is a clock that only goes forward, in seconds."""

    def __init__(self, now: Callable[[], float], most: int = MOST_VISITS) -> None:
        self._now = now
        self._most = most
        self._visits: dict[bytes, Visit] = {}
        self._key = secrets.token_bytes(COOKIE_BYTES)

    def find(self, cookie: str) -> Visit | None:
        """The visit of a cookie, which is thereby used."""
        visit = self._visits.get(_hashed(cookie))
        if visit is not None:
            visit.used_at = self._now()
        return visit

    def begin(self) -> tuple[Visit, str]:
        """A visit and its cookie, which is told this once."""
        if len(self._visits) >= self._most:
            self._make_room()
        visit = Visit(self._now())
        return visit, self._named(visit)

    def renew(self, visit: Visit) -> str:
        """Another cookie for the same visit: one that was planted before a sign-in is worthless."""
        for name in [name for name, each in self._visits.items() if each is visit]:
            del self._visits[name]
        return self._named(visit)

    def token(self, cookie: str) -> str:
        """What the page of this cookie sends with every POST, and no other page can know."""
        return hmac.new(self._key, cookie.encode(), hashlib.sha256).hexdigest()

    def token_fits(self, cookie: str, token: str) -> bool:
        return hmac.compare_digest(self.token(cookie).encode(), token.encode())

    def of(self, person: str) -> Iterator[Visit]:
        """The visits in which somebody is signed in."""
        return iter([visit for visit in self._visits.values() if visit.person == person])

    def __len__(self) -> int:
        return len(self._visits)

    def _named(self, visit: Visit) -> str:
        cookie = secrets.token_urlsafe(COOKIE_BYTES)
        self._visits[_hashed(cookie)] = visit
        return cookie

    def _make_room(self) -> None:
        def last(item: tuple[bytes, Visit]) -> tuple[bool, bool, float]:
            visit = item[1]
            return bool(visit.person), bool(visit.streams), visit.used_at

        name, visit = min(self._visits.items(), key=last)
        visit.leave()
        del self._visits[name]


def _hashed(cookie: str) -> bytes:
    return hashlib.sha256(cookie.encode("utf-8", "surrogatepass")).digest()
