"""`tablectl journal query`: the records that have to do with something."""

from __future__ import annotations

from pathlib import Path

import click

from tablectl import texts
from tablectl.clauses.registry import covers, family
from tablectl.cli.exporting import json_line
from tablectl.cli.times import given_time, moment
from tablectl.cli.trouble import FAILED
from tablectl.journal.records import INPUT_KINDS, Record, RecordKind
from tablectl.journal.volumes import Volumes
from tablectl.replay.asking import RECORD_KINDS, Question
from tablectl.replay.entries import entries
from tablectl.words.bases import cited
from tablectl.words.canonical import every_word, from_plain, from_tagged, loads, tag_of
from tablectl.words.inputs import Input
from tablectl.words.irregularities import Kind
from tablectl.words.outcomes import Outcome

KIND = 11


def _kind(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str:
    """A kind of record, a word of the record, or an irregularity."""
    if value is None:
        return ""
    words = {tag_of(each) for each in every_word()}
    if value not in RECORD_KINDS | words | {kind.value for kind in Kind}:
        kinds = ", ".join(sorted(RECORD_KINDS))
        meant = f"{kinds}, a deed (bet), a report (jammed), a fact (settled) or an irregularity"
        raise click.BadParameter(f"{value!r} is no kind; there are {meant}")
    return value


def _clause(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str:
    if value is not None and not family(value):
        raise click.BadParameter(f"{value!r} is no clause; write 19:47-20.12(f), or 19:47-20.12")
    return value or ""


@click.command()
@click.argument("journals", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--round", "number", type=click.IntRange(min=1), help="Of this round.")
@click.option("--device", default="", help="A device that reported or was told something.")
@click.option("--kind", callback=_kind, help="A kind of record, deed, report, fact, irregularity.")
@click.option("--clause", callback=_clause, help="A clause that something rests on, or part of it.")
@click.option("--person", default="", help="Somebody who acted, or was named as the second person.")
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
        clause=(lambda citation: covers(clause, citation)) if clause else None,
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
        raise click.exceptions.Exit(FAILED)


def _line(record: Record) -> str:
    told = texts.printable(_told(record))
    return f"{record.seq:>7}  {moment(record.time)}  {record.kind:<{KIND}}  {told}"


def _told(record: Record) -> str:
    if record.kind in INPUT_KINDS:
        taken: Input = from_tagged(Input, loads(record.body))
        return texts.input_text(taken)
    if record.kind == RecordKind.OUTCOME:
        return _outcome(from_plain(Outcome, loads(record.body)))
    if record.kind == RecordKind.SNAPSHOT:
        claim = loads(record.body)
        return f"state as of record {claim['of']}: {claim['digest']}"
    return "a hidden card, enciphered"


def _outcome(outcome: Outcome) -> str:
    parts = [f"of {outcome.of}"]
    if outcome.refusal is not None:
        parts.append(f"refused: {texts.refusal_text(outcome.refusal)}")
    for ruled in outcome.rulings:
        kind = texts.spoken(ruled.irregularity.kind.value)
        parts.append(f"ruled on {kind} [{cited(ruled.ruling.basis)}]")
    parts += [texts.spoken(tag_of(type(fact))) for fact in outcome.facts]
    parts += outcome.phases
    if outcome.ignored:
        parts.append(texts.ignored_text(outcome.ignored))
    if outcome.fault:
        parts.append(f"the table stopped: {outcome.fault}")
    return "; ".join(parts)
