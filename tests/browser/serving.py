"""A table and its console as two processes, as they are in service.

What they tell goes to files, so that nobody waits for a reader of it.
"""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tablectl.doorclient import DoorClient
from tablectl.words.bases import Role
from tests.cli.shell import PATIENCE_S, answering, command, environment

AT = "The console is at "
FAST = 0.05
"""Seconds that simulated hands take for what they do."""


@dataclass
class Served:
    """A table and the address of its console."""

    folder: Path
    words: tuple[str | Path, ...]
    table: subprocess.Popen[str]
    console: subprocess.Popen[str]
    url: str

    @property
    def socket(self) -> Path:
        return self.folder / "door"

    @property
    def journal(self) -> Path:
        return self.folder / "table.journal"

    def kill(self) -> None:
        """The controller dies; the console does not."""
        self.table.kill()
        self.table.wait()

    def start(self) -> None:
        """Start the controller again from its record."""
        self.table = _started(self.folder / "table.log", *_run(self.folder, *self.words))

    @contextmanager
    def stalled(self) -> Iterator[None]:
        """The console does nothing, and no line of it ends."""
        self.console.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.console.send_signal(signal.SIGCONT)

    # ------------------------------------------------------------ what the table itself says

    def view(self) -> dict[str, Any]:
        with closing(answering(self.table, self.socket)) as line:
            return DoorClient(line.exchange).view(Role.SUPERVISOR)

    @property
    def round(self) -> int:
        return int(self.view()["round"]["number"])

    @property
    def cases(self) -> list[dict[str, Any]]:
        return list(self.view()["cases"])

    @property
    def irregular(self) -> list[dict[str, Any]]:
        """What was ruled on in this round."""
        return list(self.view()["round"]["rulings"])

    @property
    def table_phase(self) -> str:
        return str(self.view()["phase"])

    def deck_phase(self, deck: str) -> str:
        return str(self.view()["decks"].get(deck, {"phase": "removed"})["phase"])

    def phase_of(self, device: str) -> str:
        return str(self.view()["devices"][device]["phase"])

    def places(self) -> dict[str, int]:
        return {place: pile["count"] for place, pile in self.view()["places"].items()}


@contextmanager
def served(
    text: str, *words: str | Path, before: Callable[[Path], None] = lambda _: None
) -> Iterator[Served]:
    """The table of this file with simulated devices, and its console; `before` sees the folder."""
    with TemporaryDirectory(prefix="tctl-") as made:  # the path of a socket must not be long
        folder = Path(made)
        before(folder)
        (folder / "table.yaml").write_text(text)
        table = _started(folder / "table.log", *_run(folder, *words))
        listen = ("console", "--socket", folder / "door", "--listen", "127.0.0.1:0")
        console = _started(folder / "console.log", *listen, "--journal", folder / "table.journal")
        at = Served(folder, words, table, console, "")
        try:
            at.url = _address(folder / "console.log", console)
            answering(table, at.socket).close()
            yield at
        finally:
            for child in (at.table, console):
                child.kill()
                child.wait()


def _run(folder: Path, *words: str | Path) -> tuple[str | Path, ...]:
    return (
        *("run", "--table", folder / "table.yaml", "--journal", folder / "table.journal"),
        *("--socket", folder / "door", "--pace", str(FAST), *words),
    )


def _started(log: Path, *words: str | Path) -> subprocess.Popen[str]:
    with log.open("a") as told:
        return subprocess.Popen(
            command(*words), env=environment(), stdout=told, stderr=told, text=True
        )


def _address(log: Path, console: subprocess.Popen[str]) -> str:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and console.poll() is None:
        lines = [line for line in log.read_text().splitlines() if line.startswith(AT)]
        if lines:
            return lines[0].removeprefix(AT).split()[0]
        time.sleep(0.02)
    raise AssertionError(log.read_text())
