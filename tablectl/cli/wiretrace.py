"""The trace of a running table's lines, switched on and off while it runs.

`tablectl run --trace FILE` traces from the start. The signal SIGUSR1 switches the trace off and on;
at a table that was started without one it begins beside the record, as JOURNAL.trace.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drivers.line import Line
from drivers.trace import Trace
from tablectl.cli.trouble import ENVIRONMENT, Trouble
from tablectl.hosts.service import ServiceHost

if TYPE_CHECKING:
    from tablectl.cli.running import Run


@contextmanager
def traced(run: Run, host: ServiceHost, lines: Mapping[str, Line]) -> Iterator[None]:
    """A trace on demand while this lasts."""
    switch = TraceSwitch(_path(run), lines)
    host.nudged = switch.turn
    try:
        if run.trace is not None:
            switch.on()
            run.write(
                f"Traced in {run.trace}; `kill -USR1 {os.getpid()}` switches that off and on."
            )
        yield
    finally:
        host.nudged = None
        switch.close()


def _path(run: Run) -> Path | None:
    beside = run.journal_path and run.journal_path.with_name(f"{run.journal_path.name}.trace")
    return run.trace or beside


class TraceSwitch:
    """One trace for all lines. It is begun when it is first wanted."""

    def __init__(self, path: Path | None, lines: Mapping[str, Line]) -> None:
        self._path = path
        self._lines = lines
        self._trace: Trace | None = None
        self._is_on = False

    def turn(self) -> None:
        """Off if it is on, and the other way round; what keeps it from that is told."""
        if self._is_on:
            self.off()
            _tell("the trace is off")
            return
        try:
            self.on()
            _tell(f"the trace is on: {self._path}")
        except Trouble as trouble:
            _tell(trouble.problem)

    def on(self) -> None:
        if self._trace is None:
            self._trace = self._begun()
        for name, line in self._lines.items():
            line.trace = self._trace.of(name)
        self._is_on = True

    def off(self) -> None:
        for line in self._lines.values():
            line.trace = None
        self._is_on = False

    def close(self) -> None:
        self.off()
        if self._trace is not None:
            self._trace.close()

    def _begun(self) -> Trace:
        if self._path is None:
            problem = "there is no file for the trace"
            raise Trouble(
                "no_trace", problem, "start the table with --trace FILE or --journal FILE"
            )
        try:
            return Trace(self._path, self._failed)
        except OSError as error:
            problem = f"{self._path} cannot be written: {error.strerror}"
            hint = "name another file with --trace"
            raise Trouble("no_trace", problem, hint, exits=ENVIRONMENT) from error

    def _failed(self, error: OSError) -> None:
        _tell(f"the trace has ended: {self._path}: {error.strerror}")


def _tell(text: str) -> None:
    click.echo(f"tablectl: {text}", err=True)
