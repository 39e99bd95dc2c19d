"""`tablectl journal key` and `checkpoint`: statements that are signed and kept elsewhere."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click

from tablectl.cli.trouble import Trouble
from tablectl.journal.checkpoints import Checkpoint, signed
from tablectl.journal.vouching import checkpoint_of
from tablectl.signing import CommandSigner, KeyFileSigner, Signer, new_key, public_key

FILE = click.Path(path_type=Path)


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
    signing = _signer(key_file, signer, public_key)
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
    click.echo("Keep it where whoever can write the journal cannot reach.")


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
