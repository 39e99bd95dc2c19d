"""`tablectl journal key` and `checkpoint`: statements that are signed and kept elsewhere."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click

from tablectl.cli.trouble import Trouble
from tablectl.games.catalogue import rules_for
from tablectl.journal.checkpoints import Checkpoint, signed
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.vouching import checkpoint_of
from tablectl.kernel import inputs, rebuild
from tablectl.keyfile import load_or_make
from tablectl.signing import CommandSigner, KeyFileSigner, Signer, new_key, public_key
from tablectl.words.inputs import Started

FILE = click.Path(path_type=Path)
CHECKPOINTS = (".old-checkpoint", ".checkpoint")
"""What is added to the name of a new key for what the old one and the new one have signed."""


@click.group(no_args_is_help=False)
def key() -> None:
    """Make keys that checkpoints are signed with.

    \b
    Example:
      tablectl journal key new audit.key
    """


@key.command()
@click.argument("file", type=FILE)
def new(file: Path) -> None:
    """Make a key pair: the private key in FILE, the public key in FILE.pub.

    FILE can be read by you alone and is never written over: whoever has it can sign in your name.
    Give FILE.pub to everybody who verifies, by a way on which nobody can exchange it.

    \b
    Example:
      tablectl journal key new audit.key
    """
    beside, public = new_key(file)
    click.echo(f"private key: {file} (keep it away from the computer at the table)")
    click.echo(f"public key: {beside}")
    click.echo(f"fingerprint: {public.fingerprint}")


@key.command()
@click.argument("old", type=FILE)
@click.argument("new_file", metavar="NEW", type=FILE)
@click.option("--journal", "journal", type=FILE, required=True, help="The record to vouch for.")
def rotate(old: Path, new_file: Path, journal: Path) -> None:
    """Make a new key pair NEW to sign with from now on, in place of OLD.

    Both sign what the record is now, so that nobody has to believe that the new key took over:
    NEW.old-checkpoint is signed with OLD, NEW.checkpoint with NEW. OLD stays as it is; put it away.

    \b
    Examples:
      tablectl run --virtual --rounds 1 --quiet --journal rotated.journal
      tablectl journal key new first.key
      tablectl journal key rotate first.key second.key --journal rotated.journal
    """
    before, after = (new_file.with_name(f"{new_file.name}{each}") for each in CHECKPOINTS)
    for output in (before, after):
        if os.path.lexists(output):
            raise _taken(output)
    _sign(journal, KeyFileSigner(old), before)
    beside, public = new_key(new_file)
    _sign(journal, KeyFileSigner(new_file), after)
    click.echo(f"public key: {beside}")
    click.echo(f"fingerprint: {public.fingerprint}")


@key.command("new-seal")
@click.argument("file", metavar="JOURNAL", type=FILE)
@click.option("--seal-key", "seal_key", type=FILE, help="The seal key; beside the journal.")
def new_seal(file: Path, seal_key: Path | None) -> None:
    """Make a new key to hide faces of real cards with, for the table of JOURNAL.

    The table is closed and not running: a card that lies hidden could not be opened any more. The
    old key is kept beside the new one. Cards that were never revealed open with it for ever, so put
    it where keys go, or destroy it if nobody shall ever read them.

    \b
    Example:
      tablectl journal key new-seal table.db
    """
    path = seal_key or file.with_name(f"{file.name}.sealkey")
    load_or_make(path)
    at = _closed_at(file)
    old = path.with_name(f"{path.name}.until-{at}")
    if os.path.lexists(old):
        raise _taken(old)
    path.rename(old)
    load_or_make(path)
    click.echo(f"new seal key: {path}")
    click.echo(f"old seal key, good for records up to {at}: {old}")


def _closed_at(file: Path) -> int:
    """The last record of a closed table; Trouble if it is open, or runs."""
    if not file.exists():
        raise Trouble("no_journal", "there is no such file", "name the journal", str(file))
    journal = SqliteJournal(file)
    try:
        started = next((s.input for s, _ in inputs(journal.records(0))), None)
        if not isinstance(started, Started):
            return journal.last_seq
        state = rebuild(journal, rules_for, started.settings)[0]
        if state.phase != "closed":
            problem = f"table {state.settings.table} is {state.phase}"
            raise Trouble("table_open", problem, "close the table first", str(file))
        return journal.last_seq
    finally:
        journal.close()


@click.command()
@click.argument("file", metavar="JOURNAL", type=FILE)
@click.option("--output", type=FILE, required=True, help="The checkpoint; never written over.")
@click.option("--key", "key_file", type=FILE, help="The private key, as `journal key new` made it.")
@click.option("--signer", metavar="COMMAND", help="A command that signs its standard input.")
@click.option("--public-key", type=FILE, help="The public key of --signer.")
def checkpoint(
    file: Path, output: Path, key_file: Path | None, signer: str | None, public_key: Path | None
) -> None:
    """Sign what the record in JOURNAL is now, for somebody to keep elsewhere.

    The journal is verified first; one with a fault is not signed. The checkpoint names its first
    and last record, so that a later verification can tell whether its end was cut off or rewritten
    since. Nothing else can tell that: no chain shows records that are not there any more.

    A signer is a command that reads the text from its standard input and writes the 64 bytes of
    the Ed25519 signature to its standard output.

    \b
    Examples:
      tablectl journal checkpoint table.journal --key audit.key --output table.checkpoint
      tablectl journal verify table.journal --checkpoint table.checkpoint --public-key audit.key.pub
    """
    _sign(file, _signer(key_file, signer, public_key), output)
    click.echo("Keep it where whoever can write the journal cannot reach.")


def _sign(file: Path, signing: Signer, output: Path) -> None:
    if os.path.lexists(output):
        raise _taken(output)
    made = checkpoint_of(file, signing.public, time.time_ns() // 1_000)
    note = signed(made, signing)
    try:
        with output.open("x", encoding="utf-8") as kept:
            kept.write(note)
            kept.flush()
            os.fsync(kept.fileno())
    except FileExistsError as error:
        raise _taken(output) from error
    click.echo(f"checkpoint {output}: {_told(made)}")


def _signer(key_file: Path | None, command: str | None, public: Path | None) -> Signer:
    match key_file, command, public:
        case Path(), None, None:
            return KeyFileSigner(key_file)
        case None, str(), Path():
            return CommandSigner(command, public_key(public))
        case _:
            raise click.UsageError("give --key, or --signer with --public-key")


def _taken(output: Path) -> Trouble:
    return Trouble(
        "file_exists",
        "there is such a file already, and no checkpoint is written over",
        "name another file",
        str(output),
    )


def _told(made: Checkpoint) -> str:
    return f"table {made.table}, records {made.first} to {made.last}, head {made.head}"
