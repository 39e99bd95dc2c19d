"""`tablectl run`: a table, from the simulated demonstration to one that people run by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tablectl import config
from tablectl.cli.beside import ANY
from tablectl.cli.people import begun
from tablectl.cli.running import DEFAULT_PACE, WATCHED_PACE, Run, by_itself, served
from tablectl.cli.sockets import check_free, prepared, socket_option, typed
from tablectl.cli.trouble import Trouble, of_error
from tablectl.credentials import PeopleFile
from tablectl.hosts.service_peers import group_number
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Journal, JournalError
from tablectl.journal.sqlite import SqliteJournal
from tablectl.keyfile import load_or_make
from tablectl.rig import sealer_for
from tablectl.sealing import Sealer

VIRTUAL_ROUNDS = 3
"""Rounds in virtual time, which would never come to an end by itself."""


@click.command()
@click.option(
    "--table",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The table file (docs/tables.md); a demonstration table if left out.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    help="Rounds the crew plays before it closes the table; if left out, it plays until it is "
    f"stopped, and with --virtual {VIRTUAL_ROUNDS}.",
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
@click.option(
    "--seal-key",
    "key_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The key that hides faces of real cards, made if it is not there; beside the journal.",
)
@click.option(
    "--people",
    "people_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The people file, where people prove who they are; beside the journal if left out.",
)
@click.option("--door-group", metavar="GROUP", help="A group of the system that may come in too.")
@click.option("--virtual", is_flag=True, help="In virtual time and in memory: as fast as it goes.")
@click.option(
    "--pace",
    type=click.FloatRange(min=0),
    help=f"Seconds the crew takes for one thing: {DEFAULT_PACE:g}, at a console {WATCHED_PACE:g}; "
    f"with less than {DEFAULT_PACE:g} machines hurry too.",
)
@click.option("--by-hand", is_flag=True, help="No crew: people act through `tablectl act`.")
@click.option(
    "--trace",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what goes over the lines to this file, hidden cards left out (tablectl trace).",
)
@click.option(
    "--console",
    is_flag=False,
    flag_value=ANY,
    metavar="[ADDRESS:PORT]",
    help="Serve the console to browsers too, on this machine; any port if 8080 is taken.",
)
@socket_option
@click.option("--quiet", is_flag=True, help="Only the summary.")
def run(
    table: Path | None,
    rounds: int | None,
    seed: int,
    mishaps: bool | None,
    journal_path: Path | None,
    key_path: Path | None,
    people_path: Path | None,
    door_group: str | None,
    virtual: bool,
    pace: float | None,
    by_hand: bool,
    trace: Path | None,
    console: str | None,
    socket_path: Path | None,
    quiet: bool,
) -> None:
    """Run a table and tell what happens at it.

    Without options a simulated crew plays a demonstration table: a shuffler, an automated shoe, a
    card reader and a random number generator, all SIMULATED, each on a pseudo-terminal of its own
    that the controller opens as it would open any serial port. In the second round the shoe jams;
    the round is ruled void with the clause that says so, the shoe gives no card until a technician
    has cleared it, and the table goes on. The crew plays until Ctrl-C ends it in good order, or
    --rounds of them are over.

    \b
    Five rounds, and the same five with nothing going wrong:
      tablectl run --rounds 5
      tablectl run --rounds 5 --no-mishaps

    With --journal the record is kept, and the next run goes on where this one ended, even if it
    was killed:

    \b
      tablectl run --rounds 2 --journal table.journal
      tablectl run --rounds 2 --journal table.journal

    Meanwhile the table's door is open to `tablectl status` and `tablectl act` from another
    terminal. With --by-hand there is no crew: people do everything through the door. A simulated
    shoe then gives the cards that are due by itself, and what simulated cards show is told here
    when they are due to be turned up. A table with real devices is always run by hand, and its
    record is always kept.

    \b
      tablectl run --by-hand
      tablectl run --by-hand --table table.yaml --journal table.journal

    With --trace every frame on every line is written to a file, for `tablectl trace`; cards that
    lie face down are left out. The signal SIGUSR1 switches the trace of a running table off and on.

    \b
      tablectl run --rounds 1 --trace table.trace

    With --console pages in browsers show the table and act at it (docs/console.md), from a process
    of its own that ends with the table:

    \b
      tablectl run --console
      tablectl run --by-hand --console 127.0.0.1:9000

    With --virtual nothing waits for anything: the same table, devices and bytes in memory, as fast
    as the machine can.

    People at a table with real devices prove who they are (docs/people.md). Its first start makes
    an administrator, on this terminal; `tablectl people` does the rest.

    What a table file has in it is told in docs/tables.md.
    """
    if virtual:
        _refuse_given("--socket", typed(socket_path), "there is no door in virtual time")
        _refuse_given("--trace", trace, "its lines are in memory")
        _refuse_given("--console", console, "nobody could follow it")
        _refuse_given("--pace", pace, "virtual time takes no time")
        _refuse_given("--by-hand", by_hand or None, "people cannot keep up with virtual time")
    if by_hand and mishaps:
        raise click.UsageError("--mishaps is not for --by-hand: people make their own")
    wanted = config.demo() if table is None else config.load(table)
    _check_real(wanted, by_hand, journal_path)
    people = _people(wanted, by_hand, journal_path, people_path)
    group = None if door_group is None else _group(door_group)
    socket = None if virtual else check_free(prepared(socket_path))
    # The key first: a start that dies in between must not leave a record without a key to it.
    sealer = _sealer(wanted, journal_path, key_path)
    usual = DEFAULT_PACE if console is None else WATCHED_PACE
    with _record(journal_path, console) as record, closing(_journal(record)) as journal:
        asked = Run(
            table=wanted,
            journal=journal,
            journal_path=journal_path,
            record=record,
            sealer=sealer,
            rounds=None if by_hand else rounds or (VIRTUAL_ROUNDS if virtual else None),
            seed=seed,
            mishaps=mishaps is not False and not by_hand,
            quiet=quiet,
            trace=trace,
            people=people,
            group=group,
            console=console,
        )
        if socket is not None:
            served(asked, socket, usual if pace is None else pace, by_hand=by_hand)
        else:
            by_itself(asked)


@contextmanager
def _record(kept: Path | None, console: str | None) -> Iterator[Path | None]:
    """The file of the record. Auditors at a console read one, also where none is to be kept."""
    if kept is not None or console is None:
        yield kept
        return
    with TemporaryDirectory(prefix="tablectl-record-") as folder:
        yield Path(folder) / "table.journal"


def _check_real(table: config.Table, by_hand: bool, journal: Path | None) -> None:
    """Real cards are in nobody's simulated hands, and what happens to them is kept."""
    named = ", ".join(table.links) or f"table {table.settings.table} has no device"
    if table.real and not by_hand:
        raise Trouble(
            "real_cards",
            f"{named}: a simulated crew cannot reach real cards",
            "run the table by hand, with --by-hand",
        )
    if table.real and journal is None:
        raise Trouble(
            "real_cards",
            f"{named}: what happens at a real table must be kept",
            "name a file with --journal",
        )


