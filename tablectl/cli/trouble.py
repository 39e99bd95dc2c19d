"""Trouble: how every failed command ends. A code, a place, what is wrong, what to do.

Exit codes: 1 a check failed or an act was refused, 2 bad input, 3 the environment is not as it
must be (no table answers, a file cannot be opened or is held), 70 a fault of tablectl itself.
"""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click

from tablectl.texts import printable
from tablectl.words.errors import TablectlError

FAILED, BAD_INPUT, ENVIRONMENT, OUR_FAULT = 1, 2, 3, 70
INTERRUPTED, NOBODY_READS = 130, 141

EXITS = {
    "journal_damaged": FAILED,
    "replay_differs": FAILED,
    "journal": ENVIRONMENT,
    "journal_locked": ENVIRONMENT,
    "journal_full": ENVIRONMENT,
    "journal_denied": ENVIRONMENT,
    "journal_unreadable": ENVIRONMENT,
    "journal_entry": ENVIRONMENT,
    "signer_failed": ENVIRONMENT,
    "signer_silent": ENVIRONMENT,
    "signer_wrong": ENVIRONMENT,
    "socket": ENVIRONMENT,
    "people_file": ENVIRONMENT,
    "not_believed": FAILED,
    "locked": FAILED,
    "unknown": FAILED,
    "choose_proof": FAILED,
    "unproved": FAILED,
    "no_session": FAILED,
    "not_theirs": FAILED,
    "other_user": FAILED,
    "forged": FAILED,
    "replayed": FAILED,
    "busy": FAILED,
    "stranger": ENVIRONMENT,
    "crowded": ENVIRONMENT,
    "no_trace": ENVIRONMENT,
    "internal": ENVIRONMENT,
}
"""Exit codes of errors by their code; every other error that was raised on purpose is bad input."""


class Trouble(Exception):
    """What went wrong, for people: shown on standard error, and the command ends."""

    def __init__(
        self, code: str, problem: str, remedy: str = "", place: str = "", exits: int = BAD_INPUT
    ) -> None:
        super().__init__(problem)
        self.code = code
        self.place = place
        self.problem = problem
        self.remedy = remedy
        self.exits = exits

    def __str__(self) -> str:
        told = (("where", self.place), ("what", self.problem), ("do", self.remedy))
        lines = [f"tablectl: {self.code}"]
        for label, text in told:
            lines += [f"  {label:<6} {printable(part)}" for part in text.splitlines()]
        return "\n".join(lines)


def of_error(error: TablectlError, place: str = "") -> Trouble:
    """The trouble that an error raised on purpose makes."""
    problem = getattr(error, "problem", "") if getattr(error, "hint", "") else str(error)
    hint = str(getattr(error, "hint", ""))
    return Trouble(error.code, problem, hint, place, EXITS.get(error.code, BAD_INPUT))


@contextmanager
def told() -> Iterator[None]:
    """Whatever a command ends with, it ends in one of the ways described above."""
    try:
        yield
        sys.stdout.flush()
    except (click.exceptions.Exit, click.Abort):
        raise
    except KeyboardInterrupt as error:
        raise click.exceptions.Exit(INTERRUPTED) from error
    except BrokenPipeError as error:
        _write_nowhere()
        raise click.exceptions.Exit(NOBODY_READS) from error
    except Exception as error:
        trouble = _trouble(error)
        click.echo(str(trouble), err=True)
        raise click.exceptions.Exit(trouble.exits) from error


def _trouble(error: Exception) -> Trouble:
    match error:
        case Trouble():
            return error
        case click.UsageError():
            return _misused(error)
        case click.ClickException():
            return Trouble("bad_usage", error.format_message(), "see `tablectl --help`")
        case TablectlError():
            return of_error(error)
        case OSError():
            return _system(error)
        case _:
            return _unexpected(error)


def _system(error: OSError) -> Trouble:
    """The operating system would not do something; its own words say what."""
    denied = isinstance(error, PermissionError)
    return Trouble(
        "permission" if denied else "system",
        error.strerror or str(error),
        "change its owner or mode, or name another" if denied else "put it right, or name another",
        str(error.filename or ""),
        ENVIRONMENT,
    )


def _misused(error: click.UsageError) -> Trouble:
    command = error.ctx.command_path if error.ctx is not None else "tablectl"
    problem = " ".join(error.format_message().split())  # choices come one a line, behind tabs
    return Trouble("bad_usage", problem, f"see `{command} --help`", command)


def _unexpected(error: Exception) -> Trouble:
    where = saved(error)
    return Trouble(
        "unexpected",
        f"{type(error).__name__}: this is a fault of tablectl, not yours",
        f"report it with {where}, which has the details",
        exits=OUR_FAULT,
    )


def saved(error: BaseException) -> str:
    """Write the details of an error to a file of its own; the path of that file."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="tablectl-fault-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        traceback.print_exception(error, file=file)
    return file.name


def _write_nowhere() -> None:
    """Nobody reads our output any more; let what is still buffered go without another error."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
