"""`tablectl frames`: what went over the line of one device lately, as its driver saw it."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl.cli.sockets import door_at, socket_option


@click.command()
@click.argument("device")
@socket_option
def frames(device: str, socket_path: Path | None) -> None:
    """Show the last frames on the line of a running table's DEVICE.

    One line a frame, the oldest first: `<` came from the device, `>` went to it, `*` is something
    noted, such as bytes that belonged to no frame. Times are UTC. Signs of life (BEAT and ALIVE)
    are left out, and so are cards that lie face down. The last line counts all that went over the
    line since the table was started. What the messages mean is told in docs/protocol.md.

    \b
    Examples:
      tablectl run --by-hand
      tablectl frames shoe_1
    """
    with door_at(socket_path) as door:
        for line in door.frames(device):
            click.echo(line)
