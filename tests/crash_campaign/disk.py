"""A disk that can lose power: what SQLite wrote, what it has synced, and what a cut leaves.

SQLite asks its VFS for every write and every sync. The one here hands everything on to the real
one and writes down what it was asked; as the default VFS it serves the journal without the journal
knowing. What was synced is durable. Of what was written since, a power cut leaves nothing, a part
that ends at a sector, a sector of rubbish, or any sectors in any order.

Modelled are files that tear at sectors of 512 bytes, disks that reorder writes, and file names that
are durable with their first sync. Not modelled are disks that lie about a sync, and sectors that go
bad without anybody writing to them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from random import Random

SECTOR = 512
SQLITE_OK = 0


class Cut(Enum):
    """What a power cut leaves of what was written and not synced."""

    DROPPED = "dropped"
    TRUNCATED = "truncated"
    SCRAMBLED = "scrambled"
    MIXED = "mixed"


@dataclass(frozen=True)
class Written:
    at: int
    data: bytes


@dataclass(frozen=True)
class Shortened:
    size: int


@dataclass
class File:
    """One file as the disk holds it, and what is on its way there."""

    durable: bytearray = field(default_factory=bytearray)
    named: bool = False
    """Its name is durable: it was synced once."""
    pending: list[Written | Shortened] = field(default_factory=list)

    def settle(self) -> None:
        for change in self.pending:
            put(self.durable, change)
        self.pending.clear()
        self.named = True

    def sectors(self) -> list[Written | Shortened]:
        """What is on its way, sector by sector in the order in which it was written."""
        return [part for change in self.pending for part in in_sectors(change)]


def put(content: bytearray, change: Written | Shortened) -> None:
    match change:
        case Shortened(size):
            del content[size:]
        case Written(at, data):
            content.extend(bytes(max(0, at - len(content))))
            content[at : at + len(data)] = data


def in_sectors(change: Written | Shortened) -> list[Written | Shortened]:
    if isinstance(change, Shortened):
        return [change]
    parts: list[Written | Shortened] = []
    at = change.at
    while at < change.at + len(change.data):
        end = min((at // SECTOR + 1) * SECTOR, change.at + len(change.data))
        parts.append(Written(at, change.data[at - change.at : end - change.at]))
        at = end
    return parts


class Disk:
    """Every file under a folder, as long as this process writes to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.files: dict[str, File] = {}
        self.syncing: Callable[[str], None] = lambda _: None
        """Called when a file is about to be synced, with everything still on its way."""

    def wrote(self, name: str, change: Written | Shortened) -> None:
        self.files[name].pending.append(change)

    def synced(self, name: str) -> None:
        self.syncing(name)
        self.files[name].settle()

    def in_flight(self) -> int:
        """How many sectors are on their way."""
        return sum(len(file.sectors()) for file in self.files.values())

    def leave(self, folder: Path, cut: Cut, chance: Random, *, sectors: int | None = None) -> None:
        """Write what a power cut leaves into a folder: of what is on its way, so many sectors."""
        whole = self.in_flight()
        kept = chance.randint(0, whole) if sectors is None else sectors
        for name, file in self.files.items():
            content = bytearray(file.durable)
            on_its_way = file.sectors()
            arrived, kept = arriving(on_its_way, cut, kept, chance)
            for change in arrived:
                put(content, change)
            if file.named or (arrived and content):
                (folder / name).write_bytes(content)


def arriving(
    sectors: list[Written | Shortened], cut: Cut, kept: int, chance: Random
) -> tuple[list[Written | Shortened], int]:
    """Which sectors arrive, and how many of those that may are left for other files."""
    match cut:
        case Cut.DROPPED:
            return [], kept
        case Cut.MIXED:
            some = [_perhaps_rubbish(each, chance) for each in sectors if chance.random() < 0.5]
            chance.shuffle(some)
            return some, kept
        case Cut.TRUNCATED:
            return sectors[:kept], max(0, kept - len(sectors))
        case Cut.SCRAMBLED:
            torn = [_rubbish(each, chance) for each in sectors[kept : kept + 1]]
            return sectors[:kept] + torn, max(0, kept - len(sectors))


def _rubbish(change: Written | Shortened, chance: Random) -> Written | Shortened:
    if isinstance(change, Shortened):
        return change
    return Written(change.at, chance.randbytes(len(change.data)))


