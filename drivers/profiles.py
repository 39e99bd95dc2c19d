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
from typing import Any

from drivers.families import form_of, misfits
from drivers.profile_checks import problems
from drivers.profile_form import OF_ALL_VERSIONS, Profile, varied
from tablectl.words.errors import TablectlError
from tablectl.words.settings import covers
from tablectl.yamlfile import Document, FileError, FileErrors, Loc, Mark, Value, parse
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
    wrong = _errors(document, stem)
    told = {(error.path, error.problem) for error in wrong}
    for whole in _wholes(document):
        # What is wrong without a variant is wrong with each of them, and told once.
        differing = (each for each in _errors(whole, stem) if (each.path, each.problem) not in told)
        wrong += differing
    wrong += _variant_errors(document)
    if wrong:
        raise FileErrors(wrong)
    return validated(document, form_of(document.value))


def _errors(document: Document, stem: str) -> list[FileError]:
    """All that is wrong with a profile, and with it alone."""
    found = chain(problems(document.value, stem), misfits(document.value))
    broken = [document.error(loc, problem, hint) for loc, problem, hint in found]
    try:
        validated(document, form_of(document.value))
    except FileErrors as invalid:
        return [*invalid.errors, *broken]
    return broken


# ---------------------------------------------------------------- variants


def _wholes(document: Document) -> Iterator[Document]:
    """What each variant makes of the profile, told at the places in the file."""
    for index, variant in _variants(document.value):
        here = ("variants", index)
        whole = varied(document.value if isinstance(document.value, dict) else {}, variant)
        marks, keys = (_seen_from(here, each) for each in (document.marks, document.key_marks))
        yield Document(document.name, whole, marks, keys)


def _seen_from(here: Loc, marks: Mapping[Loc, Mark]) -> Mapping[Loc, Mark]:
    """Where everything is, with what stands `here` in the place of what stands at the top."""
    own = {loc[len(here) :]: mark for loc, mark in marks.items() if loc[: len(here)] == here}
    return {**marks, **own}


def _variants(value: Value) -> Iterator[tuple[int, Mapping[Any, Value]]]:
    listed = value.get("variants") if isinstance(value, dict) else None
    for index, variant in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(variant, dict):
            yield index, variant


def _variant_errors(document: Document) -> Iterator[FileError]:
    earlier: list[str] = []
    for index, variant in _variants(document.value):
        at: Loc = ("variants", index)
        for key in variant:
            if key in OF_ALL_VERSIONS:
                problem, hint = f"{key!r} is the same for all versions", "remove it here"
                yield document.error((*at, key), problem, hint, key=True)
        listed = variant.get("firmware")
        given = listed if isinstance(listed, list) else []
        versions = [each for each in given if isinstance(each, str)]
        for nth, version in enumerate(versions):
            if any(covers(known, version) for known in earlier):
                problem, hint = f"{version!r} has a variant already", "the first that fits counts"
                yield document.error((*at, "firmware", nth), problem, hint)
        earlier += versions


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
