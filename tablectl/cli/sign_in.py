"""`tablectl sign-in`: a person proves who they are, and acts at the table from then on."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl.cli.keeping import asked_for, keep
from tablectl.cli.sockets import WHILE_PROVING, door_at, socket_option


@click.command("sign-in")
@socket_option
@click.argument("person")
def sign_in(socket_path: Path | None, person: str) -> None:
    """Prove that you are PERSON, by a PIN or passphrase, at a running table.

    It is typed unseen, or taken from a line that is piped in, and never from the command line,
    where others could read it. `tablectl act --by PERSON` then acts in your name until you sign
    out, do nothing for as long as the table file says, or the controller is started anew.

    \b
    Example:
      tablectl sign-in ann
      tablectl act --by ann confirm what=open_table
      tablectl sign-out ann

    After some wrong guesses nothing is looked at for a while; every one of them is on record.
    """
    with door_at(socket_path, WHILE_PROVING) as door:
        signer = door.sign_in(person, asked_for(f"PIN or passphrase of {person}"))
    keep(socket_path, person, signer)
    click.echo(f"{person} is signed in")
