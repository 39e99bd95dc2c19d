"""`tablectl run`: a table, from the simulated demonstration to one that people run by hand."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl import config
from tablectl.cli.running import Run, by_itself, in_real_time
from tablectl.cli.sockets import check_free, prepared, socket_option
from tablectl.cli.trouble import of_error
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Journal, JournalError
from tablectl.journal.sqlite import SqliteJournal
from tablectl.words.settings import Settings

DEFAULT_ROUNDS = 3
DEFAULT_PACE = 1.0


@click.command()
@click.option(
    "--table",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The table file (docs/tables.md); a demonstration table if left out.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    help=f"Rounds to play: {DEFAULT_ROUNDS}, or no end in real time.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of all chance.")
@click.option(
    "--mishaps/--no-mishaps",
    default=None,
    help="Whether things go wrong on purpose; they do, unless people run the table.",
)
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
    help=f"Seconds the crew, or a simulated device, takes for one thing: {DEFAULT_PACE:g}.",
)
@click.option("--by-hand", is_flag=True, help="No crew: people act through `tablectl act`.")
@socket_option
@click.option("--quiet", is_flag=True, help="Only the summary.")
def run(
    table: Path | None,
    rounds: int | None,
    seed: int,
    mishaps: bool | None,
    journal_path: Path | None,
    real_time: bool,
    pace: float | None,
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
    itself, and what simulated cards show is told here when they are due to be turned up. A table
    file with the preset `blind` has no device at all: the cards are those that people key in.
    Ctrl-C ends both.

    \b
      tablectl run --real-time --pace 0.5
      tablectl run --by-hand

    What a table file has in it is told in docs/tables.md.
    """
    lasting = real_time or by_hand
    if not lasting:
        _refuse_given("--socket", socket_path, "there is no door else")
        _refuse_given("--pace", pace, "a run takes no time else")
    if by_hand and mishaps:
        raise click.UsageError("--mishaps is not for --by-hand: people make their own")
    settings = _settings(table)
    socket = check_free(prepared(socket_path)) if lasting else None
    journal = _journal(journal_path)
    try:
        asked = Run(
            settings=settings,
            journal=journal,
            journal_path=journal_path,
            rounds=rounds if rounds is not None or lasting else DEFAULT_ROUNDS,
            seed=seed,
            mishaps=mishaps is not False and not by_hand,
            quiet=quiet,
        )
        if socket is not None:
            in_real_time(asked, socket, DEFAULT_PACE if pace is None else pace, by_hand=by_hand)
        else:
            by_itself(asked)
    finally:
        journal.close()


def _refuse_given(option: str, value: object, why: str) -> None:
    if value is not None:
        raise click.UsageError(f"{option} is for --real-time and --by-hand: {why}")


def _settings(table: Path | None) -> Settings:
    return config.demo() if table is None else config.load(table)


def _journal(path: Path | None) -> Journal:
    if path is None:
        return MemoryJournal()
    try:
        return SqliteJournal(path)
    except JournalError as error:
        raise of_error(error, str(path)) from error
