"""`tablectl console`: pages in browsers for a running table."""

from __future__ import annotations

import logging
import socket as sockets
import sys
from contextlib import closing
from pathlib import Path

import click

from tablectl.cli.sockets import default_socket, served_at, socket_option
from tablectl.cli.trouble import ENVIRONMENT, Trouble
from tablectl.console.addresses import (
    DEFAULT_ADDRESS,
    DEFAULT_PORT,
    ServingError,
    address_of,
    listening,
    of_socket,
)
from tablectl.console.app import Console
from tablectl.console.hosts import hosts
from tablectl.console.records import Records, routes
from tablectl.console.screen import screen
from tablectl.console.serving import Secured, secured, serve, server
from tablectl.texts import printable


@click.command()
@socket_option
@click.option(
    "--listen",
    default=f"{DEFAULT_ADDRESS}:{DEFAULT_PORT}",
    show_default=True,
    metavar="ADDRESS:PORT",
    help="Where browsers find it; with port 0 any that is free.",
)
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A certificate in PEM: then it is served over TLS.",
)
@click.option(
    "--key",
    "key_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The key of the certificate.",
)
@click.option(
    "--journal",
    "journal_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The table's record, for auditors to read.",
)
@click.option("--inherited", type=int, hidden=True)
def console(
    socket_path: Path | None,
    listen: str,
    certificate: Path | None,
    key_path: Path | None,
    journal_path: Path | None,
    inherited: int | None,
) -> None:
    """Serve the console of a running table to browsers.

    It is a client of the table's door, like `tablectl status` and `tablectl act`, and a process of
    its own: the table does not need it and is not harmed by its end. It may be started before the
    table, and outlives a restart of it; pages go on by themselves.

    \b
    On this machine alone:
      tablectl console
      tablectl console --listen 127.0.0.1:0

    \b
    For a screen elsewhere, over TLS. It goes by the names in the certificate and by no others:
      tablectl console --listen 192.0.2.7:8443 --certificate table.pem --key table.key

    Auditors read the record where it is named, beside the controller that writes it:

    \b
      tablectl console --journal table.journal

    Ctrl-C ends it. What pages may do and see is told in docs/console.md.
    """
    logging.basicConfig(level=logging.WARNING, format="tablectl console: %(message)s")
    tls = _tls(certificate, key_path)
    listener = _listener(listen, inherited, tls)
    address = of_socket(listener)
    names = hosts(address.host, address.port, tls.names if tls else (), tls=tls is not None)
    door = socket_path or default_socket()
    served = Console(door, names, screen)
    if inherited is None:
        if not served_at(door):
            click.echo(
                f"tablectl console: no table answers at {printable(str(door))} yet", err=True
            )
        click.echo(f"The console is at {names.url} (Ctrl-C ends it)")
    parent = None if inherited is None else sys.stdin.fileno()
    with closing(Records(journal_path)) as shelf:
        app = served.app(lambda may_not: routes(shelf, may_not))
        serve(server(app, served.end, tls), listener, parent=parent)


def _tls(certificate: Path | None, key: Path | None) -> Secured | None:
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise click.UsageError("--certificate and --key belong together")
    return secured(certificate, key)


def _listener(listen: str, inherited: int | None, tls: Secured | None) -> sockets.socket:
    if inherited is not None:
        return sockets.socket(fileno=inherited)
    address = address_of(listen)
    if tls is None and not address.loopback:
        raise Trouble(
            "no_tls",
            f"{address} can be reached from elsewhere, and PINs would be read on the way",
            f"give --certificate and --key, or listen on {DEFAULT_ADDRESS}",
        )
    try:
        return listening(address)
    except ServingError as error:
        raise Trouble(error.code, error.problem, error.hint, exits=ENVIRONMENT) from error
