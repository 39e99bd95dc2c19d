"""The verification of a journal that somebody asked for at a screen: one at a time, in a thread.

The chain of the whole file is computed again while the console goes on; whoever asks is told how
far it is, and afterwards what was found and what to do about it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from tablectl.journal.findings import WAYS_OUT, Finding
from tablectl.journal.sqlite import read_only
from tablectl.journal.verify import Head, Verification, verify
from tablectl.texts import printable
from tablectl.words.errors import TablectlError

LOG = logging.getLogger("tablectl.console")
Plain = dict[str, Any]
MOST_TOLD = 100
"""Findings that are told one by one, and notes; further ones are counted."""


class _Stopped(Exception):
    """The console ends before the verification does."""


@dataclass(frozen=True)
class Verified:
    """How far a verification is, and what it came to."""

    state: str = "none"
    done: int = 0
    of: int = 0
    result: Plain | None = None
    error: Plain | None = None

    def plain(self) -> Plain:
        return dict(vars(self))


class Verifier:
    """Verifies one journal when it is told to; who asks while it does is told of that one."""

    def __init__(self, closing: Event) -> None:
        self._closing = closing
        self._lock = Lock()
        self._now = Verified()

    @property
    def now(self) -> Verified:
        return self._now

    def begin(self, journal: Path, head: Head | None = None) -> Verified:
        """Begin, unless one is under way; how it stands. JournalError where nothing can be read."""
        with self._lock:
            if self._now.state != "running":
                reader = read_only(journal)
                of = reader.last_seq
                reader.close()
                self._now = Verified("running", 0, of)
                Thread(target=self._run, args=(journal, head), name="verify", daemon=True).start()
            return self._now

    def _run(self, journal: Path, head: Head | None) -> None:
        of = self._now.of
        try:
            made = verify(journal, head, passed=self._passed)
        except _Stopped:
            return
        except (TablectlError, OSError) as error:
            self._fail(getattr(error, "code", "system"), str(error), of)
        except Exception:  # ours: told, so that another one can be asked for
            LOG.exception("the verification of %s failed", journal)
            self._fail("internal", "the verification failed; see the log of the console", of)
        else:
            self._now = Verified("done", made.last_seq, made.last_seq, result(made))

    def _fail(self, code: str, problem: str, of: int) -> None:
        told = {"code": code, "problem": printable(problem), "hint": ""}
        self._now = Verified("failed", self._now.done, of, error=told)

    def _passed(self, seq: int) -> None:
        if self._closing.is_set():
            raise _Stopped
        self._now = Verified("running", seq, max(seq, self._now.of))


def result(made: Verification) -> Plain:
    """What a verification found, for whoever has to do something about it."""
    told = made.findings[:MOST_TOLD]
    notes = made.notes[:MOST_TOLD]
    left = len(made.findings) + len(made.notes) - len(told) - len(notes)
    return {
        "sound": made.ok,
        "first": made.first_seq,
        "last": made.last_seq,
        "head": f"{made.last_seq}:{made.head}" if made.ok and made.last_seq else "",
        "counts": dict(sorted(made.counts.items())),
        "findings": [{**_finding(each), "do": WAYS_OUT[each.code]} for each in told],
        "notes": [_finding(each) for each in notes],
        "untold": sum(made.untold.values()) + left,
    }


def _finding(finding: Finding) -> Plain:
    return {
        "seq": finding.seq,
        "code": str(finding.code),
        "problem": printable(finding.problem),
    }
