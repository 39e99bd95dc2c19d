"""Who is on the other end of a connection to the door, and how much of the loop they may have.

The kernel of the system says which user it is (SO_PEERCRED); nobody can claim another. A connection
has a share of the loop's time: who has used it up waits, and nobody else does. It must not know
what is said over the connection.
"""

from __future__ import annotations

import grp
import os
import pwd
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_CREDENTIALS = struct.Struct("3i")
MOST_TALKS = 64
"""Connections that are open at the same time."""
SHARE = 0.1
"""Of the loop's time, for all connections together: of what the processor leaves it, where others
use the processor too."""
LOOK_EVERY, LEAST_LEFT = 0.5, 0.05
"""Seconds between two looks at what the processor leaves, and the least that is reckoned with."""
_SCHEDULED = Path("/proc/thread-self/schedstat")
"""Nanoseconds for which this thread ran, and for which it could have run and another did."""
FEW = 2
"""With fewer connections than this, none has a greater share than with so many."""
BURST = 0.25
"""Seconds of the loop that a connection may use beyond its share, once in a while."""
BURSTS = 1.0
"""As much for all newcomers together: who comes and goes gains nothing by it."""
PER_READ, PER_ANSWER, PER_TALK = 0.000_03, 0.000_12, 0.000_4
"""Seconds of the loop that a piece of a request, an answer besides what it is made of, and somebody
new are taken to cost: what the loop itself does for them, which nobody in it can time."""
PER_ACT, PER_REFUSAL = 0.001, 0.005
"""An act besides what it does, since the disk has to keep up with it: more where it is refused,
which people seldom are."""
PATIENCE = 30.0
"""Seconds that a connection is made to wait in all before that goes on record."""


@dataclass(frozen=True, slots=True)
class Peer:
    """The process and the user on the other end, as the kernel of the system has them."""

    process: int
    user: int
    group: int


def peer_of(line: socket.socket) -> Peer:
    told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    return Peer(*_CREDENTIALS.unpack(told))


@dataclass(frozen=True, slots=True)
class Welcome:
    """Who may come to the door: the user who runs the table, root, and a group where one is named.

    The mode of the socket file says the same; this holds where somebody has changed the mode.
    """

    owner: int
    group: int | None = None

    def includes(self, peer: Peer) -> bool:
        if peer.user in (0, self.owner):
            return True
        return self.group is not None and self.group in _groups_of(peer)


def _groups_of(peer: Peer) -> tuple[int, ...]:
    try:
        name = pwd.getpwuid(peer.user).pw_name
    except KeyError:  # a user without an entry has the group of its process and no other
        return (peer.group,)
    return (peer.group, *os.getgrouplist(name, peer.group))


def group_number(name: str) -> int:
    """KeyError where the system has no such group."""
    return grp.getgrnam(name).gr_gid


def scheduled() -> tuple[int, int]:
    """How long the thread that asks ran and was kept waiting; nothing where no one can tell."""
    try:
        ran, waited, *_ = _SCHEDULED.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0, 0
    return int(ran), int(waited)


class Leisure:
    """What part of the time that the loop wants the processor gives it; all, until it was asked."""

    def __init__(
        self,
        now: Callable[[], float],
        told: Callable[[], tuple[int, int]] = scheduled,
    ) -> None:
        self._now = now
        self._told = told
        self._at = now()
        self._last: tuple[int, int] | None = None
        self._left = 1.0

    def left(self) -> float:
        if self._last is None or self._now() - self._at >= LOOK_EVERY:
            self._look()
        return self._left

    def _look(self) -> None:
        told, before = self._told(), self._last
        self._at, self._last = self._now(), told
        if before is None:
            return
        ran, waited = told[0] - before[0], told[1] - before[1]
        self._left = max(ran / (ran + waited), LEAST_LEFT) if ran + waited > 0 else 1.0


def _all() -> float:
    return 1.0


class Share:
    """What somebody has used of the loop, in seconds, and what they owe. `left` is what part of its
    time the loop has."""

    def __init__(
        self, now: Callable[[], float], burst: float = BURST, left: Callable[[], float] = _all
    ) -> None:
        self._now = now
        self._part = left
        self._burst = burst
        self._left = burst
        self._at = now()

    def use(self, seconds: float) -> None:
        self._left -= seconds

    def take(self, most: float) -> float:
        """As much as is left, and no more than this."""
        self._fill(SHARE * self._part())
        taken = min(max(self._left, 0.0), most)
        self._left -= taken
        return taken

    def owes(self, talks: int = 1) -> float:
        """Seconds to wait until this is within its share of so many."""
        rate = SHARE * self._part() / max(talks, FEW)
        self._fill(rate)
        return max(0.0, -self._left / rate)

    def _fill(self, rate: float) -> None:
        now = self._now()
        self._left = min(max(self._burst, BURST), self._left + (now - self._at) * rate)
        self._at = now
