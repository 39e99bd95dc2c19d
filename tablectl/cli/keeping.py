"""Where the sessions of people are kept between two commands: a file each, for this user alone.

Below the user's runtime folder, which is gone when the machine is switched off. A session is good
for one table and one user of the system; the PIN is kept nowhere.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import click

from tablectl import keyfile
from tablectl.cli.sockets import default_socket, prepared
from tablectl.cli.trouble import Trouble
from tablectl.sessions import Signer
from tablectl.words.canonical import dumps, loads
from tablectl.words.errors import WordError

IF_KNOWN = "remove it and sign in again"


def kept(socket: Path | None, *people: str) -> dict[str, Signer]:
    """The sessions of these people at the table of this socket, of those who have one."""
    found = {}
    for person in filter(None, people):
        path = _place(socket, person)
        if path.exists():
            found[person] = _read(path)
    return found


def _read(path: Path) -> Signer:
    try:
        held = loads(keyfile.load(path, if_known=IF_KNOWN).decode())
        return Signer(str(held["session"]), bytes.fromhex(str(held["key"])))
    except (WordError, UnicodeError, KeyError, TypeError, ValueError) as error:
        raise Trouble("session", "it holds no session", IF_KNOWN, str(path)) from error


def keep(socket: Path | None, person: str, signer: Signer) -> None:
    prepared(None)  # makes the folder, for this user alone
    path = _place(socket, person)
    held = {"session": signer.session, "key": signer.key.hex()}
    keyfile.rewrite(path, dumps(held).encode() + b"\n")


def forget(socket: Path | None, person: str) -> None:
    _place(socket, person).unlink(missing_ok=True)


def _place(socket: Path | None, person: str) -> Path:
    chosen = (socket or default_socket()).absolute()
    told = hashlib.sha256(f"{chosen}|{person}".encode()).hexdigest()[:32]
    return default_socket().parent / f"tablectl-session-{told}"


def asked_for(what: str) -> str:
    """A PIN or passphrase: typed unseen at a terminal, or a line of what is piped in."""
    if sys.stdin.isatty():
        given: str = click.prompt(what, hide_input=True, err=True)
        return given
    line = sys.stdin.readline()
    if not line:
        raise Trouble("no_proof", f"{what}: nothing was given", "type it, or pipe a line in")
    return line.rstrip("\r\n")


def chosen(person: str) -> str:
    """A new PIN or passphrase, typed twice at a terminal."""
    first = asked_for(f"A new PIN or passphrase for {person}")
    if sys.stdin.isatty() and asked_for("The same again") != first:
        raise Trouble("no_proof", "the two are not the same", "try it again")
    return first
