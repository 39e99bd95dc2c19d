"""What can go wrong with a journal. Each error says what, where, and what to do about it."""

from __future__ import annotations

import os
from pathlib import Path

from tablectl.words.errors import TablectlError


class JournalError(TablectlError):
    """The journal cannot do what was asked."""

    code = "journal"


class EntryRefused(JournalError):
    """The caller handed over what no record may hold. The journal is as it was before the call."""

    code = "journal_entry"


class NotAJournal(JournalError):
    """The file is something else. It was not touched."""

    code = "journal_foreign"

    def __init__(self, where: object, problem: str) -> None:
        super().__init__(
            f"{where} is not a journal of tablectl: {problem}. "
            "Name another file, or restore this one from a copy."
        )


class JournalLocked(JournalError):
    """Another process writes to the journal."""

    code = "journal_locked"

    def __init__(self, where: object, pid: int | None = None) -> None:
        owner = "another process" if pid is None else f"process {pid}"
        super().__init__(
            f"{where} is held by {owner}, and a journal has one writer. "
            "Stop that process; to look into the journal meanwhile use `tablectl journal show`, "
            "`query`, `export` or `verify`, which only read."
        )
        self.pid = pid


class JournalDamaged(JournalError):
    """The chain is broken. `seq` is the first bad record, 0 where no record can be named."""

    code = "journal_damaged"

    def __init__(self, seq: int, problem: str, where: object = "the journal") -> None:
        place = f"record {seq}" if seq else "the file"
        super().__init__(
            f"{where} is damaged at {place}: {problem}. "
            "Keep the file as it is for the investigation, verify it, and start from a good copy."
        )
        self.seq = seq
        self.problem = problem


class JournalFull(JournalError):
    """The disk takes no writes. Nothing appended since the last sync was written; append again."""

    code = "journal_full"

    def __init__(self, where: object, problem: str) -> None:
        super().__init__(
            f"{where} cannot be written: {problem}. Nothing of the batch was recorded. "
            "Free the disk or make it writable, then try again."
        )
        self.problem = problem


class JournalDenied(JournalError):
    """A file of the journal belongs to somebody else. Nothing was touched."""

    code = "journal_denied"

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"{file} cannot be written by this user: it belongs to user {file.stat().st_uid}, and "
            f"this process is user {os.geteuid()}. Give it to the user of the controller (chown, "
            "chmod u+rw), with the other files of the journal; remove none of them."
        )


class JournalUnreadable(JournalError):
    """This process may not read the journal where it is. That says nothing about what it holds."""

    code = "journal_unreadable"

    def __init__(self, where: object, problem: str) -> None:
        super().__init__(
            f"{where} cannot be read here: {problem}. That is no damage. Ask for the right to read "
            f"it and what lies beside it; or copy it, and {where}-wal if there is one, to a folder "
            "that you can write, and read the copy."
        )
