"""A run of a table: the stage is set, a crew or people play, and the account is told.

Served, a table meets its devices over serial lines, simulated ones over pseudo-terminals, and
people at its door. In virtual time everything is in memory and goes as fast as it can.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from simulators.chance import split
from simulators.mishaps import World
from simulators.players import Players
from simulators.wires import MemoryWire
from tablectl import __version__, texts
from tablectl.cli.account import Account
from tablectl.cli.beside import beside
from tablectl.cli.mishaps import Mishaps
from tablectl.cli.sockets import default_socket
from tablectl.cli.stage import CrewIs, Stage, StagePart
from tablectl.cli.staging import hurry, lay_out, redrawn
from tablectl.cli.tally import head_lines
from tablectl.cli.trouble import FAILED, Trouble, saved
from tablectl.cli.wiring import wired
from tablectl.config import Table
from tablectl.credentials import PeopleFile
from tablectl.games.catalogue import GAMES, rules_for
from tablectl.hosts.host import Host
from tablectl.hosts.notify import Manager
from tablectl.hosts.service import Part, ServiceHost
from tablectl.hosts.virtual import VirtualHost, VirtualTime
from tablectl.journal.records import Journal
from tablectl.kernel import rebuild
from tablectl.lines import connect, new_session
from tablectl.replay.page import WIDTH
from tablectl.rig import EPOCH, MOMENT, equip
from tablectl.sealing import Sealer
from tablectl.table.ledger import tokens
from tablectl.table.state import TableState
from tablectl.words.bases import Role
from tablectl.words.settings import Settings

DEFAULT_PACE, WATCHED_PACE = 0.3, 0.8
"""Seconds; the second where somebody looks on at a console. With a crew that is quicker than the
first the machines hurry too."""
IDLE_LIMIT = 120
"""Virtual moments without anything to do after which a run is stuck."""


@dataclass(frozen=True)
class Run:
    """What was asked for."""

    table: Table
    journal: Journal
    journal_path: Path | None
    """Where the record is kept, if it is."""
    sealer: Sealer
    rounds: int | None
    seed: int
    mishaps: bool
    quiet: bool
    record: Path | None = None
    """The file of the record as long as the table runs, kept or not."""
    trace: Path | None = None
    """Where the bytes of its lines are written, if they are."""
    people: PeopleFile | None = None
    """What people prove it by, where they do."""
    group: int | None = None
    """The group of the system that may come to the door, if one may."""
    console: str | None = None
    """Where browsers find a console of it, if there is to be one."""

    @property
    def settings(self) -> Settings:
        return self.table.settings

    def write(self, text: str) -> None:
        if not self.quiet:
            click.echo(text)


def by_itself(run: Run) -> None:
    """Play in virtual time until the table is closed."""
    before = _before(run)
    time = VirtualTime(max(EPOCH, before.time + MOMENT))
    host = VirtualHost(run.journal, rules_for, run.sealer, time)
    stage = _set(run, host, before)
    wires = {n: MemoryWire(device, time) for n, device in stage.equipment.devices.items()}
    connect(host, run.settings, wires, new_session, profiles=run.table.profiles)
    _told_heading(run, by_hand=False)
    host.start(run.settings)
    idle = 0
    while not stage.closed:
        idle = 0 if stage.step() else idle + 1
        time.pass_time(MOMENT)
        if idle > IDLE_LIMIT:
            raise _stuck(host)
    _told_end(run, stage)


def served(run: Run, socket: Path, pace: float, *, by_hand: bool) -> None:
    """Serve the table until it is closed by its crew or stopped."""
    before = _before(run)
    host = ServiceHost(run.journal, rules_for, run.sealer)
    host.trouble = lambda error: click.echo(f"tablectl: {error}; trying again", err=True)
    host.manager = Manager(os.environ)
    stage = _set(run, host, before, live=by_hand)
    hurry(stage.equipment, min(1.0, pace / DEFAULT_PACE))
    _told_heading(run, by_hand=by_hand)
    part = _part(run, host, stage, pace, by_hand=by_hand)
    if not by_hand or (run.settings.devices and not run.table.links):
        host.stage = part
    with _console(run, socket) as consoles:
        host.run(
            run.settings,
            [part, *consoles],
            socket,
            group=run.group,
            people=run.people,
            surroundings=wired(run, host, stage.equipment),
            ready=lambda: _told_door(run, socket, by_hand),
        )
    _told_end(run, stage)


@contextmanager
def _console(run: Run, socket: Path) -> Iterator[list[Part]]:
    """The console beside the table, where one is wanted."""
    if run.console is None:
        yield []
        return
    with beside(run.console, socket, click.echo, run.record) as console:
        yield [console]


def _part(run: Run, host: ServiceHost, stage: Stage, pace: float, *, by_hand: bool) -> StagePart:
    """Where people run the table, cards are simulated only if something is that handles them."""
    devices = run.settings.devices.values()
    handled = stage.equipment.crew.shoe is not None or all(d.simulated for d in devices)
    return StagePart(
        stage,
        CrewIs.NONE if by_hand else CrewIs.PLAYING,
        pace,
        host.changed,
        simulated_cards=not by_hand or (bool(stage.equipment.devices) and handled),
    )


# ---------------------------------------------------------------- setting the stage


def _before(run: Run) -> TableState:
    """The table as the record leaves it, before it is started again."""
    before = rebuild(run.journal, rules_for, run.settings)[0]
    _check_same_table(run, before.settings)
    return before


def _check_same_table(run: Run, recorded: Settings) -> None:
    """A record is of one table and its game, and nobody goes on with that of another."""
    asked = run.settings
    if (recorded.table, recorded.game) == (asked.table, asked.game):
        return
    raise Trouble(
        "other_table",
        f"this is the record of table {recorded.table} ({texts.spoken(recorded.game)}), "
        f"and table {asked.table} ({texts.spoken(asked.game)}) was to go on with it",
        "name the record of this table, or a new file, with --journal",
        str(run.journal_path or ""),
    )


def _set(run: Run, host: Host, before: TableState, *, live: bool = False) -> Stage:
    first = before.round.number
    players = Players(run.settings.game, run.settings.seats, run.seed)
    last = None if run.rounds is None else first + run.rounds - 1
    wishes = players.wishes(last)
    equipment = equip(run.settings, host, host.door, wishes, run.seed, run.table.profiles)
    players.door = host.door
    crew = equipment.crew
    # Keys are never used twice, so the crew of every start needs its own.
    crew.session = f"crew-{run.journal.last_seq}"
    if equipment.devices and redrawn(before):
        run.write("SIMULATED cards that no device had read are drawn anew: others lie there now.")
    lay_out(equipment, before, host.opened, split(run.seed, f"laid out at {before.seq}"))
    _told_shut(host, before)
    host.unopened = lambda error: click.echo(f"tablectl: {error}", err=True)
    account = Account(host, run.write, live=live)
    world = World(equipment.felt, crew.shoe, crew, split(run.seed, "mishaps"))
    mishaps = Mishaps(world, equipment.devices, first, account.say_mishap, planned=run.mishaps)
    return Stage(host, equipment, account, mishaps, before)


def _told_shut(host: Host, before: TableState) -> None:
    """Say which hidden cards the key of this start cannot open, before any of them is due."""
    piles = [pile for holding in before.ledger.values() for pile in holding.piles.values()]
    hidden = [token for pile in piles for token in tokens(pile.faces)]
    shut = sum(host.opened(token) is None for token in hidden)
    if shut:
        click.echo(
            f"tablectl: {shut} of {len(hidden)} hidden cards on record cannot be opened with this "
            "seal key: start again with the key that they were sealed with (--seal-key); without "
            "it the table goes on, and nobody can tell these cards before they are turned up",
            err=True,
        )


def _stuck(host: Host) -> Trouble:
    prompt = host.door.view(Role.DEALER)["prompt"]
    waits = texts.prompt_text(prompt) if prompt else "nothing is due"
    return Trouble(
        "stuck",
        f"the simulated crew does not know what to do: {waits}",
        "play this table by hand with --by-hand",
        exits=FAILED,
    )


# ---------------------------------------------------------------- telling


def _told_heading(run: Run, *, by_hand: bool) -> None:
    settings = run.settings
    game, method = texts.spoken(settings.game), texts.spoken(settings.method)
    run.write(f"tablectl {__version__}, table {settings.table}: {game}, {method}")
    devices = {name: f"{name} ({device.model})" for name, device in settings.devices.items()}
    simulated = [told for name, told in devices.items() if settings.devices[name].simulated]
    simulated += () if by_hand else ("the cards", "the people")
    real = [f"{devices[name]} on {link}" for name, link in run.table.links.items()]
    if simulated:
        run.write(f"SIMULATED: {', '.join(simulated)}.")
    if real:
        run.write(f"Devices: {', '.join(real)}.")
    if not simulated and not real:
        run.write("No device is connected.")
    if not GAMES[settings.game].settles:
        run.write(texts.unsettled_text(settings.game))


def _told_door(run: Run, socket: Path, by_hand: bool) -> None:
    who = "You run this table" if by_hand else "The crew runs this table"
    named = "" if socket == default_socket() else f" --socket {socket}"
    run.write(f"{who}; Ctrl-C ends it. Its door: {socket}")
    run.write(f"In another terminal: tablectl status{named}")


def _mark(settings: Settings) -> str:
    simulated = any(device.simulated for device in settings.devices.values())
    return " (SIMULATED devices)" if simulated else ""


def _told_end(run: Run, stage: Stage) -> None:
    stage.account.end()
    click.echo("\nSummary")
    phase = texts.table_text(stage.host.kernel.state.phase)
    lines = [
        ("table", f"{run.settings.table}{_mark(run.settings)}: {phase}"),
        *stage.account.tally.lines(),
        *head_lines(run.journal, run.journal_path),
    ]
    for label, text in lines:
        click.echo(f"  {label:<{WIDTH}}{text}")
    for error in stage.host.kernel.errors:
        click.echo(
            f"  {'fault':<{WIDTH}}the table stopped; details are in {saved(error)}", err=True
        )
