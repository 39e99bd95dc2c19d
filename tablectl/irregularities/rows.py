"""Rows: circumstances to ruling, proven exclusive and total before anything is played.

A game that rules on a kind rules on all of it: half a kind by clause and the other half by
accident of the base table is how wrong rulings are made. A game says "house policy" for a part
of a kind by writing that row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tablectl.irregularities.kinds import CIRCUMSTANCES, ORDINARY, combinations
from tablectl.words.errors import TablectlError
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.rulings import Ruling


@dataclass(frozen=True)
class Row:
    """A ruling for every irregularity of a kind whose circumstances fit `when`.

    A circumstance that `when` does not name may be anything.
    """

    kind: Kind
    ruling: Ruling
    when: Mapping[str, str | tuple[str, ...]]

    def fits(self, circumstances: Mapping[str, str]) -> bool:
        return all(circumstances[name] in _values(wanted) for name, wanted in self.when.items())


def row(kind: Kind, ruling: Ruling, **when: str | tuple[str, ...]) -> Row:
    return Row(kind, ruling, when)


class RowsError(TablectlError):
    """A table of rows that leaves a case open or decides one twice."""

    code = "rows_not_exclusive_and_total"


class Rulebook:
    """The rulings of one game over the base table; every combination looked up, none searched."""

    def __init__(self, base: Iterable[Row], game: Iterable[Row] = ()) -> None:
        own = tuple(game)
        self.own = frozenset(r.kind for r in own)
        """The kinds that the game rules on itself."""
        rows = own + tuple(r for r in base if r.kind not in self.own)
        self._rulings = {
            (kind, _key(combination)): _the_one(rows, kind, combination).ruling
            for kind in Kind
            for combination in combinations(kind)
        }
        self.rows = rows

    def ruling(self, irregularity: Irregularity) -> Ruling:
        return self._rulings[irregularity.kind, _key(in_full(irregularity))]


def in_full(irregularity: Irregularity) -> Mapping[str, str]:
    """All circumstances, also those that are as they ordinarily are and therefore not written."""
    unwritten = CIRCUMSTANCES[irregularity.kind].keys() & ORDINARY.keys()
    if not unwritten:
        return irregularity.circumstances
    return {**{name: ORDINARY[name] for name in unwritten}, **irregularity.circumstances}


def prove(rows: Iterable[Row], kinds: Iterable[Kind]) -> None:
    """Raise RowsError unless the rows decide every combination of these kinds exactly once."""
    known = tuple(rows)
    for kind in kinds:
        for combination in combinations(kind):
            _the_one(known, kind, combination)


def _the_one(rows: Iterable[Row], kind: Kind, combination: Mapping[str, str]) -> Row:
    of_kind = [r for r in rows if r.kind is kind]
    for each in of_kind:
        _check_names(each)
    fitting = [r for r in of_kind if r.fits(combination)]
    if len(fitting) != 1:
        how = "no row" if not fitting else f"{len(fitting)} rows"
        raise RowsError(f"{kind.value} with {dict(combination)}: {how} where exactly one must rule")
    return fitting[0]


def _check_names(each: Row) -> None:
    dimensions = CIRCUMSTANCES[each.kind]
    for name, wanted in each.when.items():
        if name not in dimensions or not set(_values(wanted)) <= set(dimensions[name]):
            raise RowsError(f"{each.kind.value} has no circumstance {name}={wanted}")


def _values(wanted: str | tuple[str, ...]) -> tuple[str, ...]:
    return (wanted,) if isinstance(wanted, str) else wanted


def _key(circumstances: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(circumstances.items()))
