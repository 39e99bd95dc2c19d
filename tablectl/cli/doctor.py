"""`tablectl doctor`: whether an installation is as it has to be, and how to mend what is not."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl.cli.trouble import FAILED
from tablectl.doctoring import BEFORE_START, CHECKS, examined
from tablectl.installation import DOOR_GROUP, USER, Installation


@click.command()
@click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("/"),
    show_default=True,
    help="Look below this folder, for an installation that is being made.",
)
@click.option("--user", default=USER, show_default=True, help="Who runs the table.")
@click.option("--group", default=DOOR_GROUP, show_default=True, help="Who may come to its door.")
@click.option("--before-start", is_flag=True, help="Only what is quick and keeps it from starting.")
@click.option("--quiet", is_flag=True, help="Say nothing where nothing is wrong.")
@click.argument("table")
def doctor(root: Path, user: str, group: str, before_start: bool, quiet: bool, table: str) -> None:
    """Check the installation of TABLE, as deploy/README.md tells how to make one.

    It looks at the user, the program, the unit and the names of ports, at the table file and what
    is plugged in, at folders, keys and the people file with their modes and owners, at the whole
    record, at the room that is left, the clock and the door. For each thing that is wrong it says
    what to do. It changes nothing. Exit code 1 if anything has to be mended.

    \b
    Example:
      tablectl doctor --root nowhere T1
    """
    checks = BEFORE_START if before_start else CHECKS
    found = examined(Installation(table, root, user, group), checks)
    for each in found:
        click.echo(f"{'note ' if each.note else 'FAULT'} {each.code}: {each.where}")
        click.echo(f"      {each.problem}")
        click.echo(f"      do: {each.mend}")
    faults = sum(not each.note for each in found)
    if faults:
        click.echo(f"{faults} to be mended", err=True)
        raise click.exceptions.Exit(FAILED)
    if not quiet:
        click.echo(f"Nothing has to be mended at the installation of table {table}.")
