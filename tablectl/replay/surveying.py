"""The survey of a record: how far it is sound, and with which record each of its rounds begins.

It is made once and goes on where it stopped, so that whoever asks a long record again and again
does not go through all of it each time. What it has passed is not looked at again: that nobody
changed it since is for a verification to find out.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import dropwhile

from tablectl.journal.errors import JournalDamaged
from tablectl.journal.records import Record
from tablectl.journal.volumes import Volumes
from tablectl.replay.entries import AFTER_INPUT, Rounds, entries_on


class Survey:
    """Of the record in some files; `upto` is the last of it that was passed and found sound."""

    def __init__(self, volumes: Volumes) -> None:
        start = volumes.start
        self._first = volumes.readers[0].first_seq
        self._rounds = Rounds.from_start(start)
        self._first_round = self._rounds.number
        self._begins = array("q")
        self.after = start.seq if start is not None else 0
        """Entries begin behind this record, of which only the state is known."""
        self.upto = self.after
        self._hash = volumes.hash_at(self.upto)
        self.damage: JournalDamaged | None = None

    def is_of(self, volumes: Volumes) -> bool:
        """Whether these are still the files that were surveyed: none rotated, none exchanged."""
        first = volumes.readers[0].first_seq
        return first == self._first and volumes.hash_at(self.upto) == self._hash

    def go_on(self, volumes: Volumes, most: int) -> bool:
        """Pass about so many more records; whether the end was reached, or damage."""
        passed = self.upto
        fresh = self._sound(volumes.records(self.upto))
        whole = dropwhile(lambda each: each.kind in AFTER_INPUT, fresh)
        for entry in entries_on(whole, self._rounds):
            if entry.round - self._first_round == len(self._begins):
                self._begins.append(entry.records[0].seq)
            last = entry.records[-1]
            self.upto, self._hash = last.seq, last.hash
            if self.upto - passed >= most:
                return False
        return True

    def _sound(self, records: Iterable[Record]) -> Iterator[Record]:
        try:
            yield from records
        except JournalDamaged as error:
            self.damage = error
        else:
            self.damage = None

    @property
    def rounds(self) -> tuple[int, int] | None:
        """The first and the last round of which there is something; None if there is nothing."""
        if not self._begins:
            return None
        return self._first_round, self._first_round + len(self._begins) - 1

    def round_of(self, seq: int) -> int:
        """The round that a record belongs to."""
        return self._first_round + max(0, bisect_right(self._begins, seq) - 1)

    def stretch(self, number: int) -> tuple[int, int] | None:
        """The first and the last record of a round, as far as it is there."""
        at = number - self._first_round
        if not 0 <= at < len(self._begins):
            return None
        last = self._begins[at + 1] - 1 if at + 1 < len(self._begins) else self.upto
        return self._begins[at], last
