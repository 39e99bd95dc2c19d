"""`tablectl backup`: a copy of a table's record, and of its keys apart from it, there and back."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import click

from tablectl import keyfile
from tablectl.cli.trouble import ENVIRONMENT, FAILED, Trouble
from tablectl.installation import Installation
from tablectl.journal.quiet import beside, open_for_reading
from tablectl.journal.verify import verify

SUMS = "SHA256SUMS"
"""The file with what every file of a copy holds; `sha256sum -c SHA256SUMS` reads it too."""
RECORD, TABLE = "journal.db", "table.yaml"
FOLDER = click.Path(file_okay=False, path_type=Path)
root_option = click.option(
    "--root", type=FOLDER, default=Path("/"), show_default=True, help="As for `doctor`."
)
keys_option = click.option(
    "--keys", type=FOLDER, help="The folder of the copy of the keys; apart from that of the record."
)


@click.group(no_args_is_help=False)
def backup() -> None:
    """Copy a table's record and keys, and put them back.

    \b
    Examples:
      tablectl backup make T1 /var/backups/tablectl/T1-monday --keys /media/safe/T1-monday
      tablectl backup restore T1 /var/backups/tablectl/T1-monday --keys /media/safe/T1-monday
    """


@backup.command()
@root_option
@keys_option
@click.argument("table")
@click.argument("folder", type=FOLDER)
def make(root: Path, keys: Path | None, table: str, folder: Path) -> None:
    """Copy the record and the table file of TABLE into the new FOLDER, while the table runs.

    The copy is verified, and the head of the record is told: keep it elsewhere. With record and
    seal key together every hidden card can be told, so keys and the people file go into a folder of
    their own, or are not copied.

    \b
    Example:
      tablectl backup make T1 /var/backups/tablectl/T1-monday --keys /media/safe/T1-monday
    """
    at = Installation(table, root)
    _new_folder(folder)
    _copy_record(at.journal, folder / RECORD)
    keyfile.make(folder / TABLE, at.table_file.read_bytes())
    _sum_up(folder, RECORD, TABLE)
    _told_head(folder / RECORD)
    if keys is None:
        click.echo("The keys were not copied: --keys FOLDER does it.")
        return
    _new_folder(keys)
    names = []
    for path in (at.seal_key, at.people_file):
        if path.exists():
            keyfile.make(keys / path.name, path.read_bytes())
            names.append(path.name)
    _sum_up(keys, *names)
    click.echo(f"keys: {', '.join(names)} in {keys}")


@backup.command()
@root_option
@keys_option
@click.argument("table")
@click.argument("folder", type=FOLDER)
def restore(root: Path, keys: Path | None, table: str, folder: Path) -> None:
    """Put the copy in FOLDER back where TABLE has its record, and nothing over anything.

    The table does not run. What is there is moved away first, by hand, a record with the files of
    its log: a record is never written over. Everything is checked before the first file is put
    back. The files belong to who runs this; `tablectl doctor` says whose they have to be.

    \b
    Example:
      tablectl backup restore T1 /var/backups/tablectl/T1-monday --keys /media/safe/T1-monday
    """
    at = Installation(table, root)
    places = {folder / RECORD: at.journal, folder / TABLE: at.table_file}
    _check_sums(folder)
    if keys is not None:
        _check_sums(keys)
        both = (at.seal_key, at.people_file)
        places |= {keys / path.name: path for path in both if (keys / path.name).exists()}
    _told_head(folder / RECORD)
    for source, place in places.items():
        if os.path.lexists(place) and place.read_bytes() != source.read_bytes():
            raise Trouble("file_exists", "there is another one", "move it away first", str(place))
    if not at.journal.exists():
        _check_no_log(at.journal)
    for source, place in places.items():
        if not place.exists():
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            keyfile.make(place, source.read_bytes())
            if place == at.table_file:
                place.chmod(0o644)
            click.echo(f"restored {place}")


def _check_no_log(journal: Path) -> None:
    """SQLite would take the log that a killed controller left for the log of what is put back."""
    for log in beside(journal):
        if os.path.lexists(log):
            problem = "it is of the record that was here, and would be taken for this one's"
            mend = f"move all of that record away first: mv {journal}* FOLDER"
            raise Trouble("file_exists", problem, mend, str(log))


def _new_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True)
    except FileExistsError as error:
        problem = "there is such a folder, and no copy is written over"
        raise Trouble("file_exists", problem, "name another one", str(folder)) from error


def _copy_record(source: Path, copy: Path) -> None:
    """What is durable at this moment, whole, whether or not somebody writes meanwhile."""
    if not source.exists():
        problem, mend = "there is no record", "name the table"
        raise Trouble("no_journal", problem, mend, str(source), ENVIRONMENT)
    keyfile.make(copy, b"")
    with closing(open_for_reading(source)) as record, closing(sqlite3.connect(copy)) as made:
        record.backup(made)


def _told_head(record: Path) -> None:
    made = verify(record)
    if not made.ok:
        problem = f"the copy is not sound: {made.findings[0].problem}"
        mend = f"tablectl journal verify {record}"
        raise Trouble("journal_damaged", problem, mend, str(record), FAILED)
    click.echo(f"record sound, head {made.last_seq}:{made.head}")


def _sum_up(folder: Path, *names: str) -> None:
    lines = (f"{_digest(folder / name)}  {name}\n" for name in names)
    keyfile.make(folder / SUMS, "".join(lines).encode())


def _check_sums(folder: Path) -> None:
    for name, digest in _sums(folder).items():
        if not (folder / name).exists() or _digest(folder / name) != digest:
            problem = "it is not what was copied"
            raise Trouble("copy_damaged", problem, "take another copy", str(folder / name), FAILED)


def _sums(folder: Path) -> Mapping[str, str]:
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        problem = "it is no folder that `tablectl backup make` made"
        raise Trouble("no_copy", problem, "name one", str(folder), ENVIRONMENT) from error
    pairs = (line.split("  ", 1) for line in lines)
    return {name: digest for digest, name in pairs}


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
