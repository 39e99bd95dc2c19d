"""`tablectl journal`: what an auditor does with a record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from tablectl.cli.checkpoints import FILE, checkpoint, key
from tablectl.cli.trouble import FAILED, of_error
from tablectl.journal import checkpoints as kept
from tablectl.journal.errors import JournalError, NotAJournal
from tablectl.journal.findings import WAYS_OUT
from tablectl.journal.sqlite import read_only
from tablectl.journal.verify import Finding, Verification
from tablectl.journal.verify import verify as verified
from tablectl.signing import public_key as read_public_key

Head = tuple[int, str]
"""The number and the hash of a last record."""

_HEAD = re.compile(r"(\d+)[: ]([0-9a-f]{64})")


def _head(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Head | None:
    """A head as `run` and `verify` print it."""
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


journal.add_command(key)
journal.add_command(checkpoint)


@journal.command()
@click.argument("file", type=FILE)
@click.option(
    "--head",
    metavar="SEQ:HASH",
    callback=_head,
    help="The head that was kept from an earlier verification.",
)
@click.option(
    "--checkpoint",
    "checkpoints",
    metavar="FILE",
    type=FILE,
    multiple=True,
    help="A checkpoint that was kept; may be given several times.",
)
@click.option(
    "--public-key",
    "public_keys",
    metavar="FILE",
    type=FILE,
    multiple=True,
    help="The public key of who signed a checkpoint; may be given several times.",
)
def verify(
    file: Path, head: Head | None, checkpoints: tuple[Path, ...], public_keys: tuple[Path, ...]
) -> None:
    """Check that the record in FILE is whole and unchanged.

    Every hash is computed again and every rule that records keep among themselves is checked. A
    record whose end was cut off is shorter but sound, so keep the head that is printed somewhere
    else, or a signed checkpoint, and give it to the next verification.

    \b
    Examples:
      tablectl run --rounds 1 --journal table.db
      tablectl journal verify table.db
      tablectl journal verify table.db --checkpoint table.checkpoint --public-key audit.key.pub

    Exits with 1 if anything is found, with 2 if FILE is no journal.
    """
    if bool(checkpoints) != bool(public_keys):
        raise click.UsageError("--checkpoint and --public-key are given together")
    _check_journal(file)
    keys = [read_public_key(each) for each in public_keys]
    read = [kept.read(each, keys) for each in checkpoints]
    trusted = [each for each in read if isinstance(each, kept.Checkpoint)]
    verification = verified(file, head, trusted)
    untrusted = [each for each in read if isinstance(each, Finding)]
    for line in _report(verification, untrusted, head, trusted):
        click.echo(line)
    if untrusted or not verification.ok:
        raise click.exceptions.Exit(FAILED)


def _check_journal(file: Path) -> None:
    """Trouble where the file is something else; what is wrong with a journal is found later."""
    try:
        read_only(file).close()
    except NotAJournal as error:
        raise of_error(error, str(file)) from error
    except JournalError:
        return


def _report(
    verification: Verification,
    untrusted: Sequence[Finding],
    head: Head | None,
    trusted: Sequence[kept.Checkpoint],
) -> Iterator[str]:
    """The verification as text, with the head for somebody to keep."""
    counts = ", ".join(f"{kind} {n}" for kind, n in sorted(verification.counts.items()))
    first, last = verification.first_seq, verification.last_seq
    findings = [*verification.findings, *untrusted]
    yield f"journal {verification.path}: {'NOT SOUND' if findings else 'sound'}"
    yield f"records {first} to {last} ({counts or 'none'})"
    yield from (f"finding: {_told(finding)}" for finding in findings)
    yield from (f"note: {_told(note)}" for note in verification.notes)
    yield from (f"and {n} more of {code}" for code, n in verification.untold.items())
    for code in dict.fromkeys(finding.code for finding in findings):
        yield f"do: {code}: {WAYS_OUT[code]}"
    if not findings:
        if head is not None:
            yield f"The head that was kept matches: record {head[0]} has its hash."
        for each in trusted:
            yield f"checkpoint {each.name} of {each.time} matches: record {each.last} has its head."
    yield f"head: {last}:{verification.head}"
    yield "Keep the head elsewhere: without it, a cut or rewritten end cannot be seen."


def _told(finding: Finding) -> str:
    place = f"record {finding.seq}" if finding.seq else "file"
    return f"{place}: {finding.code}: {finding.problem}"
