"""`tablectl journal`: what an auditor does with a record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import click

from tablectl.cli.journal_export import export
from tablectl.cli.journal_query import query
from tablectl.cli.journal_rotate import rotate
from tablectl.cli.journal_show import show
from tablectl.cli.trouble import FAILED, of_error
from tablectl.journal.errors import JournalError, NotAJournal
from tablectl.journal.seams import seam_findings
from tablectl.journal.sqlite import read_only
from tablectl.journal.verify import Finding, Verification
from tablectl.journal.verify import verify as verified
from tablectl.journal.volumes import Volumes, files_in

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

    What a record is, and how an auditor reads it, is told in docs/record.md.
    """


journal.add_command(show)
journal.add_command(query)
journal.add_command(export)
journal.add_command(rotate)


@journal.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--head",
    metavar="SEQ:HASH",
    callback=_head,
    help="The head that was kept from an earlier verification.",
)
def verify(files: tuple[Path, ...], head: Head | None) -> None:
    """Check that the record in FILES is whole and unchanged.

    Every hash is computed again and every rule that records keep among themselves is checked. A
    record whose end was cut off is shorter but sound, so keep the head that is printed somewhere
    else and give it to the next verification.

    \b
    Examples:
      tablectl run --rounds 1 --journal table.db
      tablectl journal verify table.db

    With several files, archives and the journal that goes on from them, or a folder of archives,
    it is checked too that each goes on where the one before it ends. What was kept is compared with
    the file that has its record.

    Exits with 1 if anything is found, with 2 if one of FILES is no journal.
    """
    firsts = {file: _first_seq(file) for file in files_in(files)}
    named = sorted(firsts, key=firsts.__getitem__)
    sound = True
    for file in named:
        kept = head if head is not None and file == _holder(firsts, head[0]) else None
        verification = verified(file, kept)
        for line in _report(verification, kept):
            click.echo(line)
        sound = sound and verification.ok
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
        click.echo(f"finding: {_told(finding)}")
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


def _report(verification: Verification, head: Head | None) -> Iterator[str]:
    """The verification as text, with the head for somebody to keep."""
    counts = ", ".join(f"{kind} {n}" for kind, n in sorted(verification.counts.items()))
    first, last = verification.first_seq, verification.last_seq
    yield f"journal {verification.path}: {'sound' if verification.ok else 'NOT SOUND'}"
    yield f"records {first} to {last} ({counts or 'none'})"
    yield from (f"finding: {_told(finding)}" for finding in verification.findings)
    yield from (f"note: {_told(note)}" for note in verification.notes)
    if head is not None and verification.ok:
        yield f"The head that was kept matches: record {head[0]} has its hash."
    yield f"head: {last}:{verification.head}"
    yield "Keep the head elsewhere: without it, a cut or rewritten end cannot be seen."


def _told(finding: Finding) -> str:
    place = f"record {finding.seq}" if finding.seq else "file"
    return f"{place}: {finding.code}: {finding.problem}"
