"""What a table is fitted with: devices as a table file names them, and ready-made sets of them.

Responsible for turning a profile and what the house adds to it (serial number, line) into the
device that is promised, and for what is wrong with that. Must not know how a line is driven.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

from drivers.plain.cardmap import load as load_cards
from drivers.plain.profile import PlainProfile
from drivers.profile_form import DIGEST, Profile, Said
from drivers.profiles import UnknownProfile, find
from drivers.serial_url import SPELLINGS, Way, line_of, way_of, well_written
from tablectl.words.methods import shoe_misfit
from tablectl.words.settings import Can, Device, DeviceKind
from tablectl.yamlfile import Document, FileError, FileErrors, Loc, Value, shown
from tablectl.yamlmodel import Strict

Problem = tuple[Loc, str, str]
"""Where something is wrong, what it is, and what to do."""


class Preset(Enum):
    """Sets of simulated devices, by how much they tell."""

    BLIND = "blind"
    COUNTING = "counting"
    RECOGNISING = "recognising"
    MIXED = "mixed"
    AUTOMATED = "automated"
    SHUFFLING = "shuffling"


_PRESETS: Mapping[Preset, Mapping[str, str]] = {
    Preset.BLIND: {},
    Preset.COUNTING: {"shoe_1": "reference_sensing_shoe"},
    Preset.RECOGNISING: {"shoe_1": "reference_recognising_shoe"},
    Preset.MIXED: {"shoe_1": "reference_sensing_shoe", "reader_1": "reference_reader"},
    Preset.AUTOMATED: {
        "shuffler_1": "reference_shuffler",
        "shoe_1": "reference_stack_shoe",
        "reader_1": "reference_reader",
        "generator_1": "reference_generator",
    },
    Preset.SHUFFLING: {"shuffler_1": "reference_shuffler", "reader_1": "reference_reader"},
}


class DeviceSpec(Strict):
    """A device as a table file names it: a profile, which one of its kind, and where it is."""

    profile: str
    serial: Said | None = None
    firmware: Said | None = None
    digest: str | None = Field(default=None, pattern=DIGEST)
    link: str | None = None
    cards: str | None = None
    """The file that says which card each tag stands for, as seen from the table file."""
    simulated: bool = False


@dataclass(frozen=True)
class Fitting:
    """One device: what is promised of it, its profile, and the line to it if it is a real one."""

    device: Device
    profile: Profile
    link: str = ""


def fitting(spec: DeviceSpec, folders: Sequence[Path] = (), beside: Path | None = None) -> Fitting:
    """The device that a spec without errors stands for.

    What the table file does not pin, the profile may: its one firmware, its digest. Where it has
    several versions, any of them is promised. A simulated device is whatever it is promised to be,
    so its firmware is never left empty. Nothing is promised that the device cannot say. A file that
    it names is looked for `beside` the table file.
    """
    found = find(spec.profile, folders)
    unpinned = found.sample_firmware if spec.simulated else found.only_firmware
    profile = found.at(spec.firmware or unpinned)
    profile = _with_cards(profile, (beside or Path()) / spec.cards if spec.cards else None)
    says = profile.identifies_by
    device = Device(
        kind=profile.kind,
        can=profile.can,
        model=profile.model,
        serial=(spec.serial or profile.sample_serial) if "serial" in says else "",
        firmware=(spec.firmware or unpinned) if "firmware" in says else "",
        simulated=spec.simulated,
        profile=profile.profile,
        digest=spec.digest or profile.digest,
        versions=() if spec.simulated or "firmware" not in says else found.versions,
        stack=profile.stack_size,
        delivery=profile.delivery,
        variants=() if spec.simulated else tuple(each.firmware for each in found.variants),
        program=profile.digest,
        cards=_digest_of_cards(profile),
    )
    return Fitting(device, profile, spec.link or "")


def _with_cards(profile: Profile, path: Path | None) -> Profile:
    """The profile with the card map of this file."""
    if path is None or not isinstance(profile, PlainProfile) or profile.tag_form is None:
        return profile
    return profile.model_copy(update={"cards": load_cards(path, profile.tag_form)})


def _digest_of_cards(profile: Profile) -> str:
    """Which card map is in force, if somebody has written one."""
    if not isinstance(profile, PlainProfile) or not profile.cards or profile.card_map is None:
        return ""
    return profile.card_map.digest


# ---------------------------------------------------------------- ready-made sets


def profiles_of(preset: Preset) -> Mapping[str, str]:
    """The profiles of a preset's devices, by the names of the devices."""
    return _PRESETS[preset]


