"""The record of a table as an auditor reads it: plain data, beside the controller that writes it.

Every question opens the file anew, reads a bounded part of it and lets it go; what is long is done
in parts, and the caller asks again. It knows no request and no loop: whoever asks does so from a
thread, and says through `Gone` that nobody waits for the answer any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from pathlib import Path
from threading import Event, Lock
from typing import Any

from tablectl import texts
from tablectl.console.told_rounds import as_line, felt, source_of, step
from tablectl.games.catalogue import rules_for
from tablectl.journal.errors import JournalDamaged, JournalUnreadable
from tablectl.journal.records import INPUT_KINDS, Record, RecordKind, Snapshot
from tablectl.journal.volumes import Volumes
from tablectl.replay.asking import Question, citations
from tablectl.replay.chronicle import Narrator, Passage, speakers, start_within
from tablectl.replay.entries import Entry, newest_first
from tablectl.replay.page import CONTROLLER, Told
from tablectl.replay.sentences import input_of, outcome_texts
from tablectl.replay.surveying import Survey
from tablectl.replay.times import moment
from tablectl.table.state import TableState
from tablectl.words.canonical import from_plain, loads, text
from tablectl.words.errors import TablectlError
from tablectl.words.outcomes import Outcome

Plain = dict[str, Any]
USUAL, MOST = 50, 200
"""Entries of one answer: as many as are sent unasked, and as many as may be asked for."""
SCANNED = 10_000
"""Records that one search looks at before it answers with where to go on."""
SURVEYED = 50_000
"""Records that are surveyed for one question before it is put off."""
WALKED = 10_000
"""Records that are gone through again for one question, on the way to a round."""
STEPS = 400
"""Steps of a round in one answer."""
MARKS = 64
"""States from the beginnings of rounds that are remembered."""


class NoJournal(TablectlError):
    """The console was started without a journal to read."""

    code = "no_journal"

    def __init__(self) -> None:
        self.problem = "this console was not told where the record of the table is"
        self.hint = (
            "start it with `tablectl console --journal FILE`, the file that the table writes"
        )
        super().__init__(f"{self.problem}; {self.hint}")


class NoSuchRound(TablectlError):
    """Nothing of a round is on record."""

    code = "no_such_round"

    def __init__(self, number: int, rounds: tuple[int, int] | None) -> None:
        self.problem = f"nothing of round {number} is on record"
        there = "no round at all" if rounds is None else f"rounds {rounds[0]} to {rounds[1]}"
        self.hint = f"there are {there} in this file; earlier ones are in its archives"
        super().__init__(f"{self.problem}; {self.hint}")


class StillReading(TablectlError):
    """A long record is gone through in parts, and the question waits for its turn."""

    code = "still_reading"

    def __init__(self, done: int, of: int) -> None:
        self.problem = f"{done} of {of} records have been gone through so far"
        self.hint = "ask again; it goes on from there"
        super().__init__(f"{self.problem}; {self.hint}")


class Abandoned(TablectlError):
    """Nobody waits for the answer any more."""

    code = "abandoned"


class Records:
    """The record in one file, for as many auditors as there are."""

    def __init__(self, journal: Path | None) -> None:
        self.journal = journal
        self.closing = Event()
        self._survey: Survey | None = None
        self._marks: dict[int, Snapshot] = {}
        self._lock = Lock()

    def close(self) -> None:
        """Let whatever still reads give up."""
        self.closing.set()

    def timeline(self, gone: Event, before: int | None = None, limit: int = USUAL) -> Plain:
        """The entries before a record, newest first."""
        return self.search(gone, Question(), before, limit)

    def search(
        self, gone: Event, asked: Question, before: int | None = None, limit: int = USUAL
    ) -> Plain:
        """The entries before a record that are asked for, newest first, and where to go on."""
        with self._open() as volumes:
            survey = self._surveyed(volumes, gone)
            lowest, top = _bounds(survey, asked, before)
            found: list[Plain] = []
            at = top
            for entry in self._entries(volumes, survey, top, lowest, gone):
                at = entry.records[0].seq
                if asked.meets(entry):
                    found.append(_entry(entry))
                if len(found) == limit or top - at >= SCANNED:
                    break
            else:
                at = lowest
        on = at if at > lowest else None
        return {"entries": found, "before": on, **_standing(survey)}

    def round(self, gone: Event, number: int, after: int = 0) -> Plain:
        """A round step by step, from the first one behind record `after` on."""
        with self._open() as volumes:
            survey = self._surveyed(volumes, gone)
            stretch = survey.stretch(number)
            if stretch is None:
                raise NoSuchRound(number, survey.rounds)
            walk = _Walk(self, volumes, survey, number, gone)
            steps = walk.steps(after)
        more = len(steps) > STEPS
        told = walk.narrator.found
        return {
            "round": number,
            "table": texts.settings_text(told.settings) if told.settings else "",
            "steps": steps[:STEPS],
            "after": steps[STEPS - 1]["seq"] if more else None,
            "differs_at": told.differs_at or None,
            **_standing(survey),
            "first": stretch[0],
            "last": stretch[1],
        }

    def given_up(self, gone: Event) -> bool:
        return gone.is_set() or self.closing.is_set()

    def heeded(self, records: Iterable[Record], gone: Event) -> Iterator[Record]:
        """The records, as long as somebody waits for what is made of them."""
        for record in records:
            if self.given_up(gone):
                raise Abandoned
            yield record

    # ------------------------------------------------------------ states to begin with

    def start_of(self, volumes: Volumes, survey: Survey, number: int) -> Snapshot | None:
        """The newest state from before a round, of those on file and those remembered."""
        kept = start_within(volumes, number, survey.upto)
        with self._lock:
            marks = [each for at, each in self._marks.items() if at <= number]
        marked = max(marks, key=lambda each: each.seq, default=None)
        if marked is None or (kept is not None and kept.seq >= marked.seq):
            return kept
        return marked

    def remember(self, number: int, state: TableState) -> None:
        """Keep the state that a round began in; of many, every other one is forgotten."""
        with self._lock:
            self._marks[number] = Snapshot.taken(state.seq, text(state))
            if len(self._marks) > MARKS:
                newest = max(self._marks)
                for at in sorted(self._marks)[::2]:
                    if at != newest:
                        del self._marks[at]

    # ------------------------------------------------------------ the file

    def _open(self) -> Volumes:
        if self.journal is None:
            raise NoJournal
        try:
            return Volumes([self.journal])
        except OSError as error:
            raise JournalUnreadable(self.journal, error.strerror or str(error)) from error

    def _surveyed(self, volumes: Volumes, gone: Event) -> Survey:
        """The survey as of now; StillReading where there is much that was not passed yet."""
        with self._lock:
            if self.given_up(gone):
                raise Abandoned
            if self._survey is None or not self._survey.is_of(volumes):
                self._survey, self._marks = Survey(volumes), {}
            if not self._survey.go_on(volumes, SURVEYED):
                raise StillReading(self._survey.upto, volumes.readers[-1].last_seq)
            return self._survey

    def _entries(
        self, volumes: Volumes, survey: Survey, top: int, lowest: int, gone: Event
    ) -> Iterator[Entry]:
        late = self.heeded(volumes.records_back(top), gone)
        within = takewhile(lambda record: record.seq >= lowest, late)
        return newest_first(within, survey.round_of)


class _Walk:
    """The way through a record to one of its rounds, and through that."""

    def __init__(
        self, shelf: Records, volumes: Volumes, survey: Survey, number: int, gone: Event
    ) -> None:
        self._shelf, self._volumes, self._survey, self._gone = shelf, volumes, survey, gone
        self._start = shelf.start_of(volumes, survey, number)
        self._number = number
        self._lines: list[Told] = []
        self._felt: Plain = {}
        self._last: Plain = {"lines": []}
        self.narrator = Narrator(self._lines.append, rules_for, number, self._began)

    def steps(self, after: int) -> list[Plain]:
        """One more than fit into an answer, if there are so many."""
        start = self._start
        records = self._sound(self._volumes.records(start.seq if start is not None else 0))
        passages = self.narrator.passages(self._shelf.heeded(records, self._gone), start)
        wanted = (self._step(each) for each in passages if self._is_behind(each, after))
        made = list(islice(wanted, STEPS + 1))
        self._told_snapshot()
        return made

    def _is_behind(self, passage: Passage, after: int) -> bool:
        if passage.stamped.seq > after:
            return True
        self._lines.clear()
        return False

    def _step(self, passage: Passage) -> Plain:
        self._told_snapshot()
        now = felt(passage.after)
        self._last = step(passage, self._lines, None if now == self._felt else now)
        self._felt = now
        self._lines.clear()
        return self._last

    def _told_snapshot(self) -> None:
        """A snapshot belongs to the step before, and is told with what comes behind it."""
        if self._lines and self._lines[0].label == RecordKind.SNAPSHOT:
            self._last["lines"].append(as_line(self._lines.pop(0)))

    def _sound(self, records: Iterable[Record]) -> Iterator[Record]:
        """The records that were surveyed; what stands behind them may not read."""
        for record in records:
            yield record
            if record.seq >= self._survey.upto:
                return

    def _began(self, number: int, state: TableState) -> None:
        if self.narrator.found.differs_at:  # a state that is not the record's is no beginning
            return
        self._shelf.remember(number, state)
        walked = state.seq - (self._start.seq if self._start is not None else 0)
        if number < self._number and walked > WALKED:
            raise StillReading(state.seq, self._survey.upto)


def _bounds(survey: Survey, asked: Question, before: int | None) -> tuple[int, int]:
    """The first record that a search looks at, and the one behind the last."""
    lowest, top = survey.after + 1, survey.upto + 1
    if asked.round is not None:
        stretch = survey.stretch(asked.round)
        if stretch is None:
            raise NoSuchRound(asked.round, survey.rounds)
        lowest, top = stretch[0], stretch[1] + 1
    return lowest, top if before is None else min(before, top)


def _standing(survey: Survey) -> Plain:
    return {
        "first": survey.after + 1,
        "last": survey.upto,
        "rounds": survey.rounds,
        "damage": None if survey.damage is None else _damage(survey.damage),
    }


def _damage(damage: JournalDamaged) -> Plain:
    return {"code": damage.code, "problem": str(damage), "hint": "", "seq": damage.seq}


def _entry(entry: Entry) -> Plain:
    said = next((each for each in entry.records if each.kind in INPUT_KINDS), None)
    first, last = entry.records[0], entry.records[-1]
    made = {
        "seq": first.seq if said is None else said.seq,
        "last": last.seq,
        "time": entry.time,
        "at": moment(entry.time),
        "round": entry.round,
        "clauses": citations(entry),
    }
    if said is None:  # nothing but a seal stands before the damage
        return made | {
            **{"who": CONTROLLER, "source": CONTROLLER, "kind": first.kind},
            **{"text": texts.spoken(first.kind), "led": [], "loud": False},
        }
    input_ = input_of(said)
    led = [
        from_plain(Outcome, loads(each.body))
        for each in entry.records
        if each.kind == RecordKind.OUTCOME
    ]
    return made | {
        "who": texts.printable(" and ".join(speakers(input_)) or CONTROLLER),
        "source": source_of(input_),
        "kind": said.kind,
        "text": texts.printable(texts.input_text(input_)),
        "led": list(dict.fromkeys(texts.printable(t) for each in led for t in outcome_texts(each))),
        "loud": any(each.rulings or each.refusal or each.fault for each in led),
    }
