"""`tablectl sign`: the sign at a table, ready to be printed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from tablectl import config
from tablectl.cli.signpage import Pending, Sign, page
from tablectl.cli.sockets import door_at, socket_option
from tablectl.cli.status import start_text
from tablectl.cli.trouble import ENVIRONMENT, Trouble
from tablectl.games.catalogue import GAMES
from tablectl.words.bases import Role
from tablectl.words.settings import Settings


@click.command()
@click.option(
    "--table",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The table file; without it, the one that comes with tablectl.",
)
@click.option("--running", is_flag=True, help="As a running table has it, with pending changes.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
@socket_option
def sign(table: Path | None, running: bool, output: Path | None, socket_path: Path | None) -> None:
    """Make the sign of a table: limits, pay tables and rule options, as one HTML page to print.

    The page needs nothing from anywhere else. It goes to the terminal, or with --output into a
    file. The reference under which the sign was approved is the key sign_approval of the table
    file; without it a line is left free for it.

    With --running it is asked of the table at its door (--socket), as the limits are now, with the
    changes that have been announced and when they start.

    \b
    Examples:
      tablectl sign
      tablectl sign --output sign.html
    """
    if running and table is not None:
        raise click.UsageError("--running and --table exclude each other")
    made = _of_running(socket_path) if running else _of_file(table)
    text = page(made)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        problem = error.strerror or str(error)
        raise Trouble("file", problem, "name another file", str(output), ENVIRONMENT) from error
    click.echo(f"{output} is the sign of table {made.table}")


def _of_file(path: Path | None) -> Sign:
    return sign_of(config.demo().settings if path is None else config.load(path).settings)


def sign_of(settings: Settings) -> Sign:
    """The sign that a table file stands for."""
    game = GAMES[settings.game]
    return Sign(settings.table, game, settings.method, settings.options, settings.sign_approval)


def _of_running(socket_path: Path | None) -> Sign:
    with door_at(socket_path) as door:
        view: Mapping[str, Any] = door.view(Role.SUPERVISOR)
    return Sign(
        str(view["table"]),
        GAMES[view["game"]],
        str(view["method"]),
        view["options"],
        str(view["sign_approval"]),
        tuple(
            Pending(notice["option"], notice["value"], start_text(notice["starts_at"]))
            for notice in view["notices"]
        ),
    )
