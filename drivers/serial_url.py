"""What leads to a port: a device file by its path, or one of pyserial's URLs.

Responsible for which of them there are, how each is written, and when two of them are the same
line. Opens nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from tablectl.words.values import Label

SPELLINGS = "/dev/..., socket://HOST:PORT, rfc2217://HOST:PORT, spy:///dev/... or loop://"
"""How a line may be written, for whoever wrote it otherwise."""

_NAME = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST = rf"(\[[0-9A-Fa-f:.]+\]|{_NAME}(\.{_NAME})*):[0-9]{{1,5}}"


class Way(Label):
    """How the bytes get there."""

    FILE = "file"
    SOCKET = "socket"
    RFC2217 = "rfc2217"
    """A serial port of another machine, which is set from here."""
    SPY = "spy"
    """A device file, with all its bytes written out besides."""
    LOOP = "loop"
    """No device at all: what is said comes back."""


_WRITTEN: Mapping[Way, re.Pattern[str]] = {
    Way.FILE: re.compile(r"/.+"),
    Way.SOCKET: re.compile(rf"socket://{_HOST}"),
    Way.RFC2217: re.compile(
        rf"rfc2217://{_HOST}"
        r"(\?(ign_set_control|poll_modem|timeout=[0-9]+)(&(ign_set_control|poll_modem|timeout=[0-9]+))*)?"
    ),
    Way.SPY: re.compile(
        r"spy:///[^?]+(\?(file=[^&]+|color|raw|all)(&(file=[^&]+|color|raw|all))*)?"
    ),
    Way.LOOP: re.compile(r"loop://"),
}


def well_written(url: str) -> bool:
    """Whether this can lead to a port."""
    return any(form.fullmatch(url) for form in _WRITTEN.values())


def way_of(url: str) -> Way | None:
    """How a port is reached, by the scheme alone; None for one that nobody here can open."""
    scheme, colons, _ = url.partition("://")
    if not colons:
        return Way.FILE
    return next((way for way in Way if way is not Way.FILE and way.value == scheme.lower()), None)


def file_of(url: str) -> str:
    """The device file behind it; empty if there is none on this machine."""
    match way_of(url):
        case Way.FILE:
            return url
        case Way.SPY:
            return url.partition("://")[2].partition("?")[0]
        case _:
            return ""


def line_of(url: str) -> str:
    """What two URLs of the same line have in common; empty for a line that each has to itself."""
    if way_of(url) is Way.LOOP:
        return ""
    if path := file_of(url):
        return str(PurePosixPath(path))
    return url.partition("?")[0].lower()
