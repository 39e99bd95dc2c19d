"""`tablectl people`: the first administrator, enrolling, PINs, unlocking, and who is enrolled."""

from __future__ import annotations

import secrets
import sys
from contextlib import suppress
from pathlib import Path

import click

from tablectl import config, texts
from tablectl.cli.keeping import asked_for, chosen, keep, kept
from tablectl.cli.sockets import WHILE_PROVING, door_at, socket_option
from tablectl.cli.trouble import ENVIRONMENT, FAILED, Trouble
from tablectl.credentials import PeopleFile, WeakProof, check_strength
from tablectl.words.bases import Role

FIRST_DIGITS = 8
FILE = click.Path(dir_okay=False, path_type=Path)
by_option = click.option("--by", required=True, metavar="ADMINISTRATOR", help="Who does it.")


@click.group(no_args_is_help=False)
def people() -> None:
    """Say who can prove who they are, at a table where people do.

    Who works at a table, and as what, stands in its table file. What each of them proves it by is
    in the people file, hashed. The first administrator is made on the terminal of the machine
    itself, when the table is started for the first time or before that; there is no PIN that comes
    with the program. An administrator enrols everybody else with a first PIN, with which they can
    do nothing but choose their own.

    \b
    Examples:
      tablectl people begin --table table.yaml table.db.people
      tablectl sign-in max
      tablectl people enrol --by max ann
      tablectl people pin ann
      tablectl people unlock --by max ann
      tablectl people list table.db.people
    """


@people.command()
@click.option("--table", type=FILE, required=True, help="The table file: who is administrator.")
@click.option("--name", default="", help="Which administrator, where the file names several.")
@click.argument("file", metavar="PEOPLE", type=FILE)
def begin(table: Path, name: str, file: Path) -> None:
    """Make the people file PEOPLE with an administrator in it, on this terminal.

    The passphrase is typed here, twice, and cannot be piped in.

    \b
    Example:
      tablectl people begin --table table.yaml table.db.people
    """
    begun(config.load(table), PeopleFile(file), name)


def begun(table: config.Table, people_file: PeopleFile, name: str = "") -> None:
    """A people file with its first administrator, who types a passphrase here and now."""
    able = [n for n, each in table.settings.people.items() if Role.ADMINISTRATOR in each.roles]
    person = name or (able[0] if able else "")
    if person not in able:
        raise Trouble(
            "no_administrator",
            f"{person or 'nobody'} is administrator at table {table.settings.table}",
            f"name one of {', '.join(able)}" if able else "give somebody the role in its file",
        )
    if people_file.exists():
        raise Trouble("people_file", "it is there already", place=str(people_file.path))
    if not sys.stdin.isatty():  # what a script could type would be a password that comes with it
        raise Trouble(
            "people_file",
            "nobody is enrolled yet, and nobody sits at a terminal here",
            "on the terminal of this machine: tablectl people begin --table FILE PEOPLE",
            str(people_file.path),
            ENVIRONMENT,
        )
    click.echo(f"{person} becomes administrator of table {table.settings.table}.", err=True)
    people_file.begin(person, chosen(person))
    click.echo(f"{person} is enrolled in {people_file.path}", err=True)


@people.command()
@by_option
@socket_option
@click.argument("person")
def enrol(by: str, socket_path: Path | None, person: str) -> None:
    """Give PERSON a first PIN, which is told here once, at a running table.

    With it they can do nothing but choose their own (`tablectl people pin PERSON`). Whatever they
    had before is no good any more.

    \b
    Example:
      tablectl people enrol --by max ann
    """
    first = _first_pin()
    _administer("enrol", person, by, socket_path, first)
    click.echo(f"{person} is enrolled. First PIN: {first}")
    click.echo(f"Give it to {person} alone, who now chooses another: tablectl people pin {person}")


@people.command()
@by_option
@socket_option
@click.argument("person")
def unlock(by: str, socket_path: Path | None, person: str) -> None:
    """Let PERSON try again, who was locked out after too many wrong guesses.

    \b
    Example:
      tablectl people unlock --by max ann
    """
    _administer("unlock", person, by, socket_path)
    click.echo(f"{person} may try again")


@people.command()
@by_option
@socket_option
@click.argument("person")
def dismiss(by: str, socket_path: Path | None, person: str) -> None:
    """Take from PERSON what they prove it by; their session ends at once.

    \b
    Example:
      tablectl people dismiss --by max ann
    """
    _administer("dismiss", person, by, socket_path)
    click.echo(f"{person} is dismissed")


@people.command()
@socket_option
@click.argument("person")
def pin(socket_path: Path | None, person: str) -> None:
    """Choose a PIN or passphrase of your own, PERSON, in place of the one you have.

    A PIN has six digits or more, not all alike and not in a row; a passphrase ten signs or more.
    You are signed in with it, and any session that you had is over.

    \b
    Example:
      tablectl people pin ann
    """
    with door_at(socket_path, WHILE_PROVING) as door:
        now = asked_for(f"PIN or passphrase of {person} until now")
        signer = door.sign_in(person, now, chosen(person))
    keep(socket_path, person, signer)
    click.echo(f"{person} has chosen another one, and is signed in")


@people.command("list")
@click.argument("file", metavar="PEOPLE", type=FILE)
def list_(file: Path) -> None:
    """Show who is enrolled in the people file PEOPLE; nothing in it that is secret is shown.

    \b
    Example:
      tablectl people list table.db.people
    """
    for person, each in sorted(PeopleFile(file).read().items()):
        told = [f"credential {each.name}"]
        told += ["has still to choose a PIN"] if each.first else []
        told += ["locked until somebody unlocks it"] if each.shut else []
        told += [f"{each.wrong} wrong guesses since the last right one"] if each.wrong else []
        click.echo(f"{person}: {', '.join(told)}")


def _administer(deed: str, person: str, by: str, socket_path: Path | None, first: str = "") -> None:
    with door_at(socket_path, WHILE_PROVING) as door:
        door.signers = kept(socket_path, by)
        receipt = door.administer(deed, person, by, first)
    if receipt.refusal is not None:
        click.echo(f"refused: {texts.refusal_text(receipt.refusal)}", err=True)
        raise click.exceptions.Exit(FAILED)


def _first_pin() -> str:
    """Digits drawn by chance, as no two people are given them."""
    while True:
        drawn = "".join(secrets.choice("0123456789") for _ in range(FIRST_DIGITS))
        with suppress(WeakProof):  # all alike, or in a row: once in some million draws
            check_strength("", drawn)
            return drawn
