"""Rotation: the file of a journal becomes an archive, and a new file goes on from it.

Whatever happens in between, one of two things is so: the journal is the old file, whole; or it is
the new one, and the old one lies in the archive folder under its name or beside it as `.partial`.
A note beside the journal says what was meant, so that the next rotation finishes what was begun or
takes it back. Each step makes its result durable before the next one starts.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tablectl.journal.continuing import continue_in
from tablectl.journal.errors import JournalError, JournalFull, JournalLocked
from tablectl.journal.faults import explained
from tablectl.journal.layout import files_of, open_for_writing, sync_folder
from tablectl.journal.lock import WriterLock
from tablectl.journal.reading import Reader
from tablectl.journal.sqlite import read_only
from tablectl.journal.volumes import SUFFIX

READ_ONLY = 0o400
_UNFIT = re.compile(r"[^A-Za-z0-9.-]+")


@dataclass(frozen=True)
class Rotated:
    """The archive that was made; `resumed` if an earlier rotation was brought to its end."""

    archive: Path
    first: int
    last: int
    resumed: bool = False


class NothingToRotate(JournalError):
    """All that the journal holds is in its archive already. Nothing was touched."""

    code = "nothing_to_rotate"


class Disk:
    """What a rotation does to files, step by step; every step is durable when it returns."""

    def write(self, path: Path, text: str) -> None:
        with path.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)

    def double(self, source: Path, target: Path) -> None:
        """The same file under a second name, or a copy of it where the disk is another one."""
        try:
            os.link(source, target)
        except OSError:
            shutil.copyfile(source, target)
            with target.open("rb") as file:
                os.fsync(file.fileno())
        sync_folder(target.parent)

    def replace(self, source: Path, target: Path) -> None:
        source.replace(target)
        sync_folder(target.parent)

    def protect(self, path: Path) -> None:
        path.chmod(READ_ONLY)

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        sync_folder(path.parent)


def rotate(journal: Path, folder: Path, table: str, disk: Disk | None = None) -> Rotated:
    """Move what `journal` holds into an archive in `folder`.

    JournalLocked while a controller has the journal open, or somebody reads it.
    """
    journal = journal.resolve()
    folder = folder.resolve()
    if not folder.is_dir():
        raise JournalError(f"{folder}: there is no such folder. Make it first.")
    lock = WriterLock(journal)
    try:
        return _Rotation(journal, disk or Disk()).run(folder, table)
    except OSError as error:
        raise JournalFull(journal, error.strerror or str(error)) from error
    finally:
        lock.release()


class _Rotation:
    def __init__(self, journal: Path, disk: Disk) -> None:
        self._journal = journal
        self._next = journal.with_name(f"{journal.name}.next")
        self._note = journal.with_name(f"{journal.name}.rotating")
        self._disk = disk

    def run(self, folder: Path, table: str) -> Rotated:
        finished = self._recovered()
        if finished is not None:
            return finished
        with closing(read_only(self._journal)) as reader:
            meant = self._meant(reader, folder, table)
            self._go_on(reader, meant.archive.name)
        _fold(self._journal)
        self._disk.write(self._note, json.dumps({"archive": str(meant.archive)}))
        self._disk.double(self._journal, _partial(meant.archive))
        self._disk.replace(self._next, self._journal)
        self._finish(meant.archive)
        return meant

    def _meant(self, reader: Reader, folder: Path, table: str) -> Rotated:
        first, last = reader.first_seq, reader.last_seq
        snapshot = reader.latest_snapshot()
        if reader.origin is not None and snapshot == reader.origin.snapshot:
            raise NothingToRotate(
                f"{self._journal} holds nothing that {reader.origin.archive} does not hold. "
                "Rotate it when the table has been open."
            )
        name = f"{_UNFIT.sub('_', table)}-{first:010d}-{last:010d}{SUFFIX}"
        if (folder / name).exists():
            raise JournalError(f"{folder / name} exists already. Name another folder.")
        return Rotated(folder / name, first, last)

    def _go_on(self, reader: Reader, archive: str) -> None:
        """Make the new file. A disk without room for it is left as it was."""
        self._clear(self._next)
        try:
            continue_in(reader, self._next, archive)
            _fold(self._next)
            _give_to_the_same(self._next, self._journal)
        except (JournalError, OSError):
            self._clear(self._next)
            raise

    def _finish(self, archive: Path) -> None:
        self._disk.replace(_partial(archive), archive)
        self._disk.protect(archive)
        self._disk.remove(self._note)

    # ------------------------------------------------------------ after a crash

    def _recovered(self) -> Rotated | None:
        """Finish a rotation whose journal is the new file already; take any other back."""
        if not self._note.exists():
            return None
        archive = self._archive_in_note()
        if archive is not None and archive.exists():
            self._disk.protect(archive)
            self._disk.remove(self._note)
            return self._rotated(archive)
        if archive is not None and _partial(archive).exists() and self._goes_on_from(archive.name):
            self._finish(archive)
            return self._rotated(archive)
        if archive is not None:
            self._clear(_partial(archive))
        self._clear(self._next)
        self._disk.remove(self._note)
        return None

    def _archive_in_note(self) -> Path | None:
        """The archive that was meant; None if the note itself was not written to its end."""
        try:
            return Path(json.loads(self._note.read_text(encoding="utf-8"))["archive"])
        except ValueError:
            return None

    def _goes_on_from(self, archive: str) -> bool:
        with closing(read_only(self._journal)) as reader:
            return reader.origin is not None and reader.origin.archive == archive

    def _rotated(self, archive: Path) -> Rotated:
        with closing(read_only(archive)) as reader:
            return Rotated(archive, reader.first_seq, reader.last_seq, resumed=True)

    def _clear(self, path: Path) -> None:
        for each in files_of(path):
            each.unlink(missing_ok=True)


def _fold(path: Path) -> None:
    """Bring the log into the file, so that the file alone is everything.

    To close it would do the same, and would not tell where the disk had no room for it.
    """
    with explained(path), closing(open_for_writing(path)) as db:
        (mode,) = db.execute("PRAGMA journal_mode = DELETE").fetchone()
    if mode != "delete":
        raise JournalLocked(path)


def _give_to_the_same(path: Path, as_of: Path) -> None:
    """Whoever could use the one can use the other: rotation is somebody else's job at times."""
    found = as_of.stat()
    path.chmod(stat.S_IMODE(found.st_mode))
    made = path.stat()
    if (made.st_uid, made.st_gid) != (found.st_uid, found.st_gid):
        os.chown(path, found.st_uid, found.st_gid)


def _partial(archive: Path) -> Path:
    return archive.with_name(f"{archive.name}.partial")
