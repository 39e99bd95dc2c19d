"""`tablectl sign-out`: a person acts at the table no more."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl.cli.keeping import forget, kept
from tablectl.cli.sockets import door_at, socket_option
from tablectl.cli.trouble import FAILED, Trouble
from tablectl.doorwire import Answered

OVER = ("no_session", "forged")
"""What a table answers of a session that it does not know any more."""


@click.command("sign-out")
@socket_option
@click.argument("person")
def sign_out(socket_path: Path | None, person: str) -> None:
    """End the session of PERSON that `tablectl sign-in` began.

    \b
    Example:
      tablectl sign-out ann
    """
    signers = kept(socket_path, person)
    if not signers:
        raise Trouble("no_session", f"{person} is not signed in from here", exits=FAILED)
    with door_at(socket_path) as door:
        door.signers = signers
        try:
            door.sign_out(person)
        except Answered as error:
            if error.code not in OVER:
                raise
    forget(socket_path, person)
    click.echo(f"{person} is signed out")
