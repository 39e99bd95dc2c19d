"""`tablectl diagram`: the round of a game, or the phases of its decks, as a Mermaid diagram.

Drawn from the tables that decide what may follow what, so it cannot show anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from tablectl.cli.trouble import Trouble
from tablectl.games.catalogue import GAMES
from tablectl.games.options import Game, with_defaults
from tablectl.table.phases import Change, PhaseTable
from tablectl.table.rules import Rules
from tablectl.words.settings import Settings

ROUND, DECK = "round", "on_table"


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(sorted(GAMES)))
@click.option("--method", help="How the cards are dealt; the first method of the game if left out.")
@click.option(
    "--option",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the house, as in a table file; may be given several times.",
)
@click.option("--deck", is_flag=True, help="The phases of a deck instead of the steps of a round.")
def diagram(game: str, method: str | None, given: tuple[str, ...], deck: bool) -> None:
    """Draw the round of GAME, or with --deck the life of a deck, in Mermaid's language.

    Steps are drawn with the conditions on which one follows another. A round can be ruled void
    at any of its steps. Paste the output into a Mermaid viewer or into a Markdown file.

    \b
    Examples:
      tablectl diagram three_card_poker
      tablectl diagram three_card_poker --deck
      tablectl diagram blackjack --option hole_card=reader
    """
    rules = _rules(GAMES[game], method, given)
    if deck:
        click.echo(drawn(rules.decks, DECK, "remove"))
    else:
        click.echo(drawn(rules.plan.table, ROUND, "void"))


def _rules(game: Game, method: str | None, given: Sequence[str]) -> Rules:
    chosen = method or game.methods[0]
    if chosen not in game.methods:
        known = ", ".join(game.methods)
        raise Trouble(
            "no_such_method", f"{game.name} is not dealt by {chosen!r}", f"one of {known}"
        )
    decks = tuple(f"deck_{number}" for number in range(1, game.decks[0] + 1))
    options = with_defaults(game, dict(_option(game, each) for each in given))
    return game.rules(
        Settings("diagram", game.name, chosen, game.seats[1], decks, options, {}, {}, "")
    )


def _option(game: Game, given: str) -> tuple[str, int]:
    name, _, value = given.partition("=")
    spec = game.options.get(name)
    if spec is None:
        known = ", ".join(game.options) or "none"
        raise Trouble("no_such_option", f"{game.name} has no option {name!r}", f"one of {known}")
    number = spec.number(int(value) if value.isdecimal() else value)
    if not isinstance(number, int) or not spec.allows(number):
        range_ = ", ".join(spec.words) or f"{spec.least} to {spec.most}"
        raise Trouble("no_such_value", f"{name} cannot be {value!r}", f"one of {range_}")
    return name, number


def drawn(table: PhaseTable, group: str, from_any: str) -> str:
    """A phase table as a state diagram.

    What `from_any` triggers can happen at every phase of the group, so it is drawn once, from
    the group as a whole.
    """
    inside = [change.source for change in table.changes if change.trigger == from_any]
    (outside,) = {change.dest for change in table.changes if change.trigger == from_any}
    within = [c for c in table.changes if c.source in inside and c.trigger != from_any]
    beyond = [c for c in table.changes if c.source not in inside]
    return "\n".join(
        [
            "stateDiagram-v2",
            f"    [*] --> {group}",
            f"    state {group} {{",
            f"        [*] --> {table.initial}",
            *_edges(within, "        ", inside),
            "    }",
            f"    {group} --> {outside} : {from_any}, from any of them",
            *_left(within, inside, group),
            *_edges(_entering(beyond, inside, group), "    ", (*table.phases, group)),
        ]
    )


def _edges(changes: Sequence[Change], indent: str, known: Sequence[str]) -> Iterator[str]:
    """One line a change; what leads out of the group ends it."""
    for change in changes:
        dest = change.dest if change.dest in known else "[*]"
        says = change.says or (change.trigger if change.trigger != "advance" else "")
        yield f"{indent}{change.source} --> {dest}{f' : {says}' if says else ''}"


def _left(within: Sequence[Change], inside: Sequence[str], group: str) -> Iterator[str]:
    for dest in dict.fromkeys(c.dest for c in within if c.dest not in inside):
        yield f"    {group} --> {dest}"


def _entering(changes: Sequence[Change], inside: Sequence[str], group: str) -> list[Change]:
    """Changes from outside that lead to the first phase of the group lead to the group."""
    return [
        Change(c.trigger, c.source, group if c.dest in inside else c.dest, says=c.says)
        for c in changes
    ]
