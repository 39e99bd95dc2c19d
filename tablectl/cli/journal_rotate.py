"""`tablectl journal rotate`: what a journal holds becomes an archive, and the journal goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from tablectl.cli.trouble import FAILED, Trouble, of_error
from tablectl.games.catalogue import rules_for
from tablectl.journal.errors import JournalError
from tablectl.journal.records import Snapshot
from tablectl.journal.rotating import NothingToRotate
from tablectl.journal.rotating import rotate as rotated
from tablectl.journal.sqlite import SqliteJournal
from tablectl.kernel import rebuild, restored
from tablectl.table.state import TableState
from tablectl.words.canonical import text

FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.argument("journal", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--archive", "folder", type=FOLDER, required=True, help="Where archives are kept.")
def rotate(journal: Path, folder: Path) -> None:
    """Move the records of JOURNAL into an archive; the journal goes on from there.

    The table has to be closed and no controller may have the journal open. The archive is the old
    file, read-only, named by the table and its first and last record. The new journal begins with
    the last input, its outcome and its snapshot, which the archive holds too, so the chain is
    unbroken; and it remembers every key of an act. Where everything is in an archive already,
    there is nothing to do. Killed in between, nothing is lost: the next rotation finishes it or
    begins anew.

    \b
    Examples:
      tablectl run --virtual --rounds 1 --journal rotating.db
      tablectl journal rotate rotating.db --archive archives
      tablectl journal verify archives rotating.db
    """
    try:
        table = _closed(journal).settings.table
        with _made(folder):
            done = rotated(journal, folder, table)
    except NothingToRotate as nothing:
        click.echo(str(nothing))
        return
    except JournalError as error:
        raise of_error(error, str(journal)) from error
    begun = "finished the rotation that was begun: " if done.resumed else ""
    click.echo(f"{begun}records {done.first} to {done.last} in {done.archive}")
    click.echo(f"{journal} goes on after record {done.last}")


@contextmanager
def _made(folder: Path) -> Iterator[None]:
    """The folder for an archive; if there is none in the end, no folder is left either."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        for each in missing:
            if not any(each.iterdir()):
                each.rmdir()


def _closed(path: Path) -> TableState:
    """The table as the record leaves it, with a snapshot of exactly that on record."""
    with closing(SqliteJournal(path)) as journal:
        kept = journal.latest_snapshot()
        if kept is None:
            raise JournalError(f"{path} holds no snapshot yet: its table was never opened.")
        state, _ = rebuild(journal, rules_for, restored(kept).settings)
        if state.phase != "closed":
            raise Trouble(
                "table_open",
                f"table {state.settings.table} is not closed",
                "close it first: `tablectl act --by NAME confirm what=close_table`",
                str(path),
                FAILED,
            )
        if state.seq != kept.seq:
            journal.append([], Snapshot.taken(state.seq, text(state)))
            journal.sync()
    return state
