"""`tablectl run`: a table, from the simulated demonstration to one that people run by hand."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl import config
from tablectl.cli.running import Run, by_itself, in_real_time
from tablectl.cli.sockets import prepared, socket_option
from tablectl.cli.trouble import of_error
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Journal, JournalError
from tablectl.journal.sqlite import SqliteJournal
from tablectl.words.settings import Settings

DEFAULT_ROUNDS = 3


@click.command()
@click.option(
    "--table",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The table file; a demonstration table if left out.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    help=f"Rounds to play: {DEFAULT_ROUNDS}, or no end in real time.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of all chance.")
@click.option("--mishaps/--no-mishaps", default=True, help="Whether things go wrong on purpose.")
@click.option(
    "--journal",
    "journal_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the record in this file, and go on from what is in it.",
)
@click.option("--real-time", is_flag=True, help="At the pace of people, with the door open.")
@click.option(
    "--pace",
    type=click.FloatRange(min=0),
    default=1.0,
    show_default=True,
    help="Seconds the crew takes for one thing, in real time.",
)
@click.option("--by-hand", is_flag=True, help="No crew: people act through `tablectl act`.")
@socket_option
@click.option("--quiet", is_flag=True, help="Only the summary.")
def run(
    table: Path | None,
    rounds: int | None,
    seed: int,
    mishaps: bool,
    journal_path: Path | None,
    real_time: bool,
    pace: float,
    by_hand: bool,
    socket_path: Path | None,
    quiet: bool,
) -> None:
    """Run a table and tell what happens at it.

    Without options a simulated crew plays a demonstration table in no time: wagers, deal,
    decisions, reveal and settlement; in the second and third round something goes wrong, is ruled
    on with the clause it rests on, and is put right. All cards, devices and people are SIMULATED.

    \b
    Five rounds, and the same five with nothing going wrong:
      tablectl run --rounds 5
      tablectl run --rounds 5 --no-mishaps

    With --journal the record is kept, and the next run goes on where this one ended, even if it
    was killed:

    \b
      tablectl run --rounds 2 --journal table.db
      tablectl run --rounds 2 --journal table.db

    With --real-time the crew works at the pace of people and the table's door is open to
    `tablectl status` and `tablectl act` from another terminal. With --by-hand there is no crew:
    people do everything through the door. A simulated shoe then gives the cards that are due by
    itself; a table file with the preset `blind` has no device at all. Ctrl-C ends both.

    \b
      tablectl run --real-time --pace 0.5
      tablectl run --by-hand
    """
    lasting = real_time or by_hand
    if socket_path is not None and not lasting:
        raise click.UsageError("--socket is for --real-time and --by-hand: there is no door else")
    settings = _settings(table)
    journal = _journal(journal_path)
    try:
        asked = Run(
            settings=settings,
            journal=journal,
            journal_path=journal_path,
            rounds=rounds if rounds is not None or lasting else DEFAULT_ROUNDS,
            seed=seed,
            mishaps=mishaps,
            quiet=quiet,
        )
        if lasting:
            in_real_time(asked, prepared(socket_path), pace, by_hand=by_hand)
        else:
            by_itself(asked)
    finally:
        journal.close()


def _settings(table: Path | None) -> Settings:
    return config.demo() if table is None else config.load(table)


def _journal(path: Path | None) -> Journal:
    if path is None:
        return MemoryJournal()
    try:
        return SqliteJournal(path)
    except JournalError as error:
        raise of_error(error, str(path)) from error
