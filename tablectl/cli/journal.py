"""`tablectl journal`: what an auditor does with a record."""

from __future__ import annotations

import re
from pathlib import Path

import click

from tablectl.cli.trouble import FAILED
from tablectl.journal.verify import verify as verified

_HEAD = re.compile(r"(\d+)[: ]([0-9a-f]{64})")


def _head(
    _ctx: click.Context, _param: click.Parameter, value: str | None
) -> tuple[int, str] | None:
    """The number and the hash of a last record, as `verify` prints them."""
    if value is None:
        return None
    found = _HEAD.fullmatch(value.strip().lower())
    if found is None:
        wanted = "a number, a colon and 64 hexadecimal digits"
        raise click.BadParameter(f"{value!r} is no head; that is {wanted}")
    return int(found[1]), found[2]


@click.group(no_args_is_help=False)
def journal() -> None:
    """Look at the record of a table.

    \b
    Example:
      tablectl journal verify table.db
    """


@journal.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--head",
    metavar="SEQ:HASH",
    callback=_head,
    help="The head that was kept from an earlier verification.",
)
def verify(file: Path, head: tuple[int, str] | None) -> None:
    """Check that the record in FILE is whole and unchanged.

    Every hash is computed again and every rule that records keep among themselves is checked. A
    record whose end was cut off is shorter but sound, so keep the head that is printed somewhere
    else and give it to the next verification.

    \b
    Examples:
      tablectl run --rounds 1 --journal table.db
      tablectl journal verify table.db

    Exits with 1 if anything is found.
    """
    verification = verified(file, head)
    click.echo(verification.report())
    if not verification.ok:
        raise click.exceptions.Exit(FAILED)
