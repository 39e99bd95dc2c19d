"""The file of the door's socket: for its owner alone, or for one group besides.

One that a dead process left behind is replaced; one that somebody still serves is not touched, nor
is one that another process has put in the place of ours. It must not know who connects.
"""

from __future__ import annotations

import os
import socket
import stat
from dataclasses import dataclass
from pathlib import Path

from tablectl.words.errors import TablectlError

BACKLOG = 128
OWNER_ONLY = 0o177
"""The bits of the file mode that the socket must not have."""
GROUP_TOO = 0o117
"""The same, where one group may come to the door."""


class SocketError(TablectlError):
    """The door cannot be opened at this path."""

    code = "socket"


@dataclass(frozen=True, slots=True)
class DoorPlace:
    """Where the door is, and which group may come to it besides its owner."""

    path: Path
    group: int | None = None


class DoorSocket:
    def __init__(self, place: DoorPlace) -> None:
        self._place = place
        self._socket: socket.socket | None = None
        self._inode = 0

    def take(self) -> None:
        """Take the path, or SocketError if it cannot be had."""
        path = self._place.path
        try:
            _clear(path)
            self._socket = _bound(self._place)
            self._inode = path.stat().st_ino
        except OSError as error:
            raise SocketError(f"{path}: {error.strerror or error}") from error

    def listen(self) -> socket.socket:
        """From now on newcomers wait there."""
        if self._socket is None:
            raise RuntimeError("the door has no socket yet")
        self._socket.listen(BACKLOG)
        return self._socket

    def give_back(self) -> None:
        """Close it, and take its file away."""
        if self._socket is not None:
            self._socket.close()
            _remove(self._place.path, self._inode)


def _clear(path: Path) -> None:
    """Remove what a dead process left at the path."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise SocketError(f"{path} is there and is no socket; name another path")
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
    raise SocketError(f"{path}: another table is served there; stop it or name another path")


def _bound(place: DoorPlace) -> socket.socket:
    made = socket.socket(socket.AF_UNIX)
    before = os.umask(OWNER_ONLY)
    try:
        made.bind(str(place.path))
        if place.group is not None:  # the group first: nobody else's group gets in meanwhile
            os.chown(place.path, -1, place.group)
            place.path.chmod(0o777 & ~GROUP_TOO)
    except BaseException:
        made.close()
        raise
    finally:
        os.umask(before)
    made.setblocking(False)
    return made


def _remove(path: Path, inode: int) -> None:
    """Remove the socket file, unless somebody else has put another in its place."""
    try:
        if path.stat().st_ino == inode:
            path.unlink()
    except FileNotFoundError:
        pass
