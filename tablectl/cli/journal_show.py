"""`tablectl journal show`: a record, or one round of it, told to somebody who knows no code."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl import texts
from tablectl.cli.trouble import Trouble
from tablectl.games.catalogue import rules_for
from tablectl.journal.volumes import Volumes
from tablectl.replay.chronicle import Chronicle, tell
from tablectl.replay.page import WIDTH, Told
from tablectl.replay.times import clock, day

WHO = 16


@click.command()
@click.argument("journals", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--round", "number", type=click.IntRange(min=1), help="This round and no other.")
def show(journals: tuple[Path, ...], number: int | None) -> None:
    """Tell what JOURNALS say, a line for everything that happened.

    Each line begins with the number of the record that it is told from, its time (UTC) and whose
    word it is. A hidden card is told when it was revealed and not before. JOURNALS is a journal,
    or its archives and the journal, or a folder of archives; a controller may be at work with it.

    \b
    Examples:
      tablectl journal show table.journal
      tablectl journal show table.journal --round 1

    A damaged record is told up to where the damage begins, and so is a round of it; then the
    command says where that is and exits with 1.
    """
    with Volumes(journals) as volumes:
        told = tell(volumes, Lines().write, rules_for, number)
        volumes.check()
    check_found(told, number)


def check_found(told: Chronicle, number: int | None) -> None:
    """Trouble where the round that was asked for is not there."""
    if number is not None and number not in told.rounds:
        raise no_round(number)


def no_round(number: int) -> Trouble:
    return Trouble(
        "no_such_round",
        f"nothing of round {number} is on record",
        "see `tablectl journal show` without --round for those that are; give archives too",
    )


class Lines:
    """Lines for a terminal; a day is told when it begins."""

    def __init__(self) -> None:
        self._day = ""

    def write(self, told: Told) -> None:
        if not told.label:
            click.echo(f"\n{told.text}")
            return
        at = told.source
        if day(at.time) != self._day:
            self._day = day(at.time)
            click.echo(f"{self._day}, times in UTC")
        who = texts.printable(at.who)
        place = f"{at.seq:>7}  {clock(at.time)}  {who:<{WHO}}  "
        click.echo(f"{place}{told.label:<{WIDTH}}{told.text}")
