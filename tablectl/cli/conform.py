"""`tablectl conform`: whether a device is what its profile says, checked over its line."""

from __future__ import annotations

import secrets
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from drivers.contact import Contact as SerialContact
from drivers.profile_form import Profile
from drivers.serial_link import SerialLink
from tablectl.cli.conformpage import page, remark, summary
from tablectl.cli.sim import named_profile
from tablectl.cli.trouble import ENVIRONMENT, FAILED, Trouble
from tablectl.conformance.catalogue import examination
from tablectl.conformance.checks import Result, Verdict
from tablectl.conformance.contact import Contact, Hands, Task
from tablectl.conformance.junit import junit as junit_text
from tablectl.conformance.simulated import Simulation, told_in_words
from tablectl.conformance.tongue import Who

SECOND = 1_000_000
MOST_SESSION = (1 << 32) - 1
CHUNK = 4096


@click.command()
@click.option("--profile", "-p", required=True, help="The name of a profile, or a YAML file.")
@click.option("--port", metavar="URL", help="Where the device is: /dev/..., or socket://HOST:PORT.")
@click.option("--simulated", is_flag=True, help="A simulated device, in memory and in no time.")
@click.option("--serial", default="", help="The serial number that the device must have.")
@click.option(
    "--hands",
    type=click.Path(path_type=Path),
    help="The socket of a simulator's hands (`tablectl sim --hands`); otherwise you are asked.",
)
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page to be kept."
)
@click.option("--junit", type=click.Path(dir_okay=False, path_type=Path), help="Write JUnit's XML.")
def conform(
    profile: str,
    port: str | None,
    simulated: bool,
    serial: str,
    hands: Path | None,
    html: Path | None,
    junit: Path | None,
) -> None:
    """Check a device or simulator against its profile.

    Who it is, every order, everything it promises to tell, timing, bad frames, reconnecting and
    delivery. With --port you are told what to do at the device: draw a card, load a deck, make it
    jam. A simulator does it by itself: start it with `tablectl sim PROFILE --link L --hands H`,
    and name --port L --hands H here. The device must not be in play: its events are used up.

    \b
    Example:
      tablectl conform --profile plain_sensing_shoe --simulated

    Exits with 1 if a check failed. docs/profiles.md goes through it step by step.
    """
    if simulated == (port is not None):
        raise click.UsageError("name a --port, or say --simulated: one of the two")
    made = named_profile(profile)
    if port is None:
        where = "simulated in memory"
        simulation = Simulation(made, serial or made.sample_serial)
        who, results = _told(made, simulation, simulation.hands, serial)
    else:
        where = f"on {port}"
        with ExitStack() as held:
            there = Person() if hands is None else SocketHands(hands)
            held.callback(there.close)
            contact = SerialContact(lambda: SerialLink.of(port, made))
            held.callback(contact.end)
            who, results = _told(made, contact, there, serial)
    click.echo(summary(results))
    if html is not None:
        html.write_text(page(made, where, who, results), encoding="utf-8")
    if junit is not None:
        junit.write_bytes(junit_text(f"conform {made.profile} {where}", results))
    if any(result.verdict is Verdict.FAILED for result in results):
        raise click.exceptions.Exit(FAILED)


def _told(
    profile: Profile, contact: Contact, hands: Hands, serial: str
) -> tuple[Who | None, list[Result]]:
    """Who was there, and the results, each told as soon as it is there."""
    made = examination(profile, contact, hands, lambda: secrets.randbelow(MOST_SESSION) + 1, serial)
    results = []
    for result in made.results(contact.clock):
        results.append(result)
        told = f"{result.verdict.value:<15}{result.check.id:<20}{result.check.name}"
        click.echo(told)
        if text := remark(result):
            click.echo(f"{'':<15}{text}")
    return made.sitting.who, results


class Person:
    """Whoever reads the screen, at the device."""

    patience = 60 * SECOND
    calm = 10 * SECOND

    def do(self, task: Task) -> bool:
        seconds = self.calm if task in (Task.PULL, Task.REPLUG) else self.patience
        click.echo(f"PLEASE {task.sentence} (within {seconds // SECOND} s)")
        return True

    def close(self) -> None:
        """Nothing is held of a person."""


class SocketHands:
    """The hands of a simulator that is another process."""

    patience = 10 * SECOND
    calm = SECOND // 3

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            problem = f"no simulator's hands are at {path}: {error.strerror or error}"
            remedy = f"start one with `tablectl sim PROFILE --hands {path}`"
            raise Trouble("no_hands", problem, remedy, exits=ENVIRONMENT) from error
        self._lines = self._socket.makefile("r", encoding="utf-8")

    def do(self, task: Task) -> bool:
        return told_in_words(task, self._say)

    def close(self) -> None:
        self._lines.close()
        self._socket.close()

    def _say(self, words: str) -> str:
        with suppress(ConnectionError):
            self._socket.sendall(f"{words}\n".encode())
            if answer := self._lines.readline():
                return answer
        problem = "the simulator has ended"
        raise Trouble("no_hands", problem, "start it again", exits=ENVIRONMENT)
