"""The sign at a table as one HTML page: its limits, its pay tables and the rule options in force.

Self-contained and made to be printed: no script, nothing from anywhere else, every text escaped.
What stands on it is in our own words; each line cites the clause it rests on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from tablectl.cli.html import document, table
from tablectl.games.options import Game, is_limit
from tablectl.games.wagers import Pay, limits
from tablectl.texts import amount, spoken
from tablectl.words.bases import cited
from tablectl.words.money import dollars

NO_LIMIT = "no limit"

STYLE = """
@page { size: A4 portrait; margin: 15mm }
body { font: 14pt/1.4 sans-serif; margin: 0 auto; max-width: 180mm; color: #000; background: #fff }
h1 { font-size: 30pt; margin: 8mm 0 0; text-align: center }
h2 { font-size: 18pt; margin: 8mm 0 2mm; border-bottom: 1px solid #000 }
h3 { font-size: 14pt; margin: 4mm 0 1mm }
p { margin: 1mm 0 }
.table { text-align: center }
table { border-collapse: collapse; width: 100%; page-break-inside: avoid }
th, td { border: 1px solid #000; padding: 1mm 3mm; text-align: left }
td.clause, .clause { font-size: 9pt; color: #333; white-space: nowrap }
.change { border: 2px solid #000; padding: 2mm 4mm; margin: 4mm 0 }
.blank { display: inline-block; min-width: 70mm; border-bottom: 1px solid #000 }
@media screen { body { padding: 10mm } }
"""


@dataclass(frozen=True)
class Pending:
    """A change that has been announced: what is going to be so, and from when."""

    option: str
    value: int
    starts: str


@dataclass(frozen=True)
class Sign:
    """What a sign is made from."""

    table: str
    game: Game
    method: str
    options: Mapping[str, int | str]
    approval: str = ""
    pending: Sequence[Pending] = field(default_factory=tuple)


def page(sign: Sign) -> str:
    """The whole page."""
    title = f"{_title(sign.game.name)}: table {sign.table}"
    return document(title, STYLE, _body(sign))


def _body(sign: Sign) -> Iterator[str]:
    yield f"<h1>{escape(_title(sign.game.name))}</h1>"
    dealt = f"table {sign.table}, dealt by {spoken(sign.method)}"
    yield f'<p class="table">{escape(dealt)} <span class="clause">19:47-8.3(a)</span></p>'
    yield from _pending(sign)
    yield from _limits(sign)
    yield from _pay_tables(sign)
    yield from _options(sign)
    yield "<h2>Approval of this sign</h2>"
    reference = escape(sign.approval) if sign.approval else '<span class="blank">&nbsp;</span>'
    yield f'<p>Reference: {reference} <span class="clause">19:47-8.3(d)</span></p>'


def _pending(sign: Sign) -> Iterator[str]:
    for change in sign.pending:
        what = f"{spoken(change.option)}: {_shown(change.option, change.value)}"
        told = f"From {change.starts}: {what}"
        yield (
            f'<p class="change"><strong>Change.</strong> {escape(told)} '
            '<span class="clause">19:47-8.3(b)1</span></p>'
        )


def _limits(sign: Sign) -> Iterator[str]:
    rows = []
    for wager in (each for each in sign.game.wagers if each.limited):
        least, most = limits(sign.options, wager.name)
        clause = cited(sign.game.options[f"{wager.name}_least"].basis)
        rows.append((spoken(wager.name), _money(least), _money(most), clause))
    if rows:
        yield '<h2>Limits <span class="clause">19:47-8.2(a)</span></h2>'
        yield from table(("wager", "minimum", "maximum", "basis"), rows)


def _pay_tables(sign: Sign) -> Iterator[str]:
    paid = [w for w in sign.game.wagers if w.pays and w.offered(sign.options)]
    if paid:
        yield "<h2>What is paid</h2>"
    for wager in paid:
        pays = [pay for pay in wager.pays if pay.holds(sign.options)]
        rows = [(spoken(pay.on), _paid(pay, sign), cited(pay.basis)) for pay in pays]
        yield f"<h3>{escape(spoken(wager.name).capitalize())}</h3>"
        yield from table(("on", "pays", "basis"), rows)


def _paid(pay: Pay, sign: Sign) -> str:
    """Odds, or the amount that is won with a wager whose stake is fixed."""
    odds = pay.at(sign.options)
    return str(odds) if pay.stake is None else f"win {dollars(odds.pays)}"


def _options(sign: Sign) -> Iterator[str]:
    posted = {pay.option for wager in sign.game.wagers for pay in wager.pays}
    rows = [
        (
            spoken(name),
            spec.shown(sign.options.get(name, spec.default)),
            spec.says,
            cited(spec.basis),
        )
        for name, spec in sign.game.options.items()
        if not is_limit(name) and name not in posted and spec.posted
    ]
    if rows:
        yield "<h2>Rule options in force</h2>"
        yield from table(("option", "is", "meaning", "basis"), rows)


def _shown(option: str, value: int) -> str:
    return _money(value or None) if is_limit(option) else str(value)


def _money(cents: int | None) -> str:
    return NO_LIMIT if cents is None else amount(cents)


def _title(game: str) -> str:
    return spoken(game).title()
