"""Profiles: the files that say what a model of device is, and where they are found.

Responsible for reading them, each in the form of its family, and for telling everything that is
wrong with one. Must not know any table or what is simulated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path

from drivers.families import form_of, misfits
from drivers.profile_checks import problems
from drivers.profile_form import Profile
from tablectl.words.errors import TablectlError
from tablectl.yamlfile import Document, FileErrors, parse
from tablectl.yamlfile import load as load_yaml
from tablectl.yamlmodel import near, validated

SHIPPED = "device_profiles"
"""The package with the profiles that come with tablectl."""
SUFFIX = ".yaml"


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


# ---------------------------------------------------------------- one file


def load(path: Path) -> Profile:
    """The profile in a file; FileErrors with everything that is wrong with it."""
    return _profile(load_yaml(path), path.stem)


def loads(text: str | bytes, name: str) -> Profile:
    """As `load`, of a text; `name` stands for the file, and its stem has to name the profile."""
    return _profile(parse(text, name), Path(name).stem)


def _profile(document: Document, stem: str) -> Profile:
    found = chain(problems(document.value, stem), misfits(document.value))
    broken = [document.error(loc, problem, hint) for loc, problem, hint in found]
    try:
        profile = validated(document, form_of(document.value))
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
