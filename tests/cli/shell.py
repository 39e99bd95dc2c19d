"""The command line for the tests: in this process, as a process of its own, and as a service."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from tablectl.cli.main import cli
from tablectl.doorclient import DoorClient
from tablectl.words.bases import Role
from tests.hosts.serving import Line

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 50.0
"""Far longer than anything takes; only a test that fails waits so long."""
BLIND = """version: 1
table: blind
game: three_card_poker
method: manual_shoe
seats: 6
decks: [blue]
preset: blind
"""


def with_preset(preset: str) -> str:
    """A table file with the devices of a preset, dealt as they deal."""
    method = "automated_shoe" if preset == "automated" else "manual_shoe"
    return BLIND.replace("preset: blind", f"preset: {preset}").replace("manual_shoe", method)


def tablectl(
    *args: str | Path, env: Mapping[str, str] | None = None, typed: str | None = None
) -> Result:
    """Run a command in this process; `typed` is what is piped into it."""
    return CliRunner().invoke(
        cli, [str(arg) for arg in args], input=typed, env=env, prog_name="tablectl"
    )


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def command(*args: str | Path) -> list[str]:
    return [sys.executable, "-m", "tablectl", *map(str, args)]


def process(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own."""
    return subprocess.run(
        command(*args),
        cwd=cwd or ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


@contextmanager
def running(*args: str | Path) -> Iterator[subprocess.Popen[str]]:
    """A command that goes on until the test is done with it."""
    with subprocess.Popen(
        command(*args), env=environment(), cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def answering(child: subprocess.Popen[str], socket: Path) -> Line:
    """A line to the door of a table, as soon as it answers."""
    end = time.monotonic() + PATIENCE_S
    while child.poll() is None:
        try:
            return Line(socket)
        except (FileNotFoundError, ConnectionRefusedError):
            assert time.monotonic() < end, "the table does not answer"
            time.sleep(0.01)
    raise AssertionError(f"the table ended with {child.returncode} before it answered")


def seen(door: DoorClient, true: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """What the dealer sees, as soon as it is so."""
    end = time.monotonic() + PATIENCE_S
    while not true(view := door.view(Role.DEALER)):
        assert time.monotonic() < end, view
        time.sleep(0.005)
    return view


def told_until(child: subprocess.Popen[str], text: str) -> str:
    """What a command tells up to the line that has this in it."""
    assert child.stdout is not None
    told = ""
    for line in child.stdout:
        told += line
        if text in line:
            return told
    raise AssertionError(f"{text!r} is not in {told}")
