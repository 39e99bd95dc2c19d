"""The file with the sealing key of a real table: made once, for its owner alone.

It must not know what the key is for. Whoever has lost the file cannot open what was sealed with
it; whoever can read it can open everything, so a file that others can read is refused.
"""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from tablectl.words.errors import TablectlError

KEY_BYTES = 32
_OWNER = 0o600
_OTHERS = 0o077
"""The bits of the file mode by which anybody but the owner could get at the key."""


class KeyFileError(TablectlError):
    """The key cannot be had, or nobody could trust it."""

    code = "key_file"

    def __init__(self, path: Path, problem: str, way_out: str) -> None:
        super().__init__(f"{path}: {problem}; {way_out}")
        self.path = path


def load_or_make(path: Path) -> bytes:
    """The key in this file, which is made if it is not there."""
    try:
        return _load(path) if os.path.lexists(path) else _make(path)
    except OSError as error:
        raise KeyFileError(
            path, error.strerror or str(error), "name a file that this user can make and read"
        ) from error


def _load(path: Path) -> bytes:
    if path.is_symlink():
        raise KeyFileError(path, "it is a symbolic link", "name the file itself")
    # Never waits: a pipe in place of the file would, for somebody to write to it.
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _check(path, os.fstat(handle))
        key = os.read(handle, KEY_BYTES + 1)
    finally:
        os.close(handle)
    if len(key) != KEY_BYTES:
        raise _wrong_size(path, len(key))
    return key


def _check(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise KeyFileError(path, "it is no regular file", "name a file for the key")
    if found.st_uid != os.geteuid():
        raise KeyFileError(
            path,
            f"it belongs to user {found.st_uid}, not to {os.geteuid()} who runs the table",
            "run the table as its owner, or give the file to this user",
        )
    if found.st_mode & _OTHERS:
        mode = stat.S_IMODE(found.st_mode)
        raise KeyFileError(
            path,
            f"others can get at the key (mode {mode:04o})",
            "take it for known: close the table, remove the file and let a new one be made; "
            "if nobody else has an account here, chmod 600 it",
        )
    if found.st_size != KEY_BYTES:
        raise _wrong_size(path, found.st_size)


def _wrong_size(path: Path, size: int) -> KeyFileError:
    return KeyFileError(
        path,
        f"it holds {size} bytes, and a key has {KEY_BYTES}",
        "restore it from a copy; a new key cannot open what the old one sealed",
    )


def _make(path: Path) -> bytes:
    """A new file, whole and durable under its name or not there at all."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, _OWNER)  # whatever the mask of the process takes away
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(handle)
        with suppress(FileExistsError):  # another process was quicker: its key is the one
            os.link(name, path)
    finally:
        Path(name).unlink()
    _sync_folder(path.parent)
    return _load(path)


def _sync_folder(folder: Path) -> None:
    """A key that has lost its name in a power cut could open nothing that was sealed with it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
