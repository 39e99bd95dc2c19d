"""Files with keys: made once, for their owner alone.

It must not know what a key is for. Whoever has lost such a file cannot do any more what its key
does; whoever can read it can do everything, so a file that others can get at is refused.
"""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tablectl.words.errors import TablectlError

KEY_BYTES = 32
_OWNER = 0o600
_MOST = 16_384
"""More bytes than any key has, in whatever form it is written."""
_OTHERS = 0o077
"""The bits of the file mode by which anybody but the owner could get at the key."""


class KeyFileError(TablectlError):
    """The key cannot be had, or nobody could trust it."""

    code = "key_file"

    def __init__(self, path: Path, problem: str, way_out: str) -> None:
        super().__init__(f"{path}: {problem}; {way_out}")
        self.path = path


def load_or_make(path: Path) -> bytes:
    """The sealing key in this file, which is made if it is not there."""
    if not os.path.lexists(path):
        with suppress(FileExistsError):  # another process was quicker: its key is the one
            make(path, secrets.token_bytes(KEY_BYTES))
    key = load(
        path,
        if_known="take it for known: close the table, remove the file and let a new one be made",
    )
    if len(key) != KEY_BYTES:
        raise KeyFileError(
            path,
            f"it holds {len(key)} bytes, and a key has {KEY_BYTES}",
            "restore it from a copy; a new key cannot open what the old one sealed",
        )
    return key


def load(path: Path, *, if_known: str, most: int = _MOST, owner: int | None = None) -> bytes:
    """All that is in a file which nobody but its owner can get at: who runs this, or `owner`.

    `if_known` says what to do where others could. A file of more than `most` bytes is none.
    """
    whose = os.geteuid() if owner is None else owner
    with _told(path):
        if path.is_symlink():
            raise KeyFileError(path, "it is a symbolic link", "name the file itself")
        # Never waits: a pipe in place of the file would, for somebody to write to it.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            _check(path, os.fstat(handle), if_known, most, whose)
            return os.read(handle, most + 1)
        finally:
            os.close(handle)


def _check(path: Path, found: os.stat_result, if_known: str, most: int, owner: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise KeyFileError(path, "it is no regular file", "name a file for the key")
    if found.st_uid != owner:
        raise KeyFileError(
            path,
            f"it belongs to user {found.st_uid}, not to {owner} who runs this",
            "run it as its owner, or give the file to this user",
        )
    if found.st_mode & _OTHERS:
        mode = stat.S_IMODE(found.st_mode)
        raise KeyFileError(
            path,
            f"others can get at the key (mode {mode:04o})",
            f"{if_known}; if nobody else has an account here, chmod 600 it",
        )
    if found.st_size > most:
        raise KeyFileError(
            path, f"it holds {found.st_size} bytes, and no key has so many", "name another file"
        )


def make(path: Path, content: bytes) -> None:
    """A new file, whole and durable under its name or not there at all.

    FileExistsError where there is one already, and then that one is as it was.
    """
    with _told(path), _written(path, content) as name:
        os.link(name, path)
    _sync_folder(path.parent)


def rewrite(path: Path, content: bytes) -> None:
    """The file with another content, whole and durable, or as it was."""
    with _told(path), _written(path, content) as name:
        name.replace(path)
    _sync_folder(path.parent)


@contextmanager
def _written(path: Path, content: bytes) -> Iterator[Path]:
    """A file beside the one that is meant, with this content; gone in the end if it was left."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, _OWNER)  # whatever the mask of the process takes away
            file.write(content)
            file.flush()
            os.fsync(handle)
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        raise KeyFileError(
            path, error.strerror or str(error), "name a file that this user can make and read"
        ) from error


def _sync_folder(folder: Path) -> None:
    """A key that has lost its name in a power cut is lost with all that it was for."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
