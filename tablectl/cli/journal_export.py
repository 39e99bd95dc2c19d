"""`tablectl journal export`: records for other programs, or a round as a page to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from tablectl.cli.disputepage import DisputeReport, page
from tablectl.cli.exporting import write_csv, write_json_lines
from tablectl.cli.journal_show import no_round
from tablectl.cli.trouble import Trouble
from tablectl.games.catalogue import rules_for
from tablectl.journal.layout import files_of
from tablectl.journal.records import Record
from tablectl.journal.verify import verify
from tablectl.journal.volumes import Volumes
from tablectl.replay.chronicle import tell
from tablectl.replay.entries import entries
from tablectl.replay.page import Told

FORMATS = {"jsonl": write_json_lines, "csv": write_csv}
REPORT = "report"


@click.command()
@click.argument("journals", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice([*FORMATS, REPORT]), required=True)
@click.option("--round", "number", type=click.IntRange(min=1), help="This round and no other.")
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", required=True
)
def export(journals: tuple[Path, ...], form: str, number: int | None, output: Path) -> None:
    """Write JOURNALS, or one round of them, to a file.

    jsonl and csv hold the records whole: seq, time, kind, version, key, body, prev and hash, in
    that order and to the character, so that anybody can compute the chain again (docs/record.md
    says how). A report is one page of HTML to be printed: a round with its cards, acts, rulings,
    clauses, evidence and digests, and whether the record was found whole.

    \b
    Examples:
      tablectl journal export table.journal --format jsonl --output table.jsonl
      tablectl journal export table.journal --format report --round 1 --output round-1.html

    A damaged record is written up to where the damage begins; then the command says where that is
    and exits with 1. So it does after a report in which the record is called not sound.
    """
    if form == REPORT and number is None:
        raise click.UsageError("a report is of one round: give its number with --round")
    with Volumes(journals) as volumes:
        _check_other_file(volumes, output)
        if form == REPORT and number is not None:
            report = _report(volumes, number)
            output.write_text(page(report), encoding="utf-8")
            click.echo(f"round {number} in {output}")
            for verification in report.verifications:
                verification.check()
            return
        with output.open("w", encoding="utf-8", newline="") as file:
            count = FORMATS[form](_records(volumes, number), file)
        volumes.check()
    if number is not None and not count:
        raise no_round(number)
    click.echo(f"{count} records in {output}")


def _check_other_file(volumes: Volumes, output: Path) -> None:
    own = [file for each in volumes.readers for file in files_of(each.where) if file.exists()]
    if output.exists() and any(map(output.samefile, own)):
        raise Trouble(
            "bad_usage", "this is the journal itself, or its log", "name another file", str(output)
        )


def _records(volumes: Volumes, number: int | None) -> Iterable[Record]:
    return volumes.records() if number is None else of_round(volumes, number)


def of_round(volumes: Volumes, number: int) -> Iterator[Record]:
    """The records of a round, from the first input in it to the last outcome."""
    start = volumes.start
    for entry in entries(volumes.records(start.seq if start else 0), start):
        if entry.round > number:
            return
        if entry.round == number:
            yield from entry.records


def _report(volumes: Volumes, number: int) -> DisputeReport:
    records = list(of_round(volumes, number))
    if not records:
        raise no_round(number)
    lines: list[Told] = []
    chronicle = tell(volumes, lines.append, rules_for, number)
    checked = [verify(each.where) for each in volumes.readers]
    return DisputeReport(number, lines, records, chronicle, checked)
