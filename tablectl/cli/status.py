"""`tablectl status`: where a running table stands, for one role, as the door shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from tablectl import texts
from tablectl.cli.pasting import Paster
from tablectl.cli.sockets import door_at, socket_option
from tablectl.table.view import HIDDEN
from tablectl.words.bases import Role
from tablectl.words.canonical import dumps

View = Mapping[str, Any]
REPORTS = ("declare", "dispute", "change_option")
"""How the names of deeds begin that answer nothing that is due."""


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

    Below it are the acts that the role, and every other role, may do now as lines ready to be
    pasted, what the role may report, the open cases, and where cards and wagers are. Start a table
    first, in another terminal:

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
        others = {r.value: door.view(r) for r in Role if r.value != role}
    pasters = {r.value: Paster(r.value, view, people, socket_path) for r in Role}
    for line in _page(view, others, role, pasters):
        click.echo(line)


def _page(
    view: View, others: Mapping[str, View], role: str, pasters: Mapping[str, Paster]
) -> Iterator[str]:
    paster = pasters[role]
    simulated = ", SIMULATED devices" if view["simulated"] else ""
    game = f"{texts.spoken(view['game'])}, {texts.spoken(view['method'])}"
    yield f"Table {view['table']}: {game}{simulated}"
    yield texts.where_text(view)
    if view["trouble"]:
        yield f"Record: {view['trouble']}"
    if view["sign_in"]:
        yield f"Signed in: {', '.join(view['present']) or 'nobody'}"
    yield ""
    prompt = view["prompt"]
    yield f"Now:  {texts.prompt_text(prompt) if prompt else 'nothing is due.'}"
    yield from _also(view)
    yield from _cases(view)
    yield from _notices(view)
    yield f"\n{texts.role_name(role).capitalize()} may:"
    yield from _deeds(view, paster)
    yield from _others(view, others, pasters)
    yield from _titled("may put right", role, _of_kind(view, "amend"), paster)
    yield from _titled("may report", role, _of_kind(view, *REPORTS), paster)
    yield ""
    yield from _things(view)


def _also(view: View) -> Iterator[str]:
    """The lines of a settlement that is due, and what else is due beside the prompt."""
    now = view["prompt"]["due"] if view["prompt"] else {}
    yield from (f"      {texts.line_text(line)}" for line in now.get("lines", ()))
    for due in (due for due in view["dues"] if due != now):
        who = " or ".join(map(texts.role_name, due["roles"]))
        yield f"Also: {texts.bracketed(texts.due_text(due, who), due['basis'])}"


def _cases(view: View) -> Iterator[str]:
    for warning in view["round"]["warnings"]:
        yield f"Warning: {texts.warning_text(warning)}"
    for case in view["cases"]:
        yield f"Case: {texts.case_text(case)}"


def _notices(view: View) -> Iterator[str]:
    for notice in view["notices"]:
        start = start_text(notice["starts_at"])
        yield f"Change: {texts.spoken(notice['id'])}, from {start}: {texts.notice_text(notice)}"


def start_text(starts_at: int | None) -> str:
    """When a change starts, by the clock of this machine."""
    if starts_at is None:
        return "the last confirmation on"
    moment = datetime.fromtimestamp(starts_at // 1_000_000, tz=UTC).astimezone()
    return f"{moment:%H:%M on %Y-%m-%d}"


def _deeds(view: View, paster: Paster) -> Iterator[str]:
    lines = [
        *texts.waits_texts(view),
        *(line for offer in _answers(view) for line in paster.lines(offer)),
    ]
    yield from (f"  {line}" for line in lines or ["nothing at the moment"])


def _others(view: View, others: Mapping[str, View], pasters: Mapping[str, Paster]) -> Iterator[str]:
    """What the other roles may do that has not been listed yet."""
    listed = _answers(view)
    for role, other in others.items():
        offers = [offer for offer in _answers(other) if offer not in listed]
        lines = [line for offer in offers for line in pasters[role].lines(offer)]
        if lines:
            yield f"\n{texts.role_name(role).capitalize()} may:"
            yield from (f"  {line}" for line in lines)
            listed += offers


def _answers(view: View) -> list[View]:
    """What answers something that is due."""
    return [o for o in view["offers"] if not o["deed"].startswith(("amend", *REPORTS))]


def _of_kind(view: View, *kinds: str) -> list[View]:
    return [offer for offer in view["offers"] if offer["deed"].startswith(kinds)]


def _titled(may: str, role: str, offers: list[View], paster: Paster) -> Iterator[str]:
    lines = [line for offer in offers for line in paster.lines(offer)]
    if lines:
        yield f"\n{texts.role_name(role).capitalize()} {may}:"
        yield from (f"  {line}" for line in lines)


def _things(view: View) -> Iterator[str]:
    for place, mine in view["round"]["wagers"].items():
        yield f"Wagers  {texts.place_name(place)}: {_amounts(mine)}"
    for place, mine in view["round"]["again"].items():
        yield f"Again   {texts.place_name(place)}: {_amounts(mine)}, unless changed before the call"
    for place, pile in view["places"].items():
        yield f"Cards   {texts.place_name(place)}: {pile['count']}{faces_text(pile['faces'])}"
    for place, cards in view["round"]["shown"].items():
        yield f"Shown   {texts.place_name(place)}: {' '.join(cards)}, and not all of them yet"
    for name, deck in view["decks"].items():
        fate = texts.fate_text(deck["fate"])
        yield f"Deck    {name} {texts.deck_text(deck['phase'])}{f' and {fate}' if fate else ''}"
    for name, device in view["devices"].items():
        mark = ", SIMULATED" if device["simulated"] else ""
        yield f"Device  {name} ({device['kind']}{mark}) {texts.device_text(device['phase'])}"
        yield from (f"        {line}" for line in texts.identity_texts(device))


def _amounts(wagers: Mapping[str, int | None]) -> str:
    told = (f"{texts.spoken(name)} {texts.amount(cents)}" for name, cents in wagers.items())
    return ", ".join(each.rstrip() for each in told)


def faces_text(faces: list[str]) -> str:
    """The faces at a place in brackets, those that nobody has seen as a number."""
    unseen = faces.count(HIDDEN)
    seen = " ".join(face for face in faces if face != HIDDEN)
    told = [*([f"{unseen} unseen"] if unseen else []), *([seen] if seen else [])]
    return f" ({', '.join(told)})" if told else ""
