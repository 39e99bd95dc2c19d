"""`tablectl journal query`: the records that have to do with something."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from tablectl import texts
from tablectl.cli.exporting import json_line
from tablectl.cli.times import given_time
from tablectl.cli.trouble import FAILED
from tablectl.journal.records import Record
from tablectl.journal.volumes import Volumes
from tablectl.replay.asking import BadQuestion, Question, known_clause, known_kind
from tablectl.replay.entries import entries
from tablectl.replay.sentences import record_text
from tablectl.replay.times import moment

KIND = 11


def _kind(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str:
    return _asked(known_kind, value)


def _clause(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str:
    return _asked(known_clause, value)


def _asked(known: Callable[[str], str], value: str | None) -> str:
    if value is None:
        return ""
    try:
        return known(value)
    except BadQuestion as error:
        raise click.BadParameter(error.problem) from error


@click.command()
@click.argument("journals", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--round", "number", type=click.IntRange(min=1), help="Of this round.")
@click.option("--device", default="", help="A device that reported or was told something.")
@click.option("--kind", callback=_kind, help="A kind of record, deed, report, fact, irregularity.")
@click.option("--clause", callback=_clause, help="A clause that something rests on, or part of it.")
@click.option("--person", default="", help="Somebody who acted, or was named as the second person.")
@click.option("--text", default="", help="What the text of it says, in any case of letters.")
@click.option("--since", callback=given_time, help="Not before this time; UTC if it does not say.")
@click.option("--until", callback=given_time, help="Not after this time.")
@click.option("--json", "as_json", is_flag=True, help="Whole records, as `export` writes them.")
def query(
    journals: tuple[Path, ...],
    number: int | None,
    device: str,
    kind: str,
    clause: str,
    person: str,
    text: str,
    since: int | None,
    until: int | None,
    as_json: bool,
) -> None:
    """Print the records of JOURNALS that have to do with something, one a line.

    Conditions combine: all of them have to be so. They are asked of an input together with its
    outcome, for who acted stands in the one and what was ruled in the other; both are printed.
    A kind of record (act, outcome, ...) prints records of that kind alone.

    \b
    Examples:
      tablectl journal query table.journal --round 1 --person d1
      tablectl journal query table.journal --kind outcome --since 2026-01-01

    Exits with 1 if there is none.
    """
    asked = Question(
        round=number,
        device=device,
        kind=kind,
        person=person,
        clause=clause,
        text=text,
        since=since,
        until=until,
    )
    found = 0
    with Volumes(journals) as volumes:
        start = volumes.start
        for entry in entries(volumes.records(start.seq if start else 0), start):
            if asked.meets(entry):
                for record in asked.of(entry):
                    found += 1
                    click.echo(json_line(record) if as_json else _line(record))
    if not found:
        click.echo("tablectl: nothing on record meets all of these conditions", err=True)
        raise click.exceptions.Exit(FAILED)


def _line(record: Record) -> str:
    told = texts.printable(record_text(record))
    return f"{record.seq:>7}  {moment(record.time)}  {record.kind:<{KIND}}  {told}"
