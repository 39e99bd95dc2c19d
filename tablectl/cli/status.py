"""`tablectl status`: where a running table stands, for one role, as the door shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from tablectl import texts
from tablectl.cli.pasting import Paster
from tablectl.cli.sockets import door_at, socket_option
from tablectl.doorwire import People
from tablectl.words.bases import Role
from tablectl.words.canonical import dumps

View = Mapping[str, Any]


@click.command()
@socket_option
@click.option(
    "--role",
    type=click.Choice([role.value for role in Role]),
    default=Role.DEALER.value,
    show_default=True,
    help="For whom.",
)
@click.option("--json", "as_json", is_flag=True, help="The view itself, for programs.")
def status(socket_path: Path | None, role: str, as_json: bool) -> None:
    """Show where a running table stands: what is due, who does it, and on which basis.

    Below it are the acts that the role may do now as lines ready to be pasted, what may be
    reported, the open cases, and where cards and wagers are. Start a table first, in another
    terminal:

    \b
    Examples:
      tablectl run --by-hand
      tablectl status
      tablectl status --role supervisor
      tablectl status --json
    """
    with door_at(socket_path) as door:
        view, people = door.look(Role(role))
        if as_json:
            click.echo(dumps(view))
            return
        asked = _asked(view, role)
        other = door.view(Role(asked)) if asked else None
    for line in _page(view, people, role, socket_path):
        click.echo(line)
    if other is not None:
        click.echo(f"\n{texts.role_name(asked).capitalize()} may:")
        for line in _deeds(other, Paster(asked, people, socket_path)):
            click.echo(line)


def _asked(view: View, role: str) -> str:
    """Another role for which the table waits."""
    prompt = view["prompt"]
    return "" if prompt is None or role in prompt["who"] else str(prompt["who"][0])


def _page(view: View, people: People, role: str, socket: Path | None) -> Iterator[str]:
    paster = Paster(role, people, socket)
    simulated = ", SIMULATED devices" if view["simulated"] else ""
    game = f"{texts.spoken(view['game'])}, {texts.spoken(view['method'])}"
    yield f"Table {view['table']}: {game}{simulated}"
    yield _where(view)
    yield ""
    prompt = view["prompt"]
    yield f"Now:  {texts.prompt_text(prompt) if prompt else 'nothing is due.'}"
    yield from _also(view)
    yield from _cases(view)
    yield f"\n{texts.role_name(role).capitalize()} may:"
    yield from _deeds(view, paster)
    reports = [line for offer in _reports(view) for line in paster.lines(offer)]
    if reports:
        yield f"\n{texts.role_name(role).capitalize()} may report:"
        yield from (f"  {line}" for line in reports)
    yield ""
    yield from _things(view)


def _where(view: View) -> str:
    table = texts.table_text(view["phase"]).capitalize()
    if view["phase"] != "open":
        fault = f" ({view['fault']})" if view["fault"] else ""
        return f"{table}{fault}."
    return f"{table}. Round {view['round']['number']}: {texts.step_text(view['round']['step'])}."


def _also(view: View) -> Iterator[str]:
    """The lines of a settlement that is due, and what else is due beside the prompt."""
    for due in view["dues"][:1]:
        yield from (f"      {texts.line_text(line)}" for line in due.get("lines", ()))
    for due in view["dues"][1:]:
        who = " or ".join(map(texts.role_name, due["roles"]))
        yield f"Also: {texts.bracketed(texts.due_text(due, who), due['basis'])}"


def _cases(view: View) -> Iterator[str]:
    for case in view["cases"]:
        yield f"Case: {texts.case_text(case)}"


def _deeds(view: View, paster: Paster) -> Iterator[str]:
    offers = [offer for offer in view["offers"] if offer["deed"] != "declare"]
    lines = [line for offer in offers for line in paster.lines(offer)]
    yield from (f"  {line}" for line in lines or ["nothing at the moment"])


def _reports(view: View) -> list[View]:
    return [offer for offer in view["offers"] if offer["deed"] == "declare"]


def _things(view: View) -> Iterator[str]:
    wagers = view["round"]["wagers"]
    for place, mine in wagers.items():
        told = ", ".join(
            f"{texts.spoken(name)} {texts.amount(cents)}".rstrip() for name, cents in mine.items()
        )
        yield f"Wagers  {texts.place_name(place)}: {told}"
    for place, pile in view["places"].items():
        faces = f" ({' '.join(pile['faces'])})" if pile["faces"] else ""
        yield f"Cards   {texts.place_name(place)}: {pile['count']}{faces}"
    for name, deck in view["decks"].items():
        fate = texts.fate_text(deck["fate"])
        yield f"Deck    {name} {texts.deck_text(deck['phase'])}{f' and {fate}' if fate else ''}"
    for name, device in view["devices"].items():
        mark = ", SIMULATED" if device["simulated"] else ""
        yield f"Device  {name} ({device['kind']}{mark}) {texts.device_text(device['phase'])}"
