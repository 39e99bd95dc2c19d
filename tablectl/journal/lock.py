"""The lock that gives a journal one writer."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from tablectl.journal.errors import JournalDenied, JournalError, JournalFull, JournalLocked


def lock_of(journal: Path) -> Path:
    """The file that whoever writes to this journal holds a lock on."""
    return journal.with_name(f"{journal.name}.lock")


class WriterLock:
    """An exclusive lock on `<journal>.lock`, held until `release` or the end of the process.

    The file stays behind: to remove it while another process waits would make two writers.
    """

    def __init__(self, journal: Path) -> None:
        if not journal.parent.is_dir():
            raise JournalError(f"{journal}: there is no folder {journal.parent}. Make it first.")
        path = lock_of(journal)
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except PermissionError as error:
            if path.exists():
                raise JournalDenied(path) from error
            raise JournalFull(path, error.strerror or str(error)) from error
        except OSError as error:
            raise JournalFull(path, error.strerror or str(error)) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            pid = _pid_in(self._file)
            self.release()
            raise JournalLocked(path, pid) from error
        except OSError as error:
            self.release()
            raise JournalError(
                f"{path} cannot be locked: {error.strerror}. Put the journal on a local disk."
            ) from error
        self._sign()

    def _sign(self) -> None:
        # The number is for people; the lock holds without it, even on a full disk.
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        os.close(self._file)


def _pid_in(file: int) -> int | None:
    text = os.pread(file, 20, 0).strip()
    return int(text) if text.isdigit() else None