def _perhaps_rubbish(change: Written | Shortened, chance: Random) -> Written | Shortened:
    return _rubbish(change, chance) if chance.random() < 0.2 else change


# ---------------------------------------------------------------- the VFS

_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _Methods(Structure):
    """`sqlite3_io_methods` of version 3."""

    _fields_ = [
        ("iVersion", c_int),
        ("xClose", c_void_p),
        ("xRead", c_void_p),
        ("xWrite", _WRITE),
        ("xTruncate", _TRUNCATE),
        ("xSync", _SYNC),
        ("others", c_void_p * 13),
    ]


class _OpenFile(Structure):
    """`sqlite3_file`, as far as it is everybody's."""

    _fields_ = [("pMethods", POINTER(_Methods))]


class _Vfs(Structure):
    """`sqlite3_vfs` of version 3."""

    _fields_ = [
        ("iVersion", c_int),
        ("szOsFile", c_int),
        ("mxPathname", c_int),
        ("pNext", c_void_p),
        ("zName", c_char_p),
        ("pAppData", c_void_p),
        ("xOpen", _OPEN),
        ("xDelete", _DELETE),
        ("others", c_void_p * 14),
    ]


class WatchedVfs:
    """Hands everything on to SQLite's own VFS, and tells a disk what was written and synced."""

    def __init__(self) -> None:
        self.disk: Disk | None = None
        self._library = ctypes.CDLL("libsqlite3.so.0")
        self._library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        self._real: _Vfs = self._library.sqlite3_vfs_find(None).contents
        self._names: dict[int, str] = {}
        """The file of every open handle that is on the disk."""
        self._watched: dict[int, tuple[_Methods, _Methods]] = {}
        """By the address of a table of methods: its copy that watches, and itself."""
        self._vfs = _Vfs.from_buffer_copy(self._real)
        self._vfs.zName = b"watched"
        self._vfs.xOpen = _OPEN(self._open)
        self._vfs.xDelete = _DELETE(self._delete)
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)

    def _open(self, _: int, name: int, file: int, flags: int, out: int) -> int:
        made = self._real.xOpen(ctypes.addressof(self._real), name, file, flags, out)
        self._names.pop(file, None)
        path = Path(ctypes.string_at(name).decode()) if name else None
        disk = self.disk
        if made != SQLITE_OK or path is None or disk is None or path.parent != disk.folder:
            return int(made)
        disk.files.setdefault(path.name, File())
        self._names[file] = path.name
        handle = _OpenFile.from_address(file)
        handle.pMethods = ctypes.pointer(self._watching(handle.pMethods.contents))
        return int(made)

    def _delete(self, _: int, name: int, synced: int) -> int:
        done = int(self._real.xDelete(ctypes.addressof(self._real), name, synced))
        path = Path(ctypes.string_at(name).decode())
        if done == SQLITE_OK and self.disk is not None and path.parent == self.disk.folder:
            self.disk.files.pop(path.name, None)
        return done

    def _watching(self, real: _Methods) -> _Methods:
        address = ctypes.addressof(real)
        if address not in self._watched:
            copy = _Methods.from_buffer_copy(real)

            def write(file: int, data: int, size: int, at: int) -> int:
                done = int(real.xWrite(file, data, size, at))
                self._told(file, Written(at, ctypes.string_at(data, size)), done)
                return done

            def truncate(file: int, size: int) -> int:
                done = int(real.xTruncate(file, size))
                self._told(file, Shortened(size), done)
                return done

            def sync(file: int, flags: int) -> int:
                name = self._names.get(file)
                if name is not None and self.disk is not None:
                    self.disk.synced(name)
                return int(real.xSync(file, flags))

            copy.xWrite, copy.xTruncate, copy.xSync = (
                _WRITE(write),
                _TRUNCATE(truncate),
                _SYNC(sync),
            )
            self._watched[address] = copy, real
        return self._watched[address][0]

    def _told(self, file: int, change: Written | Shortened, done: int) -> None:
        name = self._names.get(file)
        if name is not None and self.disk is not None and done == SQLITE_OK:
            self.disk.wrote(name, change)


@cache
def watched_vfs() -> WatchedVfs:
    """The one of this process, kept for good: SQLite keeps a pointer to it."""
    return WatchedVfs()
