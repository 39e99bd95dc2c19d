"""A line of a settlement, and what is the same in every game: what a void round gives back."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from simulators.referee.book import Round, right_to_left, seat_of

COLLECT, PAY, RETURN, JUDGE = "collect", "pay", "return", "judge"
VOID_RETURN = "void_return"


@dataclass(frozen=True)
class Line:
    hand: str
    wager: str
    settling: str
    to_one: int | Fraction | None = None
    cents: int | None = None
    """What is won, beside the stake; of one that is lost in part, so much."""

    def __str__(self) -> str:
        odds = f" at {self.to_one} to 1" if self.to_one is not None else ""
        return f"{self.hand} {self.wager} {self.settling}{odds} {self.cents or ''}".rstrip()


def paid(hand: str, wager: str, to_one: int, stake: int | None) -> Line:
    return Line(hand, wager, PAY, to_one, None if stake is None else stake * to_one)


def given_back(round_: Round) -> list[Line]:
    """Every wager of a void round goes back; once any was paid, somebody works it out.

    What was settled for good before stays so.
    """
    back = JUDGE if round_.paid_hands - round_.kept.keys() else RETURN
    kept = {(hand.partition(".")[0], each) for hand, mine in round_.kept.items() for each in mine}
    return [
        Line(hand, wager, back)
        for hand in right_to_left(sorted(round_.wagers, key=seat_of))
        for wager in sorted(round_.wagers[hand])
        if (hand, wager) not in kept
    ]
