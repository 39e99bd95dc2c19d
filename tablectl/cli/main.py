"""The entry point: which commands there are, and that each of them ends in good order.

The module of a command is imported when the command is used, so that `tablectl --help` does not
wait for any of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from tablectl import __version__
from tablectl.cli.suggest import near
from tablectl.cli.trouble import told

COMMANDS: Mapping[str, str] = {
    "run": "Run a table: by a simulated crew, by hand, or in virtual time.",
    "status": "Show where a running table stands and what may be done.",
    "act": "Do something at a running table.",
    "console": "Serve the console of a running table to browsers.",
    "sign-in": "Prove who you are at a running table, and act there from then on.",
    "sign-out": "End what sign-in began.",
    "people": "Enrol people, choose a PIN, unlock and dismiss.",
    "authority": "Show who may do what, as the program has it.",
    "doctor": "Check an installation: what is wrong, and how to mend it.",
    "backup": "Copy a table's record and keys, and put them back.",
    "frames": "Show the last frames on the line of a running table's device.",
    "trace": "Show what went over the lines of a traced table.",
    "scenario": "Play scenario files and check what they expect.",
    "clauses": "List the clauses, how each is enforced, and the tests that show it.",
    "coverage": "Play scenarios and show which irregularities they reach.",
    "soak": "Play thousands of rounds while devices fail and people slip.",
    "sign": "Make the sign of a table, to be printed.",
    "diagram": "Draw the steps of a game's round, or the phases of its decks.",
    "sim": "Simulate one device for any program to drive.",
    "ports": "List the serial ports, and what is plugged in there.",
    "conform": "Check a device or simulator against its profile.",
    "profile": "Look at the profiles of devices, and check your own.",
    "journal": "Look at the record of a table.",
    "replay": "Go through a record again and compare what comes out.",
}
"""The commands and what each is for; the module of a command has its name, with underscores."""


class Commands(click.Group):
    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = cmd_name.replace("-", "_")
        found: click.Command = getattr(import_module(f"tablectl.cli.{module}"), module)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word not in COMMANDS and not word.startswith("-"):
            meant = near(word, COMMANDS)
            raise click.UsageError(f"there is no command {word!r}{meant and f': {meant}'}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        with told():  # options before the command are read here
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        with told():
            result: object = super().invoke(ctx)
            return result


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tablectl")
def cli() -> None:
    """Supervise the devices on a casino card table and enforce the rules of its game.

    \b
    Watch a simulated table, with irregularities and their rulings:
      tablectl run --rounds 3
    Run a table yourself, from two terminals:
      tablectl run --by-hand
      tablectl status

    Exit codes: 0 done; 1 a check failed or an act was refused; 2 bad input; 3 no table answers,
    or a file cannot be opened; 70 a fault of tablectl itself.
    """


def main() -> None:
    cli(prog_name="tablectl")
