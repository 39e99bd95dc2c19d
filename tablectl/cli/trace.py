"""`tablectl trace`: what went over the lines of a table, from the file that `run --trace` wrote."""

from __future__ import annotations

from pathlib import Path

import click

from drivers.trace import SIGNS_OF_LIFE, BadTrace, Traced, entries
from tablectl.cli.suggest import near
from tablectl.cli.times import given_time
from tablectl.cli.trouble import FAILED
from tablectl.replay.times import moment
from tablectl.texts import printable


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--device", "devices", multiple=True, help="Only this device; may be repeated.")
@click.option("--since", callback=given_time, help="From this time on, UTC: 2026-01-31T20:15.")
@click.option("--until", callback=given_time, help="Up to this time.")
@click.option("--all", "everything", is_flag=True, help="Signs of life too.")
@click.option("--json", "as_json", is_flag=True, help="The entries as they are, one a line.")
def trace(
    file: Path,
    devices: tuple[str, ...],
    since: int | None,
    until: int | None,
    everything: bool,
    as_json: bool,
) -> None:
    """Show what went over the lines of a table, both ways, from a trace.

    `tablectl run --trace FILE` writes one. One line an entry: `<` came from the device, `>` went to
    it, `*` is something noted. Behind the message are the bytes of its frame in hexadecimal digits.
    Cards that lie face down are never in a trace: there the bytes of the cards are zero, or only
    their number is told. Signs of life, several a second from each device, are left out and their
    number is told at the end, unless --all or --json is given. Files that were set aside (FILE.1
    and so on) are read first. Exits with 1 if there is a line that is no entry of a trace, or
    nothing at all of a device that was asked for.

    \b
    Examples:
      tablectl trace table.trace
      tablectl trace table.trace --device shoe_1 --since 2026-01-31T20:15
    """
    left_out = bad = 0
    traced: set[str] = set()
    for found in entries(file):
        if isinstance(found, BadTrace):
            bad += 1
            click.echo(f"tablectl: {found}", err=True)
            continue
        traced.add(found.device)
        if not _wanted(found, devices, since, until):
            continue
        if as_json:
            click.echo(found.model_dump_json(exclude_defaults=True))
        elif everything or found.name not in SIGNS_OF_LIFE:
            click.echo(_told(found))
        else:
            left_out += 1
    if left_out:
        click.echo(f"tablectl: {left_out} signs of life are left out (--all shows them)", err=True)
    strangers = [device for device in devices if device not in traced]
    for device in strangers:
        hint = near(device, traced)
        told = f"{file} has nothing of a device {device!r}" + (f"; {hint}" if hint else "")
        click.echo(printable(f"tablectl: {told}"), err=True)
    if bad or strangers:
        raise click.exceptions.Exit(FAILED)


def _wanted(found: Traced, devices: tuple[str, ...], since: int | None, until: int | None) -> bool:
    return (
        (not devices or found.device in devices)
        and (since is None or found.time >= since)
        and (until is None or found.time <= until)
    )


def _told(found: Traced) -> str:
    parts = [moment(found.time), found.device or "-", found.way, found.name, found.text]
    parts += ["(again)"] if found.repeated else []
    parts += [f"[{found.hex}]"] if found.hex else []
    parts += [f"({found.hidden} bytes with hidden cards)"] if found.hidden else []
    return printable(" ".join(part for part in parts if part))
