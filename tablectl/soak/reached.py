"""What a soak reached: states, transitions, rows, faults, slips and clauses; and what it did not.

What was not reached is told with a reason where there is one: that it cannot be met at these
tables, that nothing in a soak leads there, or that it is kept in a way that shows in no record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from simulators.faults import FAULTS
from simulators.slips import NAMED
from tablectl.clauses.hows import How
from tablectl.clauses.registry import covers, of_game
from tablectl.games.catalogue import rules_for
from tablectl.soak.result import Result
from tablectl.soak.seatings import Seating, seatings
from tablectl.soak.troubles import BEFALL, BESIDES
from tablectl.table.phases import PhaseTable
from tablectl.table.plan import OVER, VOID
from tablectl.table.rules import DEVICES, TABLES
from tablectl.tracing.hows import hows, kept
from tablectl.tracing.matrix import named
from tablectl.tracing.reasons import reason_why_not
from tablectl.words.canonical import loads

OFF_FOR_GOOD = "what was taken off a soaked table is not put back"
WHY: Mapping[str, str] = {
    "table stopped": "the core failed on nothing",
    "table * > stopped": "the core failed on nothing",
    "table stopped > *": "the core failed on nothing",
    "deck *spread_down*": "a soaked table is never without play",
    "deck * > spread": "a soaked table is never without play",
    "deck in_shuffler > shuffled": "what is in a shuffler in order is shuffled by it",
    "round stub > deal": "no soaked crew finds only after the deal that a card lay face up",
    "generator *": "no number is drawn in this game",
    "shuffler ready > removed": "nobody takes off a device that answers",
    "shuffler removed > *": OFF_FOR_GOOD,
    "shoe removed > *": OFF_FOR_GOOD,
    "reader removed > *": OFF_FOR_GOOD,
    "shoe * > removed": "a shoe is needed, and waited for until it is mended",
    "reader * > removed": "a reader is done without until it is mended",
    "*_chute": "no shuffler of a soak loads the shoe",
    "swapped_decks": "no shuffler of a soak takes two decks at once",
    "unread_card": "what a soaked device sees it reads, rightly or wrongly",
    "cable_back": "cables are put back when devices are mended",
}
"""Why nothing in a soak leads somewhere, by a pattern of its name; the first that fits."""
_NOT_BLACKJACK = {
    "jam_at_inlet": "no card goes back into a machine in this game",
    "put_in_wrongly": "no device looks at a card without showing it in this game",
}
WHY_IN: Mapping[str, Mapping[str, str]] = {
    "three_card_poker": {
        **_NOT_BLACKJACK,
        "common_card_exposed": "no card is everybody's in this game",
        "chips_miscounted": "no chips are counted in this game",
    },
    "let_it_ride": {
        **_NOT_BLACKJACK,
        "dealer_card_exposed": "the dealer has no hand in this game",
    },
    "blackjack": {
        "common_card_exposed": "no card is everybody's in this game",
        "chips_miscounted": "no chips are counted in this game",
    },
}
"""The same in one game."""
OTHER_DEVICES = "no device of a soak can have it"
LONG_TIME = "no soaked cards grow so old"
WITHOUT_A_BASIS = "it is the basis of nothing by itself: "
NOT_MET = "not met"
ROWS = "rows"


@dataclass(frozen=True)
class Section:
    """One kind of thing that can be reached: how often each was, and why each other was not."""

    name: str
    counts: Mapping[str, int]
    missed: Mapping[str, str]

    def as_plain(self) -> dict[str, Any]:
        return {"reached": dict(sorted(self.counts.items())), "never": dict(self.missed)}


@dataclass(frozen=True)
class Reached:
    sections: tuple[Section, ...]

    def as_plain(self) -> dict[str, Any]:
        return {section.name: section.as_plain() for section in self.sections}

    def lines(self) -> Iterator[str]:
        for section in self.sections:
            whole = len(section.counts) + len(section.missed)
            least = min(section.counts.items(), key=lambda item: item[1], default=("nothing", 0))
            rarest = f"rarest: {least[0]}, {least[1]:,} times"
            yield f"{section.name}: {len(section.counts)} of {whole} reached; {rarest}"
            if section.name == ROWS:
                by_number = sorted(section.counts.items(), key=lambda item: (item[1], item[0]))
                yield from (f"  {times:>7,} {name}" for name, times in by_number)
            yield from (f"  never {name}: {why}" for name, why in section.missed.items())


def reached_in(result: Result) -> Reached:
    """Everything that the tables of this soak have, beside what it met."""
    tables = [each for each in seatings(result.game) if str(each) in result.tables]
    whole = result.whole
    return Reached(
        (
            _section("states", result.game, _states(tables), whole.states),
            _section("transitions", result.game, _transitions(tables), whole.transitions),
            _rows(result, tables),
            _section("faults", result.game, FAULTS, whole.happened),
            _section("errors", result.game, _errors(result.game), whole.happened),
            _clauses(result),
        )
    )


def _section(name: str, game: str, known: Iterable[str], met: Counter[str]) -> Section:
    names = list(dict.fromkeys(known))
    counts = {each: met[each] for each in names if met[each]}
    missed = {each: _why(game, each) for each in names if not met[each]}
    return Section(name, counts, missed)


def _errors(game: str) -> Iterator[str]:
    """What people can get wrong in this game."""
    elsewhere = {name for each, names in BESIDES.items() if each != game for name in names}
    return (name for name in NAMED if name not in FAULTS and name not in elsewhere)


def _why(game: str, name: str) -> str:
    for pattern, why in (*WHY_IN.get(game, {}).items(), *WHY.items()):
        if fnmatchcase(name, pattern):
            return why
    return OTHER_DEVICES if name in FAULTS and name not in BEFALL else NOT_MET


def _states(tables: Iterable[Seating]) -> Iterator[str]:
    for table in tables:
        rules = rules_for(table.table.settings)
        yield from (f"round {step}" for step in (*rules.plan.steps, VOID, OVER))
        yield from (f"deck {phase}" for phase in rules.decks.phases)
    yield from (f"device {phase}" for phase in DEVICES.phases)
    yield from (f"table {phase}" for phase in TABLES.phases)


def _transitions(tables: Iterable[Seating]) -> Iterator[str]:
    for table in tables:
        settings = table.table.settings
        rules = rules_for(settings)
        yield from _named_changes("round", rules.plan.table)
        yield from _named_changes("deck", rules.decks)
        for device in settings.devices.values():
            yield from _named_changes(device.kind.value, DEVICES)
    yield from _named_changes("table", TABLES)


def _named_changes(what: str, table: PhaseTable) -> Iterator[str]:
    return (f"{what} {change.source} > {change.dest}" for change in table.changes)


def _rows(result: Result, tables: Iterable[Seating]) -> Section:
    """Every row of the rulings, by the way of dealing."""
    counts: Counter[str] = Counter()
    reasons: dict[str, list[str]] = {}
    for table in tables:
        settings = table.table.settings
        met = [(loads(key), times) for key, times in result.tables[str(table)].rows.items()]
        for row in rules_for(settings).rulebook.rows:
            name = f"{table.method}: {named(row)}"
            counts[name] += sum(
                times for (kind, told), times in met if kind == row.kind.value and row.fits(told)
            )
            reasons.setdefault(name, []).append(reason_why_not(row, settings))
    never = {
        name: why[0] if all(why) else NOT_MET for name, why in reasons.items() if not counts[name]
    }
    return Section(ROWS, {name: n for name, n in counts.items() if n}, never)


def _clauses(result: Result) -> Section:
    """What the controller computes, enforces or asks for, as far as anything was ruled, refused
    or due on that basis; a basis that covers others counts for them."""
    cited = result.whole.rulings + result.whole.asked
    counts: dict[str, int] = {}
    missed: dict[str, str] = {}
    for entry in of_game(result.game):
        if entry.enforce.value not in ("machine", "prompt"):
            continue
        times = sum(n for basis, n in cited.items() if covers(basis, entry.citation))
        if times:
            counts[entry.citation] = times
        else:
            missed[entry.citation] = _why_no_basis(entry.citation)
    return Section("clauses", counts, missed)


def _why_no_basis(citation: str) -> str:
    line = kept().get(citation)
    if line is not None:
        return WITHOUT_A_BASIS + line.why
    if hows(citation) == {How.CARD_LIFE}:
        return LONG_TIME
    return NOT_MET
