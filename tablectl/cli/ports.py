"""`tablectl ports`: what is plugged in, what it may be, and the lines for a table file."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from drivers.profile_form import Profile
from drivers.profiles import all_profiles
from drivers.serial_ports import PortSeen, adapters, known_by
from drivers.serial_ports import ports as ports_seen
from tablectl.cli.profile import FAULTY, folder_option
from tablectl.texts import printable

_PLAIN = re.compile(r"[A-Za-z0-9/_.][A-Za-z0-9/_.-]*")
"""What YAML takes for text without quotes."""


@click.command()
@folder_option
def ports(folders: tuple[Path, ...]) -> None:
    """List the serial ports of this machine, and print lines for a table file.

    A device is recognised by its USB ids, which stand in its profile. An adapter is a chip that
    makes a serial port out of a USB socket, and any device may be behind it: there, and at a port
    that is none of USB, put in the PROFILE and the SERIAL number yourself. A link has the name that
    stays the same whichever socket the device is in, where the system keeps such names.

    \b
    Examples:
      tablectl ports
      tablectl ports --folder .
    """
    seen = ports_seen()
    if not seen:
        click.echo("There is no serial port: plug the device in.")
        return
    profiles = []
    for name, found in all_profiles(folders):
        if isinstance(found, Profile):
            profiles.append(found)
        else:
            click.echo(f"{name} {FAULTY}", err=True)
    click.echo("\n".join(_told(seen, profiles, adapters())))


def _told(
    seen: Sequence[PortSeen], profiles: Sequence[Profile], chips: Mapping[str, str]
) -> Iterator[str]:
    width = max(len(port.path) for port in seen)
    for port in seen:
        told = _what(port, known_by(port, profiles), chips)
        yield f"{port.path:<{width}}  {port.usb or '-':<9}  {told}"
    yield ""
    yield "For the table file:"
    yield ""
    yield "devices:"
    numbers: Counter[str] = Counter()
    for port in seen:
        yield from _pasted(port, known_by(port, profiles), numbers)


def _what(port: PortSeen, known: Sequence[Profile], chips: Mapping[str, str]) -> str:
    if known:
        return " or ".join(f"{each.title} (profile {each.profile})" for each in known)
    if port.usb in chips:
        return f"adapter: {chips[port.usb]}"
    if port.usb:
        return f"not known: {printable(port.product) or 'it does not say what it is'}"
    return "no USB port"


def _pasted(port: PortSeen, known: Sequence[Profile], numbers: Counter[str]) -> Iterator[str]:
    profile = known[0] if known else None
    kind = "device" if profile is None else profile.kind.value
    numbers[kind] += 1
    for other in known[1:]:
        yield f"  # or, by its USB ids: profile {other.profile}"
    says = frozenset({"serial"}) if profile is None else profile.identifies_by
    serial = json.dumps(port.serial if profile and port.serial else "SERIAL")
    fields = {
        "profile": "PROFILE" if profile is None else profile.profile,
        **({"serial": serial} if "serial" in says else {}),
        **({"firmware": '"VERSION"'} if profile and profile.variants else {}),
        "link": port.link if _PLAIN.fullmatch(port.link) else json.dumps(port.link),
    }
    written = ", ".join(f"{key}: {text}" for key, text in fields.items())
    yield f"  {kind}_{numbers[kind]}: {{{written}}}"