@cache
def of_preset(preset: Preset) -> Mapping[str, Fitting]:
    """The simulated devices of a preset, by name."""
    return {
        name: fitting(DeviceSpec(profile=profile, simulated=True))
        for name, profile in _PRESETS[preset].items()
    }


def misfit(preset: Preset, method: str) -> str:
    """Why a preset does not go with a way of dealing, or nothing."""
    for fitted in of_preset(preset).values():
        if why := _misfit(fitted.profile, method):
            return f"{preset.value} has a shoe{why}"
    return ""


def fitting_presets(method: str) -> list[str]:
    """The presets that go with a way of dealing."""
    return [preset.value for preset in Preset if not misfit(preset, method)]


def _misfit(profile: Profile, method: str) -> str:
    return shoe_misfit(profile.stack_size, method) if profile.kind is DeviceKind.SHOE else ""


# ---------------------------------------------------------------- what is wrong with devices


def folders_of(document: Document, named: Iterable[str]) -> list[Path]:
    """The folders of profiles that a table names, seen from the folder of its file."""
    return [Path(document.name).parent / each for each in named]


def device_problems(document: Document, given: Mapping[Any, Value]) -> Iterator[Problem]:
    """What is wrong with the devices of a table, read off its plain values.

    Plain, so that a misspelt key elsewhere does not hide any of it from the same run; a value of
    the wrong type is not this function's to report, and counts as absent.
    """
    listed = given.get("profiles")
    named = [str(each) for each in (listed if isinstance(listed, list) else ())]
    folders = []
    for index, folder in enumerate(folders_of(document, named)):
        if folder.is_dir():
            folders.append(folder)
        else:
            hint = "folders are named as seen from the table file"
            yield ("profiles", index), f"there is no folder {folder}", hint
    devices = given.get("devices")
    lines: dict[str, str] = {}
    for name, entry in devices.items() if isinstance(devices, dict) else ():
        if not isinstance(entry, dict):
            continue
        at: Loc = ("devices", name)
        for loc, problem, hint in _place_problems(entry, lines, str(name)):
            yield (*at, *loc), problem, hint
        for loc, problem, hint in _profile_problems(entry, folders, given.get("method")):
            yield (*at, *loc), problem, hint
        for loc, problem, hint in _card_problems(document, entry, folders):
            yield (*at, *loc), problem, hint


def _place_problems(
    entry: Mapping[Any, Value], lines: dict[str, str], name: str
) -> Iterator[Problem]:
    link, simulated = entry.get("link"), entry.get("simulated") is True
    if simulated and link is not None:
        yield ("link",), "a simulated device has no link", "remove it, or simulated: true"
    elif not simulated and link is None:
        yield (), "neither 'link' nor 'simulated: true' is here", "say where the device is"
    if isinstance(link, str) and not well_written(link):
        yield ("link",), f"{shown(link)} leads to no port", f"write {SPELLINGS}"
    elif isinstance(link, str) and not simulated and (line := line_of(link)):
        if line in lines:
            yield ("link",), f"{lines[line]} is on this line", "every device has a line of its own"
        lines.setdefault(line, name)


