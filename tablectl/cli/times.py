"""Times that are given on the command line."""

from __future__ import annotations

import click

from tablectl.replay.times import in_microseconds


def given_time(_ctx: click.Context, _param: click.Parameter, value: str | None) -> int | None:
    """A time as an option has it; UTC unless it says otherwise."""
    if value is None:
        return None
    try:
        return in_microseconds(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
