"""The wagers of a game as a house posts them: what each pays, and the limits that 19:47-8.2 sets.

Data for the check of a table file and for the sign at the table; what becomes of a wager in a round
is the game's own settlement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tablectl.games.citing import citing
from tablectl.words.bases import HOUSE, Basis
from tablectl.words.money import Cents, Odds, dollars

c = citing(8)

LOW_MINIMUM: Cents = 100_00
"""8.2(a): up to this minimum the maximum is bound to it."""
TIMES = 10
LOW_ODDS = Odds(5)

Options = Mapping[str, int | str]
Only = tuple[tuple[str, tuple[int, ...]], ...]
"""Options, each with the values at which something holds."""


def _holds(only: Only, options: Options) -> bool:
    return all(options.get(option) in values for option, values in only)


@dataclass(frozen=True)
class Pay:
    """What a wager pays on one result."""

    on: str
    odds: Odds
    basis: Basis = HOUSE
    option: str = ""
    """The option that says what it pays at this table, where the house may pay more."""

    stake: Cents | None = None
    """Of a wager with a fixed stake: an amount is won with it."""
    only: Only = ()
    """The options at whose values it is paid, where it is not at all of them."""

    def holds(self, options: Options) -> bool:
        return _holds(self.only, options)

    def at(self, options: Options) -> Odds:
        """What it pays at a table with these options."""
        paid = options.get(self.option)
        return Odds(paid, self.odds.to) if isinstance(paid, int) else self.odds


@dataclass(frozen=True)
class Wager:
    """A wager that patrons may make, or a payout that one of them carries.

    `best` is the highest odds that it is ever paid at, a bonus that is paid on it included.
    `limited` wagers have the options `NAME_least` and `NAME_most`.
    """

    name: str
    best: Odds
    pays: tuple[Pay, ...] = ()
    limited: bool = True
    option: str = ""
    """The option that has to be 1 for it, where the house need not offer it."""
    only: Only = ()
    """The options at whose values it is offered, where it is not at all of them."""

    def offered(self, options: Options) -> bool:
        wanted = not self.option or bool(options.get(self.option))
        return wanted and _holds(self.only, options)

    @property
    def pays_little(self) -> bool:
        """Whether it pays 5 to 1 or less, whatever the cards."""
        return Fraction(self.best.pays, self.best.to) <= Fraction(LOW_ODDS.pays, LOW_ODDS.to)


def limits(options: Options, wager: str) -> tuple[Cents | None, Cents | None]:
    """The minimum and the maximum of a wager; None where the house has posted none."""
    least, most = (options.get(f"{wager}_{end}", 0) for end in ("least", "most"))
    return (
        least if isinstance(least, int) and least else None,
        most if isinstance(most, int) and most else None,
    )


def narrow_limits(wagers: tuple[Wager, ...], options: Options) -> Iterator[tuple[str, str, Basis]]:
    """Maximums below ten times a low minimum: the option, what is wrong, and the clause."""
    for wager in wagers:
        least, most = limits(options, wager.name)
        if not wager.limited or not wager.pays_little or least is None or most is None:
            continue
        if least <= LOW_MINIMUM and most < TIMES * least:
            needed = dollars(TIMES * least)
            says = (
                f"{most} is too low: with a minimum of {dollars(least)} on a wager that pays "
                f"{LOW_ODDS} at most, the maximum is {needed} or more"
            )
            yield f"{wager.name}_most", says, c("2(a)#2")
