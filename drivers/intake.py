"""Which event of a device comes next: each once, in order, a gap only where the device says so.

Knows numbers and nothing of what the events tell. It outlives sessions: what is on record is not
told again because the line was down for a moment. What the core was told and did not record, it may
have distrusted, as it does everything from a unit that is not the promised one: that is told again.
"""

from __future__ import annotations

from enum import Enum

from drivers.messages import Event


class Verdict(Enum):
    NEXT = "next"
    """The core has not seen it, and everything before it that can still come has come."""
    AFTER_GAP = "after_gap"
    """The next that can come: the device has lost some before it, and the core will see that."""
    RECORDED = "recorded"
    """A duplicate of what is on record: the device has not heard that it is."""
    WAITING = "waiting"
    """A duplicate of what the core was told and has not recorded yet."""
    EARLY = "early"
    """One before it is still to come; the device will say both again."""
    IMPOSSIBLE = "impossible"
    """Numbers that contradict each other."""
    OTHER_EPOCH = "other_epoch"
    """Not of the epoch that the device named in this session."""


class Intake:
    def __init__(self) -> None:
        self.serial = ""
        self.epoch = 0
        self.recorded = 0
        """The last event on record, as far as this process was told."""
        self._last: int | None = None
        """The last event that was passed on in this session, or is on record; None for none."""

    def begin(self, serial: str, epoch: int, last_event: int) -> None:
        """A session begins with this unit, whose last event is the one named.

        If it has fewer than it sent before in the same epoch, its memory went back: what it says
        next is new under old numbers, and none of it is a duplicate.
        """
        went_back = self._last is not None and last_event < self._last
        if (serial, epoch) != (self.serial, self.epoch) or went_back:
            self.serial, self.epoch = serial, epoch
            self.recorded = 0
        self._last = self.recorded or None

    def judge(self, event: Event) -> Verdict:
        """What to do with an event; one that is in turn counts as passed on from now on."""
        number, oldest, last = event.number, event.oldest, self._last
        if event.epoch != self.epoch:
            return Verdict.OTHER_EPOCH
        if not 1 <= oldest <= number:
            return Verdict.IMPOSSIBLE
        if number <= self.recorded:
            return Verdict.RECORDED
        if last is not None and number <= last:
            return Verdict.WAITING
        in_turn = number == oldest if last is None else number == last + 1
        if not in_turn and number != oldest:
            return Verdict.EARLY
        self._last = number
        return Verdict.NEXT if in_turn else Verdict.AFTER_GAP

    def record(self, epoch: int, event: int) -> bool:
        """This event is on record; False if it is of another epoch, which the device forgot."""
        if epoch != self.epoch:
            return False
        self.recorded = max(self.recorded, event)
        self._last = max(self._last or 0, event)
        return True
