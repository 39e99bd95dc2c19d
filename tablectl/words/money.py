"""Money in whole cents and odds as fractions.

A payout that is not a whole cent needs a named house option; nothing is rounded silently.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from tablectl.words.canonical import word
from tablectl.words.errors import TablectlError

Cents = int


class Rounding(Enum):
    """What the house does with a payout that is not a whole cent."""

    REFUSE = "refuse"
    DOWN = "down"
    UP = "up"


class NotWholeCents(TablectlError):
    """A payout fell between two cents and the house has not said what to do with it."""

    code = "not_whole_cents"


@word
class Odds:
    """`pays` to `to`: 3 to 2 pays three for every two staked, and the stake comes back on top."""

    pays: int
    to: int = 1

    def of(self, stake: Cents, rounding: Rounding = Rounding.REFUSE) -> Cents:
        """The winnings on a stake, without the stake."""
        floor, rest = divmod(stake * self.pays, self.to)
        if not rest:
            return floor
        if rounding is Rounding.REFUSE:
            exact = Fraction(stake * self.pays, self.to)
            raise NotWholeCents(f"{self} on {stake} cents is {exact} cents; set the house rounding")
        return floor if rounding is Rounding.DOWN else floor + 1

    def __str__(self) -> str:
        return f"{self.pays} to {self.to}"


def dollars(cents: Cents) -> str:
    """Cents as people read them."""
    whole, part = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}${whole:,}" if part == 0 else f"{sign}${whole:,}.{part:02}"
