"""`tablectl authority`: who may do what, as the program has it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tablectl import texts
from tablectl.games.catalogue import GAMES, rules_for
from tablectl.games.options import with_defaults
from tablectl.table.authority import Grant, matrix
from tablectl.table.rules import Rules
from tablectl.words.bases import Role
from tablectl.words.settings import Settings

WIDTH = 28
COLUMN = 15


@click.command()
@click.option(
    "--game",
    type=click.Choice(sorted(GAMES)),
    default="three_card_poker",
    show_default=True,
    help="The game, whose decks are prepared in its own way.",
)
def authority(game: str) -> None:
    """Show who may do what, when, and with whom: made from what the core goes by.

    Whoever may do a thing still has to be signed in at a table where people prove who they are, and
    whether it may be done at this moment, with the cases that are open, is decided at the moment:
    `tablectl status` has it. Everybody may look; auditors do nothing else.

    \b
    Examples:
      tablectl authority
      tablectl authority --game let_it_ride
    """
    roles = "".join(f"{role.value:<{COLUMN}}" for role in Role)
    click.echo(f"{'deed':<{WIDTH}}{roles}when")
    for deed, grant in matrix(_rules(game)).items():
        click.echo(_row(deed, grant))


def _row(deed: str, grant: Grant) -> str:
    marks = "".join(f"{_mark(role, grant):<{COLUMN}}" for role in Role)
    return f"{deed:<{WIDTH}}{marks}{'; '.join(_when(grant))}"


def _mark(role: Role, grant: Grant) -> str:
    if role not in grant.roles:
        return "-"
    return "at first" if grant.later and role not in grant.later else "yes"


def _when(grant: Grant) -> Iterator[str]:
    yield grant.when
    if grant.second:
        yield f"with a second person, {' or '.join(role.value for role in grant.second)}"
    if grant.not_by:
        yield f"not who did {texts.spoken(grant.not_by)}"


def _rules(name: str) -> Rules:
    game = GAMES[name]
    return rules_for(
        Settings(
            table="",
            game=name,
            method=game.methods[0],
            seats=game.seats[0],
            decks=tuple(f"deck_{n}" for n in range(game.decks[0])),
            options=with_defaults(game, {}),
            devices={},
            people={},
            version="",
        )
    )
