"""Settings: everything outside the inputs that decides what the table does.

They are the first record after every start and at every change: without them a replay is not
true to what happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from tablectl.words.bases import Role
from tablectl.words.canonical import word
from tablectl.words.values import Label, replace


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
    CONCEAL = "conceal"
    """Of a reader that checks: no player can learn the card from it, whenever one is put in."""
    DRAW = "draw"
    TWO_DECKS = "two_decks"
    LOAD_SHOE = "load_shoe"
    CONTINUOUS = "continuous"
    CHAMBERS = "chambers"


class Delivery(Label):
    """What becomes of a report that nobody was there to take."""

    EXACTLY_ONCE = "exactly_once"
    """It is kept until it is on record, and told once."""
    COUNTER = "counter"
    """It is lost, but the device counts: at the next connect the difference shows."""
    AT_MOST_ONCE = "at_most_once"
    """It is lost, and nobody can tell whether there was one."""


@word
class Unit:
    """Which unit it is and what runs in it, as it says itself; empty where it cannot say."""

    model: str
    serial: str = ""
    firmware: str = ""
    digest: str = ""


@word
class Device:
    """A device as the table file promises it. What answers must be what was promised.

    `profile` names the profile that its line is driven by, `digest` is that of its program; an
    empty digest promises nothing. `firmware` pins one version. Where it is empty any of `versions`
    will do, "2.2.x" standing for all that begin with "2.2."; where both are, any at all. A model
    that cannot say its serial number has none here: one unit of it is as good as another.
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
    stack: int = 1
    """How many cards a shoe gives in one go."""
    delivery: Delivery = Delivery.EXACTLY_ONCE
    variants: tuple[tuple[str, ...], ...] = ()
    """Versions that are driven otherwise than the rest, as the profile has them: the first that
    fits counts."""
    program: str = ""
    """The digest that the profile itself has; no house has another one."""
    cards: str = ""
    """What the card map says that a reader of tags goes by, as a sha256; empty without one."""

    @property
    def unit(self) -> Unit:
        return Unit(self.model, self.serial, self.firmware, self.digest)

    def being(self, unit: Unit) -> Device:
        """The same device, of which this unit is promised."""
        return replace(self, serial=unit.serial, firmware=unit.firmware, digest=unit.digest)

    def knows(self, firmware: str) -> bool:
        """Whether the profile has this version; where it names none it has any."""
        return not self.versions or any(covers(each, firmware) for each in self.versions)

    def driven_alike(self, firmware: str) -> bool:
        """Whether a unit of this version is driven as the promised one is."""
        return self._variant(firmware) == self._variant(self.firmware)

    def _variant(self, firmware: str) -> int:
        fitting = (n for n, v in enumerate(self.variants) if any(covers(e, firmware) for e in v))
        return next(fitting, -1)

    def accepts(self, firmware: str) -> bool:
        """Whether this version was promised."""
        if self.firmware:
            return firmware == self.firmware
        return self.knows(firmware)


def covers(version: str, firmware: str) -> bool:
    """Whether a version, or a range of versions ending in `.x`, has this firmware in it."""
    return firmware.startswith(version[:-1]) if version.endswith(".x") else firmware == version


@word
class Person:
    """Somebody who works at this table and what they are there."""

    roles: tuple[Role, ...]


@word
class SignIn:
    """People prove who they are; who has not done anything for so long is signed out."""

    idle_minutes: int = 15


@word
class Approval:
    """What the Commission approved, by its reference; of a device, also what people do with one
    that failed."""

    reference: str
    steps: tuple[str, ...] = ()


@word
class Settings:
    """One table: its game, how it is dealt, the house's options, its devices and its people.

    `off` and `resting` are in no file: devices that were taken off the table while it was open, and
    decks that may not be used without them.
    """

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
    approvals: Mapping[str, Approval] = field(default_factory=dict)
    """By what was approved: a kind of device, or an option."""
    off: tuple[str, ...] = ()
    resting: tuple[str, ...] = ()
    sign_in: SignIn | None = None
    """How people prove who they are; None where they do not, as at a simulated table."""

    @property
    def devices_in_use(self) -> Mapping[str, Device]:
        """The devices that stand on the table."""
        if not self.off:
            return self.devices
        return {name: device for name, device in self.devices.items() if name not in self.off}

    @property
    def decks_in_use(self) -> tuple[str, ...]:
        return tuple(name for name in self.decks if name not in self.resting)


@word
class Accepted:
    """A supervisor has accepted another unit, or another version, than the table file promises."""

    promised: Unit
    unit: Unit


@word
class Changed:
    """What was changed at a table while it was open, whatever its file says.

    A unit that was accepted stays so when the table is closed, until the file promises something
    else in its place; everything else is the file's again then.
    """

    options: Mapping[str, int] = field(default_factory=dict)
    method: str = ""
    off: tuple[str, ...] = ()
    resting: tuple[str, ...] = ()
    accepted: Mapping[str, Accepted] = field(default_factory=dict)

    def under(self, settings: Settings) -> Changed:
        """These changes without the units in whose place the file promises another one by now."""
        promised = settings.devices
        kept = {
            name: each
            for name, each in self.accepted.items()
            if name in promised and promised[name].unit == each.promised
        }
        return replace(self, accepted=kept)

    def when_closed(self) -> Changed:
        """What is left of it once the table is closed."""
        return Changed(accepted=self.accepted)

    def over(self, settings: Settings) -> Settings:
        """The settings of a file with these changes over them."""
        if self == UNCHANGED:
            return settings
        accepted = self.under(settings).accepted
        units = {name: settings.devices[name].being(each.unit) for name, each in accepted.items()}
        return replace(
            settings,
            options={**settings.options, **self.options},
            method=self.method or settings.method,
            devices={**settings.devices, **units},
            off=tuple(name for name in self.off if name in settings.devices),
            resting=self.resting,
        )


UNCHANGED = Changed()
