"""The file with the sealing key: made once, kept, and refused where nobody could trust it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread

import pytest

from tablectl.keyfile import KeyFileError, load_or_make


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.key"


def test_a_key_is_made_once_and_then_kept(path: Path) -> None:
    made = load_or_make(path)
    assert len(made) == 32
    assert load_or_make(path) == made


def test_no_two_keys_are_alike(tmp_path: Path) -> None:
    assert load_or_make(tmp_path / "one") != load_or_make(tmp_path / "other")


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o777])
def test_the_file_is_for_its_owner_alone_whatever_the_mask(path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        load_or_make(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nothing_else_is_left_in_the_folder(path: Path) -> None:
    load_or_make(path)
    assert list(path.parent.iterdir()) == [path]


def test_all_who_start_at_once_have_the_same_key(path: Path) -> None:
    keys: list[bytes] = []
    together = Barrier(8)

    def start() -> None:
        together.wait()
        keys.append(load_or_make(path))

    threads = [Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert keys == [path.read_bytes()] * 8


def readable(path: Path) -> None:
    path.write_bytes(b"k" * 32)
    path.chmod(0o640)


def short(path: Path) -> None:
    path.write_bytes(b"k" * 31)
    path.chmod(0o600)


def long(path: Path) -> None:
    path.write_bytes(b"k" * 33)
    path.chmod(0o600)


def empty(path: Path) -> None:
    path.touch(0o600)


def folder(path: Path) -> None:
    path.mkdir(0o700)


def pipe(path: Path) -> None:
    os.mkfifo(path, 0o600)


def link(path: Path) -> None:
    load_or_make(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def dangling_link(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (readable, r"others can get at the key \(mode 0640\).*chmod 600"),
        (short, "31 bytes.*restore it"),
        (long, "33 bytes.*restore it"),
        (empty, "0 bytes.*restore it"),
        (folder, "no regular file"),
        (pipe, "no regular file"),
        (link, "symbolic link"),
        (dangling_link, "symbolic link"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_nobody_could_trust_is_refused_and_left_alone(
    path: Path, make: Callable[[Path], None], problem: str
) -> None:
    make(path)
    before = path.lstat()
    with pytest.raises(KeyFileError, match=problem) as raised:
        load_or_make(path)
    assert str(path) in str(raised.value)
    assert path.lstat() == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_somebody_else_is_refused(path: Path) -> None:
    load_or_make(path)
    os.chown(path, 4242, -1)
    with pytest.raises(KeyFileError, match="belongs to user 4242"):
        load_or_make(path)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="No such file"):
        load_or_make(tmp_path / "absent" / "table.key")


def test_an_error_never_shows_the_key(path: Path) -> None:
    readable(path)
    with pytest.raises(KeyFileError) as raised:
        load_or_make(path)
    assert "kkkk" not in str(raised.value)
