"""`tablectl profile`: which models of device there are, and whether a profile is right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from drivers.profile_form import Profile
from drivers.profile_schema import profile_schema
from drivers.profiles import SUFFIX, all_profiles, find, load
from tablectl.cli.trouble import BAD_INPUT, Trouble
from tablectl.yamlfile import FileErrors

FAULTY = "has errors: see `tablectl profile lint`"

folder_option = click.option(
    "--folder",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Look in this folder first; may be given several times.",
)


@click.group(no_args_is_help=False)
def profile() -> None:
    """Look at the profiles of devices, and check your own.

    A profile is a YAML file that tells what a model of device is, how its line is driven and what
    it can tell. A table file names one for each of its devices. docs/profiles.md has every key.

    \b
    Examples:
      tablectl profile list
      tablectl profile lint
    """


@profile.command()
@click.argument(
    "paths",
    metavar="[FILE_OR_FOLDER]...",
    nargs=-1,
    type=click.Path(exists=True, path_type=Path),
)
def lint(paths: tuple[Path, ...]) -> None:
    """Check profiles and tell everything that is wrong with each, at its line and column.

    Without a path the profiles that come with tablectl are checked. One bad profile does not keep
    the others from being checked.

    \b
    Example:
      tablectl profile lint

    Exits with 2 if a profile has errors.
    """
    if paths and not any(map(_files, paths)):
        where = ", ".join(map(str, paths))
        raise Trouble("no_profiles", f"there is no {SUFFIX} file here", "name another", where)
    read = [each for _, each in all_profiles()] if not paths else list(_read(paths))
    wrong = [error for each in read if isinstance(each, FileErrors) for error in each.errors]
    for error in wrong:
        click.echo(error)
    profiles = _counted(len(read), "profile")
    click.echo(f"{profiles}, {_counted(len(wrong), 'error') if wrong else 'no errors'}")
    if wrong:
        raise click.exceptions.Exit(BAD_INPUT)


def _read(paths: Sequence[Path]) -> Iterator[Profile | FileErrors]:
    for path in dict.fromkeys(file for each in paths for file in _files(each)):
        try:
            yield load(path)
        except FileErrors as wrong:
            yield wrong


def _files(path: Path) -> list[Path]:
    """A file, or the files of a folder that are profiles for `find`."""
    return sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


@profile.command(name="list")
@folder_option
def list_(folders: tuple[Path, ...]) -> None:
    """List the profiles: name, kind, what the device can tell or do, and its title.

    \b
    Examples:
      tablectl profile list
      tablectl profile list --folder .
    """
    rows = [_row(name, each) for name, each in all_profiles(folders)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        padded = [text.ljust(width) for text, width in zip(row, widths, strict=False)]
        click.echo("  ".join([*padded, row[3]]).rstrip())


def _row(name: str, found: Profile | FileErrors) -> tuple[str, str, str, str]:
    if isinstance(found, FileErrors):
        return name, "-", "-", FAULTY
    return name, found.kind.value, ", ".join(can.value for can in found.can), found.title


@profile.command()
@click.argument("name", metavar="NAME")
@folder_option
def show(name: str, folders: tuple[Path, ...]) -> None:
    """Show the profile NAME with every value it has, also those it leaves to their defaults.

    \b
    Example:
      tablectl profile show reference_sensing_shoe
    """
    try:
        found = find(name, folders)
    except FileErrors as wrong:
        raise Trouble(wrong.code, str(wrong), "put the profile right") from wrong
    click.echo("\n".join(_told(found)))


def _knock(speeds: tuple[int, ...]) -> str:
    return f", after a knock at {', '.join(map(str, speeds))} baud" if speeds else ""


def _told(found: Profile) -> Iterator[str]:
    line, timing, stacks = found.line, found.timing, found.stack_size
    given = f"stacks of {stacks} cards" if stacks > 1 else "single cards"
    yield f"{found.profile}: {found.title}"
    rows = {
        "maker": found.maker,
        "kind": found.kind.value,
        "model": found.model,
        "firmware": ", ".join(found.firmware) or "not told",
        "usb": ", ".join(found.usb),
        "digest": found.digest or "any",
        "protocol": f"{found.protocol}, {found.delivery.value}",
        "line": f"{line.baud} baud, {line.data_bits} data bits, "
        f"{line.parity.replace('none', 'no')} parity, "
        f"{_counted(line.stop_bits, 'stop bit')}{_knock(line.knock)}",
        "timing": ", ".join(f"{what} {ms} ms" for what, ms in timing.model_dump().items()),
        "can": ", ".join(can.value for can in found.can),
        "delivers": given if found.delivers else "",
    }
    yield from (f"  {what:<9} {text}" for what, text in rows.items() if text)
    for variant in found.variants:
        differing = ", ".join(sorted(variant.model_extra or {})) or "nothing else"
        yield f"  variant   {', '.join(variant.firmware)}: {differing}"


@profile.command()
def schema() -> None:
    """Print the JSON Schema of profiles, for editors that complete and check as you type.

    What the schema cannot say, such as which abilities go with which kind of device, `lint` checks.

    \b
    Example:
      tablectl profile schema

    Keep it in a file; docs/profiles.md tells how an editor finds it.
    """
    click.echo(json.dumps(profile_schema(), indent=2))
