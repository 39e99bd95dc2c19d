"""The dispute report: one round of a record as a page to be printed, for people who decide on it.

Self-contained and in our own words. It says whose record it is, whether the chain was found whole,
what happened, what was ruled and on which clause, what each source said, and under which digests
all of that can be found again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablectl import texts
from tablectl.clauses.registry import family
from tablectl.cli.html import document, shown, table
from tablectl.journal.records import Record
from tablectl.journal.verify import Verification
from tablectl.replay.chronicle import Chronicle
from tablectl.replay.page import Told
from tablectl.replay.times import moment

STYLE = """
@page { size: A4 portrait; margin: 12mm }
body { font: 10pt/1.35 sans-serif; margin: 0 auto; max-width: 190mm; color: #000; background: #fff }
h1 { font-size: 20pt; margin: 4mm 0 2mm }
h2 { font-size: 13pt; margin: 6mm 0 2mm; border-bottom: 1px solid #000; page-break-after: avoid }
p { margin: 1mm 0 }
table { border-collapse: collapse; width: 100% }
tr { page-break-inside: avoid }
th, td { border: 1px solid #999; padding: 0.5mm 2mm; text-align: left; vertical-align: top }
td.digest { font-size: 8pt; overflow-wrap: anywhere }
.unsound { border: 2px solid #000; padding: 2mm 4mm; font-weight: bold }
.blank { display: inline-block; min-width: 70mm; border-bottom: 1px solid #000 }
@media screen { body { padding: 10mm } }
"""
_CITED = re.compile(r"\[(19:47-[^\],]+)")
"""A basis as it stands at the end of a sentence."""
RULED = ("IRREGULARITY", "ruling", "evidence")
DECIDED = ("way out", "confirmed", "case", "amended", "contents")
SETTLED = ("forfeits", "losers", "winners", "void return")


@dataclass(frozen=True)
class DisputeReport:
    """What a report is made from: the round told, its records, and the check of the whole."""

    number: int
    lines: Sequence[Told]
    records: Sequence[Record]
    chronicle: Chronicle
    verifications: Sequence[Verification]

    @property
    def sound(self) -> bool:
        return all(each.ok for each in self.verifications)


def page(report: DisputeReport) -> str:
    """The whole page."""
    settings = report.chronicle.settings
    name = settings.table if settings is not None else ""
    return document(f"Table {name}: round {report.number}", STYLE, _body(report))


def _body(report: DisputeReport) -> Iterator[str]:
    yield f"<h1>Dispute report: round {report.number}</h1>"
    yield from _identity(report)
    yield from _check(report)
    yield from _section("Cards as they were shown", ("place", "cards"), _cards(report))
    ruled = _told(report.lines, RULED)
    yield from _section("Irregularities, rulings and evidence", LINE_HEADS, ruled)
    yield from _section("What was decided", LINE_HEADS, _told(report.lines, DECIDED))
    yield from _section("Settlement, in its order", LINE_HEADS, _told(report.lines, SETTLED))
    yield from _section("Clauses, in our words", ("clause", "asks"), _clauses(report.lines))
    yield from _section("The round, line by line", LINE_HEADS, _told(report.lines))
    yield from _section("Digests", DIGEST_HEADS, _digests(report))
    yield "<h2>Findings of whoever read this</h2>"
    yield '<p>Name and date: <span class="blank">&nbsp;</span></p>'


DIGEST_HEADS = ("record", "sha256")
LINE_HEADS = ("record", "time (UTC)", "source", "", "what")


def _identity(report: DisputeReport) -> Iterator[str]:
    settings = report.chronicle.settings
    if settings is None:
        return
    devices = [
        f"{name}: {device.model}, serial {device.serial or 'not told by this model'}"
        f"{' (SIMULATED)' * device.simulated}"
        for name, device in settings.devices.items()
    ]
    people = [
        f"{name} ({', '.join(role.value for role in person.roles)})"
        for name, person in settings.people.items()
    ]
    files = [str(each.path) for each in report.verifications]
    first, last = report.records[0], report.records[-1]
    rows = [
        ("table", texts.settings_text(settings)),
        ("devices", "; ".join(devices) or "none"),
        ("people", "; ".join(people)),
        ("journal", "; ".join(files)),
        (
            "this round",
            f"records {first.seq} to {last.seq}, {moment(first.time)} to {moment(last.time)} UTC",
        ),
    ]
    yield from table((), rows, last="")


def _check(report: DisputeReport) -> Iterator[str]:
    yield "<h2>Whether the record is whole</h2>"
    for each in report.verifications:
        found = "sound: every hash was computed again" if each.ok else "NOT SOUND"
        told = f"{each.path}: {found}; records {each.first_seq} to {each.last_seq}"
        yield _paragraph(told, loud=not each.ok)
        for finding in each.findings:
            yield _paragraph(f"record {finding.seq}: {finding.code}: {finding.problem}")
    head = report.verifications[-1]
    yield _paragraph(f"Head of the chain: {head.last_seq}:{head.head}")
    if report.chronicle.differs_at:
        at = report.chronicle.differs_at
        told = f"This version of tablectl comes to another result than the record at record {at}."
        yield _paragraph(told, loud=True)


def _paragraph(text: str, *, loud: bool = False) -> str:
    opening = '<p class="unsound">' if loud else "<p>"
    return f"{opening}{shown(text)}</p>"


def _section(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    listed = list(rows)
    yield f"<h2>{shown(title)}</h2>"
    if not listed:
        yield "<p>None.</p>"
        return
    yield from table(heads, listed, last="digest" if heads == DIGEST_HEADS else "")


def _told(lines: Iterable[Told], labels: Sequence[str] = ()) -> Iterator[Sequence[str]]:
    for line in lines:
        if line.label and (not labels or line.label in labels):
            at = line.source
            yield str(at.seq), moment(at.time), at.who, line.label, line.text


def _cards(report: DisputeReport) -> Iterator[tuple[str, str]]:
    """Each hand as it was turned up; what was never revealed is not here."""
    for line in report.lines:
        if line.label == "reveal":
            place, _, cards = line.text.partition(": ")
            yield place, cards


def _clauses(lines: Iterable[Told]) -> Iterator[tuple[str, str]]:
    """Every clause that a line of the round rests on."""
    cites = dict.fromkeys(each for line in lines for each in _CITED.findall(line.text))
    for citation in cites:
        for entry in family(citation):
            yield entry.citation, entry.says


def _digests(report: DisputeReport) -> Iterator[tuple[str, str]]:
    first, last = report.records[0], report.records[-1]
    yield f"before {first.seq}", first.prev
    yield str(last.seq), last.hash
    for line in report.lines:
        if line.label == "snapshot":
            yield f"{line.source.seq}: snapshot", line.text