def _sealer(table: config.Table, journal: Path | None, key: Path | None) -> Sealer:
    """The key of a simulated table is as little a secret as its cards."""
    if not table.real or journal is None:
        return sealer_for(table.settings.table)
    return Sealer(load_or_make(key or journal.with_name(f"{journal.name}.sealkey")))


def _people(
    table: config.Table, by_hand: bool, journal: Path | None, named: Path | None
) -> PeopleFile | None:
    """What people prove it by; made here, with its first administrator, where it is not there."""
    if table.settings.sign_in is None:
        return None
    if not by_hand:
        raise Trouble(
            "sign_in",
            "people at this table prove who they are, and a simulated crew cannot",
            "run it by hand, with --by-hand, or write `sign_in: none` if it is simulated",
        )
    path = named or (journal.with_name(f"{journal.name}.people") if journal is not None else None)
    if path is None:
        raise Trouble("sign_in", "nobody knows where the people file is", "name it with --people")
    people = PeopleFile(path)
    if not people.exists():
        begun(table, people)
    people.read()
    return people


def _group(name: str) -> int:
    try:
        return group_number(name)
    except KeyError as error:
        raise Trouble(
            "no_group", f"this system has no group {name}", "make it, or name another", exits=3
        ) from error


def _refuse_given(option: str, value: object, why: str) -> None:
    if value is not None:
        raise click.UsageError(f"{option} is not for --virtual: {why}")


def _journal(path: Path | None) -> Journal:
    if path is None:
        return MemoryJournal()
    try:
        return SqliteJournal(path)
    except JournalError as error:
        raise of_error(error, str(path)) from error
