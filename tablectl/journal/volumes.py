"""A record in several files, read as one: archives, then the journal that goes on from them.

The chain is checked while it is read, so that a reader is told where a damaged record stops and
never what stands behind that. What a whole verification looks at besides is `verify`'s business.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from types import TracebackType

from tablectl.journal.chain import Tip, flaws, tip_of
from tablectl.journal.errors import JournalDamaged, JournalError
from tablectl.journal.reading import UNVOUCHED, Reader
from tablectl.journal.records import Record, Snapshot
from tablectl.journal.sqlite import read_only

SUFFIX = ".journal"
"""How the name of an archive ends, by which a folder of them is searched."""


def files_in(paths: Sequence[Path]) -> list[Path]:
    """The files that are meant: a folder stands for all archives in it."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not inside:
            raise JournalError(f"{path}: no file in this folder ends in {SUFFIX}. Name another.")
        found += inside
    return list(dict.fromkeys(found))


class Volumes:
    """Open for reading only, in the order of their records; writers may be at work meanwhile."""

    def __init__(self, paths: Sequence[Path]) -> None:
        with ExitStack() as undo:
            readers = []
            for path in files_in(paths):
                reader = read_only(path)
                undo.callback(reader.close)
                readers.append(reader)
            self.readers = tuple(sorted(readers, key=lambda each: each.first_seq))
            self._held = undo.pop_all()

    def __enter__(self) -> Volumes:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._held.close()

    @property
    def start(self) -> Snapshot | None:
        """The state that the first file goes on from; None if it begins with record 1.

        JournalDamaged where no record vouches for it: whatever was told from it would be made up.
        """
        reader = self.readers[0]
        if reader.origin is None:
            return None
        if not reader.vouches_for(reader.origin.snapshot):
            raise JournalDamaged(reader.origin.first, UNVOUCHED, reader.where)
        return reader.origin.snapshot

    def snapshots(self) -> Iterator[Snapshot]:
        """The snapshots that are kept and vouched for, newest first."""
        for reader in reversed(self.readers):
            yield from reader.good_snapshots()

    def records(self, after: int = 0) -> Iterator[Record]:
        """The records with a higher number, each once; JournalDamaged where the chain breaks."""
        tip = self._tip_at(after)
        for reader in self.readers:
            first = reader.first_seq
            for row in reader.rows(after=first - 1 if after < first else tip.seq):
                if row[0] <= tip.seq:
                    self._check_same(row[0], row[7], reader)
                    continue
                for flaw in flaws(row, tip):
                    raise JournalDamaged(flaw.seq, flaw.problem, reader.where)
                yield Record(*row)
                tip = tip_of(row)
            reader.check_end()

    def records_back(self, before: int) -> Iterator[Record]:
        """The records with a lower number, newest first, each once.

        The chain cannot be checked from behind: whoever asks knows that it is whole up to there.
        """
        for reader in reversed(self.readers):
            for row in reader.rows_back(before):
                yield Record(*row)
                before = row[0]

    @cached_property
    def damage(self) -> JournalDamaged | None:
        """What `records` ends with, gone through from the first to the last of them."""
        try:
            deque(self.records(), maxlen=0)
        except JournalDamaged as error:
            return error
        return None

    def check(self) -> None:
        """JournalDamaged where the chain breaks, wherever that is."""
        if self.damage is not None:
            raise self.damage

    def hash_at(self, seq: int) -> str:
        """The hash of a record; "" where none of the files has it."""
        for reader in self.readers:
            for row in reader.rows(seq - 1, seq):
                return row[7]
        return ""

    def _tip_at(self, after: int) -> Tip:
        origin = self.readers[0].origin
        if origin is not None and after < origin.first:
            return Tip(origin.first - 1, origin.prev)
        for reader in self.readers:
            for row in reader.rows(after - 1, after):
                return tip_of(row)
        return Tip()

    def _check_same(self, seq: int, hash_: str, reader: Reader) -> None:
        """A record that two files have is the same in both."""
        for other in self.readers:
            for row in other.rows(seq - 1, seq):
                if row[7] != hash_:
                    problem = f"{other.where} has another record of this number"
                    raise JournalDamaged(seq, problem, reader.where)
