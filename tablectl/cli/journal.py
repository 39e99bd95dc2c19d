"""`tablectl journal`: what an auditor does with a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import click

from tablectl.cli.checkpoints import FILE, checkpoint, key
from tablectl.cli.journal_export import export
from tablectl.cli.journal_query import query
from tablectl.cli.journal_rotate import rotate
from tablectl.cli.journal_show import show
from tablectl.cli.trouble import FAILED, of_error
from tablectl.journal import checkpoints as kept
from tablectl.journal.errors import JournalError, NotAJournal
from tablectl.journal.findings import OF_A_CHECKPOINT, WAYS_OUT
from tablectl.journal.seams import seam_findings
from tablectl.journal.sqlite import read_only
from tablectl.journal.verify import Finding, Head, Verification, head_in
from tablectl.journal.verify import verify as verified
from tablectl.journal.volumes import Volumes, files_in
from tablectl.signing import public_key as read_public_key
from tablectl.texts import printable


def _head(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Head | None:
    """A head as `run` and `verify` print it."""
    try:
        return None if value is None else head_in(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.group(no_args_is_help=False)
def journal() -> None:
    """Look at the record of a table.

    \b
    Example:
      tablectl journal verify table.journal

    What a record is, and how an auditor reads it, is told in docs/record.md.
    """


for each in (show, query, export, rotate, key, checkpoint):
    journal.add_command(each)


@journal.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
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
    files: tuple[Path, ...],
    head: Head | None,
    checkpoints: tuple[Path, ...],
    public_keys: tuple[Path, ...],
) -> None:
    """Check that the record in FILES is whole and unchanged.

    Every hash is computed again and every rule that records keep among themselves is checked. A
    record whose end was cut off is shorter but sound, so keep the head that is printed somewhere
    else, or a signed checkpoint, and give it to the next verification.

    \b
    Examples:
      tablectl run --rounds 1 --journal table.journal
      tablectl journal verify table.journal
      tablectl journal verify table.journal --checkpoint table.checkpoint --public-key audit.key.pub

    With several files, archives and the journal that goes on from them, or a folder of archives,
    it is checked too that each goes on where the one before it ends. What was kept is compared with
    the file that has its record.

    A checkpoint that is damaged, of another journal or signed by an unknown key has a verdict of
    its own: the journal may be sound all the same, and the checkpoint proves nothing.

    Exits with 1 if anything is found, with 2 if one of FILES is no journal.
    """
    if bool(checkpoints) != bool(public_keys):
        raise click.UsageError("--checkpoint and --public-key are given together")
    keys = [read_public_key(each) for each in public_keys]
    read = [kept.read(each, keys) for each in checkpoints]
    trusted = [each for each in read if isinstance(each, kept.Checkpoint)]
    untrusted = [each for each in read if isinstance(each, Finding)]
    firsts = {file: _first_seq(file) for file in files_in(files)}
    named = sorted(firsts, key=firsts.__getitem__)
    sound = True
    for file in named:
        its_head = head if head is not None and file == _holder(firsts, head[0]) else None
        its_own = [each for each in trusted if file == _holder(firsts, each.last)]
        strange = untrusted if file == named[-1] else ()
        verification = verified(file, its_head, its_own)
        for line in _report(verification, strange, its_head, its_own):
            click.echo(printable(line))
        sound = sound and verification.ok and not strange
    if sound and len(named) > 1:
        sound = _meet(named)
    if not sound:
        raise click.exceptions.Exit(FAILED)


def _meet(files: Sequence[Path]) -> bool:
    """Tell whether sound files go on from one another."""
    with Volumes(files) as volumes:
        found = list(seam_findings(volumes.readers))
        first, last = volumes.readers[0].first_seq, volumes.readers[-1].last_seq
    for finding in found:
        click.echo(printable(f"finding: {_told(finding)}"))
    if not found:
        click.echo(f"The files go on from one another: records {first} to {last}.")
    return not found


def _holder(firsts: Mapping[Path, int], seq: int) -> Path:
    """The file in which a record would be: of those that begin before it the last."""
    before = {file: first for file, first in firsts.items() if first <= seq}
    return max(before or firsts, key=firsts.__getitem__)


def _first_seq(file: Path) -> int:
    """The first record in a file. Trouble where it is something else; damage is found later."""
    try:
        with closing(read_only(file)) as reader:
            return reader.first_seq
    except NotAJournal as error:
        raise of_error(error, str(file)) from error
    except JournalError:
        return 0


def _report(
    verification: Verification,
    untrusted: Sequence[Finding],
    head: Head | None,
    trusted: Sequence[kept.Checkpoint],
) -> Iterator[str]:
    """The verification as text, with the head for somebody to keep if it is sound.

    A checkpoint that cannot be used says nothing about the journal: that has its own verdict.
    """
    counts = ", ".join(f"{kind} {n}" for kind, n in sorted(verification.counts.items()))
    first, last = verification.first_seq, verification.last_seq
    findings = [*verification.findings, *untrusted]
    sound = all(finding.code in OF_A_CHECKPOINT for finding in findings)
    yield f"journal {verification.path}: {'sound' if sound else 'NOT SOUND'}"
    if any(finding.code in OF_A_CHECKPOINT for finding in findings):
        yield "checkpoint: NOT USABLE here, so it proves nothing about the journal: see below"
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
    if sound and last:
        yield f"head: {last}:{verification.head}"
        yield "Keep the head elsewhere: without it, a cut or rewritten end cannot be seen."


def _told(finding: Finding) -> str:
    place = f"record {finding.seq}" if finding.seq else "file"
    return f"{place}: {finding.code}: {finding.problem}"
