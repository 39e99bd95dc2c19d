"""`tablectl act`: one deed of one person, through the door of a running table."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import click

from tablectl import texts
from tablectl.cli.deeds import DEEDS, deed_of, usage
from tablectl.cli.keeping import kept
from tablectl.cli.offered import check_offered
from tablectl.cli.sockets import NoAnswer, door_at, socket_option
from tablectl.cli.trouble import FAILED
from tablectl.doorclient import DoorClient
from tablectl.doorwire import people_as
from tablectl.words.acts import Act, Bet, Deed
from tablectl.words.bases import Role
from tablectl.words.outcomes import Receipt
from tablectl.words.rulings import ruled_view

EPILOG = "\b\nDeeds and their fields:\n" + "\n".join(f"  {usage(name)}" for name in DEEDS)


@click.command(epilog=EPILOG)
@click.option("--by", required=True, metavar="PERSON", help="Who does it.")
@click.option("--second", default="", metavar="PERSON", help="The second person, where needed.")
@click.option("--key", default="", help="The same act with the same key counts once.")
@socket_option
@click.argument("deed")
@click.argument("pairs", metavar="[FIELD=VALUE]...", nargs=-1)
def act(
    by: str, second: str, key: str, socket_path: Path | None, deed: str, pairs: tuple[str, ...]
) -> None:
    """Do DEED at a running table, as PERSON.

    The answer comes after the act is on record. An act that is not allowed now is refused, with
    the clause that stands in its way, and the command exits with 1. `tablectl status` prints the
    acts that are allowed, ready to be pasted. A word that the table does not wait for is not sent
    at all: the command names those that it waits for and exits with 2.

    \b
    Examples:
      tablectl act --by s1 confirm what=open_table
      tablectl act --by d1 confirm what=inspect subject=blue
      tablectl act --by d1 bet seat=1 wager=ante cents=1000
      tablectl act --by d1 turn dealer=AS,KD,2C

    Where people prove who they are, PERSON has signed in before with `tablectl sign-in`, and so has
    the second person; each of them proves this very act.

    If the answer gets lost, repeat the command with the same --key: what was done already is not
    done again, and you get the answer that was given.
    """
    done = Act(deed_of(deed, pairs), by, key or f"cli-{uuid4().hex}", second)
    with door_at(socket_path) as door:
        door.signers = kept(socket_path, by, second)
        if not key:  # with a key of its own it may be a repetition, which the table knows
            check_offered(done.deed, door)
        try:
            receipt = door.submit(done)
        except NoAnswer as error:
            error.remedy = f"nobody knows whether it was done: repeat it with --key {done.key}"
            raise
        _told(done.deed, receipt, door)


def _told(deed: Deed, receipt: Receipt, door: DoorClient) -> None:
    if receipt.refusal is not None:
        click.echo(f"refused: {texts.refusal_text(receipt.refusal)}", err=True)
        if receipt.refusal.needs:
            _, people = door.look(Role.DEALER)
            able = ", ".join(people_as(receipt.refusal.needs, people))
            click.echo(f"who may: {able}", err=True)
        raise click.exceptions.Exit(FAILED)
    if not receipt.accepted:
        click.echo(f"the table stopped on record {receipt.seq}", err=True)
        raise click.exceptions.Exit(FAILED)
    click.echo(f"accepted: record {receipt.seq}, key {receipt.key}")
    for ruled in receipt.rulings:
        happened, follows = texts.told_texts(ruled_view(ruled))
        click.echo(f"irregularity: {happened}")
        click.echo(f"ruling: {follows}")
    view = door.view(Role.DEALER)
    if isinstance(deed, Bet) and deed.over:
        for warning in view["round"]["warnings"][-1:]:
            click.echo(f"warning: {texts.warning_text(warning)}")
    prompt = view["prompt"]
    if prompt:
        click.echo(f"next: {texts.prompt_text(prompt)}")
