"""Profiles: what a model of device is, how its line is driven, and what it can tell.

Responsible for the form of a profile file, for where profiles are found and for what does not fit
together within one (`profile_checks`). Must not know any table or what is simulated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from drivers.driving import MILLISECOND, Timing
from drivers.layout import MAX_TEXT
from drivers.profile_checks import WILD, problems
from tablectl.words.errors import TablectlError
from tablectl.words.settings import Can, DeviceKind, covers
from tablectl.yamlfile import Document, FileErrors, parse
from tablectl.yamlfile import load as load_yaml
from tablectl.yamlmodel import Strict, near, validated

SHIPPED = "device_profiles"
"""The package with the profiles that come with tablectl."""
SUFFIX = ".yaml"
NAME = r"^[a-z][a-z0-9_]{0,39}$"
DIGEST = r"^[0-9a-f]{64}$"
MAX_LAPSE = 65_535
"""A device says its lapse in sixteen bits of milliseconds."""

Said = Annotated[str, Field(min_length=1, max_length=MAX_TEXT, pattern=r"^[ -~]*$")]
"""A text that has to fit the field in which a device says it: visible ASCII."""
Milliseconds = Annotated[int, Field(ge=1, le=MAX_LAPSE)]


class UnknownProfile(TablectlError):
    """A profile that is nowhere to be found."""

    code = "unknown_profile"

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.problem = f"there is no profile {name!r}"
        names = sorted(known)
        self.hint = near(name, names) or f"the profiles are {', '.join(names)}"
        super().__init__(f"{self.problem} ({self.hint})")


class NoSuchFolder(TablectlError):
    """A folder of profiles that cannot be read."""

    code = "no_such_folder"

    def __init__(self, folder: Path, why: str) -> None:
        self.problem = f"the folder {folder} cannot be read: {why}"
        self.hint = "name a folder with profiles in it"
        super().__init__(f"{self.problem} ({self.hint})")


class LineSpec(Strict):
    """How the serial line is set."""

    baud: int = Field(default=115_200, ge=300, le=4_000_000)
    data_bits: Literal[7, 8] = 8
    parity: Literal["none", "even", "odd"] = "none"
    stop_bits: Literal[1, 2] = 1


class TimingSpec(Strict):
    """How long things take on the line, in milliseconds; `drivers.driving.Timing` says what."""

    beat: Milliseconds = Timing().beat // MILLISECOND
    silent: Milliseconds = Timing().silent // MILLISECOND
    repeat: Milliseconds = Timing().repeat // MILLISECOND
    lapse: Milliseconds = Timing().lapse // MILLISECOND
    gap: Milliseconds = Timing().gap // MILLISECOND
    reopen: Milliseconds = Timing().reopen // MILLISECOND


class DeliversSpec(Strict):
    """How a shoe gives its cards: one at a time, or so many together."""

    cards: Literal["single", "stacks"]
    stack_size: int | None = Field(default=None, ge=2, le=20)


class Profile(Strict):
    """One model of device. `version` is that of the format."""

    version: Literal[1]
    profile: Annotated[str, Field(pattern=NAME)]
    title: str = Field(min_length=1)
    maker: str = Field(min_length=1)
    kind: DeviceKind
    model: Said
    firmware: tuple[Said, ...] = Field(min_length=1)
    digest: str = Field(default="", pattern=DIGEST)
    protocol: str
    delivery: Literal["exactly_once"]
    line: LineSpec = LineSpec()
    timing: TimingSpec = TimingSpec()
    can: tuple[Can, ...] = Field(min_length=1)
    delivers: DeliversSpec | None = None

    def timing_in_us(self) -> Timing:
        """The timing as drivers take it."""
        ms = self.timing.model_dump()
        return Timing(**{name: value * MILLISECOND for name, value in ms.items()})

    def accepts(self, firmware: str) -> bool:
        """Whether a device that says this firmware is one of this profile."""
        return any(covers(known, firmware) for known in self.firmware)

    @property
    def only_firmware(self) -> str:
        """The one version there is of this device; empty where it may be one of several."""
        first, *others = self.firmware
        return "" if others or WILD.fullmatch(first) else first

    @property
    def sample_firmware(self) -> str:
        """A version that the profile accepts, for a device that is made up."""
        return re.sub("x$", "0", self.firmware[0])

    @property
    def stack_size(self) -> int:
        """How many cards a shoe of this profile gives together."""
        return (self.delivers.stack_size if self.delivers else None) or 1


# ---------------------------------------------------------------- one file


def load(path: Path) -> Profile:
    """The profile in a file; FileErrors with everything that is wrong with it."""
    return _profile(load_yaml(path), path.stem)


def loads(text: str | bytes, name: str) -> Profile:
    """As `load`, of a text; `name` stands for the file, and its stem has to name the profile."""
    return _profile(parse(text, name), Path(name).stem)


def _profile(document: Document, stem: str) -> Profile:
    broken = [
        document.error(loc, problem, hint) for loc, problem, hint in problems(document.value, stem)
    ]
    try:
        profile = validated(document, Profile)
    except FileErrors as wrong:
        raise FileErrors([*wrong.errors, *broken]) from wrong
    if broken:
        raise FileErrors(broken)
    return profile


# ---------------------------------------------------------------- all that there are


def find(name: str, folders: Sequence[Path] = ()) -> Profile:
    """The profile of this name in the first place that has one: these folders, then tablectl's own.

    UnknownProfile if there is none, FileErrors if the one that is found has errors.
    """
    places = _places(folders)
    if name not in places:
        raise UnknownProfile(name, places)
    return _read(places[name])


def all_profiles(folders: Sequence[Path] = ()) -> Iterator[tuple[str, Profile | FileErrors]]:
    """Every profile that `find` finds, by name, each as it is or with all that is wrong with it."""
    for name, place in sorted(_places(folders).items()):
        try:
            yield name, _read(place)
        except FileErrors as wrong:
            yield name, wrong


def _places(folders: Sequence[Path]) -> Mapping[str, Path | Traversable]:
    """Where each profile is. A folder that comes first wins."""
    found: dict[str, Path | Traversable] = {}
    for place in (*_in_folders(folders), *files(SHIPPED).iterdir()):
        if place.name.endswith(SUFFIX):
            found.setdefault(place.name.removesuffix(SUFFIX), place)
    return found


def _in_folders(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        try:
            yield from sorted(folder.iterdir())
        except OSError as error:
            raise NoSuchFolder(folder, error.strerror or str(error)) from error


def _read(place: Path | Traversable) -> Profile:
    return load(place) if isinstance(place, Path) else loads(place.read_bytes(), str(place))
