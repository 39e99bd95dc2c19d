"""The serial ports of this machine, and what each may be by its USB ids.

A device is known by the `usb` of its profile, a chip that any device may be behind by a list of
such chips. Opens nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field
from serial.tools.list_ports import comports

from drivers.profile_form import USB_ID, Profile
from tablectl.yamlfile import parse
from tablectl.yamlmodel import Strict, validated

BY_ID = Path("/dev/serial/by-id")
"""Where the system keeps names of ports that stay the same, whichever socket a device is in."""
ADAPTERS = "usb_adapters.yaml"


@dataclass(frozen=True)
class PortSeen:
    """A port; `usb` and what comes after it are empty where it is none of USB, or does not say."""

    path: str
    link: str
    """What leads to it and stays the same, if there is such a name; else its path."""
    usb: str = ""
    serial: str = ""
    product: str = ""


class AdaptersFile(Strict):
    version: Literal[1]
    adapters: Mapping[Annotated[str, Field(pattern=USB_ID)], str]


def ports() -> list[PortSeen]:
    """All that there are, by name."""
    lasting = _lasting_names()
    seen = []
    for found in comports():
        usb = "" if found.vid is None else f"{found.vid:04x}:{found.pid or 0:04x}"
        link = lasting.get(Path(found.device).resolve(), found.device)
        said = found.serial_number or "", found.product or ""
        seen.append(PortSeen(found.device, link, usb, *said))
    return sorted(seen, key=lambda port: port.path)


def _lasting_names() -> Mapping[Path, str]:
    try:
        names = sorted(BY_ID.iterdir())
    except OSError:  # no device is plugged in, or the system keeps no such names
        return {}
    return {name.resolve(): str(name) for name in names}


def adapters() -> Mapping[str, str]:
    """The chip by its USB ids."""
    place = files("drivers") / ADAPTERS
    return validated(parse(place.read_bytes(), str(place)), AdaptersFile).adapters


def known_by(port: PortSeen, profiles: Iterable[Profile]) -> list[Profile]:
    """The profiles of devices that have this port's USB ids."""
    return [profile for profile in profiles if port.usb in profile.usb]
