"""Settings: everything outside the inputs that decides what the table does.

They are the first record after every start and at every change: without them a replay is not
true to what happened.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.words.bases import Role
from tablectl.words.canonical import word
from tablectl.words.values import Label


class DeviceKind(Label):
    SHUFFLER = "shuffler"
    SHOE = "shoe"
    READER = "reader"
    GENERATOR = "generator"


class Can(Label):
    """What a device can tell or do. What no device tells, a person is asked for."""

    COUNT = "count"
    FACES = "faces"
    FACE_UP = "face_up"
    WITHHOLD = "withhold"
    CHECK = "check"
    DRAW = "draw"


@word
class Device:
    """A device as the table file promises it. What answers must be what was promised.

    `profile` names the profile that its line is driven by, `digest` is that of its program; an
    empty digest promises nothing. `firmware` pins one version. Where it is empty any of `versions`
    will do, "2.2.x" standing for all that begin with "2.2."; where both are, any at all.
    """

    kind: DeviceKind
    can: tuple[Can, ...]
    model: str
    serial: str
    firmware: str
    simulated: bool = False
    profile: str = ""
    digest: str = ""
    versions: tuple[str, ...] = ()

    def accepts(self, firmware: str) -> bool:
        """Whether this version was promised."""
        if self.firmware:
            return firmware == self.firmware
        return not self.versions or any(covers(each, firmware) for each in self.versions)


def covers(version: str, firmware: str) -> bool:
    """Whether a version, or a range of versions ending in `.x`, has this firmware in it."""
    return firmware.startswith(version[:-1]) if version.endswith(".x") else firmware == version


@word
class Person:
    """Somebody who works at this table and what they are there."""

    roles: tuple[Role, ...]


@word
class Settings:
    """One table: its game, how it is dealt, the house's options, its devices and its people."""

    table: str
    game: str
    method: str
    seats: int
    decks: tuple[str, ...]
    options: Mapping[str, int | str]
    devices: Mapping[str, Device]
    people: Mapping[str, Person]
    version: str
    sign_approval: str = ""
    """The reference under which the sign at the table was approved."""