def _profile_problems(
    entry: Mapping[Any, Value], folders: Sequence[Path], method: Value
) -> Iterator[Problem]:
    name, firmware, digest = (entry.get(key) for key in ("profile", "firmware", "digest"))
    if not isinstance(name, str):
        return
    try:
        profile = find(name, folders)
    except UnknownProfile as unknown:
        yield ("profile",), unknown.problem, unknown.hint
        return
    except FileErrors as wrong:
        count, file = len(wrong.errors), wrong.errors[0].file
        problem = f"the profile {name!r} has {count} error{'' if count == 1 else 's'}"
        yield ("profile",), problem, f"see `tablectl profile lint {file}`"
        return
    yield from _identity_problems(entry, profile)
    pinned = firmware if isinstance(firmware, str) else ""
    if profile.variants and not pinned and entry.get("simulated") is not True:
        problem = f"the profile {name} is not the same for all versions"
        yield (), problem, f"add firmware: one of {', '.join(profile.versions)}"
    if pinned and "firmware" in profile.identifies_by and not profile.accepts(pinned):
        accepted = f"it accepts {', '.join(profile.versions)}"
        yield ("firmware",), f"the profile {name} does not accept {pinned!r}", accepted
    profile = profile.at(pinned)
    if isinstance(method, str) and (why := _misfit(profile, method)):
        yield ("profile",), f"{name} is a shoe{why}", "name another profile, or another method"
    link = entry.get("link")
    if isinstance(link, str) and way_of(link) is Way.SPY and _tells_hidden_faces(profile):
        problem = "spy:// writes out every byte, and here those are cards that lie face down"
        yield ("link",), problem, "write /dev/...; `tablectl run --trace` leaves hidden cards out"
    if isinstance(link, str) and way_of(link) is Way.SOCKET and profile.line.knock:
        problem = f"a {name} is told its mode by the speed of the line, and a socket has none"
        yield ("link",), problem, "write rfc2217://HOST:PORT, if the server speaks it"
    if isinstance(digest, str) and profile.digest not in ("", digest):
        problem = f"the profile {name} pins another digest, {profile.digest}"
        yield ("digest",), problem, "remove it, or put the profile right"


def _card_problems(
    document: Document, entry: Mapping[Any, Value], folders: Sequence[Path]
) -> Iterator[Problem]:
    """A reader of tags has to be told which card each stands for, and no other device is."""
    profile, named = _found(entry, folders), entry.get("cards")
    if profile is None:
        return
    if not isinstance(profile, PlainProfile) or profile.tag_form is None:
        if named is not None:
            yield ("cards",), f"a {profile.profile} reads no tags", "remove it"
    elif isinstance(named, str):
        path = Path(document.name).parent / named
        if not path.is_file():
            yield ("cards",), f"there is no file {path}", "named as seen from the table file"
    elif not profile.cards and entry.get("simulated") is not True:
        problem = f"nobody says which card a tag stands for that a {profile.profile} reads"
        yield (), problem, "add cards: FILE"


def card_map_errors(document: Document, given: Mapping[Any, Value]) -> Iterator[FileError]:
    """What is wrong with the card maps that the devices of a table name, each in its own file."""
    listed, devices = given.get("profiles"), given.get("devices")
    named = [str(each) for each in (listed if isinstance(listed, list) else ())]
    folders = [folder for folder in folders_of(document, named) if folder.is_dir()]
    told: set[FileError] = set()
    for entry in devices.values() if isinstance(devices, dict) else ():
        cards = entry.get("cards") if isinstance(entry, dict) else None
        profile = _found(entry, folders) if isinstance(entry, dict) else None
        form = profile.tag_form if isinstance(profile, PlainProfile) else None
        path = Path(document.name).parent / cards if isinstance(cards, str) else None
        if form is None or path is None or not path.is_file():
            continue
        try:
            load_cards(path, form)
        except FileErrors as wrong:
            yield from (error for error in wrong.errors if error not in told)
            told.update(wrong.errors)


def _found(entry: Mapping[Any, Value], folders: Sequence[Path]) -> Profile | None:
    """The profile that a device names, if it is one without errors."""
    name = entry.get("profile")
    if not isinstance(name, str):
        return None
    try:
        return find(name, folders)
    except (UnknownProfile, FileErrors):
        return None  # told where the profile is looked for


def _tells_hidden_faces(profile: Profile) -> bool:
    """Whether the device knows cards that nobody has turned up; a reader sees only those that lie
    face up."""
    return Can.FACES in profile.can and profile.kind is not DeviceKind.READER


def _identity_problems(entry: Mapping[Any, Value], profile: Profile) -> Iterator[Problem]:
    """A device is promised by what it can say, so that the promise can be held against it."""
    says = profile.identifies_by
    if "serial" in says and entry.get("serial") is None and entry.get("simulated") is not True:
        yield (), "the required key 'serial' is missing", "as it stands on the device"
    for key, what in (("serial", "serial number"), ("firmware", "firmware"), ("digest", "digest")):
        if entry.get(key) is not None and key not in says:
            problem = f"a {profile.profile} cannot say its {what}"
            yield (key,), problem, "remove it: nothing could be held against it"
